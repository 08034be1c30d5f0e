/// An interval of the mean of a count of independent events.
package enum PoissonInterval {
  /// The score interval: the means from which the count is at most a normal quantile of their own standard errors away.
  /// Barker, The American Statistician 56 (2002) 85-89.
  package static func score(count: Int, level: Double = 0.95) -> Interval {
    let (count, z) = (Double(count), NormalDistribution.critical(level: level))
    let (centre, half) = (count + z * z / 2, z * (count + z * z / 4).squareRoot())
    return Interval(level: level, low: max(0, centre - half), high: centre + half, method: "poisson-score")
  }

  /// A count for each of a number of units, above 0, as an estimate to be combined with another.
  package static func estimate(
    count: Int, units: Double, level: Double = 0.95
  ) -> IndependentEstimates.Estimate {
    let interval = score(count: count, level: level)
    return (Double(count) / units, interval.low / units, interval.high / units)
  }
}
