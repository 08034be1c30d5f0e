import Foundation
import Synchronization

@testable import GTSDCommandLine
@testable import gtsd_bench
@testable import gtsd_sim

/// A console that collects its output.
final class Collector: Sendable {
  let out = Mutex("")
  let error = Mutex("")

  func console(input: String = "") -> Console {
    Console(
      out: { [self] text in out.withLock { $0 += text } }, error: { [self] text in error.withLock { $0 += text } },
      input: { Data(input.utf8) })
  }

  var output: String { out.withLock { $0 } }
  var remarks: String { error.withLock { $0 } }
}

/// A directory that is removed at the end of a test.
struct Scratch: ~Copyable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "gtsd-sim-tests-\(ProcessInfo.processInfo.processIdentifier)-\(Scratch.next())")

  private static let counter = Atomic<Int>(0)
  private static func next() -> Int { counter.add(1, ordering: .relaxed).newValue }

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func write(_ text: String, _ name: String) throws -> String {
    try Data(text.utf8).write(to: url.appending(path: name))
    return path(name)
  }

  var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}

/// The output and exit code of a command line.
struct CommandResult {
  var code: ExitCode
  var out: String
  var error: String

  init(code: ExitCode, out: String, error: String) {
    (self.code, self.out, self.error) = (code, out, error)
  }

  /// - Parameters:
  ///   - directory: the directory of the scenario library.
  ///   - configure: changes the console, for example to make it fail.
  init(
    _ arguments: [String], input: String = "", directory: String = ".", configure: (inout Console) -> Void = { _ in }
  ) {
    let collector = Collector()
    var console = collector.console(input: input)
    console.directory = directory
    configure(&console)
    code = GTSDSimCommand.run(arguments, console: console)
    out = collector.output
    error = collector.remarks
  }

  /// The result of a command line of `gtsd-bench`.
  static func bench(_ arguments: [String], directory: String = ".") -> CommandResult {
    let collector = Collector()
    var console = collector.console(input: "")
    console.directory = directory
    let code = GTSDBenchCommand.run(arguments, console: console)
    return CommandResult(code: code, out: collector.output, error: collector.remarks)
  }
}
