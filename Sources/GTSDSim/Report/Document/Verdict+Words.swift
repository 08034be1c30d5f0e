extension Verdict {
  /// A sign for people; always shown beside the word.
  var glyph: String {
    switch self {
    case .met: "✓"
    case .missed: "✗"
    case .undecided: "~"
    case .none: "–"
    }
  }

  /// A word for people.
  var word: String {
    switch self {
    case .met: "met"
    case .missed: "missed"
    case .undecided: "undecided"
    case .none: "no verdict"
    }
  }
}
