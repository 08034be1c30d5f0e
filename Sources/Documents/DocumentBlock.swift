/// A block of a document's content.
package struct DocumentBlock {
  package indirect enum Content {
    /// The explanation of a heading.
    case note(RichText)
    case paragraph(RichText, Look)
    /// Statements in groups. A terminal shows each group as one paragraph.
    case statements([[String]])
    case list([RichText], Look)
    case table(Table)
    case chart(any Chart)
    /// Blocks that a page hides until the reader opens them. Text formats show them like all others.
    case folded(String, [DocumentBlock], Fold)
    /// An entry of a list of similar things, such as a failure.
    case article(Article)
    /// A subsection with a heading and blocks.
    case part(String, String, [DocumentBlock])
    /// A command to copy.
    case command(String)
    /// Lines of a program, or of a file.
    case code(String)
    /// Lines with their own layout for terminals, where space is limited.
    case lines((TerminalLayout) -> [String])
    /// HTML markup, which only pages show.
    case markup(String)
  }

  /// The role of a block that a page can collapse, and whether it is open at first.
  package enum Fold {
    /// A block with more detail about the content next to it.
    case more
    /// The whole content of a section, visible at once or collapsed.
    case open, closed
    /// The remaining entries of a list.
    case rest
  }

  /// A named entry with its description and examples.
  package struct Article {
    package var title: String
    package var label: String
    package var counts: [String]
    package var meaning: String?
    /// A key for programs, which does not change with the wording.
    package var key: String
    package var examples: [(text: String, command: String?)]

    package init(
      title: String, label: String, counts: [String], meaning: String? = nil, key: String,
      examples: [(text: String, command: String?)]
    ) {
      self.title = title
      self.label = label
      self.counts = counts
      self.meaning = meaning
      self.key = key
      self.examples = examples
    }
  }

  /// The visual weight of a paragraph or a list.
  package enum Look {
    case plain
    /// The answer to the question.
    case answer
    /// Remarks in small type.
    case remark
    /// Remarks below everything else.
    case footnote
    /// Text below a figure; `captionAbove` if more text follows it.
    case caption, captionAbove
    /// The only paragraph of a section.
    case only
    /// A warning or a notable result.
    case finding
    case strong
    /// Indented relative to its surroundings.
    case inner
  }

  package var content: Content
  package var forms: DocumentForms

  package init(_ content: Content, on forms: DocumentForms = .all) {
    self.content = content
    self.forms = forms
  }

  /// The block, for these forms only.
  package func on(_ forms: DocumentForms) -> Self { Self(content, on: self.forms.intersection(forms)) }

  package static func note(_ text: RichText, on forms: DocumentForms = .page) -> Self { Self(.note(text), on: forms) }
  package static func note(_ text: String, on forms: DocumentForms = .page) -> Self? {
    text.isEmpty ? nil : Self(.note(.prose(text)), on: forms)
  }
  package static func paragraph(_ text: RichText, _ look: Look = .plain) -> Self { Self(.paragraph(text, look)) }
  package static func paragraph(_ text: String, _ look: Look = .plain) -> Self {
    Self(.paragraph(RichText(text), look))
  }
  package static func statements(_ groups: [[String?]]) -> Self {
    Self(.statements(groups.map { $0.compactMap(\.self) }))
  }
  package static func list(_ items: [RichText], _ look: Look = .plain) -> Self { Self(.list(items, look)) }
  package static func list(_ items: [String], _ look: Look = .plain) -> Self {
    Self(.list(items.map { RichText($0) }, look))
  }
  package static func table(_ table: Table, on forms: DocumentForms = .written) -> Self {
    Self(.table(table), on: forms)
  }
  package static func chart(_ chart: (any Chart)?) -> Self? { chart.map { Self(.chart($0), on: .page) } }
  package static func folded(_ title: String, as fold: Fold = .more, _ blocks: [DocumentBlock]) -> Self {
    Self(.folded(title, blocks, fold))
  }
  package static func part(_ title: String, _ text: String, _ blocks: [DocumentBlock?]) -> Self {
    Self(.part(title, text, blocks.compactMap(\.self)), on: .page)
  }
  package static func article(_ article: Article) -> Self { Self(.article(article), on: .written) }
  package static func command(_ command: String) -> Self { Self(.command(command)) }
  package static func code(_ text: String) -> Self { Self(.code(text)) }
  package static func lines(_ layout: @escaping (TerminalLayout) -> [String]) -> Self {
    Self(.lines(layout), on: .terminal)
  }
  package static func markup(_ markup: String, on forms: DocumentForms = .page) -> Self {
    Self(.markup(markup), on: forms)
  }
}
