import GTSDModel
import GTSDWorld
import Interleaving

/// A search of a scenario in which some strategies are replaced by the correct ones.
final class SoundSearch {
  /// The strategies, as `path=value`.
  let strategies: [String]
  let runner: ScheduleRunner
  let policies: SchedulePolicies
  /// The number of searched schedules, and of those with any failure.
  let schedules: Int
  private(set) var failures = 0
  private var broken: Set<Breakage> = []
  /// The violations before the search.
  private let given: [Breakage]
  /// The steps before the search; computed on first use.
  lazy var givenPart = FindExplanation.Run.Part(livingThrough: scenario)
  private let scenario: Scenario

  /// A failure, identified without its label.
  struct Breakage: Hashable {
    var oracle: Oracle
    var site: String

    init(_ finding: Finding) {
      oracle = finding.oracle
      site = finding.site
    }
  }

  /// Creates a search; nil for an unknown strategy, or if the steps before the search never end.
  init?(of scenario: Scenario, _ strategies: [String], schedules: Int, isAbandoned: @escaping () -> Bool) {
    var sound = scenario
    for strategy in strategies {
      guard let generation = sound.generation.applying(strategy: strategy) else { return nil }
      sound.generation = generation
    }
    guard let subject = try? Exploration.subject(of: sound) else { return nil }
    self.strategies = strategies
    self.schedules = schedules
    self.scenario = sound
    runner = ScheduleRunner(subject, isAbandoned: isAbandoned)
    policies = SchedulePolicies(runner)
    given = subject.givenFindings.map(Breakage.init)
    let policy = policies.searching(.portfolio)
    for number in 0..<UInt32(schedules) {
      let schedule = Schedule(number: number, strategy: .portfolio, of: subject)
      let findings = runner.run(schedule, under: policies.policy(for: schedule, among: policy)).findings
      if !findings.isEmpty { failures += 1 }
      for finding in findings { broken.insert(Breakage(finding)) }
    }
  }

  /// Whether a violation is gone from its schedule and from all searched ones.
  ///
  /// - Parameter trace: the trace of the schedule without these strategies.
  func passes(_ finding: Finding, in schedule: Schedule, _ trace: [TracedArrival]) -> Bool {
    if schedule.order == .given { return !given.contains(Breakage(finding)) }
    guard !broken.contains(Breakage(finding)) else { return false }
    let outcome = runner.run(schedule, under: policies.policy(for: schedule, following: trace))
    return !outcome.findings.contains { Breakage($0) == Breakage(finding) }
  }
}

extension FindExplanation.Run.Part {
  /// Runs the steps before a story's search once more; nil for a scenario without a story.
  init?(livingThrough scenario: Scenario) {
    guard let recorder = TimelineRecorder.ofGiven(in: scenario) else { return nil }
    self.init(recorder)
  }
}

extension TimelineRecorder {
  /// A recorder that has observed one more run of the steps before a story's search; nil for a scenario without a
  /// story.
  static func ofGiven(in scenario: Scenario) -> TimelineRecorder? {
    guard scenario.story != nil else { return nil }
    var recorder: TimelineRecorder?
    let stage = try? StoryStage(
      scenario,
      observers: { world in
        let made = TimelineRecorder(events: world.events)
        recorder = made
        return [made]
      }, noticed: { recorder?.violated($0) })
    guard stage != nil, let recorder else { return nil }
    return recorder
  }
}
