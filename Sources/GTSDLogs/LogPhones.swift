import GTSDFields
import GTSDModel

/// Looks for names of phones that name none, and for phones that do not send all kinds of events.
enum LogPhones {
  // MARK: Names that change

  /// The share of changes between a person's launches, of those possible, from which on names of phones name none, and
  /// the fewest launches by which that is known.
  private static let mostChanges = 0.6
  private static let leastLaunches = 30

  /// Removes names of phones that change with each session or event.
  static func changing(_ log: inout EventLog) -> LogFinding? {
    var (others, launches) = (0, 0)
    var names: Set<Int32> = []
    for user in 0..<log.users {
      var own: Set<Int32> = []
      var count = 0
      for event in log.events(of: user) where event.device >= 0 {
        own.insert(event.device)
        if event.name == .launched { count += 1 }
      }
      names.formUnion(own)
      guard count > 1 else { continue }
      others += own.count - 1
      launches += count - 1
    }
    guard launches >= leastLaunches, Double(others) > mostChanges * Double(launches) else { return nil }
    let people = log.users
    log.keep { _, event in
      event.device = ObservedEvent.noDevice
      return true
    }
    let what = others > 2 * launches ? "event" : "session"
    return LogFinding(
      .phones,
      "\(names.count) names of phones for \(people) people: they change with each \(what), and name no phone. Phones are told "
        + "by sessions instead, as in a log without them; an export with the phone's own id tells them better.",
      isFault: false,
      paths: [
        "decisions.useSecondDevice", "habit.returnSameDay", "timings.sessionGap.median", "timings.sessionGap.sigma",
      ], isDoubt: true)
  }

  // MARK: Kinds that some phones do not send

  /// People who had at least so many sessions, the share of them without any event of a kind from which on a part of
  /// the phones does not send it, and the rate of all others.
  private static let sessions = 5
  private static let (leastSilent, leastRate) = (0.1, 0.5)
  private static let fewest = 10

  /// Kinds of events that nearly every session has, and that a part of the people never sends.
  ///
  /// People differ in how often they do something. A part who never does it, with nobody in between, has another app.
  static func silent(_ log: EventLog) -> [LogFinding] {
    [(ObservedEvent.Name.tabChanged, ObservedEvent.Name.launched), (.launched, .tabChanged)].compactMap {
      name, occasion in
      var (silent, between, sending) = (0, 0, 0)
      for user in 0..<log.users {
        var (own, all) = (0, 0)
        var (lastOwn, lastOccasion) = (Int64.min / 2, Int64.min / 2)
        for event in log.events(of: user) {
          if event.name == name {
            if event.time - lastOwn > ObservedSession.quiet { own += 1 }
            lastOwn = event.time
          } else if event.name == occasion {
            if event.time - lastOccasion > ObservedSession.quiet { all += 1 }
            lastOccasion = event.time
          }
        }
        guard all >= sessions else { continue }
        let rate = Double(own) / Double(all)
        if own == 0 { silent += 1 } else if rate < leastRate / 2 { between += 1 } else { sending += 1 }
      }
      let people = silent + between + sending
      guard silent >= fewest, Double(silent) > leastSilent * Double(people), sending > 0, 5 * between < silent else {
        return nil
      }
      return LogFinding(
        .stopped,
        "`\(name.text)` events come from none of \(silent) people (\(LogQuality.percent(silent, people)) of those with at "
          + "least \(sessions) sessions), and from nearly all sessions of the others: a part of the phones does not send them. "
          + "Values from them are wrong.", isFault: true, paths: name.paths)
    }
  }
}

/// Counts of events by platform, as far as lines name one.
struct PlatformCounts: Sendable, Equatable {
  private var counts: [String: [Int]] = [:]
  private static let mostPlatforms = 16

  mutating func note(_ platform: String, _ name: ObservedEvent.Name) {
    if counts[platform] == nil {
      guard counts.count < Self.mostPlatforms else { return }
      counts[platform] = [Int](repeating: 0, count: ObservedEvent.Name.allCases.count)
    }
    counts[platform]?[Int(name.rawValue)] += 1
  }

