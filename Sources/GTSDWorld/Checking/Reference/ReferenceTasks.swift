/// The tasks of a day and the streak of days.
struct ReferenceTasks: Sendable {
  /// The number of tasks of each day, numbered from 1.
  static let count = 3

  /// The account's version at which a task was last completed.
  var version: Int32 = 0
  private var day: Int64 = 0
  private var done: Set<Int> = []
  private var lastDay: Int64 = -1
  private var streak = 0
  private(set) var longest = 0

  func completed(on day: Int64) -> Int { self.day == day ? done.count : 0 }

  func current(on day: Int64) -> Int { day - lastDay <= 1 ? streak : 0 }

  mutating func complete(_ task: Int, on today: Int64) -> Bool {
    if day != today {
      day = today
      done = []
    }
    guard done.insert(task).inserted else { return false }
    if lastDay != today {
      streak = current(on: today) + 1
      longest = max(longest, streak)
      lastDay = today
    }
    return true
  }
}
