import Statistics

extension Verdict {
  /// A symbol for people, always shown beside the word.
  package var glyph: String {
    switch self {
    case .met: "✓"
    case .missed: "✗"
    case .undecided: "~"
    case .none: "–"
    }
  }

  /// A word for people.
  package var word: String {
    switch self {
    case .met: "met"
    case .missed: "missed"
    case .undecided: "undecided"
    case .none: "no verdict"
    }
  }
}
