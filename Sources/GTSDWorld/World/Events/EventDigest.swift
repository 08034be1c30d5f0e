import Randomness

/// Hashes a unit's events in their order (XXH64): equal digests mean equal runs.
package final class EventDigest: EventObserver {
  // Exclusivity checks are off for fields that every event accesses: no access calls other code while it lasts.
  @exclusivity(unchecked) private var hash = XXH64()
  @exclusivity(unchecked) private var words = EventWords()
  /// The number of events so far.
  @exclusivity(unchecked) package private(set) var events = 0

  package init() {}

  package func observe(_ event: SimulationEvent) {
    events += 1
    if words.isFull { words.feed(&hash) }
    event.put(into: &words)
  }

  /// The digest of all events so far.
  package var value: UInt64 {
    words.feed(&hash)
    return hash.digest
  }
}
