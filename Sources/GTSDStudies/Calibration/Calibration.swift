import Foundation
package import GTSDLogs
public import GTSDModel
import GTSDWorld
import Randomness
import Statistics
import Synchronization

/// Fits a scenario to observed analytics events and checks the fit by simulation and by a forecast of the later days
/// from the first ones.
///
/// The report depends on the events and the scenario alone, never on the number of threads.
public struct Calibration: Sendable {
  /// The scenario that provides every value that the events do not identify, and the app that people use.
  public var scenario: Scenario
  /// The number of simulated populations for each check, 2 or more; nil skips the checks.
  public var replications: Int? = 20
  /// The number of threads, 1 or more; nil takes one for each processor.
  public var jobs: Int?
  /// The largest number of users in each simulated population; fewer if fewer were observed.
  package var maxUsers = 2_000
  /// The largest product of users and days in each simulated population, so that a million events are fitted and
  /// checked in 20 s of processor time.
  package var maxUserDays = 1_600
  /// The largest product of users and days in each population of the back-test, of which there are at most ten.
  package var maxBackTestUserDays = 1_000
  private static let maxBackTests = 10
  /// The store of finished populations' results, which are then not simulated again; nil if there is none.
  package var checkpoint: (any WorkStore)?
  /// The version of the program, for the report.
  package var version = GTSDSimVersion.current

  /// Creates a fit that starts from a scenario with a population.
  public init(_ scenario: Scenario = Scenario(name: "first-days"), jobs: Int? = nil) {
    precondition(scenario.story == nil, "the scenario \(scenario.name) has a story, which has no population to fit")
    self.scenario = scenario
    self.jobs = jobs
  }

  /// The progress of a calibration.
  package struct Progress: Sendable {
    package var populationsDone: Int
    package var populations: Int
  }

  /// The result of calibrating to a file.
  package struct Outcome: Sendable {
    package var section: CalibrationSection
    /// The scenario with the fitted values.
    package var fitted: ScenarioSummary
    package var assumptions: [Assumption]
    /// A hash over the events in order.
    package var digest: String
    package var isComplete: Bool
  }

