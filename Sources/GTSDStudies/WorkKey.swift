import GTSDModel
import Randomness

/// The keys of pieces of work.
package enum WorkKey {
  /// The key of a unit of a scenario.
  ///
  /// - Parameter digest: the scenario's.
  static func unit(_ unit: RunUnit, of digest: String) -> UInt64 {
    var hash = XXH64()
    hash.combine(digest)
    hash.combine(UInt64(unit.replication))
    hash.combine(UInt64(unit.cell))
    return hash.digest
  }

  /// The key of a chunk of a search's schedules. The store's owner identifies the search.
  static func schedules(_ numbers: Range<Int>) -> UInt64 {
    var hash = XXH64()
    hash.combine("schedules")
    hash.combine(UInt64(numbers.lowerBound))
    hash.combine(UInt64(numbers.upperBound))
    return hash.digest
  }

  /// The key of a calibration's simulated population.
  static func population(
    of digest: String, replication: UInt32, events: [UInt8], until horizon: Int64, after: Int64
  ) -> UInt64 {
    var hash = XXH64()
    hash.combine("population")
    hash.combine(digest)
    hash.combine(UInt64(replication))
    hash.combine(bytes: events)
    hash.combine(horizon)
    hash.combine(after)
    return hash.digest
  }
}
