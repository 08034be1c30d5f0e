import Statistics

extension Verdict {
  /// The symbol of the verdict. Texts always show it together with the word.
  package var glyph: String {
    switch self {
    case .met: "✓"
    case .missed: "✗"
    case .undecided: "~"
    case .none: "–"
    }
  }

  /// The verdict as a word.
  package var word: String {
    switch self {
    case .met: "met"
    case .missed: "missed"
    case .undecided: "undecided"
    case .none: "no verdict"
    }
  }
}
