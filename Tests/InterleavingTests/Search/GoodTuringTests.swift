import Testing

@testable import Interleaving
@testable import Randomness

@Suite struct GoodTuringTests {
  @Test func countsSingletons() {
    let estimate = GoodTuring(counts: [5, 1, 0, 2, 1, 1])
    #expect(estimate.samples == 10)
    #expect(estimate.singletons == 3)
    #expect(estimate.unseenMass == 0.3)
    #expect(GoodTuring(counts: []).unseenMass == 1)
    #expect(GoodTuring(counts: [1_000_000]).unseenMass == 0)
    // If no class was seen once; before the first sample nothing is known.
    #expect(GoodTuring(counts: [2, 3]).isSaturated && !GoodTuring(counts: [2, 1_000, 1]).isSaturated)
    #expect(!GoodTuring(counts: []).isSaturated)
  }

  /// k equally likely classes, n samples: the estimate's mean is (1 - 1/k)^(n - 1), that of the unseen mass
  /// (1 - 1/k)^n; they differ by less than 1/n.
  @Test(arguments: [(20, 30), (50, 50), (10, 60)])
  func hasItsClosedFormMean(classes: Int, samples: Int) {
    let draws = Draws(seed: 77)
    let trials = 2_000
    var (estimates, truths, covered) = ([Double](), [Double](), 0)
    for trial in 0..<trials {
      var counts = [Int](repeating: 0, count: classes)
      for step in 0..<samples {
        counts[Int(draws.uniform(user: UInt32(trial), purpose: 2, step: UInt32(step)) * Double(classes))] += 1
      }
      let estimate = GoodTuring(counts: counts)
      let truth = Double(counts.count { $0 == 0 }) / Double(classes)
      estimates.append(estimate.unseenMass)
      truths.append(truth)
      if truth <= estimate.upperBound(risk: 0.05) { covered += 1 }
    }
    func moments(_ values: [Double]) -> (mean: Double, error: Double) {
      let mean = values.reduce(0, +) / Double(trials)
      let variance = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(trials - 1)
      return (mean, (variance / Double(trials)).squareRoot())
    }
    let kept = 1 - 1 / Double(classes)
    let expected = (0..<(samples - 1)).reduce(1.0) { product, _ in product * kept }
    let (mean, error) = moments(estimates)
    #expect(abs(mean - expected) < 4 * error)
    let (truth, truthError) = moments(truths)
    #expect(abs(truth - expected * kept) < 4 * truthError)
    #expect(Double(covered) >= 0.95 * Double(trials))
  }

  @Test func theBoundIsAProbabilityAndShrinks() {
    let few = GoodTuring(counts: Array(repeating: 10, count: 10))
    let many = GoodTuring(counts: Array(repeating: 10_000, count: 1_000))
    #expect(GoodTuring(counts: []).upperBound(risk: 0.05) == 1)
    // 4.56 x sqrt(ln 60 / 100) = 0.9228.
    #expect(abs(few.upperBound(risk: 0.05) - 0.92279) < 0.00001)
    #expect(many.upperBound(risk: 0.05) < 0.003)
    #expect(many.upperBound(risk: 0.001) > many.upperBound(risk: 0.05))
  }
}
