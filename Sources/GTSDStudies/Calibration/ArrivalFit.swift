import Foundation
package import GTSDModel
import GTSDWorld

/// The arrival process that best fits the sign-ups.
package struct ArrivalFit: Equatable, Sendable {
  /// A process fitted to the sign-ups.
  package struct Candidate: Equatable, Sendable {
    /// The arrival process's key in scenario files.
    package var process: String
    /// The span or the mean, in seconds.
    package var seconds: Double
    /// The logarithm of the likelihood.
    package var logLikelihood: Double
    /// The greatest distance between the observed and the fitted distribution function (Kolmogorov-Smirnov).
    package var distance: Double
  }

  /// The candidates, the likeliest first.
  package private(set) var candidates: [Candidate] = []
  /// The number of sign-ups on each day since the first midnight.
  package private(set) var perDay: [Int] = []
  /// The number of people who signed up.
  package let people: Int

  /// Fits the sign-ups; has no candidates for fewer than 20.
  ///
  /// - Parameters:
  ///   - times: milliseconds after the log's first midnight.
  ///   - end: end of the observation, also in milliseconds after that midnight.
  init(_ times: [Int64], end: Int64) {
    people = times.count
    perDay = [Int](repeating: 0, count: Int((times.max() ?? -1) / Milliseconds.day) + 1)
    for time in times where time >= 0 { perDay[Int(time / Milliseconds.day)] += 1 }
    guard times.count >= 20, let last = times.max() else { return }
    let sorted = times.sorted().map { Double($0) / 1_000 }
    let n = Double(times.count)
    let span = max(1, Double(last) / 1_000 * (n + 1) / n)
    if last < 60_000 {
      candidates = [Candidate(process: "together", seconds: 0, logLikelihood: 0, distance: 0)]
      return
    }
    let uniform = Candidate(
      process: "uniform", seconds: span, logLikelihood: -n * log(span), distance: Self.distance(sorted) { $0 / span })
    let daily = Self.daily(sorted, span: span)
    let launch = Self.launch(sorted, end: Double(max(end, last)) / 1_000)
    candidates = [daily, uniform, launch].compactMap(\.self).ordered {
      ($0.logLikelihood, $1.process) > ($1.logLikelihood, $0.process)
    }
  }

  /// The process that fits best, with its span rounded up to a minute so that it includes the last sign-up.
  package var arrival: Arrival? {
    guard let best = candidates.first else { return nil }
    // Limited to the longest span that a scenario may have, which is longer than any log that is fitted.
    let minutes = min((best.seconds / 60).rounded(.up), 366 * 24 * 60)
    let span = TimeSpan.minutes(Int64(minutes))
    switch best.process {
    case "uniform": return .uniform(over: span)
    case "daily": return .daily(over: span)
    case "launch": return .launch(mean: span)
    default: return .together
    }
  }

  private static func daily(_ sorted: [Double], span: Double) -> Candidate {
    let day = 86_400.0
    func mass(_ seconds: Double) -> Double {
      let days = (seconds / day).rounded(.down)
      return days + DailyRhythm.share(before: Int64((seconds - days * day) * 1e9))
    }
    let total = mass(span)
    let densities = DailyRhythm.density
    let sum = densities.reduce(0, +) * 3_600
    let logLikelihood = sorted.reduce(0) { result, time in
      let hours = time.truncatingRemainder(dividingBy: day) / 3_600
      let hour = min(23, Int(hours))
      let density = densities[hour] + (hours - Double(hour)) * (densities[(hour + 1) % 24] - densities[hour])
      return result + log(density / sum / total)
    }
    return Candidate(
      process: "daily", seconds: span, logLikelihood: logLikelihood,
      distance: distance(sorted) { mass($0) / total })
  }

  /// A decreasing, exponential rate of sign-ups, cut off at the end of the observation; nil if its mean would be later.
  ///
  /// If sign-ups hardly decrease, or grow, there was no launch. Within the observed time such a curve equals a uniform
  /// one, which `uniform` describes, and its tail would predict people whom nobody observed.
  private static func launch(_ sorted: [Double], end: Double) -> Candidate? {
    let n = Double(sorted.count)
    let mean = sorted.reduce(0, +) / n
    // The mean of the truncated distribution is 1/rate - end / (e^(rate end) - 1). It decreases with the rate and
    // equals half of the end at rate 0.
    guard mean < end / 2 else { return nil }
    var (low, high) = (1e-6 / end, max(1e3 / max(mean, 1), 1 / end))
    for _ in 0..<200 {
      let rate = (low * high).squareRoot()
      if 1 / rate - end / expm1(rate * end) > mean { low = rate } else { high = rate }
    }
    let rate = (low * high).squareRoot()
    guard 1 / rate <= end else { return nil }
    let all = -expm1(-rate * end)
    return Candidate(
      process: "launch", seconds: 1 / rate, logLikelihood: n * log(rate / all) - rate * mean * n,
      distance: distance(sorted) { -expm1(-rate * $0) / all })
  }

  private static func distance(_ sorted: [Double], _ cumulative: (Double) -> Double) -> Double {
    let n = Double(sorted.count)
    return sorted.enumerated().reduce(0) { greatest, entry in
      let share = cumulative(entry.element)
      return max(greatest, abs(share - Double(entry.offset) / n), abs(share - Double(entry.offset + 1) / n))
    }
  }
}

extension ArrivalFit.Candidate {
  package static var blank: Self { Self(process: "", seconds: 0, logLikelihood: 0, distance: 0) }
}
