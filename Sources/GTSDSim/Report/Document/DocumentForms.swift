/// The forms in which a document is shown.
struct DocumentForms: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let page = DocumentForms(rawValue: 1)
  static let markdown = DocumentForms(rawValue: 2)
  static let terminal = DocumentForms(rawValue: 4)
  /// What is read from the top to the bottom, rather than looked around in.
  static let text: DocumentForms = [.markdown, .terminal]
  /// What has room.
  static let written: DocumentForms = [.page, .markdown]
  static let all: DocumentForms = [.page, .markdown, .terminal]
}
