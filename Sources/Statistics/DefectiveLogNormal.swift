import Foundation

/// Times to an event that only a share of the units ever has, with right censoring: a mixture cure model with
/// log-normal times.
///
/// A unit has the event with probability `share`; if it does, the logarithm of its time is normal. A unit without an
/// event at the end of the observation either never has one or has it later, and the likelihood weighs both (Boag,
/// Journal of the Royal Statistical Society B 11, 1949; Maller and Zhou, Survival Analysis with Long-Term Survivors,
/// 1996). With a fixed share of 1 it is the censored log-normal fit.
package struct DefectiveLogNormal: Equatable, Sendable {
  /// The observations: exact moments of the logarithms of event times, and censoring times in narrow bins.
  package struct Sample: Equatable, Sendable {
    /// The number of units with an event.
    package private(set) var events = 0
    /// The number of events with unknown times. They count for the share but not for the times.
    package private(set) var untimed = 0
    /// The number of units that will never have an event.
    package private(set) var without = 0
    private var sum = 0.0
    private var squares = 0.0
    /// Units without an event so far, by bin of the time for which they were observed.
    private var open: [Int: Int] = [:]

    /// Bins per factor e of the time, each 2.5 % wide.
    private static let perUnit = 40.0

    package init() {}

    /// Adds a unit with an event after a time above 0.
    package mutating func add(event time: Double) {
      let logarithm = log(max(time, 1e-6))
      events += 1
      sum += logarithm
      squares += logarithm * logarithm
    }

    /// Adds a unit that had the event at an unknown time.
    package mutating func addUntimed() { untimed += 1 }

    /// Adds a unit without an event up to a time; infinity for a unit that can never have one.
    package mutating func add(censored time: Double) {
      guard time > 0 else { return }
      if time.isInfinite { without += 1 } else { open[Int((log(time) * Self.perUnit).rounded(.down)), default: 0] += 1 }
    }

    /// The number of units that were still without an event when the observation ended.
    package var censored: Int { open.values.reduce(0, +) }
    /// The number of units.
    package var count: Int { happened + without + censored }
    /// The number of units with an event.
    package var happened: Int { events + untimed }
    /// The mean of the logarithms of the events' times.
    var mean: Double { sum / Double(events) }
    /// Variance of the events' logarithms around any centre.
    func spread(around centre: Double) -> Double { squares - 2 * centre * sum + Double(events) * centre * centre }
    /// The logarithm of each bin's middle and its count, in order of time.
    var bins: [(logarithm: Double, count: Int)] {
      open.keys.sorted().map { ((Double($0) + 0.5) / Self.perUnit, open[$0]!) }
    }
  }

  /// The share of units that have the event sooner or later.
  package let share: Double
  /// The standard error of the share; 0 if the share is fixed or at its bound.
  package let shareError: Double
  /// The median time of the units that have the event.
  package let median: Double
  /// The standard error of the median's logarithm.
  package let logMedianError: Double
  /// The deviation of the logarithm.
  package let sigma: Double
  /// The standard error of sigma's logarithm.
  package let logSigmaError: Double
  /// The logarithm of the likelihood at the fitted values.
  package let logLikelihood: Double
  /// The covariance of the errors of median and deviation.
  package let medianSigma: Double
  /// The covariance of the errors of median and share; 0 if the share is known.
  package let medianShare: Double

  /// Computes the fit of greatest likelihood; nil for fewer than 5 events, or where they do not vary.
  ///
  /// - Parameter fixedShare: the share where it is known, 1 for the censored log-normal fit.
  package init?(_ sample: Sample, share fixedShare: Double? = nil) {
    let bins = sample.bins
    let (n, m) = (Double(sample.count), Double(sample.events))
    let happened = Double(sample.happened)
    guard sample.events >= 5, sample.spread(around: sample.mean) > 1e-9 * m else { return nil }
    let isFree = fixedShare == nil && sample.count > sample.happened
    var point = [sample.mean, 0.5 * log(sample.spread(around: sample.mean) / m)]
    if isFree { point.append(log(happened / (n - happened))) }
    let likelihood = { (point: [Double]) -> Double in
      let share = isFree ? 1 / (1 + exp(-point[2])) : fixedShare ?? 1
      return Self.logLikelihood(sample, bins, mu: point[0], sigma: exp(point[1]), share: share)
    }
    guard var peak = NewtonPeak(from: point, likelihood) else { return nil }
    // If the share approaches 1, it is at its bound and has no interval of this kind.
    var isAtBound = false
    if isFree, peak.point[2] > 12 {
      let bounded = { (point: [Double]) in
        Self.logLikelihood(sample, bins, mu: point[0], sigma: exp(point[1]), share: 1)
      }
      guard let other = NewtonPeak(from: Array(peak.point[..<2]), bounded) else { return nil }
      peak = other
      isAtBound = true
    }
    median = exp(peak.point[0])
    logMedianError = peak.errors[0]
    sigma = exp(peak.point[1])
    logSigmaError = peak.errors[1]
    logLikelihood = peak.value
    medianSigma = peak.correlation(0, 1)
    medianShare = isFree && !isAtBound ? peak.correlation(0, 2) : 0
    if isFree, !isAtBound {
      let share = 1 / (1 + exp(-peak.point[2]))
      self.share = share
      shareError = peak.errors[2] * share * (1 - share)
    } else {
      share = fixedShare ?? 1
      shareError = 0
    }
  }

  /// The share's interval on the logit scale, which keeps it within 0 and 1; nil if it is fixed or at its bound.
  package func shareInterval(level: Double = 0.95, inflation: Double = 1) -> Interval? {
    guard shareError > 0 else { return nil }
    let half = NormalDistribution.critical(level: level) * inflation * shareError / (share * (1 - share))
    let odds = share / (1 - share)
    func back(_ odds: Double) -> Double { odds / (1 + odds) }
    return Interval(level: level, low: back(odds * exp(-half)), high: back(odds * exp(half)), method: "wald-logit")
  }

  private static func logLikelihood(
    _ sample: Sample, _ bins: [(logarithm: Double, count: Int)], mu: Double, sigma: Double, share: Double
  ) -> Double {
    let m = Double(sample.events)
    var total = Double(sample.happened) * log(share) - m * log(sigma) - sample.spread(around: mu) / (2 * sigma * sigma)
    if sample.without > 0 { total += Double(sample.without) * log(max(1 - share, 1e-300)) }
    for bin in bins {
      // 1 - share F, in a form without loss of precision for F near 1.
      let beyond = NormalDistribution.cumulative((mu - bin.logarithm) / sigma)
      total += Double(bin.count) * log(max((1 - share) + share * beyond, 1e-300))
    }
    return total
  }
}

