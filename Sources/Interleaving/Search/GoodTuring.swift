import Randomness

/// The probability of classes that were never seen: the estimate of Good and Turing.
///
/// The classes that occurred once make up about as large a share of n independent samples as all unseen classes
/// together (Good, "The population frequencies of species", Biometrika 40, 1953). The bias is at most 1/n.
package struct GoodTuring: Equatable, Sendable {
  /// The number of samples so far.
  package let samples: Int
  /// The number of classes that occurred once.
  package let singletons: Int

  /// Estimates from the number of samples and the number of classes that were sampled exactly once.
  package init(samples: Int, singletons: Int) {
    self.samples = samples
    self.singletons = singletons
  }

  /// Estimates from the number of samples of each class. Classes with no sample do not count.
  package init(counts: some Sequence<Int>) {
    var (samples, singletons) = (0, 0)
    for count in counts where count > 0 {
      samples += count
      if count == 1 { singletons += 1 }
    }
    self.init(samples: samples, singletons: singletons)
  }

  /// The probability that the next sample belongs to a class that was not seen before; 1 before the first sample.
  package var unseenMass: Double {
    samples == 0 ? 1 : min(1, Double(singletons) / Double(samples))
  }

  /// Whether every class seen so far was seen at least twice. Suggests, but does not prove, that no other class exists.
  package var isSaturated: Bool { samples > 0 && singletons == 0 }

  /// An upper bound on the probability of unseen classes. The bound is wrong with a probability of at most `risk`,
  /// whatever the distribution (McAllester and Schapire, "On the convergence rate of Good-Turing estimators", COLT
  /// 2000).
  package func upperBound(risk: Double) -> Double {
    guard samples > 0 else { return 1 }
    let slack = (2 * 2.squareRoot() + 3.squareRoot()) * (PortableMath.log(3 / risk) / Double(samples)).squareRoot()
    return min(1, unseenMass + slack)
  }
}
