import Foundation
package import Randomness

/// Resamples a series in blocks of neighbours, so that the dependence between neighbours is kept. Blocks wrap from the
/// end to the beginning, so that every place is drawn equally often.
///
/// Politis and Romano, "A circular block-resampling procedure for stationary data" (1992).
package enum BlockBootstrap {
  /// The best block length for the mean of a series with this autocorrelation: at least the cube root of the number of
  /// values, and at most a quarter of that number, so that there are several blocks.
  ///
  /// Politis and White, Econometric Reviews 23 (2004), with the spectrum of a first-order autoregression.
  package static func length(for values: [Double]) -> Int {
    let count = Double(values.count)
    guard values.count > 1 else { return 1 }
    let mean = values.reduce(0, +) / count
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    var lagged = 0.0
    for (one, next) in zip(values, values.dropFirst()) { lagged += (one - mean) * (next - mean) }
    let lean = variance > 0 ? min(0.97, max(0, lagged / variance)) : 0
    let best = cbrt(6 * lean * lean / ((1 - lean * lean) * (1 - lean * lean)) * count)
    return max(1, min(values.count / 4, Int(max(best, cbrt(count)).rounded(.up))))
  }

  /// The first positions of randomly chosen blocks, which together are at least as long as the series.
  package static func starts(count: Int, length: Int, _ random: inout SplitMix64) -> [Int] {
    (0..<(count + length - 1) / length).map { _ in random.below(count) }
  }
}
