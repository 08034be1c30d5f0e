import GTSDModel

/// The Profile tab's own state.
struct ProfileModel {
  /// Asked to be read while it was being read.
  var mustLoadAgain = false
  var preferences = DietPreferences()
  var version = VersionStamp()
  var streak = VersionStamp()
}
