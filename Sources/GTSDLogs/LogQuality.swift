import Foundation
import GTSDFields
import GTSDModel
import Statistics

/// Looks for faults of a whole log that no single line shows.
enum LogQuality {
  /// The share of lines that may be dropped.
  private static let mostDropped = 0.05

  /// The faults of the log. Programs that use the app are removed from the log.
  ///
  /// - Parameter resent: the result of ``resent(_:)`` before repeated events were removed.
  static func findings(
    _ log: inout EventLog, _ summary: EventReader.Summary, resent: LogFinding?
  ) -> [LogFinding] {
    let found = [dropped(summary), zone(summary), early(summary), bots(&log), resent].compactMap(\.self)
    return found + stops(log)
  }

  private static func dropped(_ summary: EventReader.Summary) -> LogFinding? {
    let lost = summary.bad + summary.quarantined
    guard summary.lines > 0, Double(lost) > mostDropped * Double(summary.lines) else { return nil }
    let kinds = summary.kinds.filter { $0.name != "repeated" }.map { "\($0.count) \($0.name)" }
    let far = summary.quarantined > 0 ? ["\(summary.quarantined) with clocks far off"] : []
    return LogFinding(
      .dropped,
      "\(lost) of \(summary.lines) lines (\(percent(lost, summary.lines))) were dropped: "
        + "\((kinds + far).joined(separator: ", ")). More than 5% is too much to trust any value.", isFault: true)
  }

  private static func zone(_ summary: EventReader.Summary) -> LogFinding? {
    guard summary.zoneless > 0 else { return nil }
    return LogFinding(
      .zone,
      "\(summary.zoneless) times name no zone: days are UTC's. A file of `--map` with `{\"zone\": \"Europe/Berlin\"}` says "
        + "which zone they are of.", isFault: true, paths: ["habit.returnNextDay", "habit.dailyDecay"])
  }

  private static func early(_ summary: EventReader.Summary) -> LogFinding? {
    guard summary.early > 0 else { return nil }
    return LogFinding(
      .early,
      "\(summary.early) events are more than an hour later than the service had them (\(percent(summary.early, summary.lines))): "
        + "the clocks of these phones are ahead, or times are not UTC.",
      isFault: Double(summary.early) > mostDropped * Double(summary.lines),
      paths: ["habit.returnNextDay", "habit.returnSameDay", "habit.dailyDecay"])
  }

  static func percent(_ part: Int, _ whole: Int) -> String {
    let tenths = (Double(part) / Double(max(1, whole)) * 1_000).rounded() / 10
    return tenths >= 0.1 || part == 0 ? "\(tenths.shortText)%" : "less than 0.1%"
  }

  // MARK: Programs

  private static let leastLaunches = 20
  /// A person sleeps, and is away, for longer in each day.
  private static let longestPause = 3 * Milliseconds.hour
  /// The relative deviation of the times between launches below which the user must be a program, not a person.
  private static let steadiest = 0.05

  private static func bots(_ log: inout EventLog) -> LogFinding? {
    let bots = (0..<log.users).filter { isProgram(log.events(of: $0)) }
    guard !bots.isEmpty else { return nil }
    let before = log.events.count
    log.leaveOut(bots)
    return LogFinding(
      .bots,
      "\(bots.count) of \(log.users + bots.count) accounts act like programs, to the clock or without a night's rest: their "
        + "\(before - log.events.count) events are a group of their own, which is left out.", isFault: false)
  }

  private static func isProgram(_ events: ArraySlice<ObservedEvent>) -> Bool {
    guard let first = events.first, let last = events.last else { return false }
    let launches = events.filter { $0.name == .launched }.map(\.time)
    if launches.count > leastLaunches {
      let gaps = zip(launches.dropFirst(), launches).map { Double($0 - $1) }
      let moments = SampleMoments(gaps)
      if moments.mean > 0, moments.variance.squareRoot() < steadiest * moments.mean { return true }
    }
    guard last.time - first.time >= 2 * Milliseconds.day else { return false }
    return zip(events.dropFirst(), events).allSatisfy { $0.time - $1.time < longestPause }
  }

  // MARK: Sent again

  /// The greatest accepted share of repeated events among those whose content is unique.
  private static let mostRepeated = 0.01

  /// Milliseconds within which the same act of the same person is known to have been sent again.
  private static let soon: Int64 = 10_000

