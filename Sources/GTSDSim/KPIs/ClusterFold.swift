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
  package mutating func add(_ tally: PersonTally) { people.add(trials: tally.trials, counted: tally.counted) }

  /// Ends the world: everybody so far lived in it.
  package mutating func endWorld() {
    worlds = ClusterSums()
    worlds.add(trials: Int64(people.trials), counted: Int64(people.counted))
  }

  package mutating func merge(_ other: ClusterFold) {
    people.merge(other.people)
    worlds.merge(other.worlds)
  }

  /// So many worlds tell by their own spread how far another might be.
  package static let leastWorlds = 8

  /// The interval of a share of what people do.
  package func shareInterval(level: Double) -> Interval? {
    interval { $0.shareInterval(level: level) }
  }

  /// The fewest people of one world whose times have an interval, where few of them have most of the time: those who
  /// met the outage, of whom a small world may have none, and looks sure of it.
  package static let leastPeople = 300

  /// The interval of a mean of times, in milliseconds; nil where a few people may have most of the time and there are too
  /// few to know.
  package func meanInterval(level: Double, isHeavyTailed: Bool = false) -> Interval? {
    guard !isHeavyTailed || Int(people.count) >= Self.leastPeople || Int(worlds.count) >= Self.leastWorlds else {
      return nil
    }
    return interval { $0.meanInterval(level: level) }
  }

  /// The variance of a ratio over its square, of people or, where they differ more, of worlds.
  package var relativeVariance: Double? {
    guard let people = ClusteredRatio(people), people.value > 0, let variance = people.variance else { return nil }
    let between = Int(worlds.count) >= Self.leastWorlds ? ClusteredRatio(worlds)?.variance : nil
    return max(variance, between ?? 0) / (people.value * people.value)
  }

  private func interval(_ of: (ClusteredRatio) -> Interval?) -> Interval? {
    guard let people = ClusteredRatio(people).flatMap(of) else { return nil }
    guard Int(worlds.count) >= Self.leastWorlds else { return people }
    return people.wider(ClusteredRatio(worlds).flatMap(of))
  }
}
