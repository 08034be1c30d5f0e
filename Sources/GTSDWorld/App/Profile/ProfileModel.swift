import GTSDModel

/// The Profile tab's own state.
struct ProfileModel {
  /// Whether a read was requested while one was running.
  var mustLoadAgain = false
  var preferences = DietPreferences()
  /// Whether height or weight was missing in the latest read; nil before the first.
  var isIncomplete: Bool?
  /// Whether no read has succeeded yet and the latest one failed.
  var isUnread = false
  /// Whether the zero state is hidden until the next load, after a tap on "Maybe later".
  var isZeroStateHidden = false
  /// Whether the tab has the zero state, and an empty state.
  var has = (zeroState: false, emptyState: false)
  var version = VersionStamp()
  var streak = VersionStamp()

  /// The variant of the tab that is shown.
  var face: ProfileFace {
    if has.zeroState, isIncomplete == true, !isZeroStateHidden { return .zeroState }
    return has.emptyState && isUnread ? .emptyState : .profile
  }
}
