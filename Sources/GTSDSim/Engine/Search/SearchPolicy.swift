/// A policy that makes one schedule after another, each a function of the policy's arguments and the schedule's number.
public protocol SearchPolicy: SchedulePolicy {
  /// Starts a schedule; called between two runs.
  func begin(schedule: UInt64)
}
