/// The output formats of a document.
package struct DocumentForms: OptionSet, Equatable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let page = DocumentForms(rawValue: 1)
  package static let markdown = DocumentForms(rawValue: 2)
  package static let terminal = DocumentForms(rawValue: 4)
  /// Forms that are read from top to bottom.
  package static let text: DocumentForms = [.markdown, .terminal]
  /// Forms that have room for long tables.
  package static let written: DocumentForms = [.page, .markdown]
  package static let all: DocumentForms = [.page, .markdown, .terminal]
}
