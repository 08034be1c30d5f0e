import GTSDModel
package import Interleaving

/// Makes the policy of a schedule.
package struct SchedulePolicies {
  let seed: UInt64
  let reference: SearchReference

  /// Creates policies with the natural schedule of the subject as their reference.
  package init(_ runner: ScheduleRunner) {
    seed = runner.subject.scenario.seed
    _ = runner.run(.natural, under: NaturalPolicy())
    reference = SearchReference(trace: runner.trace)
  }

  /// The policy of a schedule, ready to make its first pick.
  package func policy(for schedule: Schedule) -> any SchedulePolicy {
    switch schedule.order {
    case .natural, .given: return ConstraintPolicy([], window: Exploration.window)
    case .constrained(let constraints): return ConstraintPolicy(constraints, window: Exploration.window)
    case .recorded(let picks): return RecordedPolicy(picks: picks, window: Exploration.window)
    case .searched(let strategy):
      let policy = searching(strategy)
      policy.begin(schedule: UInt64(schedule.number))
      return policy
    }
  }

  /// The policy that repeats a schedule in an app with other strategies.
  ///
  /// Constraints apply there, too. Other picks are followed as closely as possible: new random picks would choose among
  /// other events, and the schedule could pass for no good reason.
  ///
  /// - Parameter trace: the trace of the schedule.
  func policy(for schedule: Schedule, following trace: [TracedArrival]) -> any SchedulePolicy {
    switch schedule.order {
    case .natural, .constrained, .given: policy(for: schedule)
    case .recorded, .searched: FollowingPolicy(trace, window: Exploration.window)
    }
  }

  /// The policy of one of many schedules: the shared one, which begins the schedule, unless this is the natural
  /// order.
  package func policy(for schedule: Schedule, among policy: any SearchPolicy) -> any SchedulePolicy {
    guard schedule.order != .natural else { return self.policy(for: schedule) }
    policy.begin(schedule: UInt64(schedule.number))
    return policy
  }

  /// A policy for many schedules.
  package func searching(_ strategy: SearchStrategy) -> any SearchPolicy {
    strategy.policy(seed: seed, window: Exploration.window, reference: reference)
  }
}
