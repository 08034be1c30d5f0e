import GTSDModel

/// Finds events that are missing from a log: events that must precede others, events whose effect is visible, or all
/// events of some hours. Also finds impossible durations.
enum LogGaps {
  static func findings(_ log: EventLog) -> [LogFinding] {
    let launches = log.times { $0.name == .launched }
    let silent = silence(log, launches) ?? holes(log, launches)
    return [orphans(log), unsent(log), silent, units(log)].compactMap(\.self)
  }

  // MARK: Missing causes

  /// The smallest number of missing events that is reported, and the largest share of them that is no problem.
  private static let fewest = 10
  private static let most = 0.05
  /// The smallest share of such events at which lines are reported as missing.
  private static let least = 0.005

  /// Finds events whose cause is not in the log. Reasons are a sample of events rather than of people, lines that an
  /// export left out, or one person under several ids.
  private static func orphans(_ log: EventLog) -> LogFinding? {
    let known = log.names
    var (alone, all) = (0, 0)
    var byName: [(name: ObservedEvent.Name, count: Int)] = []
    for user in 0..<log.users {
      var seen: Set<ObservedEvent.Name> = []
      let events = log.events(of: user)
      for event in events {
        defer { seen.insert(event.name) }
        guard let causes = event.name.causes, causes.contains(where: known.contains) else { continue }
        // Events before the beginning of the log are not missing.
        guard let first = events.first, first.time > log.start + Milliseconds.hour || seen.contains(.launched) else {
          continue
        }
        all += 1
        guard seen.isDisjoint(with: causes) else { continue }
        alone += 1
        if let index = byName.firstIndex(where: { $0.name == event.name }) {
          byName[index].count += 1
        } else {
          byName.append((event.name, 1))
        }
      }
    }
    guard alone >= fewest, Double(alone) > least * Double(all) else { return nil }
    guard Double(alone) > most * Double(all) else { return lost(alone, of: all) }
    let worst = byName.sorted { ($1.count, $0.name.rawValue) < ($0.count, $1.name.rawValue) }[0]
    let causes = (worst.name.causes ?? []).filter(known.contains).map { "`\($0.text)`" }.joined(separator: " or ")
    return LogFinding(
      .missing,
      "\(alone) of \(all) events (\(LogQuality.percent(alone, all))) lack an event that must precede them, as \(worst.count) "
        + "`\(worst.name.text)` without \(causes): events are missing, as from a sample of lines, or one person's are under "
        + "several ids. Export all events of each person, and the calls that join ids.",
      isFault: true, paths: Array(Set(ObservedEvent.Name.allCases.flatMap(\.paths))).sorted())
  }

  /// The finding that a few lines are missing from the log. Its figures are too low by about the same share, which is
  /// less than most other errors.
  private static func lost(_ alone: Int, of all: Int) -> LogFinding {
    LogFinding(
      .missing,
      "About \(LogQuality.percent(alone, all)) of the lines are missing: \(alone) of \(all) events lack an event "
        + "that must precede them, such as a tap on a card that was not seen. Counts and shares are too low by about as much.",
      isFault: false, paths: Array(Set(ObservedEvent.Name.allCases.flatMap(\.paths))).sorted())
  }

  // MARK: Whose effect is seen

  /// Limits for the finding: the smallest number of visits without the card, their smallest share, and the longest time
  /// until the next visit. After a longer time, new metrics show the card again.
  private static let (fewestUnsent, minUnsent, nextVisit) = (8, 0.25, 12 * Milliseconds.hour)

  /// The finding that events of acknowledgments are missing, for example those of one platform.
  ///
  /// If the log does not name platforms, a phone that does not send an event looks like a person who never does it. An
  /// acknowledgment has a visible effect, however: a person who opens the review without acknowledging sees the card
  /// again at the next visit.
  private static func unsent(_ log: EventLog) -> LogFinding? {
    guard log.has(.launched), log.has(.cardTapped) else { return nil }
    var (gone, all) = (0, 0)
    for user in 0..<log.users {
      var open: Int64?
      forEachVisit(log.events(of: user)) { visit, begin, end in
        if let before = open, begin - before < nextVisit, visit.count > 1 {
          all += 1
          if !visit.contains(where: { $0.name == .cardViewed }) { gone += 1 }
        }
        let isReviewed = visit.contains { $0.name == .cardTapped && $0.detail == 0 }
        let isAnswered = visit.contains { [.acknowledged, .acknowledgeFailed, .cardDismissed].contains($0.name) }
        open = isReviewed && !isAnswered ? end : nil
      }
    }
    guard gone >= fewestUnsent, Double(gone) > minUnsent * Double(all) else { return nil }
    let name = ObservedEvent.Name.acknowledged
    return LogFinding(
      .stopped,
      "`\(name.text)` events are missing: of \(all) visits after a review without one, \(gone) "
        + "(\(LogQuality.percent(gone, all))) no longer have the card, so the metrics were acknowledged. Some of the phones "
        + "does not send the event. Values from it are wrong.", isFault: true, paths: name.paths)
  }

  /// Calls a function for each visit of a person, which begins with a launch, with its first and last instant.
  private static func forEachVisit(
    _ events: ArraySlice<ObservedEvent>, _ body: (ArraySlice<ObservedEvent>, Int64, Int64) -> Void
  ) {
    var begin = events.firstIndex { $0.name == .launched } ?? events.endIndex
    while begin < events.endIndex {
      let end = events[(begin + 1)...].firstIndex { $0.name == .launched } ?? events.endIndex
      body(events[begin..<end], events[begin].time, events[end - 1].time)
      begin = end
    }
  }

  // MARK: Times without events

