import Foundation
import GTSDModel

/// Looks for ids of phones that do not identify phones, and for phones that do not send all kinds of events.
enum LogPhones {
  // MARK: Ids that change

  /// Two limits: the share of a person's launches that have a new phone id, above which ids do not identify phones; and
  /// the smallest number of launches for this decision.
  private static let maxChanges = 0.6
  private static let minLaunches = 30

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
    guard launches >= minLaunches, Double(others) > maxChanges * Double(launches) else { return nil }
    let people = log.users
    log.keep { event in
      event.device = ObservedEvent.noDevice
      return true
    }
    let what = others > 2 * launches ? "event" : "session"
    return LogFinding(
      .phones,
      "The \(names.count) phone ids of \(people) people change with each \(what), so they do not identify phones. They are "
        + "not used; phones are recognised by sessions. An export with an id that stays with the phone would show more.",
      isFault: false,
      paths: [
        "decisions.useSecondDevice", "habit.returnSameDay", "timings.sessionGap.median", "timings.sessionGap.sigma",
      ])
  }

  /// Removes ids of sessions that stay the same, such as one for each person.
  static func constantSessions(_ log: inout EventLog) -> LogFinding? {
    var (same, launches) = (0, 0)
    for user in 0..<log.users {
      var last: [Int32: (session: Int32, time: Int64)] = [:]
      for event in log.events(of: user) {
        defer { last[event.device] = (event.session, event.time) }
        guard event.name == .launched, event.session >= 0, let before = last[event.device] else { continue }
        guard event.time - before.time > ObservedSession.silence else { continue }
        launches += 1
        if before.session == event.session { same += 1 }
      }
    }
    guard launches >= minLaunches, Double(same) > maxChanges * Double(launches) else { return nil }
    log.keep { event in
      event.session = ObservedEvent.noSession
      return true
    }
    return LogFinding(
      .phones,
      "Ids of sessions stay the same at \(same) of \(launches) launches after a pause, so they do not identify sessions. They "
        + "are not used; sessions are recognised by launches and pauses.", isFault: false)
  }

  // MARK: Kinds of events that some phones do not send

  /// The smallest number of sessions of a person who is examined.
  private static let sessions = 5
  /// Limits: the smallest share of people who never send the kind, and the smallest rate per session of those who do.
  private static let (leastSilent, minRate) = (0.1, 0.5)
  /// The smallest number of people who never send the kind.
  private static let fewest = 10

  /// The kinds of events that nearly every session contains and that a group of people never sends.
  ///
  /// People usually differ gradually in how often they do something. If one group never does it and nobody does it
  /// rarely, the group's app does not send the event.
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
        if own == 0 { silent += 1 } else if rate < minRate / 2 { between += 1 } else { sending += 1 }
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

  /// The largest probability of the last visits of a person without an event of a kind, if the person did not stop
  /// sending it; and the share of people with less likely visits that chance does not reach.
  private static let unlikely = 0.001
  private static let leastCeased = 0.03

  /// The kinds of events that nearly every visit contains and that people stop or begin to send in the middle of the
  /// log, each at a time of their own, as with an update of the app that reaches a part of the people.
  static func ceased(_ log: EventLog) -> [LogFinding] {
    [(ObservedEvent.Name.tabChanged, ObservedEvent.Name.launched), (.launched, .tabChanged)].compactMap {
      name, occasion in
      var (ceased, begun, people) = (0, 0, 0)
      for user in 0..<log.users {
        let visits = visits(of: log.events(of: user), with: name, occasion)
        guard visits.count >= sessions else { continue }
        people += 1
        if endsUnlikely(visits) { ceased += 1 }
        if endsUnlikely(visits.reversed()) { begun += 1 }
      }
      let changed = max(ceased, begun)
      guard changed >= fewest, Double(changed) > leastCeased * Double(people) else { return nil }
      return LogFinding(
        .stopped,
        "\(changed) of \(people) people (\(LogQuality.percent(changed, people)) of those with at least \(sessions) visits) "
          + "\(ceased >= begun ? "stop" : "begin") sending `\(name.text)` in the middle of the log and go on using the app: "
          + "\(ceased >= begun ? "a later" : "an earlier") version of it does not send the event. Values from it are wrong.",
        isFault: true, paths: name.paths)
    }
  }

  /// Whether each visit of a person that has an event of one kind also has one of the other.
  private static func visits(
    of events: ArraySlice<ObservedEvent>, with name: ObservedEvent.Name, _ occasion: ObservedEvent.Name
  ) -> [Bool] {
    var visits: [Bool] = []
    var (hasOccasion, hasName, last) = (false, false, Int64.min / 2)
    for event in events where event.name == name || event.name == occasion {
      if event.time - last > ObservedSession.silence {
        if hasOccasion { visits.append(hasName) }
        (hasOccasion, hasName) = (false, false)
      }
      if event.name == name { hasName = true } else { hasOccasion = true }
      last = event.time
    }
    if hasOccasion { visits.append(hasName) }
    return visits
  }

  /// Whether a person's last visits lack an event so often that the person's earlier visits rule out chance.
  private static func endsUnlikely(_ visits: [Bool]) -> Bool {
    guard let last = visits.lastIndex(of: true) else { return false }
    // One more visit without the event keeps a rate of 1 from ruling out everything.
    let rate = Double(visits[...last].count { $0 }) / Double(last + 2)
    return pow(1 - rate, Double(visits.count - 1 - last)) < unlikely
  }
}
