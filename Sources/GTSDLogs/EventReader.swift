import GTSDModel

/// Reads an event file piece by piece: JSON Lines in the specifications' envelope, or CSV with a header.
///
/// Which of the two it is shows in the first character. No text is kept beyond the line that is being read.
package struct EventReader: Sendable {
  /// How many rejected lines are kept to be shown.
  package static let examples = 20

  /// What was read and what was not.
  package struct Summary: Sendable, Equatable {
    /// `JSON Lines` or `CSV`.
    package var format = "JSON Lines"
    /// Lines or rows with anything in them, the header of a CSV not among them.
    package var lines = 0
    /// Events that are used.
    package var events = 0
    /// Lines that are not used since something is wrong with them.
    package var rejected = 0
    /// The first of them: line from 1, and why.
    package var examples: [Rejection] = []
    /// Rejected lines by the kind of problem, in the order of their first appearance.
    package var kinds: [Tally] = []
    /// Well-formed lines of events that the specifications do not have.
    package var unknown = 0
    /// The first 20 of their names.
    package var unknownNames: [Tally] = []
    /// Events that stand later in the file than a later event of their user.
    package var outOfOrder = 0
    /// Rejected lines among ``rejected`` that repeat another one, which is no fault of what was sent.
    package var repeated = 0
    /// Events that were left out since they were sent again, by their id or as the same act of the same person.
    package var resent = 0
    /// Events that were left out since their clock is far off all others.
    package var quarantined = 0
    /// Times that named no zone.
    package var zoneless = 0
    /// Lines that are used for nothing but the arm of an experiment that they name.
    package var exposures = 0
    /// The values that were taken for ids of events and are none, since they repeat over people or over other content.
    package var noIDs: NoIDs?

    /// Rejected lines that something is wrong with.
    package var bad: Int { rejected - repeated }
    /// How many may be bad where nothing else is asked for.
    package var mostBad: Int { BadLineLimit.standard.lines(of: lines) }
  }

  /// Values in the place of an id that do not tell events apart.
  package struct NoIDs: Equatable, Sendable {
    /// The number of different values.
    package var values: Int
    /// Lines that have one.
    package var lines: Int

    package init(values: Int, lines: Int) { (self.values, self.lines) = (values, lines) }
  }

  /// A rejected line.
  package struct Rejection: Equatable, Sendable {
    /// From 1.
    package var line: Int
    /// Why.
    package var reason: String

    package init(
      line: Int, reason: String
    ) {
      self.line = line
      self.reason = reason
    }
  }

  /// How often something came up.
  package struct Tally: Equatable, Sendable {
    package var name: String
    package var count: Int

    package init(
      name: String, count: Int
    ) {
      self.name = name
      self.count = count
    }
  }

  package private(set) var summary = Summary()
  private var lines: EventLines
  private var users: [String: Int32] = [:]
  private var events: [ObservedEvent] = []

  /// How the log names things.
  private let map: EventMap
  private var identities = EventIdentities()
  /// Places in `events` of those that were sent again, if ids are ids.
  private var repeats: [Int] = []
  private var exposures = LogExposures()

  package init(map: EventMap = EventMap()) {
    self.map = map
    lines = EventLines(map)
  }

  /// Takes the next bytes of the file.
  package mutating func read(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    var start = 0
    while let record = lines.next(in: bytes, from: &start) { take(record) }
  }

  /// Ends the file and hands over what was in it.
  package mutating func finish() -> (log: EventLog, summary: Summary) {
    if let record = lines.finish() { take(record) }
    removeRepeats()
    countOutOfOrder()
    for (line, problem) in removeDistant() { reject(line, problem) }
    quarantine()
    // Numbers by user id: what is computed from the log does not depend on the order of the file.
    var isSeen = [Bool](repeating: false, count: users.count)
    for event in events { isSeen[Int(event.user)] = true }
    let seen = users.filter { isSeen[Int($0.value)] }.sorted { $0.key < $1.key }
    var ranks = [Int32](repeating: -1, count: users.count)
    for (rank, entry) in seen.enumerated() { ranks[Int(entry.value)] = Int32(rank) }
    for index in events.indices { events[index].user = ranks[Int(events[index].user)] }
    var log = EventLog(events, users: seen.count)
    events = []
    for line in log.removeRepetitions().sorted() { reject(Int(line), .repeated) }
    summary.resent += log.removeResends()
    summary.examples.sort { $0.line < $1.line }
    summary.events = log.events.count
    exposures.plans = map.experiments
    log.exposures = exposures.numbered(ranks)
    return (log, summary)
  }

  /// Removes events whose id was seen before with the same event of the same person, unless ids turned out to be none.
  private mutating func removeRepeats() {
    if !identities.areIDs {
      summary.noIDs = NoIDs(values: identities.distinct, lines: identities.lines)
    } else if !repeats.isEmpty {
      let places = Set(repeats)
      events = events.indices.lazy.filter { !places.contains($0) }.map { events[$0] }
      summary.resent += repeats.count
    }
    (identities, repeats) = (EventIdentities(), [])
  }

  private mutating func countOutOfOrder() {
    var latest = [Int64](repeating: .min, count: users.count)
    for event in events {
      if event.time < latest[Int(event.user)] { summary.outOfOrder += 1 }
      latest[Int(event.user)] = max(latest[Int(event.user)], event.time)
    }
  }

  /// The longest time that a log may span: what a scenario can last, less the day by which it is rounded up.
  package static let longestSpan: Int64 = 365 * Milliseconds.day

  /// Removes events that do not belong to the time of the others, as a clock that was never set leaves them: those outside
  /// the longest span that holds the most.
  private mutating func removeDistant() -> [(line: Int, problem: LineProblem)] {
    let times = events.map(\.time).sorted()
    guard let first = times.first, let last = times.last, last - first > Self.longestSpan else { return [] }
    // The first of the spans with the most events, each beginning at an event.
    var (best, most, end) = (first, 0, 0)
    for (index, time) in times.enumerated() {
      while end < times.count, times[end] - time <= Self.longestSpan { end += 1 }
      if end - index > most { (best, most) = (time, end - index) }
    }
    let span = best...best + Self.longestSpan
    let expected = "an instant in the 365 days from \(Timestamp(milliseconds: best).iso8601), which have most events"
    var removed: [(line: Int, problem: LineProblem)] = []
    events.removeAll { event in
      guard !span.contains(event.time) else { return false }
      let found = Timestamp(milliseconds: event.time).iso8601
      removed.append((Int(event.line), .wrong(key: "timestamp", expected: expected, found: found)))
      return true
    }
    return removed.sorted { $0.line < $1.line }
  }

  /// Leaves out the few events that a long silence parts from all others, before or after: no people, but clocks.
  ///
  /// A few are at most one in two hundred; a long silence is two days, and half as long as the time of all others. Of
  /// whole people whose every event lies beyond, as of a phone that is set wrong, a few are one event in twenty, and the
  /// silence a week and twice the time of all others.
  private mutating func quarantine() {
    quarantine(few: events.count / 200, silence: 2 * Milliseconds.day, share: 0.5) { _, _ in true }
    quarantine(few: events.count / 20, silence: 7 * Milliseconds.day, share: 2) { events, span in
      let within = Set(events.lazy.filter { span.contains($0.time) }.map(\.user))
      return !events.contains { !span.contains($0.time) && within.contains($0.user) }
    }
  }

  /// - Parameters:
  ///   - few: how many events may lie beyond on either side.
  ///   - share: of the time of all others that the silence has at least.
  ///   - isMeant: whether what lies outside of a span is to be left out.
  private mutating func quarantine(
    few: Int, silence least: Int64, share: Double, isMeant: ([ObservedEvent], ClosedRange<Int64>) -> Bool
  ) {
    guard few > 0, events.count > 2 * few + 1 else { return }
    let times = events.map(\.time).sorted()
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
      case .blank: break
      case .header(let missing):
        summary.format = "CSV"
        guard let missing else { return }
        summary.lines += 1
        reject(record.line, .malformed("neither a JSON object nor the header of a table: no column `\(missing)`"))
      case .event(let event):
        summary.lines += 1
        if let export = event.export { summary.format = export.rawValue }
        add(event.fields, record.line, event.bytes)
      }
    } catch {
      summary.lines += 1
      reject(record.line, error)
    }
  }

  private mutating func add(_ fields: EventFields, _ line: Int, _ bytes: [UInt8]) {
    do throws(LineProblem) {
      let event = try event(of: fields)
      if EventTime.isZoneless(fields.timestamp) { summary.zoneless += 1 }
      let user = number(of: fields.user)
      let time = if let event { event.time } else { try fields.instant() }
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
      event.hash = UInt32(truncatingIfNeeded: XXH64.digest(of: bytes))
      events.append(event)
    } catch {
      reject(line, error)
    }
  }

  /// The event of a line; nil for one that says nothing but the arm of an experiment.
  private func event(of fields: EventFields) throws(LineProblem) -> ObservedEvent? {
    do throws(LineProblem) {
      return try fields.event()
    } catch {
      if case .unknownEvent = error, !fields.arms.isEmpty { return nil }
      throw error
    }
  }

  private mutating func number(of user: String) -> Int32 {
    let next = Int32(users.count)
    let number = users[user, default: next]
    if number == next { users[user] = next }
    return number
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
