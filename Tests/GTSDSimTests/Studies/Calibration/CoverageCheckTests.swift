import Testing

@testable import GTSDLogs
@testable import GTSDStudies
@testable import Randomness
@testable import Statistics

/// Whether a back-test's intervals contain as many later figures as they should.
struct CoverageCheckTests {
  /// The checks of a log and ten simulated populations, whose figures follow one common factor and one of their own.
  ///
  /// - Parameters:
  ///   - together: the share of the variance that all figures have in common.
  ///   - shift: the distance of the log's figures from those of the populations, in standard deviations.
  private static func checks(
    _ seed: UInt64, figures: Int = 16, together: Double, shift: Double = 0, shifted: Int = 0
  ) -> [PredictiveCheck] {
    let draws = Draws(seed: seed)
    func normal(_ log: Int, _ figure: Int) -> Double {
      NormalDistribution.quantile(draws.uniform(user: UInt32(log), purpose: 1, step: UInt32(figure)))
    }
    func value(_ log: Int, _ figure: Int) -> Double {
      let own = together.squareRoot() * normal(log, 0) + (1 - together).squareRoot() * normal(log, figure + 1)
      return 0.5 + 0.05 * (own + (log == 0 && figure < shifted ? shift : 0))
    }
    return EventStatistic.allCases.prefix(figures).enumerated().compactMap { index, statistic in
      PredictiveCheck(
        statistic, observed: value(0, index), simulated: (1...10).map { value($0, index) }, users: 1_000)
    }
  }

  @Test("A log whose later figures lie outside in 12 of 16 is no chance", arguments: 0..<10)
  func missed(seed: UInt64) {
    let checks = Self.checks(seed, together: 0.3, shift: 8, shifted: 12)
    let check = CoverageCheck(checks, users: 1_000)
    #expect(check.verdict == .doesNotFit && check.outside >= 12 && check.alike == 0 && check.p < 1e-9)
    // Fewer people or populations cannot tell.
    #expect(CoverageCheck(checks, users: 20).verdict == .undecided)
    #expect(CoverageCheck([], users: 1_000).verdict == .undecided)
  }

  /// The bound of 5 % plus three standard errors of 200 logs.
  @Test(
    "At most one right log in twenty is called wrong, however much its figures depend on each other",
    arguments: [0, 0.9])
  func falseAlarms(together: Double) {
    let logs = 200
    let alarms = (0..<logs).count { log in
      CoverageCheck(Self.checks(UInt64(1_000 + log), together: together), users: 1_000).verdict == .doesNotFit
    }
    #expect(Double(alarms) / Double(logs) < 0.05 + 3 * (0.05 * 0.95 / Double(logs)).squareRoot(), "\(alarms)")
  }
}
