import Documents
import GTSDModel
import GTSDStudies
import GTSDWorld
import Interleaving

/// Makes the report of a search.
enum ExplorationReport {
  static func make(
    of exploration: Exploration, _ outcome: Exploration.Outcome
  ) -> Report {
    let (subject, fold, result) = (outcome.subject, outcome.fold, outcome.finds)
    let scenario = exploration.scenario
    let count = Double(max(1, fold.schedules))
    let section = ExplorationSection(
      subject: scenario.name, hazard: scenario.story?.hazard, strategy: exploration.strategy.rawValue,
      seed: scenario.seed, schedules: fold.schedules,
      windowSeconds: Nanoseconds.seconds(fold.exhausted?.window ?? Exploration.window),
      steps: subject.stepCount, meanArrivals: Double(fold.arrivals) / count, meanJobs: Double(fold.jobs) / count,
      classes: fold.exhausted?.classes ?? fold.classCount,
      classesMetOnce: fold.exhausted?.classesMetOnce ?? fold.classesMetOnce, isExhausted: fold.exhausted != nil,
      finds: result.finds,
      errors: result.errors.map(\.text))
    let digest = scenario.digest
    // A find that cannot be replayed is an error of this program, not a violation.
    let noise = result.errors.map(\.signature)
    let shown = fold.sortedEntries.filter { exploration.isWanted($0.entry) && !noise.contains($0.signature) }
    let violations = shown.map { signature, entry in
      let reference = result.references[signature]
      let find = reference.map { result.finds[$0.find] }
      let schedule = entry.schedule(entry.examples[0], strategy: exploration.strategy, of: subject)
      let token = ReplayToken(
        scenario: scenario.name, digest: digest, overrides: exploration.overrides, seed: scenario.seed,
        subject: .schedule(schedule), user: Int(entry.finding.user), time: entry.finding.time,
        key: ReplayToken.hash(of: signature))
      return Violation(
        invariant: entry.finding.oracle.id, hazard: reference?.hazard?.rawValue, count: entry.schedules, users: 1,
        key: reference?.signature ?? signature,
        examples: [
          Violation.Example(
            user: Int(entry.finding.user), atSeconds: Nanoseconds.seconds(entry.finding.time),
            summary: entry.finding.summary, replay: find.map(\.token) ?? token.encode())
        ])
    }
    var report = Report(
      .exploration(section), tool: .init(version: exploration.version),
      scenario: .init(
        name: scenario.name, description: scenario.description, digest: digest, seed: scenario.seed,
        generation: scenario.generation.preset.rawValue, users: subject.scenario.population.size, replications: 1,
        horizonSeconds: scenario.horizon.seconds, resolved: scenario.resolvedJSON),
      complete: outcome.isComplete, digest: DigestText.make(fold.digest))
    report.violations = violations
    report.notes = notes(exploration, subject)
    report.assumptions = scenario.assumptions.map { .init(path: $0.path, value: $0.value, source: $0.source) }
    report.round()
    return report
  }

  private static func notes(_ exploration: Exploration, _ subject: any SearchSubject) -> [String] {
    let (whole, searched) = (exploration.scenario.population.size, subject.scenario.population.size)
    guard exploration.scenario.story == nil, searched < whole else { return [] }
    return [
      "Each schedule simulates the first \(searched) of the scenario's \(whole) people, from sign-up to the horizon."
    ]
  }
}

extension Exploration {
  /// The report of a search, and its processor time and schedules.
  package struct Reported: Sendable {
    package var report: Report
    package var schedules: Int
    package var jobs: Int
  }

  /// Searches until the end, the time limit or cancellation. A cancelled report is marked incomplete.
  ///
  /// - Parameters:
  ///   - progress: called on some thread after each chunk of schedules.
  ///   - isOver: whether the time limit is reached, which counts as a normal end.
  package func run(
    progress: @escaping @Sendable (Progress) -> Void, isOver: @escaping @Sendable () -> Bool = { false },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(ExplorationError) -> Reported {
    let outcome = try outcome(progress: progress, isOver: isOver, isCancelled: isCancelled)
    return Reported(
      report: ExplorationReport.make(of: self, outcome), schedules: outcome.schedules, jobs: outcome.jobs)
  }
}

extension Replay.Outcome {
  /// The report of a replay: of a schedule of a search, or of the run of one person, with the violation alone.
  package var report: Report {
    switch evidence {
    case .schedule(let exploration, let outcome): return ExplorationReport.make(of: exploration, outcome)
    case .person(let scenario, let violation):
      var report = Report(tool: .init(version: GTSDSimVersion.current), scenario: scenario)
      report.violations = violation.map { [$0] } ?? []
      report.round()
      return report
    }
  }
}
