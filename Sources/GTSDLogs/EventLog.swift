import GTSDModel

/// The events of a population, in order of user and time.
///
/// An event takes 40 bytes, about a sixth of its text, whatever its line contains. The text is not stored. Files in any
/// order can therefore be read in one pass, also from a pipe.
package struct EventLog: Sendable {
  /// The events in the order of user, then time.
  package private(set) var events: [ObservedEvent]
  /// The number of users.
  package let users: Int
  /// The first event, milliseconds since 1970.
  package let start: Int64
  /// The users who were assigned to an arm of an experiment.
  package internal(set) var exposures = LogExposures()
  /// The time of the last event, milliseconds since 1970. Later outcomes are censored.
  package let end: Int64
  /// The index in `events` at which each user's events begin, and one past the last.
  private let offsets: [Int]

  /// Creates a log of events in any order.
  ///
  /// - Parameter end: the time until which events were collected; with nil, that of the last event.
  package init(_ unordered: [ObservedEvent], users: Int, end: Int64? = nil) {
    var events = unordered
    events.sort(by: ObservedEvent.isBefore)
    self.init(ordered: events, users: users, end: end)
  }

  init(ordered: [ObservedEvent], users: Int, end: Int64?, begin: Int64? = nil) {
    events = ordered
    self.users = users
    var offsets = [Int](repeating: 0, count: users + 1)
    for event in ordered { offsets[Int(event.user) + 1] += 1 }
    for user in 0..<users { offsets[user + 1] += offsets[user] }
    self.offsets = offsets
    start = begin ?? ordered.reduce(Int64.max) { min($0, $1.time) }
    self.end = end ?? ordered.reduce(Int64.min) { max($0, $1.time) }
  }

  /// One user's events in order of time.
  package func events(of user: Int) -> ArraySlice<ObservedEvent> { events[offsets[user]..<offsets[user + 1]] }

  /// Whether there is any event of a name.
  package func has(_ name: ObservedEvent.Name) -> Bool { events.contains { $0.name == name } }

  /// Milliseconds from the first event to the last.
  package var span: Int64 { events.isEmpty ? 0 : end - start }

  /// The midnight (UTC) before the first event, since the days of a log are calendar days.
  package var firstMidnight: Int64 { start - ((start % Milliseconds.day) + Milliseconds.day) % Milliseconds.day }

  /// The log up to an instant. Users without an event by then are not in it.
  package func until(_ instant: Int64) -> EventLog {
    var renumbered: [ObservedEvent] = []
    var count: Int32 = 0
    for user in 0..<users {
      let before = renumbered.count
      for event in events(of: user) where event.time <= instant {
        var event = event
        event.user = count
        renumbered.append(event)
      }
      if renumbered.count > before { count += 1 }
    }
    return EventLog(ordered: renumbered, users: Int(count), end: instant)
  }

  /// The events of people who were first seen by an instant.
  package func cohort(seenBy instant: Int64) -> EventLog {
    var renumbered: [ObservedEvent] = []
    var count: Int32 = 0
    for user in 0..<users {
      let events = events(of: user)
      guard let first = events.first, first.time <= instant else { continue }
      renumbered += events.map {
        var event = $0
        event.user = count
        return event
      }
      count += 1
    }
    return EventLog(ordered: renumbered, users: Int(count), end: end)
  }

  /// The events of some people, by their numbers in order.
  package func people(_ chosen: [Int]) -> EventLog {
    var renumbered: [ObservedEvent] = []
    for (number, user) in chosen.enumerated() {
      renumbered += events(of: user).map {
        var event = $0
        event.user = Int32(number)
        return event
      }
    }
    return EventLog(ordered: renumbered, users: chosen.count, end: end, begin: start)
  }

  /// Removes lines that were delivered twice, and returns their line numbers.
  package mutating func removeRepetitions() -> [UInt32] {
    var repeated: [UInt32] = []
    var kept: [ObservedEvent] = []
    kept.reserveCapacity(events.count)
    for event in events {
      if let last = kept.last, event.repeats(last) { repeated.append(event.line) } else { kept.append(event) }
    }
    if !repeated.isEmpty { self = EventLog(ordered: kept, users: users, end: end) }
    return repeated
  }
}
