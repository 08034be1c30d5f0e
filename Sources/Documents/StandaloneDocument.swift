/// The output of a command that writes no report: JSON, a document, and lines for a terminal.
package protocol StandaloneDocument {
  /// The document for programs, as JSON.
  var json: String { get }
  /// The document for people.
  var document: Document { get }
  /// The verdicts for a build server, as JUnit.
  var junit: String { get }

  /// Lines for a terminal.
  ///
  /// - Parameters:
  ///   - width: columns.
  ///   - color: whether the terminal takes colours.
  ///   - isPlain: ASCII alone.
  func text(width: Int, color: Bool, isPlain: Bool) -> String
}

extension StandaloneDocument {
  /// The document as one self-contained page.
  package var html: String { PageRenderer.text(document) }

  /// The document as Markdown.
  package var markdown: String { MarkdownRenderer.text(document) }
}
