import Interleaving

/// A policy that follows another one for the length of a usual schedule, and then picks the job that has waited
/// longest. No real scheduler runs one task forever while others are ready. A loop that yields until another task has
/// finished is therefore not reported as an error.
final class FairPolicy: SchedulePolicy {
  /// The number of steps after which a schedule becomes fair. Also the number of jobs without progress of virtual time
  /// after which each job takes a millisecond.
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
