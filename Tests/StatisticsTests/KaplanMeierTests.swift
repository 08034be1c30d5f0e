import TestSupport
import Testing

@testable import Statistics

struct KaplanMeierTests {
  private static let remission = Remission.treated

  /// The estimate and the log-log interval printed in Kleinbaum and Klein, Survival Analysis, chapter 2 and its Stata
  /// appendix.
  @Test func remissionTimes() {
    let estimate = KaplanMeier(Self.remission)
    let published: [(Double, Int64, Double, Double, Double)] = [
      (6, 21, 0.8571, 0.6197, 0.9516), (7, 17, 0.8067, 0.5631, 0.9228), (10, 15, 0.7529, 0.5032, 0.8894),
      (13, 12, 0.6902, 0.4316, 0.8491), (16, 11, 0.6275, 0.3675, 0.8049), (22, 7, 0.5378, 0.2678, 0.7468),
      (23, 6, 0.4482, 0.1881, 0.6801),
    ]
    #expect(estimate.steps.count == published.count)
    for (step, expected) in zip(estimate.steps, published) {
      #expect(step.time == expected.0 && step.atRisk == expected.1)
      #expect(abs(step.survival - expected.2) < 6e-5)
      #expect(abs(step.low - expected.3) < 6e-5 && abs(step.high - expected.4) < 6e-5)
    }
    #expect(estimate.units == 21 && estimate.censored == 12)
    #expect(estimate.median == 23)
    // Stata `stci` on the same data: 13 to missing.
    let interval = estimate.medianInterval
    #expect(interval == Interval(level: 0.95, low: 13, high: .infinity, method: "brookmeyer-crowley"))
  }

  /// Nearly all events at one instant leave the band no other time for the median.
  @Test func anIntervalOfOneInstantReachesToTheEventsBesideIt() {
    let estimate = KaplanMeier([
      .init(time: 1, events: 100, censored: 0), .init(time: 2, events: 800, censored: 0),
      .init(time: 3, events: 100, censored: 0),
    ])
    #expect(estimate.median == 2)
    #expect(estimate.medianInterval?.low == 1 && estimate.medianInterval?.high == 3)
    let alone = KaplanMeier([.init(time: 2, events: 800, censored: 0)])
    #expect(alone.medianInterval?.low == 0 && alone.medianInterval?.high == .infinity)
  }

  @Test func aMedianBeyondTheDataIsLaterThanTheLastEvent() {
    let estimate = KaplanMeier([
      .init(time: 1, events: 5, censored: 0), .init(time: 2, events: 5, censored: 0),
      .init(time: 3, events: 0, censored: 90),
    ])
    #expect(estimate.median == nil)
    #expect(estimate.medianInterval?.low == 2 && estimate.medianInterval?.high == .infinity)
  }

  @Test func histogramsGiveTheSameEstimate() {
    let (events, censored) = Remission.histograms(Self.remission)
    #expect(KaplanMeier(events: events, censored: censored, scale: 1) == KaplanMeier(Self.remission))
  }

  @Test func withoutCensoringItIsTheEmpiricalShare() {
    let times: [Double] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    let estimate = KaplanMeier(times.map { .init(time: $0, events: 1, censored: 0) })
    for (index, step) in estimate.steps.enumerated() {
      #expect(close(step.survival, 1 - Double(index + 1) / 10))
    }
    #expect(estimate.step(at: 4.5)?.time == 4)
    #expect(estimate.step(at: 0.5) == nil)
  }

  @Test func estimateOfNobodyIsEmpty() {
    let estimate = KaplanMeier(events: LogHistogram(), censored: LogHistogram())
    #expect(estimate.steps.isEmpty && estimate.median == nil && estimate.units == 0)
    #expect(estimate.medianInterval == nil)
  }
}