  /// The events of a kind that a platform should have sent, by the rate of the others, for its lack to be known, and
  /// the share of them that is none.
  private static let (expected, none) = (20.0, 0.05)

  /// Kinds of events that one platform sends and another does not.
  var findings: [LogFinding] {
    guard counts.count > 1 else { return [] }
    return ObservedEvent.Name.allCases.flatMap { name -> [LogFinding] in
      guard let occasion = name.platformOccasion else { return [] }
      func count(_ platform: String, _ name: ObservedEvent.Name) -> Double {
        Double(counts[platform]?[Int(name.rawValue)] ?? 0)
      }
      return counts.keys.sorted().compactMap { platform in
        let others = counts.keys.filter { $0 != platform }
        let (own, all) = others.reduce((0.0, 0.0)) { ($0.0 + count($1, name), $0.1 + count($1, occasion)) }
        guard all > 0 else { return nil }
        let due = own / all * count(platform, occasion)
        let sent = count(platform, name)
        guard due >= Self.expected, sent < Self.none * due else { return nil }
        return LogFinding(
          .stopped,
          "`\(name.text)` events come from `\(platform.onOneLine)` \(sent == 0 ? "never" : "\(Int(sent)) times"), where about "
            + "\(Int(due.rounded())) were due by the rate of other platforms: its app or export does not send them. Values from "
            + "them are wrong.", isFault: true, paths: name.paths)
      }
    }
  }
}

extension ObservedEvent.Name {
  /// The event by which the number of events of a kind is compared between platforms; nil for errors, which platforms
  /// have of their own.
  fileprivate var platformOccasion: ObservedEvent.Name? {
    switch self {
    case .apiError, .acknowledgeFailed, .photoFailed, .preferencesFailed: nil
    case .launched: .tabChanged
    case .acknowledged, .cardTapped, .cardDismissed: .cardViewed
    case .summaryScrolled, .summaryCompleted, .learnMoreTapped: .summaryViewed
    case .cardViewed, .zeroStateViewed, .zeroStateTapped, .profileCompleted, .summaryViewed, .preferencesSaved,
      .photoUploaded, .signedUp, .onboarded, .skipped, .tabChanged:
      .launched
    }
  }
}

/// The times between events and their arrival at the service, by which local times that are marked as UTC are known.
struct ArrivalLags: Sendable, Equatable {
  /// The numbers of lines by half hours behind, from none on, if within a few minutes of it.
  private var near = [Int](repeating: 0, count: 29)
  private var lines = 0

  private static let step: Int64 = 30 * Milliseconds.minute
  private static let tolerance: Int64 = 5 * Milliseconds.minute
  private static let fewest = 50
  private static let most = 0.5

  mutating func note(event: Int64, received: Int64) {
    lines += 1
    let lag = received - event
    guard lag > -Self.tolerance else { return }
    // A line arrives some time after its event, never before.
    let place = (lag + Self.tolerance) / Self.step
    guard place < near.count, lag - place * Self.step < Self.tolerance else { return }
    near[Int(place)] += 1
  }

  /// The finding, if most lines arrive by whole half hours after their events.
  var finding: LogFinding? {
    let off = near.dropFirst(2).reduce(0, +)
    guard lines >= Self.fewest, Double(off) > Self.most * Double(lines) else { return nil }
    let worst = near.indices.dropFirst(2).max { near[$0] < near[$1] } ?? 2
    let hours = Double(worst) / 2
    return LogFinding(
      .zone,
      "\(off) of \(lines) lines (\(LogQuality.percent(off, lines))) reached the service a whole number of half hours after "
        + "their events, mostly \(hours.shortText) hours: their times are local ones that are marked as UTC. A file of `--map` with "
        + "a `timeForm` whose `Z` is in quotation marks, and a `zone`, reads them rightly.", isFault: true,
      paths: ["habit.returnNextDay", "habit.dailyDecay"])
  }
}
