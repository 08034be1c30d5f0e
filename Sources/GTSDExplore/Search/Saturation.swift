import GTSDSim

extension ExplorationResult {
  /// About how likely the next schedule is of a class not met yet (Good-Turing).
  public var unseenMass: Double { goodTuring.unseenMass }

  /// Whether every order ran, or every class that was met was met again: an estimate of what is left, no proof that nothing
  /// is.
  public var isSaturated: Bool { isExhausted || goodTuring.isSaturated }

  private var goodTuring: GoodTuring { GoodTuring(samples: schedules, singletons: classesMetOnce) }
}
