/// One thing that a document says.
struct DocumentBlock {
  indirect enum Content {
    /// What a heading is explained by.
    case note(RichText)
    case paragraph(RichText, Look)
    /// Statements that belong together, in groups: terminals run a group into one paragraph.
    case statements([[String]])
    case list([RichText], Look)
    case table(Table)
    case chart(any Chart)
    /// What pages show on demand only, and texts as everything else.
    case folded(String, [DocumentBlock], isOpen: Bool)
    /// A part under a smaller heading.
    case part(String, String, [DocumentBlock])
    /// A command to copy.
    case command(String)
    /// Lines of a program, or of a file.
    case code(String, language: String)
    /// Lines laid out by hand, for terminals, where room is tight.
    case lines((TerminalLayout) -> [String])
    /// Markup of the form that shows it.
    case markup(String)
  }

  /// How much weight a paragraph or a list has.
  enum Look {
    case plain
    /// The answer to what was asked.
    case answer
    /// Remarks in small type.
    case remark
    /// Remarks below everything else.
    case footnote
    /// What to mind.
    case finding
    case strong
    /// Further in than what is around it.
    case inner
  }

  var content: Content
  var forms: DocumentForms

  init(_ content: Content, on forms: DocumentForms = .all) {
    self.content = content
    self.forms = forms
  }

  /// The block for these forms alone.
  func on(_ forms: DocumentForms) -> DocumentBlock { DocumentBlock(content, on: self.forms.intersection(forms)) }

  static func note(_ text: RichText, on forms: DocumentForms = .page) -> DocumentBlock {
    DocumentBlock(.note(text), on: forms)
  }
  static func paragraph(_ text: RichText, _ look: Look = .plain) -> DocumentBlock {
    DocumentBlock(.paragraph(text, look))
  }
  static func statements(_ groups: [[String?]]) -> DocumentBlock {
    DocumentBlock(.statements(groups.map { $0.compactMap(\.self) }))
  }
  static func list(_ items: [RichText], _ look: Look = .plain) -> DocumentBlock { DocumentBlock(.list(items, look)) }
  static func table(_ table: Table, on forms: DocumentForms = .written) -> DocumentBlock {
    DocumentBlock(.table(table), on: forms)
  }
  static func chart(_ chart: (any Chart)?) -> DocumentBlock? { chart.map { DocumentBlock(.chart($0), on: .page) } }
  static func folded(_ title: String, isOpen: Bool = false, _ blocks: [DocumentBlock]) -> DocumentBlock {
    DocumentBlock(.folded(title, blocks, isOpen: isOpen))
  }
  static func part(_ title: String, _ text: String, _ blocks: [DocumentBlock?]) -> DocumentBlock {
    DocumentBlock(.part(title, text, blocks.compactMap(\.self)), on: .page)
  }
  static func command(_ command: String) -> DocumentBlock { DocumentBlock(.command(command)) }
  static func code(_ text: String, language: String = "") -> DocumentBlock {
    DocumentBlock(.code(text, language: language))
  }
  static func lines(_ layout: @escaping (TerminalLayout) -> [String]) -> DocumentBlock {
    DocumentBlock(.lines(layout), on: .terminal)
  }
  static func markup(_ markup: String, on forms: DocumentForms = .page) -> DocumentBlock {
    DocumentBlock(.markup(markup), on: forms)
  }
}
