extension ExplorationResult {
  /// About how likely the next schedule is of a class not met yet (Good-Turing).
  public var unseenMass: Double {
    schedules == 0 ? 1 : Double(classesMetOnce) / Double(schedules)
  }

  /// Whether less than one schedule in a hundred would be of a class not met yet, by that estimate.
  public var isSaturated: Bool { isExhausted || unseenMass < 0.01 }
}
