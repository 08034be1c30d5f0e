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

  /// The main finding of a page in large type, the others beside it.
  struct Hero {
    /// The figure; nil where the findings stand alone.
    var big: String?
    var isAlert = false
    /// What the figure is, and how sure.
    var lead: [DocumentBlock] = []
    var findings: [Statement]
    /// Whether findings without a verdict say so.
    var showsEveryVerdict = false
    /// Whether the qualification stands above.
    var isQualified = true
  }

  /// What was run and by what, for head and foot.
  struct Imprint {
    var kind: String
    var tool: String
    var formatVersion: Int
    /// The hash over the run, where it has one.
    var digest: String?
    var scenarioDigest: String
    /// What the exit code says, in words.
    var outcome: String
    var exitCode: Int32
    var verdict: Verdict
    var isComplete: Bool
    var notes: [String]
  }

  /// What it is of: what terminals begin with.
  var title: String
  /// What it answers: what pages and texts in files begin with; nil where the title says it.
  var question: String?
  var description: String?
  /// What was run, in one line.
  var subtitle: String
  /// What every number stands under.
  var qualification: String
  var findings: [Statement]
  var hero: Hero
  /// In the order of pages.
  var sections: [Section] = []
  /// The ids of sections that pages show at once; the others unfold. nil for a document that shows everything.
  var opened: [String]?
  /// The ids of sections that texts have in another order: these first, then the others.
  var firstInTexts: [String] = []
  var imprint: Imprint
  /// Style sheets and scripts that pages of its kind need beyond those of all.
  var styles: [String] = []
  var scripts: [String] = []

  /// The sections that a form shows, in its order.
  func sections(in form: DocumentForms) -> [Section] {
    let shown = sections.filter { !$0.blocks(in: form).isEmpty }
    guard form != .page else { return shown }
    let first = firstInTexts.flatMap { id in shown.filter { $0.id == id } }
    return first + shown.filter { !firstInTexts.contains($0.id) }
  }
}
