/// The parts of a variance between groups and within them: one-way analysis of variance with random effects, groups of
/// equal size.
///
/// Searle, Casella and McCulloch, Variance Components (1992), sections 3.5 and 3.6. The interval of the share is exact
/// for normal effects.
///
/// In a forecast the groups are drawn sets of assumptions and their values are replications. The part between groups is
/// due to uncertain assumptions, and the part within them is chance.
package struct VarianceComponents: Equatable, Sendable {
  /// The variance of group effects; 0 if the estimate would be negative.
  package let between: Double
  /// The variance within groups.
  package let within: Double
  /// The share of the variance that lies between groups, 0 to 1; 0 if nothing varies.
  package let share: Double
  /// The interval of the share.
  package let interval: Interval
  /// The ratio of the mean squares between and within groups; nil if nothing varies within.
  private let ratio: Double?
  private let size: Double
  /// The upper end that the interval would have at a ratio of 1, the expected ratio if groups do not differ; 0 if
  /// nothing varies within groups.
  private let highOfNone: Double

  /// Computes the components of at least two groups of at least two values each, all of one size; nil for anything
  /// else.
  package init?(_ groups: [[Double]], level: Double = 0.95) {
    guard groups.count >= 2, let size = groups.first?.count, size >= 2, groups.allSatisfy({ $0.count == size })
    else { return nil }
    let (k, n) = (Double(groups.count), Double(size))
    let means = groups.map { $0.reduce(0, +) / n }
    let grand = means.reduce(0, +) / k
    let inside = zip(groups, means).reduce(0.0) { sum, group in
      sum + group.0.reduce(0) { $0 + ($1 - group.1) * ($1 - group.1) }
    }
    within = inside / (k * (n - 1))
    let spread = n * means.reduce(0) { $0 + ($1 - grand) * ($1 - grand) } / (k - 1)
    between = max(0, (spread - within) / n)
    share = between + within > 0 ? between / (between + within) : 0
    ratio = within > 0 ? spread / within : nil
    self.size = n
    guard within > 0 else {
      let certain = between > 0 ? 1.0 : 0.0
      interval = Interval(level: level, low: certain, high: certain, method: "searle-f")
      highOfNone = 0
      return
    }
    highOfNone = Self.ends(ratio: 1, groups: k, size: n, level: level).high
    let ends = Self.ends(ratio: spread / within, groups: k, size: n, level: level)
    interval = Interval(level: level, low: ends.low, high: ends.high, method: "searle-f")
  }

  /// The possible values of the variance between groups, each equally likely, by the distribution of the ratio of mean
  /// squares. If the true variance is small, its estimate is 0 in about half of all cases, which does not show how
  /// large it may be.
  ///
  /// - Parameter quantiles: the result of ``ratioQuantiles(groups:size:)``.
  package func possibleBetween(_ quantiles: [Double]) -> [Double] {
    guard let ratio else { return [between] }
    return quantiles.map { max(0, (ratio / $0 - 1) / size) * within }
  }

  /// Equally likely values of the ratio of mean squares for groups that do not differ.
  package static func ratioQuantiles(groups: Int, size: Int) -> [Double] {
    let parts = 12
    return (0..<parts).map {
      FDistribution.quantile((Double($0) + 0.5) / Double(parts), Double(groups - 1), Double(groups * (size - 1)))
    }
  }

  private static func ends(
    ratio: Double, groups k: Double, size n: Double, level: Double
  ) -> (low: Double, high: Double) {
    func end(_ p: Double) -> Double {
      let quantile = FDistribution.quantile(p, k - 1, k * (n - 1))
      let theta = max(0, (ratio / quantile - 1) / n)
      return theta / (1 + theta)
    }
    return (end(0.5 + level / 2), end(0.5 - level / 2))
  }

  /// The smallest number of groups with which the interval of the between-group share would be about `width` wide, if
  /// the true share is `share`; nil if more than a million are needed.
  ///
  /// - Parameters:
  ///   - factor: the ratio by which the variance within groups is smaller for the population that the share describes.
  package static func groups(
    estimating share: Double, within width: Double, size: Int, factor: Double = 1, level: Double = 0.95
  ) -> Int? {
    let ratio = 1 + Double(size) * min(share, 0.999) / (1 - min(share, 0.999))
    var groups = 4
    while groups <= 1_000_000 {
      let ends = ends(ratio: ratio, groups: Double(groups), size: Double(size), level: level)
      if scaled(ends.high, by: factor) - scaled(ends.low, by: factor) <= width { return groups }
      groups += max(1, groups / 4)
    }
    return nil
  }

  /// The largest width of an interval of a share that is still informative.
  package static let maxWidth = 0.5

  /// The share with its interval if the variance within groups is smaller by a factor; nil if the interval is too wide
  /// to be informative.
  ///
  /// By chance, group means may agree more than expected, and the interval is then too narrow. A rule that shows only
  /// narrow intervals selects these cases, so the intervals would miss the true share far too often. The upper end is
  /// therefore at least the one at a ratio of 1.
  package func reliableShare(scaledBy factor: Double) -> (share: Double, interval: Interval)? {
    let own = Interval(
      level: interval.level, low: Self.scaled(interval.low, by: factor),
      high: Self.scaled(max(interval.high, highOfNone), by: factor), method: interval.method)
    let width = own.high - own.low
    return width > 0 && width <= Self.maxWidth ? (Self.scaled(share, by: factor), own) : nil
  }

  /// The share between groups if the variance within them is smaller by a factor.
  private static func scaled(_ share: Double, by factor: Double) -> Double {
    share > 0 ? share / (share + (1 - share) / factor) : 0
  }
}

/// The distribution of a ratio of two variances.
package enum FDistribution {
  /// The value below which a share `p` of the distribution with these degrees of freedom lies.
  package static func quantile(_ p: Double, _ first: Double, _ second: Double) -> Double {
    let x = BetaDistribution.quantile(p, first / 2, second / 2)
    return second * x / (first * (1 - x))
  }
}
