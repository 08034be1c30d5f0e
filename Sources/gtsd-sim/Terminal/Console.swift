import Foundation
import GTSDModel
import GTSDSim

/// The two output streams and what is known about them; tests pass one that collects.
struct Console: Sendable {
  /// Writes a result.
  var out: @Sendable (String) -> Void
  /// Writes a remark, progress or error.
  var error: @Sendable (String) -> Void
  /// Reads all of standard input.
  var input: @Sendable () -> Data
  /// Writes bytes as a result and tells what went wrong, as an `errno`; nil where `out` does it and nothing can.
  var rawOut: (@Sendable ([UInt8]) -> Int32)?
  /// Whether there is anybody to write results to.
  var takesOutput = true
  /// How files are written.
  var files = OutputFiles()
  /// Whether results may be coloured.
  var colorsOut = false
  /// Whether standard error is a terminal that can be redrawn.
  var animatesError = false
  /// Whether people get signs of ASCII alone; JSON and files are UTF-8 wherever they go.
  var isPlain = false
  /// Columns of standard output.
  var width = 100
  /// Whether texts are fitted to these columns: on a terminal, where nothing else reads them.
  var fitsText = false
  /// Columns of standard error.
  var widthError = 100
  /// Whether the `output` of scenarios is followed: nobody asked a page for files.
  var followsOutput = true
  /// Where the library of scenarios is looked for.
  var directory = "."

  /// The process's own streams.
  static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> Console {
    let dumb = environment["TERM"] == "dumb"
    let noColor = dumb || environment["NO_COLOR"]?.isEmpty == false
    let columns = TerminalInfo.columns(of: 1) ?? environment["COLUMNS"].flatMap { Int($0) }
    let isPlain = !isUTF8(environment)
    return Console(
      out: StandardStreams.say,
      error: { StandardStreams.tell(isPlain ? PlainText.ascii($0, keepsOthers: true) : $0) },
      input: StandardStreams.input, rawOut: { $0.withUnsafeBytes(StandardStreams.write) },
      takesOutput: StandardStreams.takesOutput,
      colorsOut: !noColor && TerminalInfo.isTerminal(1),
      animatesError: !dumb && TerminalInfo.isTerminal(2),
      isPlain: isPlain, width: columns ?? 100, fitsText: TerminalInfo.isTerminal(1),
      widthError: TerminalInfo.columns(of: 2) ?? 100)
  }

  /// Whether the environment's locale is UTF-8. Where none is named, terminals of these days are.
  static func isUTF8(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
    guard let locale = names.first(where: { !$0.isEmpty })?.lowercased() else { return true }
    return locale.contains("utf-8") || locale.contains("utf8")
  }

  /// Writes bytes as a result.
  ///
  /// - Returns: 0, or the `errno` of what went wrong.
  func writeOut(_ bytes: [UInt8]) -> Int32 {
    if let rawOut { return rawOut(bytes) }
    out(String(decoding: bytes, as: UTF8.self))
    return 0
  }

  /// Writes the files of a report to a directory, and says so where they could not have their names.
  ///
  /// - Throws: what could not be written, once all else is.
  func write(
    _ report: Report, formats: [ReportFormat], extras: [(name: String, text: String)] = [], to directory: String
  ) throws(CommandFailure) {
    let beside = try files.write(report, formats: formats, extras: extras, to: directory)
    guard !beside.isEmpty else { return }
    error(
      "\(directory): holds a complete report, which is kept; the interrupted one is in \(beside.joined(separator: ", "))\n"
    )
  }

  /// Writes a text for people.
  func say(_ text: String) { out(isPlain ? PlainText.ascii(text, keepsOthers: true) : text) }

  /// Writes a text that was set for no width of its own, such as help: on a terminal no wider than that.
  func sayFitted(_ text: String) { say(fitsText ? FittedText.fit(text, width: width) : text) }

  /// Writes the summary of a report for people.
  func show(_ report: Report, exitCode: ExitCode) {
    out(
      TerminalSummary(report, width: width, color: colorsOut, exitCode: exitCode.rawValue, isPlain: isPlain).text)
  }
}
