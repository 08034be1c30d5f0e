package import GTSDModel
import GTSDStudies
import GTSDWorld
import Interleaving

/// Shows which of the sound stories and populations detect a defect of this program, in a copy with a defect from
/// `Mutants/apply`.
package struct MutationStudy: Sendable {
  /// The first story or population that noticed a defect, and what it reported.
  package struct Kill: Sendable {
    /// The story or population.
    package var scenario: String
    /// The number of schedules up to and including the first that noticed; 0 if the story's beginning already did.
    package var schedules: Int
    /// The checks that noticed the mutant, as signatures.
    package var signatures: [String]
    /// The first violation in words, as at the beginning of a report: one of I-USER comes first.
    package var statement: String
    /// The catalogued hazards that the defect is reported as. For a story, only those that `explore` would name, which
    /// requires that the story has the faulty choice at the hazard's own switch.
    package var labels: [String]
  }

  /// The stories. Those of hazards are run with the correct choice of their `twin`.
  package let stories: [Scenario]
  /// The populations under `correct`.
  package let populations: [Scenario]
  /// The greatest number of schedules of each story.
  package let schedules: Int

  /// Creates a study. Stories must pass, by themselves or with the correct choice of their `twin`.
  package init(stories: [Scenario], populations: [Scenario], schedules: Int) {
    self.stories = stories.compactMap { story in
      var sound = story
      guard let twin = story.story?.twin else { return story.story == nil ? nil : sound }
      guard let generation = story.generation.applying(strategy: twin) else { return nil }
      sound.generation = generation
      return sound
    }
    // An arm with a generation of its own may be incorrect, whatever the scenario's generation is. Requests are limited
    // per person, as in the contract.
    self.populations = populations.compactMap { population in
      guard !(population.experiment?.arms ?? []).contains(where: { $0.generation != nil }) else { return nil }
      var limited = population
      limited.generation.limits.mode = .perUser
      return limited
    }
    self.schedules = schedules
  }

  /// The number of schedules of every story to try in each round, before any story gets more.
  private static let rounds = [3, 20, 100, 500]

  /// A story that is ready to be searched.
  private struct Searched {
    var scenario: Scenario
    var runner: ScheduleRunner
    var policies: SchedulePolicies
    var policy: any SearchPolicy
  }

  /// The first story that notices a defect, those with few schedules first; nil if there is none.
  package func storyKill() -> Kill? {
    var runners: [Searched] = []
    for story in stories {
      do {
        let stage = try StoryStage(story)
        guard stage.givenFindings.isEmpty else {
          return Kill(
            scenario: story.name, schedules: 0, signatures: stage.givenFindings.map(\.signature),
            statement: Self.statement(stage.givenFindings), labels: Self.labels(stage.givenFindings))
        }
        let runner = ScheduleRunner(stage)
        let policies = SchedulePolicies(runner)
        runners.append(
          Searched(scenario: story, runner: runner, policies: policies, policy: policies.searching(.portfolio)))
      } catch {
        return Kill(scenario: story.name, schedules: 0, signatures: ["\(error)"], statement: "\(error)", labels: [])
      }
    }
    var done = 0
    for limit in Self.rounds.map({ min($0, schedules) }) where limit > done {
      for story in runners {
        for number in UInt32(done)..<UInt32(limit) {
          let schedule = Schedule(number: number, strategy: .portfolio, of: story.runner.subject)
          let policy = story.policies.policy(for: schedule, among: story.policy)
          let findings = story.runner.run(schedule, under: policy).findings
          guard !findings.isEmpty else { continue }
          return Kill(
            scenario: story.scenario.name, schedules: Int(number) + 1, signatures: findings.map(\.signature),
            statement: Self.statement(findings), labels: Self.labels(findings))
        }
      }
      done = limit
    }
    return nil
  }

  private static func statement(_ findings: [Finding]) -> String {
    (findings.first { $0.oracle == .invariant(.user) } ?? findings[0]).summary
  }

  private static func labels(_ findings: [Finding]) -> [String] {
    // `explore` names a hazard only if the hazard's own switch prevents the violation, which a hazard without a switch
    // cannot.
    Set(findings.compactMap { $0.hazard?.twin == nil ? nil : $0.hazard?.rawValue }).sorted()
  }

  /// The first population that notices a defect; nil if there is none.
  package func populationKill() -> Kill? {
    for population in populations {
      let unit = RunUnit(0, of: population)
      guard let fold = UnitRun.run(unit, of: population, keepsEvents: false, isCancelled: { false }) else { continue }
      let entries = fold.violations.entries
      let rows = fold.violations.reportRows(of: population, digest: "").ordered(by: Violation.comesFirst)
      guard let first = entries.first(where: { $0.key.signature == rows.first?.key }) else { continue }
      return Kill(
        scenario: population.name, schedules: 0, signatures: entries.map(\.key.signature),
        statement: first.key.site.sentence,
        labels: Set(entries.compactMap { $0.key.hazard?.rawValue }).sorted())
    }
    return nil
  }
}
