/// The line of a specification, or of the public repository, from which a preset's choice was taken.
package struct Citation: Sendable, Equatable {
  /// The source of the line.
  package var document: SpecificationDocument
  /// The line, word for word; a paraphrase if the document is the repository.
  package var line: String
  /// The argument that leads from the line to the choice; nil if the line states the choice itself.
  package var reading: String?

  /// A choice and its citation.
  struct Row: Sendable {
    /// The choice as `path=value`. For a choice that contains a number, only its name.
    var choice: String
    /// The only preset that the citation applies to. Nil if it applies to all presets that make the choice and have no
    /// citation of their own.
    var preset: Generation.Preset?
    var citation: Citation

    init(
      _ choice: String, _ document: SpecificationDocument, _ line: String, _ reading: String? = nil,
      of preset: Generation.Preset? = nil
    ) {
      self.choice = choice
      self.preset = preset
      citation = Citation(document: document, line: line, reading: reading)
    }
  }

  /// The citation of a choice, `path=value`, that a preset makes; nil if there is none.
  package static func of(_ choice: String, in preset: Generation.Preset) -> Citation? {
    let rows = byChoice[choice] ?? []
    return (rows.first { $0.preset == preset } ?? rows.first { $0.preset == nil })?.citation
  }

  /// All choices with a citation.
  package static var choices: Set<String> { Set(byChoice.keys) }

  private static let byChoice = Dictionary(
    grouping: ofMetrics + ofPlans + ofAccount + ofPhotos + ofSession, by: \.choice)
}

/// The five specifications, and the public repository of the app.
package enum SpecificationDocument: String, CaseIterable, Sendable {
  case design, quickReference, mockups, product, fixGuide, repository

  /// The document's name in indicators, stories and pages.
  package var title: String {
    switch self {
    case .design: "Metrics Acknowledgment UX Design Specification"
    case .quickReference: "Metrics Acknowledgment UX Quick Reference"
    case .mockups: "Metrics Acknowledgment Flow Visual Mockups"
    case .product: "GTSD Product Specification"
    case .fixGuide: "UX Improvements Implementation Guide"
    case .repository: "public repository"
    }
  }

  /// Whether the citation quotes the document's text word for word.
  package var isQuoted: Bool { self != .repository }
}
