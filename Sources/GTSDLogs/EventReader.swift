import GTSDModel
import Randomness

/// Reads an event file piece by piece, in any supported format (``EventExport``).
///
/// The first lines determine the format. No text is kept beyond the current line, except the ids of people.
package struct EventReader {
  /// The number of rejected lines kept as examples.
  package static let examples = 20

  /// The number of records for which the report explains how they were read.
  package static let explained = 10

  package private(set) var summary = Summary()
  private var lines: EventLines
  private var graph = IdentityGraph()
  private var events: [ObservedEvent] = []
  /// Whether there is room for the events of the whole file.
  private var hasRoom = false

  /// The names that the log uses for events and fields.
  private let map: EventMap
  private var identities = EventIdentities()
  /// The indices in `events` of repeated ones, if the ids identify events.
  private var repeats: [Int] = []
  private var exposures = LogExposures()
  private var renamed = RenamedEvents()
  /// Whether the log has ids by which repeated events are recognised.
  private var hasIDs = false
  /// The smallest share of events with an id at which all events count as having one.
  private static let mostlyNamed = 0.95

  package init(map: EventMap = EventMap()) {
    self.map = map
    lines = EventLines(map)
  }

  /// The format and layout of the file, as recognised from the first lines; nil before they are read.
  package var shape: String? { lines.shape == nil ? nil : "\(lines.format), \(lines.layout)" }

  /// Takes the next bytes of the file.
  package mutating func read(_ bytes: some Sequence<UInt8>) {
    lines.take(Array(bytes))
    while let record = lines.next() { take(record) }
  }

  /// Makes room for the events of the whole file, estimated from those in its first part. An array that grows step by
  /// step takes up to three times the memory while it grows.
  ///
  /// - Parameters:
  ///   - read: the number of bytes read so far.
  ///   - all: the number of bytes of the file.
  package mutating func makeRoom(read: Int, of all: Int) {
    guard !hasRoom, read >= Self.firstPart, all > read else { return }
    hasRoom = true
    let share = Double(all) / Double(read)
    events.reserveCapacity(Int(Double(events.count) * share * 1.02))
    identities.makeRoom(Int(Double(identities.distinct) * share * 1.02))
  }

  /// The number of bytes from which the number of events in a file is estimated.
  private static let firstPart = 1 << 20

  /// Ends the file and returns its content.
  package mutating func finish() -> (log: EventLog, summary: Summary) {
    lines.end()
    while let record = lines.next() { take(record) }
    (summary.format, summary.layout, summary.unreadable) = (lines.format, lines.layout, lines.problem)
    removeRepeats()
    let ranks = assignPeople()
    countOutOfOrder()
    for (line, problem) in removeDistant() { reject(line, problem) }
    quarantine()
    // People are numbered by their first event, so that results depend neither on the order of the file nor on names.
    let order = numbered(ranks)
    var own: [ObservedEvent] = []
    swap(&own, &events)
    var log = EventLog(consume own, users: summary.identities.people)
    for line in log.removeRepetitions().sorted() { reject(Int(line), .repeated) }
    // If every event has an id, repeated events are found by their ids.
    let again = ResentEvents(log)
    if !hasIDs || again.isUnderNewIDs { summary.resent += log.removeResends() }
    summary.examples.sort { $0.line < $1.line }
    exposures.plans = map.experiments
    log.exposures = exposures.numbered(order)
    summary.renamed = renamed.change(in: log, people: order)
    summary.findings = LogQuality.findings(&log, summary, again, hasIDs: hasIDs)
    summary.events = log.count
    return (log, summary)
  }

  /// The index that means "no person".
  private static let nobody: Int32 = -1

  /// Assigns each event its person, and returns the person of each id.
  private mutating func assignPeople() -> IdentityGraph.People {
    let people = graph.people()
    // Events that a shared phone sent while nobody was signed in belong to the account that signs in next, or else to
    // the last one.
    var signedIn: [Int32: [(time: Int64, owner: Int32)]] = [:]
    if !people.shared.isEmpty {
      for event in events where people.shared.contains(event.device) && event.user != event.device {
        signedIn[event.device, default: []].append((event.time, people.owner[Int(event.user)]))
      }
      for phone in people.shared { signedIn[phone]?.sort { ($0.time, $0.owner) < ($1.time, $1.owner) } }
    }
    var belongsToNobody = false
    for index in events.indices {
      var user = events[index].user
      if people.placeholders.contains(user) {
        let phone = events[index].device
        let isPhone = phone >= 0 && !people.crowds.contains(phone)
        summary.placeholders.note(graph.name(user), isLost: !isPhone)
        if !isPhone { belongsToNobody = true }
        user = isPhone ? phone : Self.nobody
      }
      if people.crowds.contains(events[index].device) { events[index].device = ObservedEvent.noDevice }
      guard user != Self.nobody else {
        events[index].user = Self.nobody
        continue
      }
      if people.shared.contains(user), let accounts = signedIn[user], let last = accounts.last {
        let time = events[index].time
        events[index].user = (accounts.first { $0.time >= time } ?? last).owner
      } else {
        events[index].user = people.owner[Int(user)]
      }
    }
    if belongsToNobody { events.removeAll { $0.user == Self.nobody } }
    return people
  }

  /// Numbers people by their first event. Returns the number of each id, -1 for ids without events.
  private mutating func numbered(_ people: IdentityGraph.People) -> [Int32] {
    var first = [Int64](repeating: .max, count: graph.count)
    var signsUp = [Bool](repeating: false, count: graph.count)
    for event in events {
      first[Int(event.user)] = min(first[Int(event.user)], event.time)
      if event.name == .signedUp { signsUp[Int(event.user)] = true }
    }
    let seen = first.indices.filter { first[$0] != .max }.sorted { a, b in
      first[a] != first[b] ? first[a] < first[b] : graph.name(Int32(a)) < graph.name(Int32(b))
    }
    var ranks = [Int32](repeating: -1, count: graph.count)
    for (rank, user) in seen.enumerated() { ranks[user] = Int32(rank) }
    for index in events.indices { events[index].user = ranks[Int(events[index].user)] }
    let order = people.owner.map { ranks[Int($0)] }
    var counts = IdentityCounts()
    counts.people = seen.count
    counts.sharedDevices = people.shared.count
    counts.crowdedPhones = people.crowds.count
    counts.crowdedAccounts = Set(people.crowdedAccounts.map { order[$0] }.filter { $0 >= 0 }).count
    var named = [Bool](repeating: false, count: seen.count)
    for (id, rank) in order.enumerated() where rank >= 0 {
      counts.ids += 1
      if graph.isAccount(id) { named[Int(rank)] = true }
    }
    counts.anonymous = zip(seen, named).count { !signsUp[$0.0] && !$0.1 }
    summary.identities = counts
    return order
  }

  /// Removes events whose id was seen before with the same event of the same person, unless the ids do not identify
  /// events.
  private mutating func removeRepeats() {
    hasIDs = identities.areIDs && Double(identities.lines) >= Self.mostlyNamed * Double(events.count)
    if !identities.areIDs {
      summary.noIDs = NoIDs(values: identities.distinct, lines: identities.lines)
    } else if !repeats.isEmpty {
      // Changed in place, since a copy would take as much memory again.
      var next = 0
      events.keep { index, _ in
        guard next < repeats.count, repeats[next] == index else { return true }
        next += 1
        return false
      }
      summary.resent += repeats.count
    }
    (identities, repeats) = (EventIdentities(), [])
  }

  private mutating func countOutOfOrder() {
    var latest = [Int64](repeating: .min, count: graph.count)
    for event in events {
      if event.time < latest[Int(event.user)] { summary.outOfOrder += 1 }
      latest[Int(event.user)] = max(latest[Int(event.user)], event.time)
    }
  }

  /// The longest time that a log may span: the longest scenario, minus the day by which it is rounded up.
  package static let longestSpan: Int64 = 365 * Milliseconds.day

  /// Removes events from a time far from all others, such as those of a clock that was never set. Of all spans of the
  /// longest allowed length, the one with the most events is kept.
  private mutating func removeDistant() -> [(line: Int, problem: LineProblem)] {
    guard let (first, last) = events.instants, last - first > Self.longestSpan else { return [] }
    var times = events.map(\.time)
    times.sort()
    // The first of the time spans with the most events. Each span begins at an event.
    var (best, most, end) = (first, 0, 0)
    for (index, time) in times.enumerated() {
      while end < times.count, times[end] - time <= Self.longestSpan { end += 1 }
      if end - index > most { (best, most) = (time, end - index) }
    }
    let span = best...best + Self.longestSpan
    let expected = "an instant in the 365 days from \(Timestamp(milliseconds: best).iso8601), the year with most events"
    var removed: [(line: Int, problem: LineProblem)] = []
    events.removeAll { event in
      guard !span.contains(event.time) else { return false }
      let found = Timestamp(milliseconds: event.time).iso8601
      removed.append((Int(event.line), .wrong(key: "timestamp", expected: expected, found: found)))
      return true
    }
    return removed.sorted { $0.line < $1.line }
  }

  /// Leaves out a few events that a long silence separates from all later or all earlier ones. They come from wrong
  /// clocks, not from people.
  ///
  /// For single events, few means up to 1 in 200; the silence is then at least two days, and half as long as the time
  /// of all others. For people all of whose events are separated, as on a phone with a wrong date, few means up to 1
  /// event in 20; the silence is then at least a week, and twice as long as the time of all others.
  private mutating func quarantine() {
    quarantine(few: events.count / 200, silence: 2 * Milliseconds.day, share: 0.5) { _, _ in true }
    quarantine(few: events.count / 20, silence: 7 * Milliseconds.day, share: 2) { events, span in
      let within = Set(events.lazy.filter { span.contains($0.time) }.map(\.user))
      return !events.contains { !span.contains($0.time) && within.contains($0.user) }
    }
  }

  /// Leaves out a few events that a long silence separates from the rest.
  ///
  /// - Parameters:
  ///   - few: the largest number of events that may be left out on either side.
  ///   - share: the shortest length of the silence, as a share of the time of all others.
  ///   - isMeant: whether the span is intended, so that all events outside of it are left out.
  private mutating func quarantine(
    few: Int, silence least: Int64, share: Double, isMeant: ([ObservedEvent], ClosedRange<Int64>) -> Bool
  ) {
    guard few > 0, events.count > 2 * few + 1 else { return }
    // No silence of that length exists, so there are no events to leave out.
    guard let (first, last) = events.instants, last - first > least else { return }
    var times = events.map(\.time)
    times.sort()
    let bulk = times[times.count - 1 - few] - times[few]
    let silence = max(least, Int64(share * Double(bulk)))
    var (low, high) = (times[0], times[times.count - 1])
    for index in stride(from: few, to: 0, by: -1) where times[index] - times[index - 1] > silence {
      low = times[index]
      break
    }
    for index in (times.count - 1 - few)..<(times.count - 1) where times[index + 1] - times[index] > silence {
      high = times[index]
      break
    }
    guard low > times[0] || high < times[times.count - 1], isMeant(events, low...high) else { return }
    let before = events.count
    events.removeAll { $0.time < low || $0.time > high }
    summary.quarantined += before - events.count
  }

  private mutating func take(_ record: RecordSplitter.Record) {
    do throws(LineProblem) {
      switch try lines.read(record) {
      case .blank: return
      case .header(let problem):
        guard let problem else { return }
        summary.lines += 1
        reject(record.line, .malformed(problem.reason))
        return
      case .call(let ids, let isLink):
        summary.lines += 1
        if isLink { summary.links += 1 } else { summary.calls += 1 }
        if !ids.isEmpty { _ = graph.join(ids, isSaid: isLink) }
      case .event(let event):
        summary.lines += 1
        add(event.fields, record.line, event.bytes)
      }
    } catch {
      summary.lines += 1
      reject(record.line, error)
    }
    if summary.explained.count < Self.explained, let text = lines.explanation(record) {
      summary.explained.append("line \(record.line): \(text)")
    }
  }

  private mutating func add(_ fields: EventFields, _ line: Int, _ bytes: [UInt8]) {
    do throws(LineProblem) {
      let (time, isZoneless) = try fields.instant()
      let user = graph.join(fields.ids)
      let event = try event(of: fields, at: time, user)
      if isZoneless, !fields.isZoneKnown { summary.zoneless += 1 }
      // A service may receive a line seconds before the time at which, by its own clock, the event happened.
      if let received = fields.received.flatMap(fields.read) {
        if time > received + Milliseconds.hour { summary.early += 1 }
        if !fields.isCorrected { summary.lags.note(event: time, received: received) }
      }
      if let name = event?.name {
        if let platform = fields.platform { summary.platforms.note(platform, name) }
        if let version = fields.version { summary.versions.note(version, name) }
      }
      for arm in fields.arms { exposures.note(arm, user: user, at: time) }
      let sighting = fields.identity.map {
        identities.see(XXH64.digest(of: $0), .init(user: user, name: event?.name, time: time))
      }
      guard var event else {
        summary.exposures += 1
        return
      }
      if sighting == .again { repeats.append(events.count) }
      event.user = user
      event.line = UInt32(clamping: line)
      event.hash = UInt16(truncatingIfNeeded: XXH64.digest(of: bytes))
      event.device = fields.device.flatMap { graph.number(known: $0) } ?? ObservedEvent.noDevice
      events.append(event)
    } catch {
      reject(line, error)
    }
  }

  /// The event of a line; nil for a line that only names the arm of an experiment.
  private mutating func event(
    of fields: EventFields, at time: Int64, _ user: Int32
  ) throws(LineProblem) -> ObservedEvent? {
    do throws(LineProblem) {
      return try fields.event(at: time)
    } catch {
      if case .unknownEvent(let name) = error {
        if !fields.arms.isEmpty { return nil }
        renamed.note(name, user: user, at: time)
      }
      throw error
    }
  }

  private mutating func reject(_ line: Int, _ problem: LineProblem) {
    if case .unknownEvent(let name) = problem {
      summary.unknown += 1
      Self.count(String(name.prefix(64)), in: &summary.unknownNames, atMost: 20)
      return
    }
    summary.rejected += 1
    if case .repeated = problem { summary.repeated += 1 }
    Self.count(problem.kind, in: &summary.kinds, atMost: 20)
    if summary.examples.count < Self.examples {
      summary.examples.append(Rejection(line: line, reason: problem.reason))
    }
  }

  private static func count(_ name: String, in tallies: inout [Tally], atMost limit: Int) {
    if let index = tallies.firstIndex(where: { $0.name == name }) {
      tallies[index].count += 1
    } else if tallies.count < limit {
      tallies.append(Tally(name: name, count: 1))
    }
  }
}
