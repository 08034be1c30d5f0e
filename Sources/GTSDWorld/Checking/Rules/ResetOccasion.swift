/// An occasion on which a device loses its state.
enum ResetOccasion {
  /// A session began; the process may be the same.
  case session
  /// A process began, which has no data yet.
  case process
  /// Another account was signed in, or the user signed out.
  case account
}