  /// Fits the scenario and checks the fit.
  ///
  /// - Parameter source: the file's name for messages.
  package func outcome(
    on input: (log: EventLog, summary: EventReader.Summary), maxBad: Int, source: String,
    progress: @escaping @Sendable (Progress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(Failure) -> Outcome {
    let (log, summary) = input
    if let unreadable = summary.unreadable { throw .unreadable(unreadable) }
    guard summary.bad <= maxBad else {
      throw .tooManyRejected(RejectedLines(summary, allowed: maxBad))
    }
    guard !log.isEmpty else { throw Self.nothing(in: summary) }
    var fit = remembering(CalibrationFit(log, scenario: scenario), log, isCancelled)
    let findings = fit.doubt(summary.findings, log)
    guard fit.parameters.contains(where: { $0.estimate != nil }) else {
      throw .nothingFitted(
        events: log.count, users: log.users,
        why: fit.parameters.prefix(10).map { "\($0.path): \($0.note)" })
    }
    // People with a memory differ by their experiences. Kinds of people without a memory would describe the same
    // differences again.
    // Where a decision changed within the log, people before and after the change would look like two kinds.
    let kinds =
      findings.contains { $0.kind == .changed } ? HiddenKinds() : HiddenKinds(log, fit, scenario: scenario)
    let cut = backTestCut(log)
    let early = cut.map { log.until($0) }
    let earlyFit = early.map { remembering(CalibrationFit($0, scenario: scenario), $0, isCancelled) }
    let earlyKinds = early.flatMap { early in
      earlyFit.map { HiddenKinds(early, $0, scenario: scenario) }
    }
    let cohort = early.map { _ in log.cohort(seenBy: cut!) }

    // Events that the scenario's app sends differently from the log's app are left out of the comparison.
    let names = ObservedEvent.Name.allCases.filter {
      log.has($0) && ($0 != .preferencesSaved || fit.saves.areComparable(with: scenario.generation.prefs))
    }
    var populations: [Simulated] = []
    if let replications {
      let fitted = FittedScenario(fit, kinds: kinds, base: scenario, users: log.users)
      populations += (0..<replications).map {
        Simulated(
          fitted: fitted, users: simulatedUsers(log.users, log), horizon: log.end - log.firstMidnight,
          draws: Draws(seed: seed(1)), replication: $0, after: nil)
      }
      if let early, let earlyFit, let cohort, let cut {
        let fitted = FittedScenario(earlyFit, kinds: earlyKinds, base: scenario, users: early.users)
        populations += (0..<min(replications, Self.maxBackTests)).map {
          Simulated(
            fitted: fitted, users: simulatedUsers(cohort.users, cohort, isBackTest: true),
            horizon: cohort.end - cohort.firstMidnight, draws: Draws(seed: seed(2)), replication: $0,
            after: cut - log.firstMidnight)
        }
      }
    }
    let values = simulate(populations, names, progress, isCancelled)
    let count = replications ?? 0
    let isComplete = values.count == populations.count
    let checks =
      isComplete
      ? checks(
        EventStatistic.values(of: log), Array(values.prefix(count)), names, users: simulatedUsers(log.users, log)) : []
    var backTest: CalibrationSection.BackTest?
    if let early, let earlyFit, let cohort, let cut, isComplete, count > 0 {
      var test = CalibrationSection.BackTest(
        cutSeconds: Double(cut - log.firstMidnight) / 1_000, users: cohort.users, eventsBefore: early.count,
        fitted: earlyFit.parameters.count { $0.estimate != nil },
        checks: self.checks(
          EventStatistic.values(of: cohort, after: cut), Array(values.dropFirst(count)), names,
          users: simulatedUsers(cohort.users, cohort, isBackTest: true)))
      test.plain = plain(early, until: log.end, test.checks)
      test.judged = CoverageCheck(test.checks, users: simulatedUsers(cohort.users, cohort, isBackTest: true))
      backTest = test
    }
    let joint =
      isComplete && count > 0
      ? JointCheck(
        observed: EventStatistic.values(of: log).filter { $0.key.isShown(by: names) },
        simulated: values.prefix(count).map { $0.filter { $0.key.isShown(by: names) } },
        users: simulatedUsers(log.users, log)) : nil
    let overlay = FittedScenario(fit, kinds: kinds, base: scenario, users: log.users).overlay(
      lasting: log.end - log.firstMidnight, joint: joint, holds: backTest?.isMissed != true,
      error: error(joint, checks, backTest))
    let text = overlayText(overlay, fit, kinds, log, source, findings.filter(\.isFault))
    var section = CalibrationSection(
      source: source, input: summary, log: log, fit: fit, base: scenario.name,
      replications: count, simulatedUsers: simulatedUsers(log.users, log), checks: checks, backTest: backTest,
      overlay: text, isPooled: scenario.population.personas.count > 1)
    section.joint = joint
    if !findings.isEmpty { section.findings = findings }
    let experiments = LoggedExperiment.all(of: log)
    if !experiments.isEmpty { section.experiments = experiments }
    if !kinds.kinds.isEmpty {
      section.kinds = kinds.kinds.enumerated().map { .init($1, number: $0 + 1, pooled: fit) }
    }
    return Outcome(
      section: section,
      fitted: ScenarioSummary(overlay, users: log.users, replications: max(1, count)),
      assumptions: assumptions(of: overlay, fit, source), digest: Self.digest(log), isComplete: isComplete)
  }

  /// Refits the values for people with a memory, if the scenario's people have one.
  private func remembering(
    _ fit: CalibrationFit, _ log: EventLog, _ isCancelled: @escaping @Sendable () -> Bool
  ) -> CalibrationFit {
    guard scenario.population.memory != nil, replications != nil else { return fit }
    let own = RememberingFit(
      scenario, users: simulatedUsers(log.users, log), horizon: log.end - log.firstMidnight, seed: seed(4))
    return own.fit(fit, isCancelled: isCancelled) ?? fit
  }

  /// The reason why there is no event: problems of the lines, or no event of the specifications.
  private static func nothing(in summary: EventReader.Summary) -> Failure {
    guard summary.bad > 0 else { return .empty }
    return .tooManyRejected(RejectedLines(summary, allowed: 0))
  }

  /// The overlay's assumptions. The source of fitted values is the log; the others keep theirs.
  private func assumptions(of overlay: Scenario, _ fit: CalibrationFit, _ source: String) -> [Assumption] {
    let fitted = fit.parameters.filter { $0.estimate != nil }.map(\.path)
    let isDefault = scenario.population.personas == Population().personas
    return overlay.statedAssumptions.map { assumption in
      var assumption = assumption
      let path = assumption.path.split(separator: ".").dropFirst(3).joined(separator: ".")
      guard assumption.source == "this scenario", assumption.path.hasPrefix("population.personas.") else {
        return assumption
      }
      if fitted.contains(where: { $0 == path || path.hasPrefix($0 + ".") || $0.hasPrefix(path + ".") }) {
        assumption.source = "fitted to \(source)"
      } else if isDefault {
        assumption.source = Assumption.noSource
      }
      return assumption
    }
  }

  // MARK: Simulated populations

  private struct Simulated: Sendable {
    var fitted: FittedScenario
    var users: Int
    /// The horizon in milliseconds.
    var horizon: Int64
    var draws: Draws
    var replication: Int
    /// The start of the counted time, in milliseconds after the first midnight; nil counts everything.
    var after: Int64?
  }

  /// A seed that differs from the scenario's own. The events may come from a simulation with the scenario's seed, whose
  /// people would then be simulated again.
  private func seed(_ purpose: UInt64) -> UInt64 { scenario.seed ^ (0x9E37_79B9_7F4A_7C15 &* purpose) }

  private func simulatedUsers(_ users: Int, _ log: EventLog, isBackTest: Bool = false) -> Int {
    let days = max(1, Double(log.end - log.firstMidnight) / Double(Milliseconds.day))
    return min(users, maxUsers, max(100, Int(Double(isBackTest ? maxBackTestUserDays : maxUserDays) / days)))
  }

  /// Simulates populations and returns the figures of each, in order; fewer after a cancellation.
  private func simulate(
    _ populations: [Simulated], _ names: [ObservedEvent.Name], _ progress: @escaping @Sendable (Progress) -> Void,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) -> [[EventStatistic: Double]] {
    guard !populations.isEmpty else { return [] }
    let threads = max(1, min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, populations.count))
    let results = Results(count: populations.count)
    let next = Atomic<Int>(0)
    let done = Atomic<Int>(0)
    runOnThreads(threads) {
      while !isCancelled() {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < populations.count, let values = figures(populations[index], names, isCancelled) else { return }
        results.values.withLock { $0[index] = values }
        progress(
          Progress(populationsDone: done.add(1, ordering: .relaxed).newValue, populations: populations.count))
      }
    }
    let all = results.values.withLock { $0 }
    return all.contains { $0 == nil } ? [] : all.compactMap(\.self)
  }

  private func figures(
    _ population: Simulated, _ names: [ObservedEvent.Name], _ isCancelled: () -> Bool
  ) -> [EventStatistic: Double]? {
    let horizon = population.horizon
    let replication = UInt32(population.replication)
    var scenario = population.fitted.drawn(users: population.users, lasting: horizon) {
      population.draws.uniform(user: UInt32($0), purpose: 1, replication: replication)
    }
    scenario.seed = population.draws.seed
    let after = population.after.map { WorldCalendar.epoch.milliseconds + $0 } ?? .min
    let key = WorkKey.population(
      of: scenario.digest, replication: replication, events: names.map(\.rawValue), until: horizon, after: after)
    if let kept = checkpoint?.bytes(of: key), let values = EventStatistic.values(kept: kept) { return values }
    guard
      let log = SimulatedEvents.log(
        of: scenario, replication: replication, keeping: names, until: horizon, isCancelled: isCancelled)
    else { return nil }
    let values = EventStatistic.values(of: log, after: after)
    checkpoint?.keep(EventStatistic.keptBytes(values), of: key)
    return values
  }

  private func checks(
    _ observed: [EventStatistic: Double], _ simulated: [[EventStatistic: Double]], _ names: [ObservedEvent.Name],
    users: Int
  ) -> [PredictiveCheck] {
    EventStatistic.allCases.filter { $0.isShown(by: names) }.compactMap { statistic in
      let values = simulated.compactMap { $0[statistic] }
      guard let value = observed[statistic], values.count == simulated.count else { return nil }
      // A figure that is always the same says nothing about the fit, such as the number of sign-ups after everybody has
      // signed up.
      guard value != 0 || values.contains(where: { $0 != 0 }) else { return nil }
      return PredictiveCheck(statistic, observed: value, simulated: values, users: users)
    }
  }

  /// The middle of the observed time, rounded to a whole number of days after the first midnight if there are
  /// several; nil for less than a day and a half.
  private func backTestCut(_ log: EventLog) -> Int64? {
    let day = Milliseconds.day
    guard log.span >= day * 3 / 2 else { return nil }
    let middle = log.firstMidnight + ((log.span / 2 + (log.start - log.firstMidnight)) / day) * day
    let cut = max(middle, log.start + day)
    return cut < log.end ? cut : nil
  }

  /// A plain extrapolation of the first part, for the figures that it can predict.
  private func plain(_ early: EventLog, until end: Int64, _ checks: [PredictiveCheck]) -> [PlainForecast] {
    EventStatistic.allCases.compactMap { figure in
      guard figure.first != nil, let check = checks.first(where: { $0.id == figure.rawValue }) else { return nil }
      let draws = PlainForecast.draws(of: figure, early, until: end, Draws(seed: seed(3))).sorted()
      guard draws.count > 1 else { return nil }
      let ends = [0.025, 0.975].map { ForecastFold.quantile($0, of: draws) }
      return PlainForecast(
        id: check.id, title: check.title, observed: check.observed, fitted: check.mean,
        fittedScore: PlainForecast.score(check.simulated, observed: check.observed), plain: SampleMoments(draws).mean,
        plainScore: PlainForecast.score(draws, observed: check.observed),
        isInside: ends[0] <= check.observed && check.observed <= ends[1])
    }
  }

  /// The error of a fit that does not reproduce its log or forecast its later days, taken from its back-test or from
  /// the figure that differs; 0 for other fits.
  private func error(
    _ joint: JointCheck?, _ checks: [PredictiveCheck], _ backTest: CalibrationSection.BackTest?
  ) -> Double {
    let later = backTest?.conformalError ?? 0
    guard joint?.verdict == .doesNotFit else { return backTest?.isMissed == true ? later : 0 }
    let own = checks.first { $0.title == joint?.figure }?.error ?? checks.compactMap(\.error).max() ?? 0
    return max(own, later)
  }

  // MARK: Texts

  private func overlayText(
    _ overlay: Scenario, _ fit: CalibrationFit, _ kinds: HiddenKinds, _ log: EventLog, _ source: String,
    _ faults: [LogFinding]
  ) -> String {
    var comments: [String: String] = [:]
    if overlay.generation.prefs != scenario.generation.prefs { comments["generation.prefs"] = fit.saves.comment }
    let fits = kinds.kinds.isEmpty ? [fit] : kinds.kinds.map(\.fit)
    for (index, own) in fits.enumerated() {
      comment(fit.parameters.map { own[$0.path].flatMap { $0.estimate == nil ? nil : $0 } ?? $0 }, index, &comments)
    }
    if let best = fit.arrivals.candidates.first {
      comments["population.arrival"] =
        "Fitted: the likeliest of \(fit.arrivals.candidates.map(\.process).joined(separator: ", ")); greatest distance "
        + "of the distribution functions \((best.distance * 1_000).rounded() / 1_000)."
    } else {
      comments["population.arrival"] = "Not identified, kept: fewer than 20 sign-ups were seen."
    }
    return OverlayText.make(
      overlay, comments: comments,
      lead: [
        "Made by gtsd-sim calibrate from \(source): \(log.users) users, \(log.count) events.",
        "Values carry the uncertainty of their estimates, and the correlations of their errors: `forecast` draws from both,",
        "`run` takes the estimates.",
      ] + faults.map { "THE LOG IS AT FAULT: \($0.text)" })
  }

  private func comment(_ parameters: [CalibratedParameter], _ index: Int, _ comments: inout [String: String]) {
    let persona = "population.personas[\(index)]"
    for parameter in parameters {
      guard parameter.path.hasPrefix("timings.") else {
        comments["\(persona).\(parameter.path)"] = parameter.comment
        continue
      }
      let path = parameter.path.split(separator: ".").prefix(2).joined(separator: ".")
      let key = "\(persona).\(path)"
      if parameter.estimate == nil {
        comments[key] = parameter.comment
      } else if let before = comments[key] {
        var sigma = parameter
        sigma.note = ""
        comments[key] = "\(before) Sigma: \(sigma.comment)"
      } else {
        comments[key] = "Median, seconds: \(parameter.comment)"
      }
    }
  }

  /// A hash over the events in order. Equal for equal events, independent of the file's format and order.
  package static func digest(_ log: EventLog) -> String {
    var hash = XXH64()
    for user in 0..<log.users {
      for event in log.events(of: user) {
        hash.combine(UInt64(bitPattern: event.time))
        hash.combine(UInt64(UInt32(bitPattern: event.user)) << 32 | UInt64(UInt32(bitPattern: event.session)))
        hash.combine(
          UInt64(UInt32(bitPattern: event.value)) << 16 | UInt64(event.name.rawValue) << 8 | UInt64(event.detail))
      }
    }
    log.exposures.combine(into: &hash)
    return DigestText.make(hash.digest)
  }
}

extension EventStatistic {
  /// Figures as bytes: a line for each, with the bits of the value, so that nothing is rounded.
  static func keptBytes(_ values: [EventStatistic: Double]) -> [UInt8] {
    let lines = values.map { "\($0.key.rawValue) \(String($0.value.bitPattern, radix: 16))" }.sorted()
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// The figures in bytes of ``keptBytes(_:)``; nil for other bytes.
  static func values(kept bytes: [UInt8]) -> [EventStatistic: Double]? {
    var values: [EventStatistic: Double] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let statistic = EventStatistic(rawValue: String(words[0])),
        let bits = UInt64(words[1], radix: 16)
      else { return nil }
      values[statistic] = Double(bitPattern: bits)
    }
    return values
  }
}

/// The results of several threads, by index.
private final class Results: Sendable {
  let values: Mutex<[[EventStatistic: Double]?]>

  init(count: Int) { values = Mutex([[EventStatistic: Double]?](repeating: nil, count: count)) }
}
