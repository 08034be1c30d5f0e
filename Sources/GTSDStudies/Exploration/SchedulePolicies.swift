import GTSDModel
package import Interleaving

/// Makes the policy of a schedule.
package struct SchedulePolicies {
  let seed: UInt64
  let reference: SearchReference

  /// The reference is the natural schedule of the subject.
  package init(_ runner: ScheduleRunner) {
    seed = runner.subject.scenario.seed
    _ = runner.run(.natural, under: NaturalPolicy())
    reference = SearchReference(trace: runner.trace)
  }

  /// A policy that has been told to begin.
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

  /// The policy of a schedule where some strategies are others: its constraints hold there too, and picks are followed as
  /// closely as they can be. Made once more, they would choose among other things, and pass for no reason.
  ///
  /// - Parameter trace: what happened in the schedule.
  func policy(for schedule: Schedule, following trace: [TracedArrival]) -> any SchedulePolicy {
    switch schedule.order {
    case .natural, .constrained, .given: policy(for: schedule)
    case .recorded, .searched: FollowingPolicy(trace, window: Exploration.window)
    }
  }

  /// The policy of one of many schedules: that of them all, which then begins it, unless this one is the natural order.
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
