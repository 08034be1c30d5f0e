/// Student's interval for a mean of independent units.
package enum MeanInterval {
  /// The interval for a mean from its unbiased variance over `count` units; nil for fewer than two.
  package static func student(mean: Double, variance: Double, count: Int, level: Double = 0.95) -> Interval? {
    guard count >= 2 else { return nil }
    let t = StudentDistribution.quantile(0.5 + level / 2, degrees: Double(count - 1))
    let half = t * (variance / Double(count)).squareRoot()
    return Interval(level: level, low: mean - half, high: mean + half, method: "student-t")
  }
}
