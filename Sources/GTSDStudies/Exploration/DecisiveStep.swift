import GTSDModel
import GTSDWorld
import Interleaving
package import Statistics

// The step that decides that a schedule fails: the one after which the share of failing random continuations rises
// most.

extension FindMaker {
  /// The number of random continuations behind each share.
  static let continuations = 50
  /// The number of arrivals up to which the likelihood is measured after each one. In longer schedules it is measured
  /// at this many places.
  private static let likelihoodPoints = 60

  /// The share of random continuations that fail: from the beginning, and after each arrival.
  ///
  /// Late in a schedule few choices remain, and a failure can no longer be avoided. Two thirds of the measured places
  /// are therefore in the first part.
  func likelihood(of shrunk: ShrunkSchedule) -> [Double] {
    let picks = shrunk.trace.map(\.id)
    guard picks.count <= Self.likelihoodPoints, shrunk.schedule.order != .given else { return [] }
    let random = RandomPolicy(seed: policies.seed, window: Exploration.window)
    let signature = shrunk.finding.signature
    // The number of failing ones: 0 or 1.
    let tree = OrderTree(random)
    runner.noticed = { if $0.signature == signature { tree.settle(1) } }
    defer { runner.noticed = nil }
    return (0...picks.count).map { length in
      var failures = 0
      for number in 0..<Self.continuations {
        random.begin(schedule: UInt64(length * Self.continuations + number))
        let policy = RecordedPolicy(picks: Array(picks[..<length]), window: Exploration.window, then: random)
        failures += tree.outcome(under: policy) { runner.run(shrunk.schedule, under: $0).shows(signature) ? 1 : 0 }
      }
      return Double(failures) / Double(Self.continuations)
    }
  }
}

extension Find {
  /// The step at which the share of failing continuations rises most, with the shares before and after it. Nil without
  /// a curve, or if the two intervals overlap, since no single step then decides.
  package var decisive: (step: Int, before: Double, after: Double)? {
    guard likelihood.count > 1 else { return nil }
    let step = likelihood.indices.dropFirst().max { a, b in
      likelihood[a] - likelihood[a - 1] < likelihood[b] - likelihood[b - 1]
    }
    guard let step, let before = interval(of: likelihood[step - 1]), let after = interval(of: likelihood[step]),
      before.high < after.low
    else { return nil }
    return (step - 1, likelihood[step - 1], likelihood[step])
  }

  /// The interval of a share of continuations; nil if none was run.
  package func interval(of share: Double) -> Interval? {
    ProportionInterval.wilson(successes: Int((share * Double(continuations)).rounded()), trials: continuations)
  }
}
