import GTSDModel
import GTSDWorld
import Interleaving

/// Runs the sound app in a story. An expectation that the sound app also fails proves nothing about the searched app.
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

  /// The violations of the sound app in a schedule of the other app.
  ///
  /// - Parameter trace: the trace of the schedule in the other app.
  private func outcome(of schedule: Schedule, like trace: [TracedArrival]) -> ScheduleOutcome {
    runner.run(schedule, under: policies.policy(for: schedule, following: trace))
  }

  /// Whether the sound app meets one expectation in a schedule of the other app.
  func passes(_ signature: String, in schedule: Schedule, like trace: [TracedArrival]) -> Bool {
    !outcome(of: schedule, like: trace).shows(signature)
  }

  /// Whether the sound app meets one expectation with the steps and faults of a schedule in natural order.
  func passesInNaturalOrder(_ signature: String, in schedule: Schedule) -> Bool {
    guard schedule.order != .given else { return false }
    var natural = schedule
    (natural.order, natural.drawsLatencies) = (.natural, false)
    return passes(signature, in: natural, like: [])
  }

  /// The sound app's verdict on one expectation of a schedule.
  func verdict(on signature: String, in schedule: Schedule, like trace: [TracedArrival]) -> Find.SoundApp {
    if passes(signature, in: schedule, like: trace) { return .passes }
    return passesInNaturalOrder(signature, in: schedule) ? .passesInNaturalOrder : .fails
  }
}
