/// The output of a command that writes no report: JSON, a document, and lines for a terminal.
package protocol StandaloneDocument {
  /// The document for programs, as JSON.
  var json: String { get }
  /// The content of the document, from which the page and the Markdown are made.
  var document: Document { get }
  /// The verdicts for a build server, as JUnit.
  var junit: String { get }

  /// The document as text for a terminal.
  ///
  /// - Parameters:
  ///   - width: the number of columns of the terminal.
  ///   - color: whether the terminal shows colours.
  ///   - isPlain: whether the text uses only ASCII characters.
  func text(width: Int, color: Bool, isPlain: Bool) -> String
}

extension StandaloneDocument {
  /// The document as one self-contained page.
  package var html: String { PageRenderer.text(document) }

  /// The document as Markdown.
  package var markdown: String { MarkdownRenderer.text(document) }
}
