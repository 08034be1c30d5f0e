import GTSDModel

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

/// Statistics on the behaviour of a population, from its events.
struct PeopleSeen {
  /// The events that are needed.
  static let names = ["app_launched", "signup_completed", "onboarding_completed", "onboarding_skipped"]

  /// The share of people who return on each day after sign-up, among those whose day ended before the end.
  var days: [Double]
  /// The intervals of these shares.
  var intervals: [Interval?]
  /// Share of launches before six in the morning.
  var night: Double
  /// Share of those who skipped onboarding who complete their profile within seven days.
  var skippers: Double

  /// - Parameter end: days from the first midnight until which events were collected.
  init(_ log: EventLog, end: Int64) {
    let (hour, day) = (Int64(3_600_000), Int64(86_400_000))
    let midnight = log.start - log.start % day
    var back = [(of: Int, are: Int)](repeating: (0, 0), count: 14)
    var (launches, early, skipped, completed) = (0, 0, 0, 0)
    for user in 0..<log.users {
      let events = log.events(of: user)
      guard let signUp = events.first(where: { $0.name == .signedUp })?.time else { continue }
      let starts = events.filter { $0.name == .launched }.map(\.time)
      launches += starts.count
      early += starts.count { $0 % day < 6 * hour }
      for number in back.indices where signUp + Int64(number + 1) * day <= midnight + end * day {
        let from = signUp + Int64(number) * day
        back[number].of += 1
        if starts.contains(where: { $0 > from && $0 <= from + day }) { back[number].are += 1 }
      }
      if let skip = events.first(where: { $0.name == .skipped })?.time, skip + 7 * day <= midnight + end * day {
        skipped += 1
        if events.contains(where: { $0.name == .onboarded && $0.time > skip && $0.time <= skip + 7 * day }) {
          completed += 1
        }
      }
    }
    days = back.map { $0.of == 0 ? 0 : Double($0.are) / Double($0.of) }
    intervals = back.map { ProportionInterval.wilson(successes: $0.are, trials: $0.of) }
    night = Double(early) / Double(max(1, launches))
    skippers = Double(completed) / Double(max(1, skipped))
  }
}
