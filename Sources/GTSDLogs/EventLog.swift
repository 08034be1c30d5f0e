import GTSDModel

/// The events of a population, in order of user and time.
///
/// An event takes 32 bytes, about an eighth of its text, which is not kept. A log therefore fits into memory, and can
/// be read in one pass and in any order, from a pipe as well as from a disk. A part of a log, such as its first days or
/// some of its people, shares the events of the whole log.
package struct EventLog: Sendable {
  /// The events of the whole log of which this one may be a part.
  private var stored: [ObservedEvent]
  /// The range of each user's events in `stored`.
  private var places: [Range<Int>]
  /// The number of events.
  package let count: Int
  /// The first event, milliseconds since 1970.
  package let start: Int64
  /// The users who were assigned to an arm of an experiment.
  package internal(set) var exposures = LogExposures()
  /// The time of the last event, milliseconds since 1970. Later outcomes are censored.
  package let end: Int64

  /// Creates a log of events in any order.
  ///
  /// - Parameter end: the time until which events were collected; with nil, that of the last event.
  package init(_ unordered: consuming [ObservedEvent], users: Int, end: Int64? = nil) {
    var events = consume unordered
    events.sort(by: ObservedEvent.isBefore)
    self.init(ordered: consume events, users: users, end: end)
  }

  init(ordered: consuming [ObservedEvent], users: Int, end: Int64?) {
    var places: [Range<Int>] = []
    places.reserveCapacity(users)
    var next = 0
    for user in 0..<users {
      let begin = next
      while next < ordered.count, Int(ordered[next].user) == user { next += 1 }
      places.append(begin..<next)
    }
    precondition(next == ordered.count, "an event is of a user beyond \(users)")
    self.init(stored: ordered, places: places, end: end)
  }

  private init(stored: consuming [ObservedEvent], places: [Range<Int>], start: Int64? = nil, end: Int64?) {
    self.stored = stored
    self.places = places
    count = places.reduce(0) { $0 + $1.count }
    var span: (first: Int64, last: Int64)?
    for place in places where !place.isEmpty {
      let (first, last) = (self.stored[place.lowerBound].time, self.stored[place.upperBound - 1].time)
      span = span.map { (min($0.first, first), max($0.last, last)) } ?? (first, last)
    }
    self.start = start ?? span?.first ?? .max
    self.end = end ?? span?.last ?? .min
  }

  /// The number of users.
  package var users: Int { places.count }

  package var isEmpty: Bool { count == 0 }

  /// The events in the order of user, then time. A part of a log keeps the user numbers of the whole log.
  package var events: [ObservedEvent] { isWhole ? stored : places.flatMap { stored[$0] } }

  private var isWhole: Bool { count == stored.count }

  /// One user's events in order of time.
  package func events(of user: Int) -> ArraySlice<ObservedEvent> { stored[places[user]] }

  /// Whether there is any event of a name.
  package func has(_ name: ObservedEvent.Name) -> Bool { places.contains { stored[$0].contains { $0.name == name } } }

  /// Milliseconds from the first event to the last.
  package var span: Int64 { isEmpty ? 0 : end - start }

  /// The midnight (UTC) before the first event, since the days of a log are calendar days.
  package var firstMidnight: Int64 { start - ((start % Milliseconds.day) + Milliseconds.day) % Milliseconds.day }

  /// The log up to an instant. Users without an event by then are not in it.
  package func until(_ instant: Int64) -> EventLog {
    let early = places.compactMap { place -> Range<Int>? in
      let end = stored[place].firstIndex { $0.time > instant } ?? place.upperBound
      return end > place.lowerBound ? place.lowerBound..<end : nil
    }
    return EventLog(stored: stored, places: early, end: instant)
  }

  /// The events of people who were first seen by an instant.
  package func cohort(seenBy instant: Int64) -> EventLog {
    EventLog(
      stored: stored, places: places.filter { !$0.isEmpty && stored[$0.lowerBound].time <= instant }, end: end)
  }

  /// The events of some people, by their numbers in order.
  package func people(_ chosen: [Int]) -> EventLog {
    EventLog(stored: stored, places: chosen.map { places[$0] }, start: start, end: end)
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

  /// Keeps the events of the whole log for which a function, called in order, returns true. Changes them in place,
  /// since a copy would take as much memory again.
  mutating func keep(users count: Int? = nil, _ isKept: (Int, inout ObservedEvent) -> Bool) {
    precondition(isWhole, "a part of a log does not change")
    var own: [ObservedEvent] = []
    swap(&own, &stored)
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
