/// A policy that makes one schedule after another.
///
/// Unless a policy documents otherwise, a schedule depends only on the policy's arguments and the schedule's number.
/// Schedules can therefore be divided among threads, and each can be repeated by itself.
public protocol SearchPolicy: SchedulePolicy {
  /// Starts a schedule. Called between two runs.
  func begin(schedule: UInt64)
  /// Whether every order that the policy would try has been tried.
  var isExhausted: Bool { get }
}

extension SearchPolicy {
  /// Always false, since a policy that draws its orders never knows.
  public var isExhausted: Bool { false }
}
