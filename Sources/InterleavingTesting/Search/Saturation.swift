import Interleaving

extension ExplorationResult {
  /// The estimated probability that the next schedule belongs to an unseen class (Good-Turing).
  public var unseenMass: Double { goodTuring.unseenMass }

  /// Whether every order between jobs ran, or every class was seen at least twice. The latter is an estimate, not a
  /// proof, that no class is missing. False where the code takes locks, since the orders within a job matter there and
  /// were not searched, where it calls `concurrentPerform`, and where it wakes threads outside.
  public var isSaturated: Bool { seesEveryOrder && (isExhausted || goodTuring.isSaturated) }

  private var goodTuring: GoodTuring { GoodTuring(samples: schedules, singletons: classesMetOnce) }
}
