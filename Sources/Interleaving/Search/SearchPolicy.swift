/// A policy that makes one schedule after another.
///
/// Unless it says otherwise, each schedule is a function of the policy's arguments and the schedule's number alone, so
/// that schedules can be shared out among threads and any one of them can be had again.
public protocol SearchPolicy: SchedulePolicy {
  /// Starts a schedule. Called between two runs.
  func begin(schedule: UInt64)
  /// Whether every order that the policy would try has been tried.
  var isExhausted: Bool { get }
}

extension SearchPolicy {
  /// False: a policy that draws its orders never knows.
  public var isExhausted: Bool { false }
}
