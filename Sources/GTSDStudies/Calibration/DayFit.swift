import Foundation
import GTSDModel
import Statistics

/// The probability of using the app on a later day: p d^k on day k, so its logarithm is linear in the day.
struct DayFit: Sendable {
  /// The probability before any decay.
  let daily: Double
  let logDailyError: Double
  /// The factor per day.
  let decay: Double
  let logDecayError: Double
  /// The correlation of both errors; 0 if the factor was given.
  let correlation: Double
  /// Whether the factor was fitted rather than given.
  let fitsDecay: Bool
  /// The interval of the factor if the likelihood is highest at or beyond its bound of 1; nil otherwise.
  let boundInterval: Interval?
  /// Whether most of the information comes from days that were observed only in part.
  let usesParts: Bool
  let used: Int
  let observed: Int

  /// Fits by maximum likelihood, with errors that allow for differences between people (the sandwich estimator of Huber
  /// and White, with a person as a cluster). Nil if no later day was observed, or if none or all of them were used.
  ///
  /// - Parameter givenDecay: the factor to use if too few different days were observed to fit it.
  init?(_ people: [CalibrationTally.Days], givenDecay: Double) {
    var counts: [Int: (used: Int, observed: Int)] = [:]
    for person in people {
      for day in 1..<64 where person.observed & (1 << UInt64(day)) != 0 {
        counts[day, default: (0, 0)].observed += 1
        if person.used & (1 << UInt64(day)) != 0 { counts[day, default: (0, 0)].used += 1 }
      }
    }
    let rows = counts.keys.sorted().map { (day: Double($0), used: counts[$0]!.used, observed: counts[$0]!.observed) }
    let (used, observed) = (rows.reduce(0) { $0 + $1.used }, rows.reduce(0) { $0 + $1.observed })
    let parts = people.compactMap(\.part)
    if givenDecay > 0, parts.reduce(0, { $0 + $1.share }) > Double(observed) {
      guard let fit = Self.fit(parts, whole: counts, logDecay: log(givenDecay)) else { return nil }
      (daily, logDailyError) = (min(1, exp(fit.point[0])), fit.errors[0])
      (decay, logDecayError, correlation) = (givenDecay, 0, 0)
      (fitsDecay, usesParts, boundInterval) = (false, true, nil)
      self.used = used + parts.count(where: \.isUsed)
      self.observed = observed + parts.count
      return
    }
    usesParts = false
    guard used >= 5, used < observed, givenDecay > 0 else { return nil }
    self.used = used
    self.observed = observed
    func likelihood(_ daily: Double, _ decay: Double) -> Double {
      rows.reduce(0) { total, row in
        let chance = min(exp(daily + decay * row.day), 1 - 1e-9)
        return total + Double(row.used) * log(chance) + Double(row.observed - row.used) * log(1 - chance)
      }
    }
    let meanDay = rows.reduce(0) { $0 + $1.day * Double($1.observed) } / Double(observed)
    let level = log(Double(used) / Double(observed))
    var both: NewtonPeak?
    if rows.count >= 2 {
      both = NewtonPeak(from: [level, 0]) { point in
        // The likelihood is undefined for probabilities above 1, so the slope points back.
        let top = point[0] + max(point[1], 0) * (rows.last?.day ?? 0) + min(point[1], 0)
        return likelihood(point[0], point[1]) - (top > 0 ? 1e4 * top * top : 0)
      }
    }
    if let both, both.point[1] < 0, both.errors[1] < 0.5 {
      let robust = Self.robustErrors(people, both.point)
      daily = min(1, exp(both.point[0]))
      decay = exp(both.point[1])
      logDailyError = max(both.errors[0], robust.daily)
      logDecayError = max(both.errors[1], robust.decay)
      correlation = robust.correlation ?? both.correlation(0, 1)
      fitsDecay = true
      boundInterval = nil
      return
    }
    // In this model nobody uses an app more from day to day. If the data look so, a factor below 1 is still possible.
    let bound = both.flatMap { both -> BoundedNormal? in
      guard both.point[1] >= 0, both.errors[1] < 0.5 else { return nil }
      return BoundedNormal(
        mean: both.point[1], deviation: max(both.errors[1], Self.robustErrors(people, both.point).decay))
    }
    let fixed = bound?.quantile(0.5) ?? log(givenDecay)
    guard let one = NewtonPeak(from: [level - fixed * meanDay], { likelihood($0[0], fixed) }) else { return nil }
    daily = min(1, exp(one.point[0]))
    decay = exp(fixed)
    logDailyError = max(one.errors[0], Self.robustError(people, [one.point[0], fixed], one.errors[0]))
    logDecayError = bound?.deviation ?? 0
    correlation = 0
    fitsDecay = bound != nil
    boundInterval = bound.map {
      Interval(level: 0.95, low: exp($0.quantile(0.05)), high: 1, method: "normal below a bound")
    }
  }

