import GTSDModel

extension Mutant {
  /// Why no run can tell this mutant from the sound program; nil for one that can be told.
  package var equivalence: String? {
    switch self {
    case .neverExpires: "a sound client renews its token before it runs out, so that none is ever sent that has"
    case .forgets(.logOut):
      "a phone that has logged out forgets its refresh token, so that nothing on the wire tells whether it still works"
    case .forgetsKey(.acknowledge), .ignoresKey(.acknowledge), .storesTwice(.acknowledge):
      "a row has one acknowledgment, and a second one is answered as the first was, whatever its key"
    default: nil
    }
  }
}
