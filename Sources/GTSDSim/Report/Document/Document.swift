/// What a report says, stated once: sections of blocks, of which each form shows those that are meant for it.
struct Document {
  /// A part under a heading of its own.
  struct Section {
    /// Where pages link to.
    var id: String
    var title: String
    /// What texts call it, where that is another name.
    var textTitle: String?
    /// The forms in which its blocks come without the heading.
    var untitled: DocumentForms = []
    var blocks: [DocumentBlock]

    init(
      _ id: String, _ title: String, inTexts textTitle: String? = nil, untitled: DocumentForms = [],
      _ blocks: [DocumentBlock?]
    ) {
      self.id = id
      self.title = title
      self.textTitle = textTitle
      self.untitled = untitled
      self.blocks = blocks.compactMap(\.self)
    }

    /// The blocks of one form.
    func blocks(in form: DocumentForms) -> [DocumentBlock] { blocks.filter { $0.forms.contains(form) } }
  }

  /// In the order of pages.
  var sections: [Section] = []
  /// The ids of sections that texts have in another order: these first, then the others.
  var firstInTexts: [String] = []

  /// The sections that a form shows, in its order.
  func sections(in form: DocumentForms) -> [Section] {
    let shown = sections.filter { !$0.blocks(in: form).isEmpty }
    guard form != .page else { return shown }
    let first = firstInTexts.flatMap { id in shown.filter { $0.id == id } }
    return first + shown.filter { !firstInTexts.contains($0.id) }
  }
}
