import GTSDModel
import Randomness

/// The scenario's faults, prepared to decide their effect on each request.
package struct FaultPlan: Sendable {
  /// One fault with its window, in nanoseconds.
  package struct Window: Sendable {
    var kind: Fault.Kind
    /// The affected endpoints: bit n for the endpoint with raw value n.
    var endpoints: UInt64
    var from: Int64
    var until: Int64
    var probability: Double
    /// The index in the scenario.
    var number: Int
    /// The key of the fault's random draws. It depends on the fault's content and not on its position, so that other
    /// faults do not change its draws.
    var key: UInt32
    /// The greatest number of requests that the fault affects.
    var times: Int
    /// The number of requests that the fault has affected.
    var touched = 0

    func contains(_ time: Int64) -> Bool { from <= time && time < until }

    /// Whether the fault's effect on a request is random.
    package var isDrawn: Bool {
      switch kind {
      case .latency(.constant), .reorder(.constant): probability < 1
      case .latency, .reorder: true
      default: probability < 1
      }
    }
  }

  /// The faults in the scenario's order.
  package private(set) var windows: [Window]

  init(_ faults: [Fault], horizon: TimeSpan) {
    var namesakes: [String: Int] = [:]
    windows = faults.enumerated().map { number, fault in
      let identity = fault.identity
      let earlier = namesakes[identity, default: 0]
      namesakes[identity] = earlier + 1
      let all = UInt64.max
      let mask = fault.endpoints.reduce(UInt64(0)) { $0 | 1 << UInt64($1.rawValue) }
      return Window(
        kind: fault.kind, endpoints: fault.endpoints.isEmpty ? all : mask, from: fault.from.nanoseconds,
        until: (fault.until ?? horizon).nanoseconds, probability: fault.probability.value,
        number: number, key: Self.key(identity, earlier), times: fault.times ?? .max)
    }
  }

  /// A key of 31 bits, made of the fault's content and the number of equal faults before it, so that equal faults have
  /// independent draws.
  private static func key(_ identity: String, _ earlier: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: XXH64.digest(of: earlier == 0 ? identity : "\(identity) \(earlier)")) >> 1
  }

  /// Whether the effect on some request is random, with the faults of a set and those that began outside the set.
  package func isDrawn(_ chosen: FaultSet) -> Bool {
    windows.contains { $0.isDrawn && ($0.number < 0 || chosen.contains($0.number)) }
  }

  /// Adds a fault whose window begins now. Without an end, the fault stays on.
  mutating func begin(_ fault: Fault, at now: Int64) {
    guard var window = FaultPlan([fault], horizon: .zero).windows.first else { return }
    window.from += now
    window.until = fault.until.map { $0.nanoseconds + now } ?? .max
    // This fault is not chosen by any set.
    window.number = -1
    windows.append(window)
  }

  /// The plan with only the faults of a set, by their places in the scenario, and those that began outside the set.
  package func selecting(_ chosen: FaultSet) -> FaultPlan {
    var plan = self
    plan.windows.removeAll { $0.number >= 0 && !chosen.contains($0.number) }
    return plan
  }

  /// This plan, with the faults added that steps of a story have begun in another plan.
  package func adding(begunIn other: FaultPlan) -> FaultPlan {
    var plan = self
    plan.windows += other.windows.filter { $0.number < 0 }
    return plan
  }

  /// The faults' effect on a request that arrives now. Counts the request for the faults that affect it.
  ///
  /// - Parameters:
  ///   - isCopy: whether this is the second arrival of a duplicated request, which is not duplicated again.
  ///   - uniform: draws, by the fault's key, that decide whether it affects the request, and how much.
  mutating func verdict(
    for endpoint: Endpoint, isCopy: Bool, at now: Int64, uniform: (_ fault: UInt32, _ isAmount: Bool) -> Double
  ) -> Interference {
    var verdict = Interference()
    for (index, window) in windows.enumerated()
    where window.contains(now) && window.endpoints >> UInt64(endpoint.rawValue) & 1 == 1 {
      if case .clockSkew = window.kind { continue }
      if case .brownOut = window.kind { continue }
      if case .duplicate = window.kind, isCopy { continue }
      guard window.touched < window.times else { continue }
      guard window.probability >= 1 || uniform(window.key, false) < window.probability else { continue }
      windows[index].touched += 1
      switch window.kind {
      case .latency(let added): verdict.addedService += added.nanoseconds(at: uniform(window.key, true))
      case .error(let status): verdict.end(.refused(status: status))
      case .timeout: verdict.end(.swallowed)
      case .replyLost: verdict.end(.replyLost)
      case .garbled: verdict.end(.garbled)
      case .duplicate: verdict.isDuplicated = true
      case .reorder(let delay): verdict.heldBack += delay.nanoseconds(at: uniform(window.key, true))
      case .outage, .restart: verdict.end(.unreachable)
      case .rateLimitStorm: verdict.end(.refused(status: 429))
      case .brownOut, .clockSkew: break
      }
    }
    return verdict
  }

  /// The first restart that begins during a service and interrupts it.
  func restart(after start: Int64, upTo end: Int64) -> Int64? {
    var first: Int64?
    for window in windows where window.from > start && window.from <= end {
      guard case .restart = window.kind else { continue }
      first = min(first ?? window.from, window.from)
    }
    return first
  }

  /// Whether the server is down for a restart.
  func isRestarting(at now: Int64) -> Bool {
    windows.contains { window in
      if case .restart = window.kind { window.contains(now) } else { false }
    }
  }

  /// The number of working servers. A brown-out leaves a share of them, rounded down; of several brown-outs the
  /// smallest number counts.
  func servers(of all: Int, at now: Int64) -> Int {
    var share = 1.0
    for window in windows where window.contains(now) {
      if case .brownOut(let capacity) = window.kind { share = min(share, capacity) }
    }
    return Int((Double(all) * share).rounded(.down))
  }

  /// The instants at which the capacity changes, in order.
  var capacityChanges: [Int64] {
    var instants: [Int64] = []
    for window in windows {
      guard case .brownOut = window.kind else { continue }
      instants += [window.from, window.until]
    }
    return instants.sorted()
  }

  /// The time by which the server's clock is ahead of the true time, in nanoseconds.
  func clockSkew(at now: Int64) -> Int64 {
    var skew: Int64 = 0
    for window in windows where window.contains(now) {
      if case .clockSkew(let span) = window.kind { skew += span.nanoseconds }
    }
    return skew
  }
}
