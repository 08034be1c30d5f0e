import Foundation
import TestSupport
import Testing

@testable import GTSDCommandLine
@testable import gtsd_sim

/// The program built for release, for studies.
enum ReleaseProgram {
  /// The program's path, relative to the top of the package.
  static let path = ProcessInfo.processInfo.environment["GTSD_SIM"]

  /// Runs the program with a command line, at the top of the package.
  static func run(_ arguments: [String]) throws -> CommandResult {
    let scratch = try Scratch()
    let (out, error) = (try scratch.write("", "out"), try scratch.write("", "error"))
    let process = Process()
    process.executableURL = URL(filePath: try #require(path), relativeTo: Checkout.root)
    process.currentDirectoryURL = Checkout.root
    process.arguments = arguments
    // Files rather than pipes, since the program need not wait for a reader.
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: out))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: error))
    try process.run()
    process.waitUntilExit()
    return CommandResult(
      code: try #require(ExitCode(rawValue: process.terminationStatus)),
      out: try String(contentsOfFile: out, encoding: .utf8), error: try String(contentsOfFile: error, encoding: .utf8))
  }
}
