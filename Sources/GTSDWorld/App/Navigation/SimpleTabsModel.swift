/// The versions of the data that Tasks and Streaks show.
struct SimpleTabsModel {
  var tasks = VersionStamp()
  var streak = VersionStamp()
  /// The category that Tasks should show, 0 for all.
  var filter = 0
  /// The revision known when the visible tab was asked to load while a load was in progress; nil if it was not.
  var askedAgain: Int32?
}
