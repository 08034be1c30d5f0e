import Foundation
import GTSDLogs
import GTSDModel
import GTSDWorld

/// A comparison of the times of day at which people of a log return with those of simulated people.
///
/// Values that depend on parts of days are right only if both sleep at the same hours. If times of another zone are
/// read as UTC, the nights are shifted.
struct LogRhythm {
  /// Whether the log's days differ from those of the program.
  let isOff: Bool
  /// The shift in hours, east of the log's own zone, with which the log's days fit best.
  let hours: Int

  /// The smallest number of first launches of a day.
  private static let least = 60
  /// The required logarithm of the likelihood ratio for days to count as different from the program's.
  private static let likelier = 8.0

  /// Creates the rhythm of a log; nil if too few people return.
  init?(_ events: EventLog) {
    var counts = [Int](repeating: 0, count: 24)
    for user in 0..<events.users {
      let launches = events.events(of: user).lazy.filter { $0.name == .launched }.map(\.time)
      guard let arrival = events.events(of: user).first?.time else { continue }
      var last: Int64 = 0
      for time in launches {
        let day = (time - arrival) / Milliseconds.day
        if day > last {
          counts[Int((time % Milliseconds.day + Milliseconds.day) % Milliseconds.day / Milliseconds.hour)] += 1
        }
        last = max(last, day)
      }
    }
    let all = counts.reduce(0, +)
    guard all >= Self.least else { return nil }
    let total = DailyRhythm.density.reduce(0, +)
    func likelihood(_ shift: Int) -> Double {
      counts.indices.reduce(0) { sum, hour in
        let place = (hour - shift + 48) % 24
        let density = (DailyRhythm.density[place] + DailyRhythm.density[(place + 1) % 24]) / 2 / total
        return sum + Double(counts[hour]) * log10(density)
      }
    }
    let best = (-11...12).map { ($0, likelihood($0)) }.max { $0.1 < $1.1 } ?? (0, 0)
    let even = Double(all) * log10(1.0 / 24)
    hours = best.0
    isOff = max(best.1, even) - max(likelihood(0), likelihood(1), likelihood(-1)) > Self.likelier / log(10)
  }
}
