import Interleaving

extension ExplorationResult {
  /// The estimated probability that the next schedule is of a class not met yet (Good-Turing).
  public var unseenMass: Double { goodTuring.unseenMass }

  /// Whether every order of jobs ran, or every class that was met was met again: an estimate of what is left, not a
  /// proof that nothing is. False where the code takes locks, since orders within a job matter there and were not
  /// searched.
  public var isSaturated: Bool { !takesLocks && (isExhausted || goodTuring.isSaturated) }

  private var goodTuring: GoodTuring { GoodTuring(samples: schedules, singletons: classesMetOnce) }
}
