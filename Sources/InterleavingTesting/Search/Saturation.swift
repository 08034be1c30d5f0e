import Interleaving

extension ExplorationResult {
  /// About how likely the next schedule is of a class not met yet (Good-Turing).
  public var unseenMass: Double { goodTuring.unseenMass }

  /// Whether every order of jobs ran, or every class that was met was met again: an estimate of what is left, no proof
  /// that nothing is. False where the code takes locks: orders within a job decide there as well, and no search chose them.
  public var isSaturated: Bool { !takesLocks && (isExhausted || goodTuring.isSaturated) }

  private var goodTuring: GoodTuring { GoodTuring(samples: schedules, singletons: classesMetOnce) }
}
