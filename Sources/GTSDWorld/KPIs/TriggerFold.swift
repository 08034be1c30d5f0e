import GTSDModel

/// The counts for the triggers of a staged roll-out, by arm and hour of virtual time.
///
/// Empty unless an arm is rolled out in stages, so that other runs have no cost.
package struct TriggerFold: Equatable, Sendable {
  /// The counts of one hour.
  package struct Hour: Equatable, Sendable {
    /// The number of sessions that ended.
    package var sessions = 0
    /// The number of those sessions in which client code would trap, or that left a device stuck.
    package var crashes = 0
    /// The number of completed requests, cancelled ones left out.
    package var requests = 0
    /// The number of completed requests that count as API errors.
    package var failures = 0
    /// The number of people who complain about a problem of this hour, each at most once.
    package var complaints = 0

    package init(sessions: Int = 0, crashes: Int = 0, requests: Int = 0, failures: Int = 0, complaints: Int = 0) {
      self.sessions = sessions
      self.crashes = crashes
      self.requests = requests
      self.failures = failures
      self.complaints = complaints
    }

    package static func += (total: inout Hour, other: Hour) {
      total.sessions += other.sessions
      total.crashes += other.crashes
      total.requests += other.requests
      total.failures += other.failures
      total.complaints += other.complaints
    }

    package static func -= (total: inout Hour, other: Hour) {
      total.sessions -= other.sessions
      total.crashes -= other.crashes
      total.requests -= other.requests
      total.failures -= other.failures
      total.complaints -= other.complaints
    }
  }

  /// The counts by arm, control first, then by hour; empty if nothing is counted.
  package private(set) var arms: [[Hour]]

  /// Creates an empty fold that counts nothing.
  package init() { arms = [] }

  /// Creates a fold from given counts. All arms must have the same number of hours.
  package init(arms: [[Hour]]) {
    precondition(arms.allSatisfy { $0.count == arms[0].count }, "arms have the same hours")
    self.arms = arms
  }

  /// Creates a fold of every hour that begins before the horizon, in nanoseconds.
  package init(arms: Int, horizon: Int64) {
    let hours = max(1, Int((horizon + Nanoseconds.hour - 1) / Nanoseconds.hour))
    self.arms = Array(repeating: Array(repeating: Hour(), count: hours), count: arms)
  }

  package var isEmpty: Bool { arms.isEmpty }

  mutating func sessionEnded(arm: UInt8, at time: Int64, crashed: Bool) {
    count(arm, time) {
      $0.sessions += 1
      if crashed { $0.crashes += 1 }
    }
  }

  /// Counts a session as crashed that was counted as normal but left its device stuck.
  mutating func stuck(arm: UInt8, at time: Int64) {
    count(arm, time) { $0.crashes += 1 }
  }

  mutating func requestEnded(arm: UInt8, at time: Int64, failed: Bool) {
    count(arm, time) {
      $0.requests += 1
      if failed { $0.failures += 1 }
    }
  }

  mutating func complained(arm: UInt8, at time: Int64) {
    count(arm, time) { $0.complaints += 1 }
  }

  private mutating func count(_ arm: UInt8, _ time: Int64, _ change: (inout Hour) -> Void) {
    guard !arms.isEmpty else { return }
    // Events at the horizon itself belong to the last hour.
    let hour = min(Int(time / Nanoseconds.hour), arms[Int(arm)].count - 1)
    change(&arms[Int(arm)][hour])
  }

  package mutating func merge(_ other: TriggerFold) {
    guard !other.isEmpty else { return }
    guard !isEmpty else { return self = other }
    precondition(
      arms.count == other.arms.count && arms[0].count == other.arms[0].count,
      "folds of \(arms.count) and \(other.arms.count) arms, or of different hours, cannot be merged")
    for arm in arms.indices {
      for hour in arms[arm].indices { arms[arm][hour] += other.arms[arm][hour] }
    }
  }
}
