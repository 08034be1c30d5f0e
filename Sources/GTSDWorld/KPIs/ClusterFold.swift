package import Statistics

/// The trials and hits, summed by person and by world. The precision of a share of trials depends on how similar the
/// trials of one person, or of one world, are.
package struct ClusterFold: Equatable, Sendable {
  /// The sums with one cluster per person.
  package private(set) var people = ClusterSums()
  /// The sums with one cluster for each world, that is, for each cell of a replication.
  package private(set) var worlds = ClusterSums()

  package init() {}

  package init(people: ClusterSums, worlds: ClusterSums) {
    self.people = people
    self.worlds = worlds
  }

  /// Adds a person of the present world.
  package mutating func add(_ tally: TrialTally) { people.add(trials: tally.trials, counted: tally.counted) }

  /// Ends the present world: all trials of its people become one cluster of `worlds`.
  package mutating func endWorld() {
    worlds = ClusterSums()
    worlds.add(trials: Int64(people.trials), counted: Int64(people.counted))
  }

  package mutating func merge(_ other: ClusterFold) {
    people.merge(other.people)
    worlds.merge(other.worlds)
  }
}
