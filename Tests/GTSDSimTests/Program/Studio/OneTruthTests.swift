import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDCommandLine
@testable import GTSDFields
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics
@testable import gtsd_sim

/// One question asked in every possible way: the answers agree within their intervals, and no sentence contradicts
/// another.
struct OneTruthTests {
  /// An answer to the question which share acknowledges within 24 hours.
  private struct Answer {
    var way: String
    var interval: Interval
    var texts: [String]
    var report: Report
  }

  /// Two arms that differ only in the card's text, over little more than a day.
  private static let text = """
    {
      "name": "truth", "seed": 5, "horizon": "26h", "generation": "seed-fixed",
      "population": {"size": 24, "arrival": {"uniform": {"over": "90m"}}},
      "experiment": {
        "name": "text", "metric": "acknowledgment-rate-24h",
        "arms": [{"name": "A"}, {"name": "B", "decisionFactors": {"followCard": 1.1}}]
      }
    }
    """

  private let shelf = StudioShelf(operand: nil, directory: Checkout.root.path)

  /// The report of a command line, with fewer people and replications than it states.
  private func report(_ words: [String], input: String, sizes: [String: Int]) throws -> Report {
    var words = words
    for (option, most) in sizes.sorted(by: { $0.key < $1.key }) {
      guard let place = words.firstIndex(of: option) else { continue }
      words[place + 1] = "\(min(most, Int(words[place + 1]) ?? most))"
    }
    let result = CommandResult(words + ["-q"], input: input)
    #expect(result.code == .success, "\(words): \(result.error)")
    return try Report(json: Data(result.out.utf8))
  }

  private func order(_ question: StudioQuestion, of name: String) throws -> StudioOrder {
    try StudioOrder(
      .object([
        ("page", .string("p")), ("slot", .string("s")), ("scenario", .string(name)), ("kind", .string("question")),
        ("question", .string(question.rawValue)), ("stage", .string("first")),
      ]), shelf: shelf)
  }

  private func report(of order: StudioOrder) throws -> Report {
    try report(order.words, input: order.input ?? "", sizes: ["--users": 6, "--replications": 10])
  }

