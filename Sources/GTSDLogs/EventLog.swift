import GTSDModel

/// The events of a population, in order of user and time.
///
/// An event takes 32 bytes, about an eighth of its text, which is not kept. Events beyond those of ``LogMemory`` are in
/// a file, from which people's events are read in order. A part of a log, such as its first days or some of its people,
/// shares the events of the whole log.
package struct EventLog: Sendable {
  /// The events of the whole log of which this one may be a part.
  private var stored: SpilledArray<ObservedEvent>
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
  /// The names of its events.
  package let names: Set<ObservedEvent.Name>

  /// Creates a log of events in any order.
  ///
  /// - Parameter end: the time until which events were collected; with nil, that of the last event.
  package init(_ unordered: consuming [ObservedEvent], users: Int, end: Int64? = nil) {
    self.init(SpilledArray(unordered), users: users, end: end)
  }

  init(_ unordered: consuming SpilledArray<ObservedEvent>, users: Int, end: Int64? = nil) {
    var events = consume unordered
    events.sort(by: ObservedEvent.isBefore)
    self.init(ordered: consume events, users: users, end: end)
  }

  private init(ordered: consuming SpilledArray<ObservedEvent>, users: Int, end: Int64?) {
    let stored = consume ordered
    var counts = [Int](repeating: 0, count: users)
    stored.forEach { event in
      precondition(Int(event.user) < users, "an event is of a user beyond \(users)")
      counts[Int(event.user)] += 1
    }
    var next = 0
    let places = counts.map { count in
      next += count
      return next - count..<next
    }
    self.init(stored: stored, places: places, end: end)
  }

  private init(stored: SpilledArray<ObservedEvent>, places: [Range<Int>], start: Int64? = nil, end: Int64?) {
    self.stored = stored
    self.places = places
    count = places.reduce(0) { $0 + $1.count }
    var span: (first: Int64, last: Int64)?
    var seen: UInt32 = 0
    for place in places where !place.isEmpty {
      let events = stored[place]
      let (first, last) = (events[events.startIndex].time, events[events.endIndex - 1].time)
      span = span.map { (min($0.first, first), max($0.last, last)) } ?? (first, last)
      for event in events { seen |= 1 << UInt32(event.name.rawValue) }
    }
    names = Set(ObservedEvent.Name.allCases.filter { seen & (1 << UInt32($0.rawValue)) != 0 })
    self.start = start ?? span?.first ?? .max
    self.end = end ?? span?.last ?? .min
  }

  /// The number of users.
  package var users: Int { places.count }

  package var isEmpty: Bool { count == 0 }

  /// All events in memory, in the order of user, then time. A part of a log keeps the user numbers of the whole log.
  package var events: [ObservedEvent] { places.flatMap { stored[$0] } }

  private var isWhole: Bool { count == stored.count }

  /// One user's events in order of time.
  package func events(of user: Int) -> ArraySlice<ObservedEvent> { stored[places[user]] }

  /// Whether there is any event of a name.
  package func has(_ name: ObservedEvent.Name) -> Bool { names.contains(name) }

  /// Milliseconds from the first event to the last.
  package var span: Int64 { isEmpty ? 0 : end - start }

  /// The midnight (UTC) before the first event, since the days of a log are calendar days.
  package var firstMidnight: Int64 { start - ((start % Milliseconds.day) + Milliseconds.day) % Milliseconds.day }

  /// The log up to an instant. Users without an event by then are not in it.
  package func until(_ instant: Int64) -> EventLog {
    let early = places.compactMap { place -> Range<Int>? in
      let count = stored[place].prefix { $0.time <= instant }.count
      return count > 0 ? place.lowerBound..<place.lowerBound + count : nil
    }
    return EventLog(stored: stored, places: early, end: instant)
  }

  /// The events of people who were first seen by an instant.
  package func cohort(seenBy instant: Int64) -> EventLog {
    EventLog(
      stored: stored, places: places.filter { stored[$0].first.map { $0.time <= instant } ?? false }, end: end)
  }

  /// The events of some people, by their numbers in order.
  package func people(_ chosen: [Int]) -> EventLog {
    EventLog(stored: stored, places: chosen.map { places[$0] }, start: start, end: end)
  }

  /// Removes lines that were delivered twice. Returns their number, and the numbers of the first lines in order.
  mutating func removeRepetitions(first most: Int) -> (count: Int, lines: [UInt32]) {
    var (count, lines) = (0, [UInt32]())
    var last: ObservedEvent?
    keep { event in
      if let last, event.repeats(last) {
        count += 1
        if lines.count < most || event.line < lines[most - 1] {
          lines.insert(event.line, at: lines.firstIndex { $0 > event.line } ?? lines.count)
          if lines.count > most { lines.removeLast() }
        }
        return false
      }
      last = event
      return true
    }
    return (count, lines)
  }

  /// Keeps the events of the whole log for which a function, called in order, returns true.
  mutating func keep(users count: Int? = nil, _ isKept: (inout ObservedEvent) -> Bool) {
    precondition(isWhole, "a part of a log does not change")
    var own = SpilledArray<ObservedEvent>([])
    swap(&own, &stored)
    own.keep { _, event in isKept(&event) }
    let (end, exposures) = (count == nil ? end : nil, exposures)
    self = EventLog(ordered: consume own, users: count ?? users, end: end)
    self.exposures = exposures
  }

  /// The instants of the events that a function chooses, in order of time.
  func times(where isChosen: (ObservedEvent) -> Bool) -> SortedTimes {
    var times = instants
    for place in places {
      for event in stored[place] where isChosen(event) { times.append(event.time) }
    }
    return SortedTimes(times)
  }

  /// An empty array within the memory of this log.
  package func array<Element>(of element: Element.Type) -> SpilledArray<Element> { stored.besides(element) }

  /// An empty array of instants within the memory of this log.
  var instants: SpilledArray<Int64> { array(of: Int64.self) }
}
