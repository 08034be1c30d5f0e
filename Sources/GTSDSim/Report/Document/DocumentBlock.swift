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
    case folded(String, [DocumentBlock], Fold)
    /// One of many of a kind.
    case article(Article)
    /// A part under a smaller heading.
    case part(String, String, [DocumentBlock])
    /// A command to copy.
    case command(String)
    /// Lines of a program, or of a file.
    case code(String)
    /// Lines laid out by hand, for terminals, where room is tight.
    case lines((TerminalLayout) -> [String])
    /// Markup of the form that shows it.
    case markup(String)
  }

  /// How a page shows what is there on demand.
  enum Fold {
    /// Beside what it adds to.
    case more
    /// All that there is to a section, shown at once or not.
    case open, closed
    /// The rest of a list.
    case rest
  }

  /// Something with a name, what is said of it, and examples.
  struct Article {
    var title: String
    var label: String
    var counts: [String]
    var meaning: String?
    /// What machines tell it by.
    var key: String
    var examples: [(text: String, command: String?)]
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
    /// What stands below a figure, and what stands below it with more to come.
    case caption, captionAbove
    /// All that there is to a section.
    case only
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
  func on(_ forms: DocumentForms) -> Self { Self(content, on: self.forms.intersection(forms)) }

  static func note(_ text: RichText, on forms: DocumentForms = .page) -> Self { Self(.note(text), on: forms) }
  static func note(_ text: String, on forms: DocumentForms = .page) -> Self? {
    text.isEmpty ? nil : Self(.note(.prose(text)), on: forms)
  }
  static func paragraph(_ text: RichText, _ look: Look = .plain) -> Self { Self(.paragraph(text, look)) }
  static func paragraph(_ text: String, _ look: Look = .plain) -> Self { Self(.paragraph(RichText(text), look)) }
  static func statements(_ groups: [[String?]]) -> Self { Self(.statements(groups.map { $0.compactMap(\.self) })) }
  static func list(_ items: [RichText], _ look: Look = .plain) -> Self { Self(.list(items, look)) }
  static func list(_ items: [String], _ look: Look = .plain) -> Self { Self(.list(items.map { RichText($0) }, look)) }
  static func table(_ table: Table, on forms: DocumentForms = .written) -> Self { Self(.table(table), on: forms) }
  static func chart(_ chart: (any Chart)?) -> Self? { chart.map { Self(.chart($0), on: .page) } }
  static func folded(_ title: String, as fold: Fold = .more, _ blocks: [DocumentBlock]) -> Self {
    Self(.folded(title, blocks, fold))
  }
  static func part(_ title: String, _ text: String, _ blocks: [DocumentBlock?]) -> Self {
    Self(.part(title, text, blocks.compactMap(\.self)), on: .page)
  }
  static func article(_ article: Article) -> Self { Self(.article(article), on: .written) }
  static func command(_ command: String) -> Self { Self(.command(command)) }
  static func code(_ text: String) -> Self { Self(.code(text)) }
  static func lines(_ layout: @escaping (TerminalLayout) -> [String]) -> Self { Self(.lines(layout), on: .terminal) }
  static func markup(_ markup: String, on forms: DocumentForms = .page) -> Self { Self(.markup(markup), on: forms) }
}
