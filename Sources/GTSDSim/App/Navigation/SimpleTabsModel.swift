/// Where Tasks and Streaks got what they show.
struct SimpleTabsModel {
  var tasks = Held()
  var streak = Held()
  /// The category that Tasks is to show, 0 for all.
  var filter = 0
}
