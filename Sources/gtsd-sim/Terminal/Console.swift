import Foundation

/// The two output streams and what is known about them; tests pass one that collects.
struct Console: Sendable {
  /// Writes a result.
  var out: @Sendable (String) -> Void
  /// Writes a remark, progress or error.
  var error: @Sendable (String) -> Void
  /// Reads all of standard input.
  var input: @Sendable () -> Data
  /// Whether results may be coloured.
  var colorsOut = false
  /// Whether standard error is a terminal that can be redrawn.
  var animatesError = false
  /// Columns of standard output.
  var width = 100
  /// Columns of standard error.
  var widthError = 100
  /// Where the library of scenarios is looked for.
  var directory = "."

  /// The process's own streams.
  static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> Console {
    let dumb = environment["TERM"] == "dumb"
    let noColor = dumb || environment["NO_COLOR"]?.isEmpty == false
    let columns = TerminalInfo.columns(of: 1) ?? environment["COLUMNS"].flatMap { Int($0) }
    return Console(
      out: { FileHandle.standardOutput.write(Data($0.utf8)) },
      error: { FileHandle.standardError.write(Data($0.utf8)) },
      input: { FileHandle.standardInput.readDataToEndOfFile() },
      colorsOut: !noColor && TerminalInfo.isTerminal(1),
      animatesError: !dumb && TerminalInfo.isTerminal(2),
      width: columns ?? 100, widthError: TerminalInfo.columns(of: 2) ?? 100)
  }
}
