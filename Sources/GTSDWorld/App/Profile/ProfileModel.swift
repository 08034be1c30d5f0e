import GTSDModel

/// The Profile tab's own state.
struct ProfileModel {
  /// Whether a read was requested while one was running.
  var mustLoadAgain = false
  var preferences = DietPreferences()
  var version = VersionStamp()
  var streak = VersionStamp()
}
