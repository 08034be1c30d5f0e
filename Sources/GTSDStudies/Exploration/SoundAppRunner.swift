import GTSDModel
import GTSDWorld
import Interleaving

/// Runs the correct app in a story. An expectation that the correct app also fails says nothing about the searched app.
///
/// A class, since it runs schedules of its own.
final class SoundAppRunner {
  private let runner: ScheduleRunner
  private let policies: SchedulePolicies

  /// Creates a runner; nil if the steps before the search never end.
  init?(_ scenario: Scenario, isAbandoned: @escaping () -> Bool) {
    var sound = scenario
    sound.generation = .preset(.correct)
    guard let stage = try? StoryStage(sound) else { return nil }
    runner = ScheduleRunner(stage, isAbandoned: isAbandoned)
    policies = SchedulePolicies(runner)
  }

  /// The outcome of the correct app in a schedule of the searched app.
  ///
  /// - Parameter trace: the trace of the schedule in the searched app.
  private func outcome(of schedule: Schedule, like trace: [TracedArrival]) -> ScheduleOutcome {
    runner.run(schedule, under: policies.policy(for: schedule, following: trace))
  }

  /// Whether the correct app meets one expectation in a schedule of the searched app.
  func passes(_ signature: String, in schedule: Schedule, like trace: [TracedArrival]) -> Bool {
    !outcome(of: schedule, like: trace).shows(signature)
  }

  /// Whether the correct app meets one expectation in natural order, with the steps and faults of a schedule.
  func passesInNaturalOrder(_ signature: String, in schedule: Schedule) -> Bool {
    guard schedule.order != .given else { return false }
    var natural = schedule
    (natural.order, natural.drawsLatencies) = (.natural, false)
    return passes(signature, in: natural, like: [])
  }

  /// The result of the correct app for one expectation of a schedule.
  func verdict(on signature: String, in schedule: Schedule, like trace: [TracedArrival]) -> Find.SoundApp {
    if passes(signature, in: schedule, like: trace) { return .passes }
    return passesInNaturalOrder(signature, in: schedule) ? .passesInNaturalOrder : .fails
  }
}