  /// Events whose measured times repeat to the millisecond, which no person can cause, and so late that other events of
  /// the same transmission cannot be recognised.
  static func resent(_ log: EventLog) -> LogFinding? {
    var (telling, again, launches) = (0, 0, 0)
    for user in 0..<log.users {
      var seen: [UInt64: Int64] = [:]
      var begun: Set<Int64> = []
      for event in log.events(of: user) {
        if event.name == .launched, event.session >= 0 {
          let phone = Int64(event.session) << 32 | Int64(UInt32(bitPattern: event.device))
          if !begun.insert(phone).inserted { launches += 1 }
        }
        guard let content = event.measuredContent else { continue }
        telling += 1
        if let first = seen[content] {
          if event.time - first > soon { again += 1 }
        } else {
          seen[content] = event.time
        }
      }
    }
    guard again >= 3, Double(again) > mostRepeated * Double(telling) else { return nil }
    let sessions = launches > 0 ? " \(launches) launches name a session that has begun before." : ""
    return LogFinding(
      .resent,
      "Events were sent again under a later time and without an id: \(again) of \(telling) measured times "
        + "(\(percent(again, telling))) come twice to the millisecond.\(sessions) Counts and second phones are too high by it; "
        + "an export with the ids of events is read rightly.",
      isFault: true,
      paths: [
        "decisions.useSecondDevice", "decisions.switchAccount", "decisions.tabBurst", "decisions.editPreferences",
        "decisions.editProfile", "decisions.uploadPhotos", "habit.returnSameDay", "timings.sessionGap.median",
        "timings.sessionGap.sigma",
      ])
  }

  // MARK: Kinds that begin or stop

  /// The number of events of a kind that determine its rate, the number of occasions without any, and its probability
  /// by chance.
  private static let recent = 20
  private static let leastOccasions = 12
  private static let mostLikely = 1e-7

  private static func stops(_ log: EventLog) -> [LogFinding] {
    var times = [[Int64]](repeating: [], count: ObservedEvent.Name.allCases.count)
    // Several of a kind in one session are one occasion: people differ in how many they send at once.
    for user in 0..<log.users {
      var last = [Int64](repeating: .min / 2, count: times.count)
      for event in log.events(of: user) where event.name != .cardTapped || event.detail == 0 {
        let name = Int(event.name.rawValue)
        if event.time - last[name] > ObservedSession.silence { times[name].append(event.time) }
        last[name] = event.time
      }
    }
    for index in times.indices { times[index].sort() }
    let newcomers = (0..<log.users).compactMap { log.events(of: $0).first?.time }.sorted()
    return ObservedEvent.Name.allCases.flatMap { name -> [LogFinding] in
      let own = times[Int(name.rawValue)]
      guard own.count > recent, let occasion = name.occasion else { return [] }
      let occasions = name == .signedUp ? newcomers : times[Int(occasion.rawValue)]
      return [("stop", own, occasions), ("begin only", own.reversed().map { -$0 }, occasions.reversed().map { -$0 })]
        .compactMap { word, own, occasions in
          guard let silent = silence(own, occasions) else { return nil }
          let instant = Timestamp(milliseconds: abs(own[own.count - 1])).iso8601
          return LogFinding(
            .stopped,
            "`\(name.text)` events \(word) at \(instant), \(word == "stop" ? "before" : "after") \(silent) occasions without "
              + "one: the app or the export did not send them. Values from them are wrong.",
            isFault: true, paths: name.paths)
        }
    }
  }

  /// The number of occasions after the last event of a kind, if that is more than chance allows; nil otherwise. Both
  /// lists are in order of time.
  private static func silence(_ own: [Int64], _ occasions: [Int64]) -> Int? {
    guard let last = own.last else { return nil }
    let begin = own[own.count - recent]
    // What an occasion leads to may take a minute, and the end of the log cuts some off.
    let silent = occasions.count { $0 > last + Milliseconds.minute }
    let before = occasions.count { $0 >= begin && $0 <= last }
    guard silent >= leastOccasions, before > 0 else { return nil }
    let rate = min(0.9, Double(recent) / Double(before))
    return pow(1 - rate, Double(silent)) < mostLikely ? silent : nil
  }
}

extension ObservedEvent.Name {
  /// The event after which events of this name follow, at a rate that does not decrease by itself; nil for none.
  fileprivate var occasion: ObservedEvent.Name? {
    switch self {
    case .launched: .tabChanged
    case .tabChanged, .preferencesSaved, .photoUploaded, .signedUp: .launched
    case .onboarded, .skipped: .signedUp
    case .summaryViewed: .onboarded
    case .summaryScrolled, .summaryCompleted, .learnMoreTapped: .summaryViewed
    case .cardTapped, .cardDismissed: .cardViewed
    case .acknowledged: .cardTapped
    case .zeroStateTapped: .zeroStateViewed
    case .cardViewed, .zeroStateViewed, .profileCompleted, .apiError, .acknowledgeFailed, .photoFailed,
      .preferencesFailed:
      nil
    }
  }
}

extension EventLog {
  /// Removes people, by their numbers in order.
  fileprivate mutating func leaveOut(_ people: [Int]) {
    let isOut = Set(people)
    let stay = (0..<users).filter { !isOut.contains($0) }
    var ranks = [Int32](repeating: -1, count: users)
    for (rank, user) in stay.enumerated() { ranks[user] = Int32(rank) }
    let kept = events.filter { ranks[Int($0.user)] >= 0 }.map { event in
      var event = event
      event.user = ranks[Int(event.user)]
      return event
    }
    let exposures = exposures.numbered(ranks)
    self = EventLog(ordered: kept, users: stay.count, end: nil)
    self.exposures = exposures
  }
}
