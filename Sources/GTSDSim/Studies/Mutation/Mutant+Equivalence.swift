extension Mutant {
  /// Why no run can tell this mutant from the sound program; nil for one that can be told.
  package var equivalence: String? {
    switch self {
    case .neverExpires: "a sound client renews its token before it runs out, so that none is ever sent that has"
    default: nil
    }
  }
}
