import Foundation

/// How much of a distribution over classes has not been seen: the estimate of Good and Turing.
///
/// Of n independent samples, those whose class came up once make up about as large a share as all classes never seen
/// (Good, "The population frequencies of species", Biometrika 40, 1953); the estimate's bias is at most 1/n.
public struct GoodTuring: Hashable, Sendable {
  /// Samples so far.
  public private(set) var samples = 0
  /// Different classes so far.
  public private(set) var classes = 0
  /// Classes that came up once.
  public private(set) var singletons = 0

  /// Nothing seen.
  public init() {}

  /// What came up how often; classes with no sample do not count.
  public init(counts: some Sequence<Int>) {
    for count in counts where count > 0 {
      samples += count
      classes += 1
      if count == 1 { singletons += 1 }
    }
  }

  /// Another sample, whose class came up so often before.
  public mutating func add(seenBefore count: Int) {
    samples += 1
    switch count {
    case 0:
      classes += 1
      singletons += 1
    case 1: singletons -= 1
    default: break
    }
  }

  /// The probability that the next sample is of a class not seen; 1 before the first.
  public var unseenMass: Double {
    samples == 0 ? 1 : Double(singletons) / Double(samples)
  }

  /// A bound above which the unseen probability lies with a probability of at most `risk`, whatever the distribution
  /// (McAllester and Schapire, "On the convergence rate of Good-Turing estimators", COLT 2000).
  public func upperBound(risk: Double) -> Double {
    guard samples > 0 else { return 1 }
    let slack = (2 * 2.squareRoot() + 3.squareRoot()) * (log(3 / risk) / Double(samples)).squareRoot()
    return min(1, unseenMass + slack)
  }
}