/// The maximum of a smooth function of few variables, by Newton's method with numerical derivatives. For a log
/// likelihood, the curvature gives standard errors.
package struct NewtonPeak: Sendable {
  package private(set) var point: [Double]
  package private(set) var value: Double
  /// The square roots of the inverse curvature's diagonal.
  package private(set) var errors: [Double]
  /// The covariance matrix of the parameters: the inverse of the log-likelihood's curvature.
  private var covariance: [[Double]] = []

  /// The correlation of the errors of two variables.
  package func correlation(_ first: Int, _ second: Int) -> Double {
    covariance[first][second] / (errors[first] * errors[second])
  }

  /// The maximum of a function, searched from a start; nil if none is found.
  package init?(from start: [Double], _ function: ([Double]) -> Double) {
    point = start
    value = function(start)
    errors = []
    guard value.isFinite else { return nil }
    for _ in 0..<60 {
      let (gradient, hessian) = Self.derivatives(point, value, function)
      // If the curvature is not negative in every direction, a ridge is added until it is.
      var ridge = 0.0
      var step: [Double]?
      while step == nil, ridge < 1e12 {
        step = Self.solve(hessian, ridge: ridge, gradient)
        ridge = ridge == 0 ? 1e-3 * max(1e-6, hessian.indices.map { abs(hessian[$0][$0]) }.max() ?? 1) : ridge * 10
      }
      guard let step else { return nil }
      let slope = zip(step, gradient).reduce(0) { $0 + $1.0 * $1.1 }
      guard slope > 1e-9 else { break }
      var length = 1.0
      var next = value
      var moved = point
      repeat {
        moved = zip(point, step).map { $0 + length * max(-2, min(2, $1)) }
        next = function(moved)
        length /= 2
      } while !(next > value) && length > 1e-10
      guard next > value else { break }
      let gain = next - value
      (point, value) = (moved, next)
      if gain < 1e-10 * max(1, abs(value)) { break }
    }
    let (_, hessian) = Self.derivatives(point, value, function)
    let size = point.count
    for index in 0..<size {
      let unit = (0..<size).map { $0 == index ? 1.0 : 0 }
      guard let column = Self.solve(hessian, ridge: 0, unit), column[index] > 0 else { return nil }
      errors.append(column[index].squareRoot())
      covariance.append(column)
    }
  }

  private static func derivatives(
    _ point: [Double], _ value: Double, _ function: ([Double]) -> Double
  ) -> (gradient: [Double], hessian: [[Double]]) {
    let size = point.count
    let steps = point.map { 1e-4 * max(1, abs($0)) }
    func at(_ moves: (Int, Double)...) -> Double {
      var moved = point
      for (index, times) in moves { moved[index] += times * steps[index] }
      return function(moved)
    }
    var gradient = [Double](repeating: 0, count: size)
    var hessian = [[Double]](repeating: gradient, count: size)
    for i in 0..<size {
      let (up, down) = (at((i, 1)), at((i, -1)))
      gradient[i] = (up - down) / (2 * steps[i])
      hessian[i][i] = (up - 2 * value + down) / (steps[i] * steps[i])
      for j in 0..<i {
        let cross = at((i, 1), (j, 1)) - at((i, 1), (j, -1)) - at((i, -1), (j, 1)) + at((i, -1), (j, -1))
        hessian[i][j] = cross / (4 * steps[i] * steps[j])
        hessian[j][i] = hessian[i][j]
      }
    }
    return (gradient, hessian)
  }

  /// Solves (ridge - hessian) x = right by Cholesky's factors; nil unless that matrix is positive definite.
  private static func solve(_ hessian: [[Double]], ridge: Double, _ right: [Double]) -> [Double]? {
    let size = right.count
    var factor = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
    for i in 0..<size {
      for j in 0...i {
        var sum = -hessian[i][j] + (i == j ? ridge : 0)
        for k in 0..<j { sum -= factor[i][k] * factor[j][k] }
        if i == j {
          guard sum > 1e-12, sum.isFinite else { return nil }
          factor[i][i] = sum.squareRoot()
        } else {
          factor[i][j] = sum / factor[j][j]
        }
      }
    }
    var result = right
    for i in 0..<size {
      for k in 0..<i { result[i] -= factor[i][k] * result[k] }
      result[i] /= factor[i][i]
    }
    for i in (0..<size).reversed() {
      for k in (i + 1)..<max(size, i + 1) { result[i] -= factor[k][i] * result[k] }
      result[i] /= factor[i][i]
    }
    return result
  }
}