  /// The share of everybody, with the interval of the report's own kind.
  private func answer(_ way: String, _ report: Report, _ texts: [String] = []) throws -> Answer {
    let told = texts + report.document.findings.map(\.text)
    let main = KPI.acknowledgmentRate24h
    if let plan = report.comparison?.plan {
      return Answer(way: way, interval: try #require(plan.baseline.interval), texts: told, report: report)
    }
    if let forecast = report.forecast {
      let own = try #require(forecast.indicators.first { $0.id == main.id })
      return Answer(way: way, interval: try #require(own.interval), texts: told, report: report)
    }
    let own = try #require(report.kpi(main))
    return Answer(way: way, interval: try #require(own.interval), texts: told, report: report)
  }

  /// Two statements of one page that cannot both be true.
  static func contradictions(_ texts: [String]) -> [String] {
    let all = texts.joined(separator: "\n")
    return [
      ("” moves it most", "seen to move"), ("” moves it most", "cannot show which parameter moves it most"),
      ("” moves it most", "nothing moves"), ("helps most", "is shown to help"),
    ].filter { all.contains($0.0) && all.contains($0.1) }.map { "\($0.0) beside \($0.1)" }
  }

  @Test("Every way to ask for the share that acknowledges agrees within its interval")
  func everyWayAgrees() throws {
    let name = try shelf.put(Self.text)
    var answers: [Answer] = []
    let json = ["--no-fail", "--json"]
    answers.append(try answer("run", report(["run", "-", "--users", "150"] + json, input: Self.text, sizes: [:])))
    answers.append(
      try answer(
        "forecast", report(["forecast", "-", "--users", "20", "-n", "10"] + json, input: Self.text, sizes: [:])))
    answers.append(
      try answer(
        "plan",
        report(["compare", "-", "--users", "60", "-n", "2", "--plan"] + json, input: Self.text, sizes: [:])))
    answers.append(
      try answer(
        "compare", report(["compare", "-", "--users", "15", "-n", "3"] + json, input: Self.text, sizes: [:])))
    var asked: [[String]: Report] = [:]
    for question in [StudioQuestion.target, .sure, .measure, .reach, .copy, .size] {
      let order = try order(question, of: name)
      let report = try asked[order.subject] ?? report(of: order)
      asked[order.subject] = report
      #expect(order.question == question && report.scenario.name.hasPrefix("truth"))
      #expect(report.scenario.seed == 5 && report.scenario.generation.contains("seed-fixed"))
      let told = [question.answer(report)] + question.lines(report)
      #expect(told.count > 1 && told.allSatisfy { !$0.text.isEmpty }, "\(question)")
      #expect(told.allSatisfy { !$0.text.contains("population.personas") && !$0.text.contains("followCard") })
      answers.append(try answer("studio \(question)", report, told.map(\.text)))
    }
    for (index, one) in answers.enumerated() {
      #expect(Self.contradictions(one.texts).isEmpty, "\(one.way)")
      for other in answers[..<index] {
        let overlaps = one.interval.low <= other.interval.high && other.interval.low <= one.interval.high
        #expect(overlaps, "\(one.way) \(one.interval) against \(other.way) \(other.interval)")
        let verdicts = Set([one, other].compactMap { $0.report.kpi(.acknowledgmentRate24h)?.verdict })
        #expect(!verdicts.isSuperset(of: [.met, .missed]), "\(one.way) against \(other.way)")
      }
    }
    // One forecast answers three questions: they share one report, which the studio keeps.
    #expect(asked.count == 4 && answers.count == 10)
    try checkEffects(answers)
  }

  /// Checks that every method measures an arm's effect with the same people.
  private func checkEffects(_ answers: [Answer]) throws {
    let effects = answers.compactMap { answer in
      answer.report.comparison?.plan?.arms.last?.assumedLiftInterval.map { (answer.way, $0) }
    }
    #expect(effects.count >= 3)
    for (index, one) in effects.enumerated() {
      for other in effects[..<index] {
        #expect(one.1.low <= other.1.high && other.1.low <= one.1.high, "\(one) against \(other)")
      }
    }
    for plan in answers.compactMap(\.report.comparison?.plan) {
      for arm in plan.arms where !arm.control {
        let isShown = arm.assumedLiftInterval.map { $0.low > 0 || $0.high < 0 } ?? false
        #expect((arm.power != nil) == isShown)
      }
    }
  }

  @Test("A forecast says the same with and without sensitivity, and names one mover")
  func sensitivityChangesNoAnswer() throws {
    // Two values are uncertain, so only these are varied, which is cheap.
    var scenario = try Scenario.parse(
      #"""
      {"name": "moved", "seed": 5, "horizon": "26h", "generation": "seed-fixed",
       "population": {"size": 12, "arrival": {"uniform": {"over": "90m"}},
        "personas": [{"name": "a", "decisions": {
          "followCard": {"value": 0.5, "uncertainty": {"uniform": {"low": 0.2, "high": 0.9}}},
          "visitTasks": {"value": 0.5, "uncertainty": {"uniform": {"low": 0.2, "high": 0.9}}}}}]}}
      """#)
    scenario.uncertainty.factor = 1
    var forecast = Forecast(scenario, replications: 10)
    let plain = try forecast.run(progress: { _ in }).report
    forecast.analysesSensitivity = true
    forecast.effort = SensitivityStudy.Effort(users: 12, points: 6, replications: 3, indices: 2, rows: 2, replicates: 2)
    let moved = try forecast.run(progress: { _ in }).report
    #expect(plain.forecast?.indicators == moved.forecast?.indicators && plain.digest == moved.digest)
    let texts = moved.document.findings.map(\.text) + moved.notes
    #expect(Self.contradictions(texts).isEmpty)
    let study = try #require(moved.forecast?.sensitivity)
    let named = try #require(study.strongestText(unit: "share"))
    // A value is named as an influence only if the interval at one of its ends excludes 0.
    #expect(named.contains("” moves it most") == study.rows.contains { $0.bar?.isShown == true })
    for question in [StudioQuestion.drivers, .measure] {
      let told = ([question.answer(moved)] + question.lines(moved)).map(\.text)
      #expect(Self.contradictions(told + texts).isEmpty)
    }
  }

  @Test("No tick appears beside a roll-out that would be stopped")
  func noTickBesideARollBack() {
    for stops in [0, 3, 20] {
      for isDue in [false, true] {
        var rollout = ForecastSection.Rollout(
          arm: "on", stages: [[0, 1]], replications: 20, triggers: [], assumptions: [])
        rollout.stops = stops
        var trigger = ForecastSection.Rollout.Trigger.blank
        trigger.dueStage = isDue ? 1 : nil
        rollout.triggers = [trigger]
        let answer = rollout.answer
        #expect(answer != nil)
        if stops > 0 || isDue { #expect(answer?.verdict != .met) }
      }
    }
  }

  @Test(
    "Library scenarios get one answer from a run, a forecast and a plan", arguments: Sample.of(Self.library, each: 3))
  func libraryScenariosAgree(name: String) throws {
    let scenario = try Scenario.named(name, in: Checkout.root.path).smaller(12)
    var run = scenario
    run.population.size = 60
    let ran = Simulation(run).result(progress: { _ in }, isCancelled: { false })
    let forecast = try Forecast(scenario, replications: 10).run(progress: { _ in }).report
    var plan = Comparison([ComparisonOperand(run)], replications: 2)
    plan.plansOnly = true
    plan.needsBaselineOnly = true
    plan.kpi = .acknowledgmentRate24h
    let intervals = [
      ran.kpis.first { $0.id == KPI.acknowledgmentRate24h.id }?.interval,
      forecast.forecast?.indicators.first { $0.id == KPI.acknowledgmentRate24h.id }?.interval,
      plan.reported().comparison?.plan?.baseline.interval,
    ].compactMap(\.self)
    #expect(intervals.count == 3)
    for one in intervals {
      for other in intervals { #expect(one.low <= other.high && other.low <= one.high, "\(one) against \(other)") }
    }
  }

  private static let library = [
    "first-day", "dismissal", "slow-metrics", "card-copy", "first-day-fixed", "flaky-network",
  ]
}
