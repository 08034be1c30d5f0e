package import Statistics

/// The content of a report, stated once as sections of blocks. Each output format shows the blocks that are meant for
/// it.
package struct Document {
  /// A part of a document under its own heading.
  package struct Section {
    /// The anchor that links in pages point to.
    package var id: String
    package var title: String
    /// The title in text formats; nil if it is the same.
    package var textTitle: String?
    /// The formats in which the section's blocks have no heading.
    package var untitled: DocumentForms = []
    package var blocks: [DocumentBlock]

    package init(
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
    package func blocks(in form: DocumentForms) -> [DocumentBlock] { blocks.filter { $0.forms.contains(form) } }
  }

  /// The main finding of a page in large type, with the other findings beside it.
  package struct Hero {
    /// The figure; nil if the findings stand alone.
    package var big: String?
    package var isAlert = false
    /// Sentences that explain the figure and how certain it is.
    package var lead: [DocumentBlock] = []
    package var findings: [Statement]
    /// Whether findings without a verdict say that they have none.
    package var showsEveryVerdict = false
    /// Whether the qualification is shown above.
    package var isQualified = true

    package init(
      big: String? = nil, isAlert: Bool = false, lead: [DocumentBlock] = [], findings: [Statement],
      showsEveryVerdict: Bool = false, isQualified: Bool = true
    ) {
      self.big = big
      self.isAlert = isAlert
      self.lead = lead
      self.findings = findings
      self.showsEveryVerdict = showsEveryVerdict
      self.isQualified = isQualified
    }
  }

  /// The command, version and result of the run, for the head and foot of a report.
  package struct Imprint {
    package var kind: String
    package var tool: String
    package var formatVersion: Int
    /// The hash of the run's events; nil if the document has none.
    package var digest: String?
    package var scenarioDigest: String
    /// The meaning of the exit code, in words.
    package var outcome: String
    package var exitCode: Int32
    package var verdict: Verdict
    package var isComplete: Bool
    package var notes: [String]

    package init(
      kind: String, tool: String, formatVersion: Int, digest: String? = nil, scenarioDigest: String, outcome: String,
      exitCode: Int32, verdict: Verdict, isComplete: Bool, notes: [String]
    ) {
      self.kind = kind
      self.tool = tool
      self.formatVersion = formatVersion
      self.digest = digest
      self.scenarioDigest = scenarioDigest
      self.outcome = outcome
      self.exitCode = exitCode
      self.verdict = verdict
      self.isComplete = isComplete
      self.notes = notes
    }
  }

  /// The title. Terminal output begins with it.
  package var title: String
  /// The question that the report answers, with which pages and Markdown begin; nil if the title contains it.
  package var question: String?
  package var description: String?
  /// A summary of the run in one line.
  package var subtitle: String
  /// The caveat that applies to every number of the report.
  package var qualification: String
  package var findings: [Statement]
  package var hero: Hero
  /// The document's sections in the order of its page.
  package var sections: [Section] = []
  /// The ids of the sections that a page shows open; the others are collapsed. Nil opens all sections.
  package var opened: [String]?
  /// The ids of the sections that come first in text output.
  package var firstInTexts: [String] = []
  package var imprint: Imprint
  /// Additional style sheets and scripts of pages of this kind.
  package var styles: [String] = []
  package var scripts: [String] = []

  package init(
    title: String, question: String? = nil, description: String? = nil, subtitle: String, qualification: String,
    findings: [Statement], hero: Hero, sections: [Section] = [], opened: [String]? = nil, firstInTexts: [String] = [],
    imprint: Imprint, styles: [String] = [], scripts: [String] = []
  ) {
    self.title = title
    self.question = question
    self.description = description
    self.subtitle = subtitle
    self.qualification = qualification
    self.findings = findings
    self.hero = hero
    self.sections = sections
    self.opened = opened
    self.firstInTexts = firstInTexts
    self.imprint = imprint
    self.styles = styles
    self.scripts = scripts
  }

  /// The sections that a form shows, in the form's own order.
  package func sections(in form: DocumentForms) -> [Section] {
    let shown = sections.filter { !$0.blocks(in: form).isEmpty }
    guard form != .page else { return shown }
    let first = firstInTexts.flatMap { id in shown.filter { $0.id == id } }
    return first + shown.filter { !firstInTexts.contains($0.id) }
  }
}
