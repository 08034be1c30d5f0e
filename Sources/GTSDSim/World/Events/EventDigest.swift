/// Hashes a unit's events in their order (XXH64): equal digests mean equal runs.
package final class EventDigest: EventObserver {
  // Exclusivity checks are off for what every event touches: no access to it calls out while it lasts.
  @exclusivity(unchecked) private var hash = XXH64()
  /// Events seen.
  @exclusivity(unchecked) package private(set) var events = 0

  package init() {}

  package func observe(_ event: SimulationEvent) {
    events += 1
    event.hash(into: &hash)
  }

  /// The digest of all events so far.
  package var value: UInt64 { hash.digest }
}
