/// The tasks that every account has each day, with ids from 1.
package enum DailyTasks {
  package static let count = 3
}
