package import Statistics

extension ClusterFold {
  /// The smallest number of worlds from which the variance between worlds is estimated.
  package static let minWorlds = 8

  /// The interval of a share of people's actions.
  package func shareInterval(level: Double) -> Interval? {
    interval { $0.shareInterval(level: level) }
  }

  /// The smallest number of people in a world for which an interval of times is given, if a few people account for most
  /// of the times, such as people in an outage. A smaller world may contain none of them, and its interval would be too
  /// narrow.
  package static let minPeople = 300

  /// The interval of a mean of times in milliseconds; nil if a few people may account for most of the time and the
  /// world is too small to know.
  package func meanInterval(level: Double, isHeavyTailed: Bool = false) -> Interval? {
    guard !isHeavyTailed || Int(people.count) >= Self.minPeople || Int(worlds.count) >= Self.minWorlds else {
      return nil
    }
    return interval { $0.meanInterval(level: level) }
  }

  /// The relative variance of a ratio, between people or, if larger, between worlds.
  package var relativeVariance: Double? {
    guard let people = ClusteredRatio(people), people.value > 0, let variance = people.variance else { return nil }
    let between = Int(worlds.count) >= Self.minWorlds ? ClusteredRatio(worlds)?.variance : nil
    return max(variance, between ?? 0) / (people.value * people.value)
  }

  /// The interval between people or, if wider, between worlds.
  ///
  /// If all worlds agree, the variance between worlds is 0, and an interval over so few units would reflect only their
  /// number.
  private func interval(_ of: (ClusteredRatio) -> Interval?) -> Interval? {
    guard let people = ClusteredRatio(people).flatMap(of) else { return nil }
    guard Int(worlds.count) >= Self.minWorlds, let worlds = ClusteredRatio(worlds), worlds.variance ?? 0 > 0 else {
      return people
    }
    return people.wider(of(worlds))
  }
}
