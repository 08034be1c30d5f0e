package import GTSDModel
package import GTSDStudies
package import GTSDWorld
import Interleaving

/// Checks the cause that a find names: the story fails with the cause, and passes if only the cause is reversed.
///
/// The check uses only the find's replay token, and not the search that named the cause.
package struct CauseReversal: Sendable, Equatable {
  /// The part of a schedule that is reversed.
  package enum Part: Sendable, Equatable {
    /// The orders of pairs of events that the cause names, by number. Each pair is reversed alone.
    case orders(Int)
    /// The faults that the cause names. They are left out.
    case faults
    /// The faulty strategy of the app. It is the only possible cause if the natural order fails without a fault.
    case strategy
  }

  package var part: Part
  /// Whether the schedule of the token shows the hazard.
  package var fails: Bool
  /// Whether the schedule passes if the part is reversed. With several orders, it must pass for each of them.
  package var passesReversed: Bool

  package var isShown: Bool { fails && passesReversed }

  /// Replays a find of a scenario unchanged and with its cause reversed; nil if its token does not contain a schedule.
  package init?(_ find: Find, of scenario: Scenario) throws(ExplorationError) {
    guard let token = try? ReplayToken.decode(find.token), case .schedule(let schedule) = token.subject else {
      return nil
    }
    let runner = ScheduleRunner(try StoryStage(scenario))
    let policies = SchedulePolicies(runner)
    func fails(_ outcome: ScheduleOutcome) -> Bool {
      outcome.findings.contains { $0.hazard?.rawValue == find.hazard }
    }
    var scheduler: Scheduler?
    let outcome = runner.run(schedule, under: policies.policy(for: schedule)) { world in
      scheduler = world.scheduler
      return []
    }
    self.fails = fails(outcome)
    let trace = scheduler?.trace ?? []
    if case .constrained(let constraints) = schedule.order, !constraints.isEmpty {
      // Orders that only delay an event let time pass, and are not the conflict.
      let conflicts = zip(constraints, find.constraints).filter { $1.role == .conflict }.map(\.0)
      let orders = conflicts.isEmpty ? constraints : conflicts
      part = .orders(orders.count)
      passesReversed = orders.allSatisfy { order in
        guard let early = trace.firstIndex(where: { $0.id == order.before }),
          let late = trace.firstIndex(where: { $0.id == order.after }), early < late
        else { return false }
        var exchanged = trace
        exchanged.insert(exchanged.remove(at: late), at: early)
        return !fails(runner.run(schedule, under: FollowingPolicy(exchanged, window: Exploration.window)))
      }
    } else if !schedule.faults.isEmpty {
      part = .faults
      var without = schedule
      without.faults = 0
      passesReversed = !fails(runner.run(without, under: policies.policy(for: without)))
    } else {
      part = .strategy
      guard let twin = scenario.story?.twin, let generation = scenario.generation.applying(strategy: twin) else {
        passesReversed = false
        return
      }
      var sound = scenario
      sound.generation = generation
      let other = ScheduleRunner(try StoryStage(sound))
      passesReversed = !fails(other.run(schedule, under: SchedulePolicies(other).policy(for: schedule)))
    }
  }
}
