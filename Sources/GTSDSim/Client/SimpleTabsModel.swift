/// Where Tasks and Streaks got what they show.
struct SimpleTabsModel {
  var tasks = Held()
  var streak = Held()
}
