import Randomness
import Testing

@testable import Statistics

struct LogitNormalTests {
  @Test("The mean share over normal log-odds is the wanted one", arguments: [0.1, 0.2, 0.5, 0.9], [0, 0.25, 1, 2.25])
  func locationsGiveTheMeanShare(share: Double, variance: Double) {
    let location = LogitNormal.location(ofMean: share, variance: variance)
    // The mean over equally likely log-odds.
    let steps = 10_000
    let mean =
      (0..<steps).reduce(0.0) { sum, step in
        let z = NormalDistribution.quantile((Double(step) + 0.5) / Double(steps))
        return sum + 1 / (1 + PortableMath.exp(-location - z * variance.squareRoot()))
      } / Double(steps)
    #expect(abs(mean - share) < 0.05 * min(share, 1 - share))
  }
}
