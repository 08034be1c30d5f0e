package import Statistics

/// The similarity of latencies within a person, and within a world, which determines the precision of their
/// percentiles.
package struct QuantileFold: Equatable, Sendable {
  package private(set) var people = ClusterQuantiles()
  package private(set) var worlds = ClusterQuantiles()

  package init() {}

  package init(people: ClusterQuantiles, worlds: ClusterQuantiles) {
    self.people = people
    self.worlds = worlds
  }

  /// Adds a person by the number of values in each slot.
  package mutating func add(_ counts: [UInt16]) { people.add(counts) }

  /// Ends the present world: all values of its people become one cluster of `worlds`.
  package mutating func endWorld() { worlds = people.together }

  package mutating func merge(_ other: QuantileFold) {
    people.merge(other.people)
    worlds.merge(other.worlds)
  }

  /// The number of independent values that would estimate a percentile equally well.
  package func effectiveValues(at share: Double, level: Double) -> Double? {
    guard let people = people.effectiveValues(at: share, level: level) else { return nil }
    guard Int(worlds.count) >= ClusterFold.minWorlds,
      let worlds = worlds.effectiveValues(at: share, level: level)
    else { return people }
    return min(people, worlds)
  }
}
