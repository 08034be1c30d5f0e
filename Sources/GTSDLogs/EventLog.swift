import GTSDModel

/// The events of a population, in order of user and time.
///
/// An event takes 32 bytes, about an eighth of its text, whatever its line contains; the text is not kept. Files in any
/// order can therefore be read, in one pass: from a pipe as well as from a disk.
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
  package init(_ unordered: consuming [ObservedEvent], users: Int, end: Int64? = nil) {
    var events = consume unordered
    events.sort(by: ObservedEvent.isBefore)
    self.init(ordered: consume events, users: users, end: end)
  }

  init(ordered: consuming [ObservedEvent], users: Int, end: Int64?, begin: Int64? = nil) {
    events = ordered
    self.users = users
    var offsets = [Int](repeating: 0, count: users + 1)
    for event in events { offsets[Int(event.user) + 1] += 1 }
    for user in 0..<users { offsets[user + 1] += offsets[user] }
    self.offsets = offsets
    let span = events.instants
    start = begin ?? span?.first ?? .max
    self.end = end ?? span?.last ?? .min
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
    var last: ObservedEvent?
    keep { _, event in
      if let last, event.repeats(last) {
        repeated.append(event.line)
        return false
      }
      last = event
      return true
    }
    return repeated
  }

  /// Keeps the events for which a function, called in order, returns true. Changes them in place, since a copy would
  /// take as much memory again.
  mutating func keep(users count: Int? = nil, _ isKept: (Int, inout ObservedEvent) -> Bool) {
    var own: [ObservedEvent] = []
    swap(&own, &events)
    own.keep(isKept)
    let (end, exposures) = (count == nil ? end : nil, exposures)
    self = EventLog(ordered: consume own, users: count ?? users, end: end)
    self.exposures = exposures
  }
}

extension [ObservedEvent] {
  /// Keeps the events for which a function, called in order, returns true, without a second array.
  mutating func keep(_ isKept: (Int, inout ObservedEvent) -> Bool) {
    var count = 0
    for index in indices {
      var event = self[index]
      guard isKept(index, &event) else { continue }
      self[count] = event
      count += 1
    }
    removeLast(self.count - count)
  }

  /// The first and the last instant; nil without events.
  var instants: (first: Int64, last: Int64)? {
    guard var (first, last) = first.map({ ($0.time, $0.time) }) else { return nil }
    for event in self { (first, last) = (Swift.min(first, event.time), Swift.max(last, event.time)) }
    return (first, last)
  }
}
