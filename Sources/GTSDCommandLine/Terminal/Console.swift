import Documents
package import Foundation
import GTSDModel

/// The two output streams and their properties. Tests pass a console that collects the output.
package struct Console: Sendable {
  /// Writes a result to standard output.
  package var out: @Sendable (String) -> Void
  /// Writes a remark, progress or error.
  package var error: @Sendable (String) -> Void
  /// Reads all of standard input.
  package var input: @Sendable () -> Data
  /// Reads standard input piece by piece, until its end or until the body wants no more.
  package var readInput: @Sendable (_ body: (Data) -> Bool) -> Void
  /// Writes result bytes and returns the `errno` of a failure; nil if `out` is used, which cannot fail.
  package var rawOut: (@Sendable ([UInt8]) -> Int32)?
  /// Whether standard output is open.
  package var takesOutput = true
  /// The way in which files are written.
  package var files = OutputFiles()
  /// Whether results may be coloured.
  package var colorsOut = false
  /// Whether standard error is a terminal that can be redrawn.
  package var animatesError = false
  /// Whether output for people is ASCII only. JSON and files are always UTF-8.
  package var isPlain = false
  /// The number of columns of standard output.
  package var width = 100
  /// Whether texts are wrapped to the width. True on a terminal, whose output no program reads.
  package var fitsText = false
  /// The number of columns of standard error.
  package var widthError = 100
  /// Whether a scenario's `output` section is used. Not used on a page, where nobody asked for files.
  package var followsOutput = true
  /// The directory in which the scenario library is searched.
  package var directory = "."

  package init(
    out: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void,
    input: @escaping @Sendable () -> Data
  ) {
    (self.out, self.error, self.input) = (out, error, input)
    readInput = { body in _ = body(input()) }
  }

  /// The console of the process's standard streams.
  package static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> Console {
    let dumb = environment["TERM"] == "dumb"
    let noColor = dumb || environment["NO_COLOR"]?.isEmpty == false
    let columns = TerminalInfo.columns(of: 1) ?? environment["COLUMNS"].flatMap { Int($0) }
    let isPlain = !TerminalInfo.isUTF8(environment)
    let columnsError = TerminalInfo.columns(of: 2)
    var console = Console(
      out: StandardStreams.writeText,
      error: { text in
        let text = isPlain ? PlainText.ascii(text, keepsOthers: true) : text
        StandardStreams.writeError(columnsError.map { FittedText.fitLines(text, width: $0) } ?? text)
      },
      input: StandardStreams.input)
    console.readInput = StandardStreams.readInput
    console.rawOut = { $0.withUnsafeBytes(StandardStreams.write) }
    console.takesOutput = StandardStreams.takesOutput
    console.colorsOut = !noColor && TerminalInfo.isTerminal(1)
    console.animatesError = !dumb && TerminalInfo.isTerminal(2)
    console.isPlain = isPlain
    console.width = columns ?? 100
    console.fitsText = TerminalInfo.isTerminal(1)
    console.widthError = columnsError ?? 100
    return console
  }

  /// Writes bytes to the output for results.
  ///
  /// - Returns: 0, or the `errno` of the failure.
  package func writeOut(_ bytes: [UInt8]) -> Int32 {
    if let rawOut { return rawOut(bytes) }
    out(String(decoding: bytes, as: UTF8.self))
    return 0
  }

  /// Writes a text for people.
  package func write(_ text: String) { out(isPlain ? PlainText.ascii(text, keepsOthers: true) : text) }

  /// The number of columns to which texts are wrapped. The last column of a terminal stays free.
  package var textWidth: Int { fitsText ? width - 1 : width }

  /// Writes a list with a line for each entry, no wider than the terminal.
  package func writeFitted(_ text: String) { write(fitsText ? FittedText.fit(text, width: width) : text) }
}
