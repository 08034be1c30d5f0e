import GTSDModel

extension EventReader {
  /// The longest time that a log may span: the longest scenario, minus the day by which it is rounded up.
  package static let longestSpan: Int64 = 365 * Milliseconds.day

  /// Removes events whose clocks are wrong, by their distance from all others.
  mutating func removeWrongClocks() {
    var (first, last) = (Int64.max, Int64.min)
    events.forEach { event in (first, last) = (min(first, event.time), max(last, event.time)) }
    // No silence is long enough, so there are no events to leave out.
    guard !events.isEmpty, last - first > Self.shortestSilence else { return }
    var unsorted = events.besides(Int64.self)
    events.forEach { unsorted.append($0.time) }
    var times = SortedTimes(unsorted)
    if last - first > Self.longestSpan { times = removeDistant(times) }
    quarantine(&times)
  }

  /// Removes events from a time far from all others, such as those of a clock that was never set. Of all spans of the
  /// longest allowed length, the one with the most events is kept. Returns the times of the other events.
  private mutating func removeDistant(_ times: SortedTimes) -> SortedTimes {
    // The first of the time spans with the most events. Each span begins at an event.
    var (best, most, end) = (Int64(0), 0, 0)
    var ends = times[from: 0].makeIterator()
    var next = ends.next()
    for (index, time) in times[from: 0].enumerated() {
      while let last = next, last - time <= Self.longestSpan {
        end += 1
        next = ends.next()
      }
      if end - index > most { (best, most) = (time, end - index) }
    }
    let span = best...best + Self.longestSpan
    let expected = "an instant in the 365 days from \(Timestamp(milliseconds: best).iso8601), the year with most events"
    var (count, first) = (0, [ObservedEvent]())
    events.keep { _, event in
      if span.contains(event.time) { return true }
      count += 1
      if first.count < Self.examples { first.append(event) }
      return false
    }
    for event in first {
      let found = Timestamp(milliseconds: event.time).iso8601
      reject(Int(event.line), .wrong(key: "timestamp", expected: expected, found: found))
    }
    reject(count - first.count, more: .wrong(key: "timestamp", expected: expected, found: ""))
    return times.within(span)
  }

  /// The shortest silence that separates wrong clocks from others.
  private static let shortestSilence = 2 * Milliseconds.day

  /// Leaves out a few events that a long silence separates from all later or all earlier ones. They come from wrong
  /// clocks, not from people.
  ///
  /// For single events, few means up to 1 in 200; the silence is then at least two days, and half as long as the time
  /// of all others. For people all of whose events are separated, as on a phone with a wrong date, few means up to 1
  /// event in 20; the silence is then at least a week, and twice as long as the time of all others.
  private mutating func quarantine(_ times: inout SortedTimes) {
    quarantine(few: events.count / 200, silence: Self.shortestSilence, share: 0.5, &times) { _, _ in true }
    quarantine(few: events.count / 20, silence: 7 * Milliseconds.day, share: 2, &times) { events, span in
      var within: Set<Int32> = []
      events.forEach { if span.contains($0.time) { within.insert($0.user) } }
      var isMeant = true
      events.forEach { if !span.contains($0.time), within.contains($0.user) { isMeant = false } }
      return isMeant
    }
  }

  /// Leaves out a few events that a long silence separates from the rest.
  ///
  /// - Parameters:
  ///   - few: the largest number of events that may be left out on either side.
  ///   - share: the shortest length of the silence, as a share of the time of all others.
  ///   - times: the times of all events.
  ///   - isMeant: whether the span is intended, so that all events outside of it are left out.
  private mutating func quarantine(
    few: Int, silence least: Int64, share: Double, _ times: inout SortedTimes,
    isMeant: (SpilledArray<ObservedEvent>, ClosedRange<Int64>) -> Bool
  ) {
    guard few > 0, times.count > 2 * few + 1, let first = times.first, let last = times.last, last - first > least
    else { return }
    let bulk = times[times.count - 1 - few] - times[few]
    let silence = max(least, Int64(share * Double(bulk)))
    var (low, high) = (first, last)
    times.forEachPair { index, before, after in
      if after - before > silence { low = after }
      return index + 1 < few
    }
    times.forEachPair(from: times.count - 1 - few) { _, before, after in
      guard after - before > silence else { return true }
      high = before
      return false
    }
    guard low > first || high < last, isMeant(events, low...high) else { return }
    let before = events.count
    events.keep { _, event in event.time >= low && event.time <= high }
    times = times.within(low...high)
    summary.quarantined += before - events.count
  }
}
