/// Where Tasks and Streaks got what they show.
struct SimpleTabsModel {
  var tasks = VersionStamp()
  var streak = VersionStamp()
  /// The category that Tasks is to show, 0 for all.
  var filter = 0
  /// What was known when the tab on screen was asked to load while it loaded; nil when it was not.
  var askedAgain: Int32?
}