  /// A normal distribution restricted to values below 0.
  private struct BoundedNormal {
    /// The mean and standard deviation without the bound.
    let mean: Double
    let spread: Double

    init(mean: Double, deviation: Double) {
      // A mean further above the bound would lose the part below it to rounding.
      (self.mean, spread) = (min(mean, 6 * deviation), deviation)
    }

    func quantile(_ p: Double) -> Double {
      min(0, mean + spread * NormalDistribution.quantile(p * NormalDistribution.cumulative(-mean / spread)))
    }

    /// The standard deviation of a normal distribution with the same 5th and 50th percentile.
    var deviation: Double { (quantile(0.5) - quantile(0.05)) / NormalDistribution.quantile(0.95) }
  }

  /// The probability before any decay, if most people were not observed for a whole later day.
  ///
  /// On a partly observed day, a person who uses the app on that day has been seen with a probability equal to the
  /// share of the usual activity before the end of the observation.
  private static func fit(
    _ parts: [CalibrationTally.Days.Part], whole: [Int: (used: Int, observed: Int)], logDecay: Double
  ) -> NewtonPeak? {
    let used = parts.count(where: \.isUsed)
    guard used >= 5, used < parts.count else { return nil }
    let days = whole.ordered { $0.key < $1.key }
    let expected = parts.reduce(0) { $0 + $1.share }
    return NewtonPeak(from: [min(-0.05, log(Double(used) / expected))]) { point in
      func chance(_ day: Int, _ share: Double) -> Double {
        min(exp(min(0, point[0]) + logDecay * Double(day)) * share, 1 - 1e-9)
      }
      let ofParts = parts.reduce(0.0) { total, part in
        let chance = chance(part.day, part.share)
        return total + (part.isUsed ? log(chance) : log(1 - chance))
      }
      let all = days.reduce(ofParts) { total, row in
        let chance = chance(row.key, 1)
        return total + Double(row.value.used) * log(chance)
          + Double(row.value.observed - row.value.used) * log(1 - chance)
      }
      // The likelihood is undefined for probabilities above 1, so the slope points back.
      return all - (point[0] > 0 ? 1e4 * point[0] * point[0] : 0)
    }
  }

  /// A person's contribution to the slope of the likelihood, and the expected curvature.
  private static func scores(
    _ person: CalibrationTally.Days, _ point: [Double]
  ) -> (score: (Double, Double), weight: (Double, Double, Double)) {
    var score = (0.0, 0.0)
    var weight = (0.0, 0.0, 0.0)
    for day in 1..<64 where person.observed & (1 << UInt64(day)) != 0 {
      let k = Double(day)
      let chance = min(exp(point[0] + point[1] * k), 1 - 1e-9)
      let residual = ((person.used & (1 << UInt64(day)) != 0 ? 1 : 0) - chance) / (1 - chance)
      let information = chance / (1 - chance)
      score = (score.0 + residual, score.1 + residual * k)
      weight = (weight.0 + information, weight.1 + information * k, weight.2 + information * k * k)
    }
    return (score, weight)
  }

  private static func robustErrors(
    _ people: [CalibrationTally.Days], _ point: [Double]
  ) -> (daily: Double, decay: Double, correlation: Double?) {
    var (a, b, c) = (0.0, 0.0, 0.0)
    var (x, y, z) = (0.0, 0.0, 0.0)
    for person in people {
      let (score, weight) = scores(person, point)
      (a, b, c) = (a + weight.0, b + weight.1, c + weight.2)
      (x, y, z) = (x + score.0 * score.0, y + score.0 * score.1, z + score.1 * score.1)
    }
    let determinant = a * c - b * b
    guard determinant > 0 else { return (0, 0, nil) }
    let (p, q, r) = (c / determinant, -b / determinant, a / determinant)
    let daily = p * p * x + 2 * p * q * y + q * q * z
    let decay = q * q * x + 2 * q * r * y + r * r * z
    let both = p * q * x + (p * r + q * q) * y + q * r * z
    guard daily > 0, decay > 0 else { return (0, 0, nil) }
    return (daily.squareRoot(), decay.squareRoot(), both / (daily * decay).squareRoot())
  }

  private static func robustError(_ people: [CalibrationTally.Days], _ point: [Double], _ naive: Double) -> Double {
    var (weight, squares) = (0.0, 0.0)
    for person in people {
      let (score, weights) = scores(person, point)
      weight += weights.0
      squares += score.0 * score.0
    }
    return weight > 0 ? squares.squareRoot() / weight : naive
  }
}
