/// The log that rules write to: the number of evaluations of each invariant, and the episodes that began.
package struct CheckLog {
  /// Counts by the invariant's raw value, in memory of their own, since arrays would check for shared storage at each
  /// access.
  private final class Counts {
    let evaluated = UnsafeMutablePointer<Int>.allocate(capacity: Invariant.allCases.count)
    let vacuous = UnsafeMutablePointer<Int>.allocate(capacity: Invariant.allCases.count)

    init() {
      evaluated.initialize(repeating: 0, count: Invariant.allCases.count)
      vacuous.initialize(repeating: 0, count: Invariant.allCases.count)
    }

    deinit {
      evaluated.deallocate()
      vacuous.deallocate()
    }
  }

  private let counts: Counts
  // Pointers into `counts`, which exists as long as this object. An invariant's raw value is an index into them.
  let evaluated: UnsafeMutablePointer<Int>
  private let vacuous: UnsafeMutablePointer<Int>
  /// Episodes that were not reported yet.
  var breaches: [Breach] = []
  /// The time of the event or instant that rules are evaluating.
  var time: Int64 = 0
  var device: UInt8 = 0
  var session: UInt16 = 0

  init() {
    counts = Counts()
    (evaluated, vacuous) = (counts.evaluated, counts.vacuous)
  }

  /// The number of checks of an invariant, and the number of those in which its premise did not hold.
  func counts(of invariant: Invariant) -> (evaluated: Int, vacuous: Int) {
    (evaluated[Int(invariant.rawValue)], vacuous[Int(invariant.rawValue)])
  }

  /// Records that an invariant's premise did not hold.
  mutating func vacuous(_ invariant: Invariant) {
    vacuous[Int(invariant.rawValue)] += 1
  }

  /// Records that an invariant was evaluated and held.
  mutating func holds(_ invariant: Invariant) {
    evaluated[Int(invariant.rawValue)] += 1
  }
}
