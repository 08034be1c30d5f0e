import GTSDModel

/// The distribution of events over the time of the day.
///
/// Assumption, no source: few at night, a rise through the morning, a shoulder at noon and a peak at 19:00. The density
/// is linear between the values at full hours, so its quantiles are closed forms (a sum, and the root of a quadratic).
package enum DailyRhythm {
  /// The relative density of activity at each full hour, from 00:00 to 23:00. It is interpolated between hours.
  package static let density: [Double] = [
    14, 8, 5, 4, 4, 6, 14, 28, 38, 40, 42, 46, 55, 50, 45, 46, 52, 66, 86, 100, 90, 68, 44, 26,
  ]
  private static let day = Nanoseconds.day
  private static let hour = Double(Nanoseconds.hour)

  /// The area below the density up to each full hour, in hours; 25 values.
  private static let area: [Double] = {
    var sum = 0.0
    var area = [0.0]
    for hour in 0..<24 {
      sum += (density[hour] + density[(hour + 1) % 24]) / 2
      area.append(sum)
    }
    return area
  }()

  /// The share of a day's mass before a time of the day, from 0 at midnight to 1 at the next.
  package static func share(before nanoseconds: Int64) -> Double {
    mass(before: nanoseconds) / area[24]
  }

  /// The share of a day's mass in a span of at most a day that begins at a time of the day.
  package static func share(from nanoseconds: Int64, lasting span: Int64) -> Double {
    let end = nanoseconds + span
    let past = end > day ? 1 + share(before: end - day) : share(before: end)
    return past - share(before: nanoseconds)
  }

  /// The time of the day, in nanoseconds, before which a share `u` of the day's mass lies.
  package static func timeOfDay(_ u: Double) -> Int64 {
    invert(u * area[24])
  }

  /// The instant, in nanoseconds from the start of a span, before which a share `u` of the mass of the whole span
  /// lies.
  ///
  /// - Parameter start: the time of the day, in nanoseconds from midnight, at which the span begins.
  package static func instant(_ u: Double, over span: Int64, from start: Int64 = 0) -> Int64 {
    let end = start + span
    let before = mass(before: start)
    let target = before + u * (Double(end / day) * area[24] + mass(before: end % day) - before)
    let whole = min(end / day, Int64(target / area[24]))
    return min(span, max(0, whole * day + invert(target - Double(whole) * area[24]) - start))
  }

  private static func mass(before nanoseconds: Int64) -> Double {
    let position = Double(nanoseconds) / hour
    let index = min(23, Int(position))
    let part = position - Double(index)
    let start = density[index]
    return area[index] + part * start + part * part * (density[(index + 1) % 24] - start) / 2
  }

  private static func invert(_ mass: Double) -> Int64 {
    var index = 0
    while index < 23, area[index + 1] <= mass { index += 1 }
    let rest = mass - area[index]
    let start = density[index]
    let slope = density[(index + 1) % 24] - start
    // Solves start x + slope x^2 / 2 = rest, in the form that is also exact for small slopes.
    let part = 2 * rest / (start + max(0, start * start + 2 * slope * rest).squareRoot())
    return min(day, Int64((Double(index) + min(1, part)) * hour))
  }
}
