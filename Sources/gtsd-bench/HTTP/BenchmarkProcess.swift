import Foundation
import GTSDStudies

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program that runs beside a measurement.
final class BenchmarkProcess {
  private let process = Process()
  private let output = Pipe()

  /// Starts a program on a side's core. Its error output is discarded.
  init(_ executable: String, _ arguments: [String], on side: Machine.Side) throws(BenchmarkFailure) {
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do {
      try Machine.bound(to: side) { try process.run() }
    } catch {
      throw BenchmarkFailure("\(executable) does not start: \(error.localizedDescription)")
    }
  }

  deinit { end() }

  /// The first line of the output.
  func firstLine() -> String {
    var bytes: [UInt8] = []
    while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The whole output, once the process has ended by itself.
  func allOutput() -> String {
    let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// Suspends the process, as if its machine had stopped.
  func freeze() { kill(process.processIdentifier, SIGSTOP) }

  func thaw() { kill(process.processIdentifier, SIGCONT) }

  /// Asks the process to end, and waits until it has ended.
  func end() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  /// The path at which the shell would find a program; nil if it would not.
  static func path(of program: String, in search: String) -> String? {
    search.split(separator: ":").map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// The reason why a measurement could not be made.
package struct BenchmarkFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error as one line.
  package let description: String

  init(_ description: String) { self.description = description }
}
