import GTSDLogs
import GTSDModel
import Statistics

/// The decisions that people took on their first occasions, by the day of their sign-up. They show whether a decision
/// changed within the log, as after a release.
///
/// Only the first 24 hours of a person count, and only if the log contains all of them. So people of all days are
/// compared at the same age: what they have experienced by then, and who has left, does not differ between days.
struct FirstOccasions: Sendable {
  /// A decision that changed from one day of sign-up on.
  struct Change: Equatable, Sendable {
    var rate: CalibrationTally.Rate
    /// The first day of the people who decide differently, counted from the log's first.
    var day: Int
    var before, after: TwoProportionTest.Group
  }

  typealias Rate = CalibrationTally.Rate

  /// The probability of finding a change in a log without any: over all decisions and days together.
  private static let alarm = 0.001
  /// The smallest change of the odds that matters. A large log shows even smaller ones.
  private static let leastOdds = 1.25
  /// The smallest number of people on each side.
  private static let fewest = 50

  /// The decisions that are compared, with their path below a persona. Visits of the same session are left out, since
  /// they depend on each other.
  static let paths: [(rate: Rate, path: String)] = [
    (.skip, "decisions.skipOnboarding"), (.answered, "decisions.abandonOnboarding"),
    (.readSummary, "decisions.readSummaryToEnd"), (.expandSummary, "decisions.expandSummary"),
    (.exitByButton, "decisions.exitSummaryByButton"), (.followed, "decisions.followCard"),
    (.dismiss, "decisions.dismissCard"), (.acknowledged, "decisions.acknowledge"),
    (.completedProfile, "decisions.completeProfile"), (.maybeLater, "decisions.maybeLater"),
    (.plans, "decisions.goToPlansDirectly"), (.burst, "decisions.tabBurst"), (.photos, "decisions.uploadPhotos"),
  ]

  /// Successes and trials by day and decision.
  private var days: [[(successes: Int, trials: Int)]] = []

  /// Adds a person.
  ///
  /// - Parameters:
  ///   - day: the day of the sign-up, counted from the log's first.
  ///   - decided: the outcomes of the first occasions, by rate; nil where there was none.
  mutating func add(day: Int, _ decided: [Bool?]) {
    guard day >= 0 else { return }
    while days.count <= day { days.append(.init(repeating: (0, 0), count: Self.paths.count)) }
    for (index, compared) in Self.paths.enumerated() {
      guard let success = decided[compared.rate.rawValue] else { continue }
      days[day][index].trials += 1
      if success { days[day][index].successes += 1 }
    }
  }

  /// The decisions that changed, the plainest first. All changed on the day on which that one changed most.
  var changes: [Change] {
    let cuts = days.count - 1
    guard cuts > 0 else { return [] }
    let level = Self.alarm / Double(cuts * Self.paths.count)
    func change(_ index: Int, _ cut: Int) -> (change: Change, p: Double)? {
      func group(_ range: Range<Int>) -> TwoProportionTest.Group {
        days[range].reduce(into: .init(successes: 0, trials: 0)) {
          $0.successes += $1[index].successes
          $0.trials += $1[index].trials
        }
      }
      let (before, after) = (group(0..<cut), group(cut..<days.count))
      guard before.trials >= Self.fewest, after.trials >= Self.fewest,
        let test = TwoProportionTest(treated: after, control: before), test.p < level,
        Self.odds(before, after) >= Self.leastOdds
      else { return nil }
      return (Change(rate: Self.paths[index].rate, day: cut, before: before, after: after), test.p)
    }
    let places = Self.paths.indices
    let all = places.flatMap { index in (1...cuts).compactMap { change(index, $0) } }
    guard let plainest = all.min(by: { ($0.p, $0.change.rate.rawValue) < ($1.p, $1.change.rate.rawValue) }) else {
      return []
    }
    return places.compactMap { change($0, plainest.change.day) }.ordered { $0.p < $1.p }.map(\.change)
  }

  /// The larger odds divided by the smaller, with half a person more on each side.
  private static func odds(_ one: TwoProportionTest.Group, _ other: TwoProportionTest.Group) -> Double {
    func odds(_ group: TwoProportionTest.Group) -> Double {
      (Double(group.successes) + 0.5) / (Double(group.trials - group.successes) + 0.5)
    }
    let ratio = odds(one) / odds(other)
    return max(ratio, 1 / ratio)
  }

  /// The finding that decisions changed; nil if none did.
  ///
  /// - Parameter firstMidnight: the beginning of the log's first day.
  func finding(firstMidnight: Int64) -> LogFinding? {
    let changes = changes
    guard let first = changes.first else { return nil }
    let date = Timestamp(milliseconds: firstMidnight + Int64(first.day) * Milliseconds.day).iso8601.prefix(10)
    func path(_ rate: Rate) -> String { Self.paths.first { $0.rate == rate }?.path ?? "" }
    let each = changes.prefix(3).map { change in
      // The events show who answers; the value is the share of those who give up.
      let isOpposite = change.rate == .answered
      func share(_ group: TwoProportionTest.Group) -> String {
        Wording.percent(isOpposite ? 1 - group.share : group.share)
      }
      let name = Scenario.words(for: "population.personas.*.\(path(change.rate))")
      return "“\(name)” \(share(change.after)) instead of \(share(change.before))"
    }
    let others = changes.count > 3 ? ", and \(changes.count - 3) more" : ""
    return LogFinding(
      .changed,
      "People who signed up from \(date) on decide differently from those before, on their first occasions: "
        + "\(each.joined(separator: ", "))\(others). The fitted value lies between both. Events of people who signed up "
        + "from then on show the present one.", isFault: true, paths: changes.map { path($0.rate) })
  }
}
