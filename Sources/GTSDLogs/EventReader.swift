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

  package internal(set) var summary = Summary()
  var lines: EventLines
  var graph = IdentityGraph()
  var events: SpilledArray<ObservedEvent>

  /// The names that the log uses for events and fields.
  private let map: EventMap
  let memory: LogMemory
  var identities: EventIdentities
  var exposures = LogExposures()
  var renamed = RenamedEvents()
  /// The folder that keeps what was read; nil for none.
  var folder: Folder?
  /// The number of lines that the folder's last state has.
  var stated = 0
  /// Whether the file was read to its end.
  package internal(set) var isAtEnd = false
  /// The number of lines that an interrupted reading had read.
  package internal(set) var continuesAfter = 0
  /// The smallest share of events with an id at which all events count as having one.
  private static let mostlyNamed = 0.95

  /// Creates a reader.
  ///
  /// - Parameter memory: the limit of events in memory.
  package init(map: EventMap = EventMap(), memory: LogMemory = .unlimited) {
    self.map = map
    self.memory = memory
    lines = EventLines(map)
    events = SpilledArray(memory)
    identities = EventIdentities(memory)
  }

  /// The reason why events beyond those in memory could not be kept, with the remedy; nil if all were.
  package var failure: String? { memory.failure }

  /// The format and layout of the file, as recognised from the first lines; nil before they are read.
  package var shape: String? { lines.shape == nil ? nil : "\(lines.format), \(lines.layout)" }

  /// Takes the next bytes of the file.
  package mutating func read(_ bytes: some Sequence<UInt8>) {
    lines.take(Array(bytes))
    while let record = lines.next() {
      take(record)
      keepIfDue()
    }
  }

  /// Ends the file and returns its content.
  package mutating func finish() -> (log: EventLog, summary: Summary) {
    if !isAtEnd {
      lines.end()
      while let record = lines.next() { take(record) }
      (summary.format, summary.layout, summary.unreadable) = (lines.format, lines.layout, lines.problem)
      isAtEnd = true
      keep()
    }
    let ids = identities.findings()
    identities = EventIdentities(memory)
    let hasIDs = ids.areIDs && Double(ids.lines) >= Self.mostlyNamed * Double(events.count)
    if ids.areIDs {
      summary.resent += ids.repeats.count
    } else {
      summary.noIDs = NoIDs(values: ids.distinct, lines: ids.lines)
    }
    let people = assignPeople(except: ids.areIDs ? ids.repeats : SpilledArray([]))
    countOutOfOrder()
    removeWrongClocks()
    // People are numbered by their first event, so that results depend neither on the order of the file nor on names.
    let order = numbered(people)
    var own = SpilledArray<ObservedEvent>([])
    swap(&own, &events)
    var log = EventLog(consume own, users: summary.identities.people)
    let repeated = log.removeRepetitions(first: Self.examples)
    for line in repeated.lines { reject(Int(line), .repeated) }
    reject(repeated.count - repeated.lines.count, more: .repeated)
    // If every event has an id, repeated events are found by their ids.
    let again = ResentEvents(log)
    if !hasIDs || again.isUnderNewIDs { summary.resent += log.removeResends() }
    summary.examples.sort { $0.line < $1.line }
    exposures.plans = map.experiments
    log.exposures = exposures.numbered(order)
    summary.renamed = renamed.change(in: log, people: order) ?? renamed.others(people: order)
    summary.findings = LogQuality.findings(&log, summary, again, hasIDs: hasIDs)
    summary.events = log.count
    return (log, summary)
  }

  private mutating func take(_ record: RecordSplitter.Record) {
    let (lines, bad) = (summary.lines, summary.bad)
    defer { if summary.lines > lines { summary.lostRun.note(record.line, isLost: summary.bad > bad) } }
    read(record)
    if summary.explained.count < Self.explained, summary.lines > lines, let text = self.lines.explanation(record) {
      summary.explained.append("line \(record.line): \(text)")
    }
  }

  private mutating func read(_ record: RecordSplitter.Record) {
    do throws(LineProblem) {
      switch try lines.read(record) {
      case .blank: return
      case .header(let problem):
        guard let problem else { return }
        summary.lines += 1
        reject(record.line, .malformed(problem.reason, remedy: problem.remedy))
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
      if let identity = fields.identity {
        identities.see(
          XXH64.digest(of: identity), .init(user: user, name: event?.name, time: time),
          event: event == nil ? nil : events.count)
      }
      guard var event else {
        summary.exposures += 1
        return
      }
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
      } else if ObservedEvent.Name.named(fields.name) != nil {
        Self.count(fields.name, in: &summary.rejectedNames, atMost: ObservedEvent.Name.allCases.count)
      }
      throw error
    }
  }

  mutating func reject(_ line: Int, _ problem: LineProblem) {
    if case .unknownEvent(let name) = problem {
      summary.unknown += 1
      Self.count(String(name.prefix(64)), in: &summary.unknownNames, atMost: 20)
      return
    }
    summary.rejected += 1
    if case .repeated = problem { summary.repeated += 1 }
    Self.count(problem.kind, in: &summary.kinds, atMost: 20)
    if summary.examples.count < Self.examples {
      summary.examples.append(Rejection(line: line, reason: problem.reason, remedy: problem.remedy))
    }
  }

  /// Counts further lines with a problem of which there are enough examples.
  mutating func reject(_ count: Int, more problem: LineProblem) {
    guard count > 0 else { return }
    summary.rejected += count
    if case .repeated = problem { summary.repeated += count }
    if let index = summary.kinds.firstIndex(where: { $0.name == problem.kind }) { summary.kinds[index].count += count }
  }

  private static func count(_ name: String, in tallies: inout [Tally], atMost limit: Int) {
    if let index = tallies.firstIndex(where: { $0.name == name }) {
      tallies[index].count += 1
    } else if tallies.count < limit {
      tallies.append(Tally(name: name, count: 1))
    }
  }
}
