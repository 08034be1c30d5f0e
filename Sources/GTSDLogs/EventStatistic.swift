import GTSDModel
import Statistics

/// A figure by which an observed event log and a simulated one are compared.
package enum EventStatistic: String, CaseIterable, Hashable, Sendable {
  case onboarded = "onboarded-users"
  case skipped = "skipped-users"
  case sessions = "sessions-per-user"
  case nextDay = "next-day-users"
  case oneSession = "one-session-users"
  case sessionSpread = "sessions-per-user-spread"
  case cardViews = "card-views-per-user"
  case cardTaps = "card-reviews-per-user"
  case dismissals = "card-dismissals-per-user"
  case acknowledged = "acknowledged-users"
  case tabs = "tab-changes-per-user"
  case saves = "preference-saves-per-user"
  case photos = "photos-per-user"
  case zeroStateViews = "zero-state-views-per-user"
  case tapDelay = "card-view-to-review-median"
  case acknowledgeDelay = "onboarding-to-acknowledge-median"
  case summaryTime = "summary-time-median"
  // Only for a later part of a log: the number of people who do something for the first time in this part.
  case firstOnboarded = "later-first-onboarding"
  case firstAcknowledged = "later-first-acknowledgment"
  case firstPhoto = "later-first-photo"
  case firstSave = "later-first-save"

  /// The title in reports.
  package var title: String {
    switch self {
    case .onboarded: "Users who complete onboarding"
    case .skipped: "Users who skip onboarding"
    case .sessions: "Sessions per user"
    case .nextDay: "Users back on the day after sign-up"
    case .oneSession: "Users with one session"
    case .sessionSpread: "Variance of sessions per user, divided by their mean"
    case .cardViews: "Sessions with the card per user"
    case .cardTaps: "Cards followed per user"
    case .dismissals: "Cards dismissed per user"
    case .acknowledged: "Users who acknowledge"
    case .tabs: "Tab changes per user"
    case .saves: "Saves of preferences per user"
    case .photos: "Photos uploaded per user"
    case .zeroStateViews: "Sessions with the zero state per user"
    case .tapDelay: "Median time from card to tap"
    case .acknowledgeDelay: "Median time from onboarding to acknowledgment"
    case .summaryTime: "Median time on the summary"
    case .firstOnboarded: "Users who complete onboarding in these days"
    case .firstAcknowledged: "Users who acknowledge in these days"
    case .firstPhoto: "Users who first upload in these days"
    case .firstSave: "Users who first save preferences in these days"
    }
  }

  /// The unit of the figure: `share`, `s` or `number`.
  package var unit: String {
    switch self {
    case .onboarded, .skipped, .nextDay, .oneSession, .acknowledged: "share"
    case .firstOnboarded, .firstAcknowledged, .firstPhoto, .firstSave: "share"
    case .tapDelay, .acknowledgeDelay, .summaryTime: "s"
    default: "number"
    }
  }

  /// The events without which the figure has no meaning.
  private var needs: [ObservedEvent.Name] {
    switch self {
    case .onboarded: [.onboarded]
    case .skipped: [.skipped]
    case .sessions, .oneSession, .sessionSpread: [.launched]
    case .nextDay: [.launched, .signedUp]
    case .cardViews: [.cardViewed]
    case .cardTaps: [.cardTapped]
    case .dismissals: [.cardDismissed]
    case .acknowledged: [.acknowledged]
    case .tabs: [.tabChanged]
    case .saves: [.preferencesSaved]
    case .photos: [.photoUploaded]
    case .zeroStateViews: [.zeroStateViewed]
    case .tapDelay: [.cardViewed, .cardTapped]
    case .acknowledgeDelay: [.onboarded, .acknowledged]
    case .summaryTime: [.summaryCompleted]
    case .firstOnboarded, .firstAcknowledged, .firstPhoto, .firstSave: [first ?? .onboarded]
    }
  }

  /// The event whose first occurrence for each person is counted; nil for other figures.
  package var first: ObservedEvent.Name? {
    switch self {
    case .firstOnboarded: .onboarded
    case .firstAcknowledged: .acknowledged
    case .firstPhoto: .photoUploaded
    case .firstSave: .preferencesSaved
    default: nil
    }
  }

  /// Whether a log of these events can show the statistic.
  package func isShown(by names: [ObservedEvent.Name]) -> Bool { needs.allSatisfy(names.contains) }

  /// All figures of a log, nil for a figure without data.
  ///
  /// - Parameter begin: milliseconds since 1970. Only later events count, but times are measured from earlier ones,
  ///   too.
  package static func values(of log: EventLog, after begin: Int64 = .min) -> [EventStatistic: Double] {
    var counts = [Int](repeating: 0, count: ObservedEvent.Name.allCases.count)
    var people = counts
    var reviews = 0
    var back = (users: 0, of: 0)
    var sessions: [Double] = []
    var firsts = counts
    var (taps, acknowledgments, summaries) = (log.instants, log.instants, log.instants)
    for user in 0..<log.users {
      var launches = 0
      var (seen, before): (UInt32, UInt32) = (0, 0)
      var (viewed, onboarded, hasAcknowledged) = (Int64?.none, Int64?.none, false)
      var signedUp: Int64?
      var isBack = false
      for event in log.events(of: user) {
        let counted = event.time > begin
        if counted {
          counts[Int(event.name.rawValue)] += 1
          seen |= 1 << UInt32(event.name.rawValue)
        } else {
          before |= 1 << UInt32(event.name.rawValue)
        }
        switch event.name {
        case .signedUp: signedUp = signedUp ?? event.time
        case .launched:
          if counted { launches += 1 }
          viewed = nil
          if let signedUp, event.time - signedUp >= Milliseconds.day, event.time - signedUp < 2 * Milliseconds.day {
            isBack = true
          }
        case .cardViewed: viewed = viewed ?? event.time
        case .cardTapped where event.detail == 0:
          if counted { reviews += 1 }
          if counted, let first = viewed { taps.append(event.time - first) }
          viewed = nil
        case .onboarded: onboarded = onboarded ?? event.time
        case .acknowledged:
          if counted, !hasAcknowledged, let onboarded { acknowledgments.append(event.time - onboarded) }
          hasAcknowledged = true
        case .summaryCompleted: if counted { summaries.append(Int64(event.value)) }
        default: break
        }
      }
      for name in ObservedEvent.Name.allCases where seen & (1 << UInt32(name.rawValue)) != 0 {
        people[Int(name.rawValue)] += 1
        if before & (1 << UInt32(name.rawValue)) == 0 { firsts[Int(name.rawValue)] += 1 }
      }
      sessions.append(Double(launches))
      if let signedUp, signedUp + 2 * Milliseconds.day <= log.end, signedUp + Milliseconds.day >= begin {
        back.of += 1
        if isBack { back.users += 1 }
      }
    }
    guard log.users > 0 else { return [:] }
    let users = Double(log.users)
    func each(_ name: ObservedEvent.Name) -> Double { Double(counts[Int(name.rawValue)]) / users }
    func share(_ name: ObservedEvent.Name) -> Double { Double(people[Int(name.rawValue)]) / users }
    var values: [EventStatistic: Double] = [
      .onboarded: share(.onboarded), .skipped: share(.skipped), .sessions: each(.launched),
      .cardViews: each(.cardViewed), .cardTaps: Double(reviews) / users, .dismissals: each(.cardDismissed),
      .acknowledged: share(.acknowledged), .tabs: each(.tabChanged), .saves: each(.preferencesSaved),
      .photos: each(.photoUploaded), .zeroStateViews: each(.zeroStateViewed),
    ]
    let moments = SampleMoments(sessions)
    if moments.mean > 0 {
      values[.oneSession] = Double(sessions.count { $0 == 1 }) / users
      values[.sessionSpread] = moments.variance / moments.mean
    }
    if back.of > 0 { values[.nextDay] = Double(back.users) / Double(back.of) }
    if begin != .min {
      for figure in allCases {
        if let name = figure.first { values[figure] = Double(firsts[Int(name.rawValue)]) / users }
      }
    }
    values[.tapDelay] = median(taps)
    values[.acknowledgeDelay] = median(acknowledgments)
    values[.summaryTime] = median(summaries)
    return values
  }

  /// The median of times, in seconds.
  private static func median(_ times: SpilledArray<Int64>) -> Double? {
    guard !times.isEmpty else { return nil }
    let sorted = SortedTimes(times)
    let middle = sorted.count / 2
    return Double(sorted.count % 2 == 1 ? 2 * sorted[middle] : sorted[middle - 1] + sorted[middle]) / 2_000
  }
}
