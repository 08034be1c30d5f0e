package import GTSDWorld
import Randomness

/// The sums of a whole run, or of a part of it.
package struct RunFold: Sendable {
  package var units = 0
  package var events = 0
  package var jobs = 0
  package var kpis: KPIFold
  package var violations = ViolationFold()
  private var hash = XXH64()

  init(arms: Int) {
    kpis = KPIFold(arms: arms)
  }

  /// Creates the fold of units whose figures are added up already.
  ///
  /// - Parameter digests: the digests of the units, in order.
  package init(kpis: KPIFold, violations: ViolationFold, digests: some Collection<UInt64>) {
    self.kpis = kpis
    self.violations = violations
    units = digests.count
    for digest in digests { hash.combine(digest) }
  }

  /// Adds a later part, such as another replication.
  mutating func merge(_ other: RunFold) {
    units += other.units
    events += other.events
    jobs += other.jobs
    kpis.merge(other.kpis)
    violations.merge(other.violations)
    hash.combine(other.digest)
  }

  mutating func add(_ unit: UnitFold) {
    units += 1
    events += unit.events
    jobs += unit.jobs
    kpis.merge(unit.kpis)
    violations.merge(unit.violations)
    hash.combine(unit.digest)
  }

  /// Hashes the units' digests in order.
  package var digest: UInt64 { hash.digest }
}
