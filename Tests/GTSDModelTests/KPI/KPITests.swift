import Foundation
import Testing

@testable import GTSDModel

struct KPITests {
  @Test func idsAreThoseOfTheReportFormat() {
    #expect(KPI.allCases.count == 30)
    #expect(Set(KPI.allCases.map(\.id)).count == 30)
    #expect(KPI.allCases.allSatisfy { $0.id.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil })
  }

  @Test(arguments: KPI.allCases)
  func everyIndicatorIsDefined(kpi: KPI) {
    let definition = kpi.definition
    #expect(!definition.title.isEmpty && definition.text.hasSuffix("."))
    switch definition.kind {
    case .rate: #expect(definition.unit == "share")
    case .count: #expect(definition.unit == "count")
    case .mean, .percentile, .medianSurvival: #expect(definition.unit == "s")
    }
    let documents = SpecificationDocument.allCases.filter(\.isQuoted).map(\.title)
    for target in definition.targets {
      #expect(documents.contains(target.source))
      if case .range = target.value { #expect(target.comparison == .between) }
      if case .number = target.value { #expect(target.comparison != .between) }
      if definition.unit == "share", target.versus == .absolute, case .number(let bound) = target.value {
        #expect((0...1).contains(bound))
      }
    }
  }

  /// Rows 1-3, 6-10, 12-19 and 24-25 of the specifications' table.
  @Test(arguments: [
    (KPI.acknowledgmentRate24h, [">= 0.8"]), (.metricsLoadErrorRate, ["< 0.05"]), (.dismissalRate, ["< 0.1"]),
    (.profileCompletionRate7d, [">= 0.25", "criterion >= 0.2 control"]), (.timeToProfileCompletion, ["< 259200.0"]),
    (.zeroStateTapThroughRate, [">= 0.4", "criterion >= 0.3"]), (.profileDiscoveryRate24h, [">= 0.6"]),
    (.onboardingAbandonmentRate, ["< 0.05 control"]), (.summaryCompletionRate, [">= 0.7", "criterion >= 0.65"]),
    (.summaryTimeOnScreen, ["between 30.0 60.0"]), (.onboardingToFirstAction, ["< 120.0"]),
    (.learnMoreExpansionRate, [">= 0.4"]), (.summaryButtonExitRate, [">= 0.8"]),
    (.retentionRate7d, [">= 0.1 control", "criterion >= 0.08 control"]), (.apiResponseTime, ["< 2.0"]),
    (.apiErrorRate, ["< 0.01", "criterion <= 0.05"]), (.crashRate, ["<= 0.0", "< 0.001", "criterion <= 0.01"]),
    (.complaints24h, ["criterion <= 10.0"]), (.supportTickets, ["< 5.0", "criterion <= -0.3 control"]),
    (.photoRetryRate, []), (.uiLagRate, ["<= 0.0"]),
  ])
  func targetsOfTheSpecifications(kpi: KPI, expected: [String]) {
    let texts = kpi.definition.targets.map { target in
      let bound =
        switch target.value {
        case .number(let number): "\(number)"
        case .range(let low, let high): "\(low) \(high)"
        }
      return (target.level == .criterion ? "criterion " : "") + "\(target.comparison.rawValue) \(bound)"
        + (target.versus == .control ? " control" : "")
    }
    #expect(texts == expected)
  }

  @Test func targetsAreReadFromJSON() throws {
    let text = """
      [{"level": "target", "comparison": "between", "value": [30, 60], "versus": "absolute", "source": "x"},
       {"level": "criterion", "comparison": ">=", "value": 0.5, "versus": "control", "source": "y"}]
      """
    let targets = try JSONDecoder().decode([KPITarget].self, from: Data(text.utf8))
    #expect(targets.map(\.value) == [.range(30, 60), .number(0.5)])
    let again = try JSONDecoder().decode([KPITarget].self, from: JSONEncoder().encode(targets))
    #expect(again == targets)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(KPITarget.Value.self, from: Data("[1, 2, 3]".utf8))
    }
  }
}
