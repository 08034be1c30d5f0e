import Interleaving

/// Another policy for as long as a schedule is of a usual length, then what has waited longest: no scheduler lets one task
/// go on for ever while others are ready, so that a loop which yields until another task has done its part is no error.
final class FairPolicy: SchedulePolicy {
  /// Steps after which a schedule is fair, and jobs without a moment of virtual time between them after which each takes a
  /// millisecond.
  static let patience = 10_000

  let window: Int64
  let picksJobs: Bool
  private let policy: any SchedulePolicy
  private var steps = 0

  init(_ policy: any SchedulePolicy) {
    (self.policy, window, picksJobs) = (policy, policy.window, policy.picksJobs)
  }

  func pick(from choices: [ReadyChoice]) -> Int {
    steps += 1
    guard steps > Self.patience else { return policy.pick(from: choices) }
    var longest = 0
    for index in choices.indices where choices[index].deadline < choices[longest].deadline { longest = index }
    return longest
  }
}
