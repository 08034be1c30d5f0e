import GTSDModel
import GTSDWorld
import Statistics

extension Report {
  /// The verdicts as a JUnit document: one test case per target of an indicator and one per invariant.
  ///
  /// A case fails exactly where it makes the run fail: a violation, or a missed target that decides its indicator's
  /// verdict. A missed aim of an indicator with a criterion passes with a remark. A target that could not be judged is
  /// skipped. An interrupted run has one more case, with an error, since its remaining parts were not checked. A load
  /// run that measured nothing of the server has the same.
  public var junit: String {
    let people = [(name: "kpi", cases: kpiCases), (name: "invariant", cases: invariantCases)]
    var suites: [(name: String, cases: [JUnitCase])]
    switch content {
    case .simulation, .forecast: suites = people
    case .exploration(let section):
      let cases = explorationCases(section)
      suites = [("find", cases.finds), ("search", cases.search)]
    case .calibration(let section): suites = section.junitCases.map { ($0.suite, $0.cases) }
    case .comparison(let section): suites = [("comparison", section.junitCases)]
    case .load(let section): suites = [("threshold", section.junitCases)] + people
    }
    if !complete { suites.append(("run", [Self.interrupted])) }
    if complete, let load, !load.isValid { suites.append(("run", [load.invalidCase])) }
    return JUnitDocument(name: scenario.name, suites: suites).text
  }

  private static var interrupted: JUnitCase {
    var testCase = JUnitCase(name: "complete")
    testCase.error = ("interrupted", "interrupted: the run did not finish")
    return testCase
  }

  private var kpiCases: [JUnitCase] {
    kpis.flatMap { result in
      result.targets.map { target in
        let change = target.demand.versus == .control ? result.contrastText : nil
        let measured = [
          change ?? result.valueText, change != nil || result.interval == nil ? "" : "(\(result.intervalText))",
          "against \(Wording.bound(target.demand, unit: result.unit)) of \(target.demand.source)",
        ].filter { !$0.isEmpty }.joined(separator: " ")
        let finding = forecastFinding(result, target) ?? measured
        let more = kind != .forecast ? "users" : "replications"
        var testCase = JUnitCase(name: "\(result.id) \(target.demand.csvText) (\(target.demand.level.rawValue))")
        switch target.verdict {
        case .missed where kind == .load: testCase.output = "Missed, but thresholds decide a load run: \(finding)"
        case .missed where result.decidingTargets.contains(target): testCase.failure = ("missed", finding)
        case .missed: testCase.output = "Aim missed, but the criterion decides: \(finding)"
        case .none: testCase.skipped = "nothing to judge: \(finding)"
        case .undecided: testCase.output = "Undecided, more \(more) would decide: \(finding)"
        case .met: testCase.output = finding
        }
        return testCase
      }
    }
  }

  /// The result of a forecast's replications for a target; nil for reports without replications.
  private func forecastFinding(_ result: KPIResult, _ target: KPIResult.Target) -> String? {
    guard let forecast, let indicator = forecast.indicators.first(where: { $0.id == result.id }),
      let own = indicator.targets.first(where: { $0.demand == target.demand })
    else { return nil }
    let interval = indicator.intervalText.isEmpty ? "" : " (\(indicator.intervalText))"
    return "\(indicator.namedCentreText)\(interval) against \(Wording.bound(target.demand, unit: result.unit)) of "
      + "\(target.demand.source): \(own.likelihood(of: forecast.replications))"
  }

  private var invariantCases: [JUnitCase] {
    let named = checks.map(\.invariant)
    return (named + violations.brokenInvariants.filter { !named.contains($0) }).map { invariant in
      var testCase = JUnitCase(name: invariant)
      let broken = violations.filter { $0.invariant == invariant }
      let check = checks.first { $0.invariant == invariant }
      if !broken.isEmpty {
        let lines = broken.flatMap { violation in
          let counts = "\(Wording.count(violation.count, "episode")), \(Wording.count(violation.users, "user"))"
          return ["\(violation.label): \(counts)"]
            + violation.examples.map { "  \($0.summary)\(replay($0.replay).map { " - \($0)" } ?? "")" }
        }
        testCase.failure = ("violated", lines.joined(separator: "\n"))
      } else if let check, check.evaluated == 0 {
        testCase.skipped = "never evaluated with anything to check"
      } else if let check {
        testCase.output = "evaluated \(Wording.whole(check.evaluated)) times"
      }
      return testCase
    }
  }
}
