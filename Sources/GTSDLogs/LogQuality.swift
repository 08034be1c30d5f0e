import Foundation
import GTSDFields
import GTSDModel
import Statistics

/// Looks for problems of a whole log that no single line shows.
enum LogQuality {
  /// The largest share of dropped lines that is no problem.
  private static let mostDropped = 0.05

  /// The problems of the log. Events of programs that use the app are removed from the log.
  ///
  /// - Parameter again: the repeated times in the log before repeated events were removed.
  static func findings(
    _ log: inout EventLog, _ summary: EventReader.Summary, _ again: ResentEvents, hasIDs: Bool
  ) -> [LogFinding] {
    let found = [
      dropped(summary) ?? droppedPart(summary) ?? droppedKind(log, summary), zone(summary), early(summary),
      summary.lags.finding, placeholders(summary), crowds(summary),
      LogPhones.changing(&log), LogPhones.constantSessions(&log), bots(&log), LogPeople.finding(&log),
      again.finding(hasIDs: hasIDs), CoarseTimes.finding(log), HalfDays.finding(log), summary.renamed?.finding,
    ]
    let partial =
      summary.platforms.findings + summary.versions.findings + LogPhones.silent(log) + LogPhones.ceased(log)
    // A platform that does not send a kind of event is reported only once.
    let gaps = LogGaps.findings(log).filter { gap in
      !partial.contains { $0.kind == gap.kind && $0.paths == gap.paths }
    }
    let repeated = LogPeople.repeated(log)
    let occasions = Set(repeated.map(\.name))
    return found.compactMap(\.self) + repeated.map(\.finding) + stops(log, except: occasions) + partial + gaps
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

  /// The smallest number of lines in a row, and the share of all lines, that are more than single errors.
  private static let (minRun, minRunShare) = (20, 0.005)

  /// A part of the log that was dropped as a whole, although it is less than the share of dropped lines that is a
  /// problem in itself: it has another form than the beginning, such as that of another file.
  private static func droppedPart(_ summary: EventReader.Summary) -> LogFinding? {
    let run = summary.lostRun
    guard run.count >= minRun, Double(run.count) > minRunShare * Double(summary.lines) else { return nil }
    return LogFinding(
      .dropped,
      "\(run.count) lines in a row were dropped, from line \(run.line) on: a part of the log has another form than its "
        + "beginning, such as that of another file. Its events, and perhaps people, are missing. Export all of it in one "
        + "form.", isFault: true)
  }

  /// A kind of event of which a large part was dropped, although that is a small part of all lines.
  private static func droppedKind(_ log: EventLog, _ summary: EventReader.Summary) -> LogFinding? {
    guard let worst = summary.rejectedNames.max(by: { $0.count < $1.count }), worst.count >= fewest,
      let name = ObservedEvent.Name.named(worst.name)
    else { return nil }
    let used = (0..<log.users).reduce(0) { $0 + log.events(of: $1).count { $0.name == name } }
    guard Double(worst.count) > mostDropped * Double(worst.count + used) else { return nil }
    return LogFinding(
      .dropped,
      "\(worst.count) of \(worst.count + used) `\(name.text)` events (\(percent(worst.count, worst.count + used))) were dropped, "
        + "since a property is missing or wrong. Values from them are wrong; `gtsd-sim check-events` names the properties.",
      isFault: true, paths: name.paths)
  }

  private static func zone(_ summary: EventReader.Summary) -> LogFinding? {
    guard summary.zoneless > 0 else { return nil }
    return LogFinding(
      .zone,
      "\(summary.zoneless) times have no time zone, so days are those of UTC.", isFault: true,
      paths: ["habit.returnNextDay", "habit.dailyDecay"],
      remedy: LogRemedy(map: "`{\"zone\": \"Europe/Berlin\"}`", effect: "says which zone they are of"))
  }

  private static func early(_ summary: EventReader.Summary) -> LogFinding? {
    guard summary.early > 0 else { return nil }
    let isFault = Double(summary.early) > mostDropped * Double(summary.lines)
    return LogFinding(
      .early,
      "\(summary.early) events are more than an hour later than the service had them (\(percent(summary.early, summary.lines))): "
        + "the clocks of these phones are ahead, or times are not UTC.",
      isFault: isFault, paths: isFault ? ObservedEvent.Name.launched.paths : [])
  }

  private static func placeholders(_ summary: EventReader.Summary) -> LogFinding? {
    let found = summary.placeholders
    guard found.events > 0 else { return nil }
    let isFault = Double(found.lost) > mostDropped * Double(summary.lines)
    let names = found.names.map { "`\($0.onOneLine)`" }.joined(separator: ", ")
    let lost =
      found.lost > 0
      ? " \(found.lost) of them name no phone either. They are left out, so some people are counted twice." : ""
    return LogFinding(
      .people,
      "\(names) \(found.names.count == 1 ? "stands" : "stand") in the place of an account on the phones of many, and "
        + "\(found.names.count == 1 ? "is" : "are") none: \(found.events) events are taken for those of the people whose "
        + "phones sent them.\(lost)",
      isFault: isFault, paths: isFault ? ObservedEvent.Name.signedUp.paths : [])
  }

  /// Phones on which many accounts signed in, as in a shop or of a tester.
  private static func crowds(_ summary: EventReader.Summary) -> LogFinding? {
    let (accounts, people) = (summary.identities.crowdedAccounts, summary.identities.people)
    // If most people are on such phones, these ids identify models rather than phones.
    guard accounts >= minCrowd, 2 * accounts < people else { return nil }
    let phones = summary.identities.crowdedPhones
    return LogFinding(
      .people,
      "\(accounts) of \(people) people (\(percent(accounts, people))) signed in on "
        + "\(phones == 1 ? "one phone" : "\(phones) phones") that many accounts share, as a tester's or a shop's: one person may "
        + "be behind them. Leave these accounts out, if they are tests.",
      isFault: Double(accounts) > mostDropped * Double(people),
      paths: ObservedEvent.Name.signedUp.paths + ["decisions.useSecondDevice"])
  }

  private static let minCrowd = 10

  static func percent(_ part: Int, _ whole: Int) -> String {
    let tenths = (Double(part) / Double(max(1, whole)) * 1_000).rounded() / 10
    return tenths >= 0.1 || part == 0 ? "\(tenths.shortText)%" : "less than 0.1%"
  }

  // MARK: Programs

  private static let minLaunches = 20
  /// The length of a pause, in milliseconds, that a person makes every day, by sleeping or being away; and the largest
  /// share of a program's time in such pauses. A person sleeps for a third of the time.
  private static let longestPause = 3 * Milliseconds.hour
  private static let mostPaused = 0.1
  /// The relative deviation of the times between launches below which the user must be a program, not a person.
  private static let minRelativeDeviation = 0.05

  private static func bots(_ log: inout EventLog) -> LogFinding? {
    let bots = (0..<log.users).filter { isProgram(log.events(of: $0)) }
    guard !bots.isEmpty else { return nil }
    let before = log.count
    log.leaveOut(bots)
    return LogFinding(
      .bots,
      "\(bots.count) of \(log.users + bots.count) accounts act like programs, at fixed times or without a night's rest: their "
        + "\(before - log.count) events are a group of their own, which is left out.", isFault: false)
  }

  private static func isProgram(_ events: ArraySlice<ObservedEvent>) -> Bool {
    guard let first = events.first, let last = events.last else { return false }
    let launches = events.filter { $0.name == .launched }.map(\.time)
    if launches.count > minLaunches {
      let gaps = zip(launches.dropFirst(), launches).map { Double($0 - $1) }
      let moments = SampleMoments(gaps)
      if moments.mean > 0, moments.variance.squareRoot() < minRelativeDeviation * moments.mean { return true }
    }
    guard last.time - first.time >= 2 * Milliseconds.day else { return false }
    let pauses = zip(events.dropFirst(), events).map { $0.time - $1.time }.filter { $0 >= longestPause }
    return Double(pauses.reduce(0, +)) < mostPaused * Double(last.time - first.time)
  }

  // MARK: Kinds that begin or stop

  /// The number of a kind's last events before it stops, from which its rate is estimated.
  private static let recent = 20
  /// The smallest number of events of a kind that is judged.
  private static let fewest = 10
  /// The smallest number of occasions without the kind.
  private static let minOccasions = 12
  /// The greatest probability that chance alone causes so many occasions without the kind.
  private static let mostLikely = 1e-7

  /// - Parameter others: kinds of events that are no occasions for others, since people send them at any time.
  private static func stops(_ log: EventLog, except others: Set<ObservedEvent.Name>) -> [LogFinding] {
    var unsorted = ObservedEvent.Name.allCases.map { _ in log.instants }
    // Several events of a kind in one session count as one occasion, since people differ in how many they send at once.
    for user in 0..<log.users {
      var last = [Int64](repeating: .min / 2, count: unsorted.count)
      for event in log.events(of: user) where event.name != .cardTapped || event.detail == 0 {
        let name = Int(event.name.rawValue)
        if event.time - last[name] > ObservedSession.silence { unsorted[name].append(event.time) }
        last[name] = event.time
      }
    }
    let times = unsorted.map { SortedTimes($0) }
    return ObservedEvent.Name.allCases.flatMap { name -> [LogFinding] in
      let own = times[Int(name.rawValue)]
      guard own.count >= fewest, let occasion = name.occasion, !others.contains(occasion) else { return [] }
      let occasions = times[Int(occasion.rawValue)]
      let ends = [true, false].compactMap { isStop -> LogFinding? in
        guard let silent = silence(own, occasions, isLater: isStop), let edge = isStop ? own.last : own.first else {
          return nil
        }
        return LogFinding(
          .stopped,
          "`\(name.text)` events \(isStop ? "stop" : "begin only") at \(Timestamp(milliseconds: edge).iso8601), "
            + "\(isStop ? "before" : "after") \(silent) occasions without one: the app or the export did not send them. Values "
            + "from them are wrong.",
          isFault: true, paths: name.paths)
      }
      return ends.isEmpty ? pause(name, own, occasions).map { [$0] } ?? [] : ends
    }
  }

  /// A finding about a pause of one kind of event in the middle of a log, with more occasions for the event than chance
  /// allows; nil for none.
  private static func pause(_ name: ObservedEvent.Name, _ own: SortedTimes, _ occasions: SortedTimes) -> LogFinding? {
    guard own.count > recent else { return nil }
    // The rate excludes this stretch of time. The event may follow its occasion after up to a minute.
    var longest: (from: Int64, to: Int64, silent: Int)?
    own.forEachPair { _, from, to in
      if to - from > 10 * Milliseconds.minute {
        let silent = occasions.count(from + Milliseconds.minute + 1, to - Milliseconds.minute + 1)
        if silent > longest?.silent ?? 0 { longest = (from, to, silent) }
      }
      return true
    }
    guard let longest, longest.silent >= minOccasions else { return nil }
    let rate = min(0.9, Double(own.count) / Double(max(1, occasions.count - longest.silent)))
    guard pow(1 - rate, Double(longest.silent)) < mostLikely else { return nil }
    let (from, to) = (Timestamp(milliseconds: longest.from).iso8601, Timestamp(milliseconds: longest.to).iso8601)
    return LogFinding(
      .stopped,
      "`\(name.text)` events pause between \(from) and \(to), in which \(longest.silent) occasions have none: the app or the "
        + "export did not send them. Values from them are wrong.", isFault: true, paths: name.paths)
  }

  /// The number of occasions after the last event of a kind, or before the first, where that is more than chance
  /// allows; nil otherwise.
  private static func silence(_ own: SortedTimes, _ occasions: SortedTimes, isLater: Bool) -> Int? {
    let recent = min(recent, own.count)
    // The event may follow its occasion after up to a minute, and the end of the log cuts off some.
    // In the first minutes of a log all people are new, and do nothing yet that others do.
    let (silent, before): (Int, Int)
    if isLater {
      guard let last = own.last, let end = occasions.last, end - last >= Milliseconds.hour else { return nil }
      silent = occasions.count - occasions.count(before: last + Milliseconds.minute + 1)
      before = occasions.count(own[own.count - recent], last + 1)
    } else {
      guard let first = own.first, let begin = occasions.first, first - begin >= Milliseconds.hour else { return nil }
      silent = occasions.count(before: first - Milliseconds.minute)
      before = occasions.count(first, own[recent - 1] + 1)
    }
    guard silent >= minOccasions, before > 0 else { return nil }
    let rate = min(0.9, Double(recent) / Double(before))
    return pow(1 - rate, Double(silent)) < mostLikely ? silent : nil
  }
}

extension ObservedEvent.Name {
  /// The event that leads to events of this name. The rate at which it does so must not decrease over time, as that of
  /// first uses does. Nil if there is no such event.
  var occasion: ObservedEvent.Name? {
    switch self {
    case .launched: .tabChanged
    case .tabChanged, .preferencesSaved, .photoUploaded: .launched
    case .onboarded, .skipped: .signedUp
    case .summaryViewed: .onboarded
    case .summaryScrolled, .summaryCompleted, .learnMoreTapped: .summaryViewed
    case .cardTapped, .cardDismissed: .cardViewed
    case .acknowledged: .cardTapped
    case .zeroStateTapped: .zeroStateViewed
    case .zeroStateViewed: .skipped
    case .cardViewed, .profileCompleted, .signedUp, .apiError, .acknowledgeFailed, .photoFailed, .preferencesFailed:
      nil
    }
  }
}

extension EventLog {
  /// Removes people, by their numbers in order.
  mutating func leaveOut(_ people: [Int]) {
    let isOut = Set(people)
    let stay = (0..<users).filter { !isOut.contains($0) }
    var ranks = [Int32](repeating: -1, count: users)
    for (rank, user) in stay.enumerated() { ranks[user] = Int32(rank) }
    keep(users: stay.count) { event in
      event.user = ranks[Int(event.user)]
      return event.user >= 0
    }
    exposures = exposures.numbered(ranks)
  }
}
