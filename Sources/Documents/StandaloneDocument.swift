/// What a command says that leaves no report: the same as JSON, as a document, and as lines for a terminal.
package protocol StandaloneDocument {
  /// For programs.
  var json: String { get }
  /// For people.
  var document: Document { get }

  /// Lines for a terminal.
  ///
  /// - Parameters:
  ///   - width: columns.
  ///   - color: whether the terminal takes colours.
  ///   - isPlain: ASCII alone.
  func text(width: Int, color: Bool, isPlain: Bool) -> String
}

extension StandaloneDocument {
  /// As one self-contained page.
  package var html: String { PageRenderer.text(document) }

  /// As Markdown.
  package var markdown: String { MarkdownRenderer.text(document) }
}