  /// The shortest silence that is examined, in milliseconds, and the number of launches at the same hours of another
  /// day that rules out chance.
  private static let shortest = Milliseconds.hour
  private static let expected = 20

  /// A finding about the longest period without any launch in a log in which the neighbouring days, and at least two of
  /// the nearest days, have many launches at the same hours; nil for none. One such day is not enough: people who sign
  /// up in the night of their first day do not come back in the night.
  private static func holes(_ log: EventLog, _ launches: SortedTimes) -> LogFinding? {
    var longest: Range<Int64>?
    launches.forEachPair { _, from, to in
      guard to - from >= max(shortest, longest?.length ?? 0) else { return true }
      let others = [-2, -1, 1, 2].map { day in
        (day, from: from + Int64(day) * Milliseconds.day + 1, to: to + Int64(day) * Milliseconds.day)
      }.filter { $0.from >= log.start && $0.to <= log.end }
      let busy = others.filter { launches.count($0.from, $0.to) >= expected }.map(\.0)
      guard busy.count > 1, others.allSatisfy({ abs($0.0) > 1 || busy.contains($0.0) }) else { return true }
      // At the end of the log, and at the beginning and end of active hours, few events are expected before or after
      // the silence.
      if launches.count(2 * from - to, from) >= expected, launches.count(to, 2 * to - from) >= expected {
        longest = from..<to
      }
      return true
    }
    return longest.map(gap)
  }

  private static func gap(_ hole: Range<Int64>) -> LogFinding {
    LogFinding(
      .missing,
      "No visits between \(text(hole)), at hours that have many on other days: the log has a gap. Export that "
        + "time again, or leave out everything before it.",
      isFault: true, paths: ObservedEvent.Name.launched.paths)
  }

  private static func text(_ hole: Range<Int64>) -> String {
    let (from, to) = (Timestamp(milliseconds: hole.lowerBound), Timestamp(milliseconds: hole.upperBound))
    return "\(from.iso8601) and \(to.iso8601)"
  }

  /// The shortest silence of all people that is examined where no day of the same hours is near, in milliseconds.
  private static let shortestSilence = 36 * Milliseconds.hour
  /// The largest share of people beyond a silence who may have wrong dates. If there are more, the log has a gap.
  private static let mostAstray = 0.25

  /// A finding about the longest silence over days that has many launches on both sides; nil if there is none.
  ///
  /// A phone with a wrong date has its events there, far from all others. The log then seems to last longer than it
  /// does, so that people who were observed to its end seem to have left.
  private static func silence(_ log: EventLog, _ launches: SortedTimes) -> LogFinding? {
    var longest: Range<Int64>?
    launches.forEachPair { _, from, to in
      if to - from >= max(shortestSilence, (longest?.length ?? 0) + 1),
        launches.count(2 * from - to, to) >= expected, launches.count(to, 2 * to - from) >= expected
      {
        longest = from..<to
      }
      return true
    }
    guard let longest else { return nil }
    let earlier = (0..<log.users).count { user in
      log.events(of: user).first.map { $0.time < longest.upperBound } ?? false
    }
    let later = (0..<log.users).count { user in
      log.events(of: user).last.map { $0.time >= longest.upperBound } ?? false
    }
    let (side, few) = earlier < later ? ("before", earlier) : ("after", later)
    guard Double(few) <= mostAstray * Double(log.users) else { return gap(longest) }
    return LogFinding(
      .missing,
      "Nobody has events between \(text(longest)), and many people have before and after: \(few) of \(log.users) people "
        + "have events \(side) it. Either their phones have a wrong date, or the log has a gap. Leave these people out, or "
        + "export that time again.",
      isFault: true, paths: Array(Set(ObservedEvent.Name.allCases.flatMap(\.paths))).sorted())
  }

  // MARK: Units

  /// Finds times on screen that are longer than the time that has passed, so that their unit cannot be seconds.
  private static func units(_ log: EventLog) -> LogFinding? {
    var (longer, all) = (0, 0)
    for user in 0..<log.users {
      var shown: Int64?
      for event in log.events(of: user) {
        if event.name == .summaryViewed { shown = shown ?? event.time }
        guard event.name == .summaryCompleted, let begin = shown else { continue }
        all += 1
        if Int64(event.value) > 2 * (event.time - begin) + Milliseconds.minute { longer += 1 }
      }
    }
    guard longer >= fewest, Double(longer) > most * Double(all) else { return nil }
    return LogFinding(
      .units,
      "\(longer) of \(all) times on screen are longer than the time that has passed since the screen appeared: "
        + "`time_on_screen_seconds` is not in seconds.", isFault: true,
      paths: ObservedEvent.Name.summaryCompleted.paths + ObservedEvent.Name.acknowledged.paths)
  }
}

extension ObservedEvent.Name {
  /// The events of which at least one must precede this event for the same person, in every app; nil if none must.
  fileprivate var causes: Set<ObservedEvent.Name>? {
    switch self {
    case .summaryScrolled, .summaryCompleted, .learnMoreTapped: [.summaryViewed]
    case .cardTapped, .cardDismissed: [.cardViewed]
    case .zeroStateTapped: [.zeroStateViewed]
    case .skipped: [.signedUp]
    case .cardViewed, .acknowledged, .zeroStateViewed, .profileCompleted, .summaryViewed, .preferencesSaved,
      .photoUploaded, .signedUp, .onboarded, .launched, .tabChanged, .apiError, .acknowledgeFailed, .photoFailed,
      .preferencesFailed:
      nil
    }
  }
}

extension Range<Int64> {
  fileprivate var length: Int64 { upperBound - lowerBound }
}
