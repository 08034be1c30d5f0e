/// Where Tasks and Streaks got what they show.
struct SimpleTabsModel {
  var tasks = VersionStamp()
  var streak = VersionStamp()
  /// The category that Tasks is to show, 0 for all.
  var filter = 0
}
