package import GTSDWorld
package import Interleaving
import Randomness

/// Everything that determines one run of a search.
package struct Schedule: Equatable, Sendable {
  /// The source of the decisions about the next event.
  package enum Order: Equatable, Sendable {
    /// The natural order, earliest first.
    case natural
    /// The choices of a search strategy for this schedule's number.
    case searched(SearchStrategy)
    /// The recorded events in this order, followed by the natural order.
    case recorded([UInt64])
    /// The natural order, changed by these constraints.
    case constrained([OrderConstraint])
    /// The steps before the search, each run to its end, with nothing after them.
    case given
  }

  /// The number of the schedule, from 0. It selects the schedule's draws.
  package var number: UInt32
  package var order: Order
  /// Whether latencies are drawn; otherwise they are medians.
  package var drawsLatencies: Bool
  /// The faults that are on.
  package var faults: FaultSet
  /// The story's steps that are left out, as one bit each.
  package var leftOut: UInt64

  package init(number: UInt32, order: Order, drawsLatencies: Bool, faults: FaultSet, leftOut: UInt64) {
    self.number = number
    self.order = order
    self.drawsLatencies = drawsLatencies
    self.faults = faults
    self.leftOut = leftOut
  }

  /// Natural order, median latencies, no fault, every step.
  package static let natural = Schedule(number: 0, order: .natural, drawsLatencies: false, faults: 0, leftOut: 0)
  /// The schedule that runs only the steps before the search.
  package static let given = Schedule(number: 0, order: .given, drawsLatencies: false, faults: 0, leftOut: 0)

  /// Whether everything happens in natural order, however that is expressed.
  package var isNatural: Bool {
    guard !drawsLatencies, faults.isEmpty, leftOut == 0 else { return false }
    switch order {
    case .natural: return true
    case .constrained(let constraints): return constraints.isEmpty
    case .searched, .recorded, .given: return false
    }
  }
}

extension Schedule {
  /// The share of schedules in which a fault is on (swarm testing: a few at once reveal more than all together).
  private static let faultShare = 0.25
  private static let leavingOutShare = 0.25
  private static let drawnLatencyShare = 0.5

  /// Creates the schedule with a number in a search. Each of its parts has its own random stream.
  package init(number: UInt32, strategy: SearchStrategy, seed: UInt64, faults faultCount: Int, optional: UInt64) {
    let draws = Draws(seed: seed)
    func uniform(_ step: UInt32) -> Double {
      draws.uniform(user: 0, purpose: DrawPurpose.schedule.rawValue, step: step, replication: number)
    }
    var faults = FaultSet()
    // A scenario has at most 1,000 faults, and the numbers of the steps' draws begin at 2,000.
    for fault in 0..<faultCount where uniform(1_000 + UInt32(fault)) < Self.faultShare { faults.insert(fault) }
    var leftOut: UInt64 = 0
    for step in 0..<64 where optional >> UInt64(step) & 1 == 1 {
      if uniform(2_000 + UInt32(step)) < Self.leavingOutShare { leftOut |= 1 << UInt64(step) }
    }
    self.init(
      number: number, order: .searched(strategy), drawsLatencies: uniform(0) < Self.drawnLatencyShare, faults: faults,
      leftOut: leftOut)
  }
}

extension Schedule {
  /// A hash that identifies the faults that are on and the steps that are left out.
  package var menuHash: UInt64 {
    faults.mixed &+ leftOut &* 0xC2B2_AE3D_27D4_EB4F
  }
}
