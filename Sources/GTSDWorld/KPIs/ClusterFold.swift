package import Statistics

/// What people, and what worlds, counted among their trials: where a share is not of people but of what they do, its
/// precision depends on how alike a person's trials are.
package struct ClusterFold: Equatable, Sendable {
  /// One cluster a person.
  package private(set) var people = ClusterSums()
  /// One cluster a world: a cell of a replication.
  package private(set) var worlds = ClusterSums()

  package init() {}

  package init(people: ClusterSums, worlds: ClusterSums) {
    self.people = people
    self.worlds = worlds
  }

  /// Takes in a person of the world that is being counted.
  package mutating func add(_ tally: TrialTally) { people.add(trials: tally.trials, counted: tally.counted) }

  /// Ends the world: everybody so far lived in it.
  package mutating func endWorld() {
    worlds = ClusterSums()
    worlds.add(trials: Int64(people.trials), counted: Int64(people.counted))
  }

  package mutating func merge(_ other: ClusterFold) {
    people.merge(other.people)
    worlds.merge(other.worlds)
  }
}
