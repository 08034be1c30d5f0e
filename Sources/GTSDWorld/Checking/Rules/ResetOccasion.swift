/// An occasion on which a device loses its state.
enum ResetOccasion {
  /// A session began; the process may be the same.
  case session
  /// A process began; it holds nothing.
  case process
  /// Another account, or none, is signed in.
  case account
}
