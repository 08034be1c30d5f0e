import Interleaving

/// The instances of the metrics state that Home and Plans use: one each, or one for both.
struct MetricsInstances {
  /// Home's instance, or the shared one.
  var first = MetricsModel()
  /// Plans' instance, when every view has one.
  var second = MetricsModel()
  /// The tasks that wait for the current fetch, by instance; nil without one.
  var flights: (first: [OneShot<Bool>]?, second: [OneShot<Bool>]?) = (nil, nil)

  enum Slot: Sendable { case first, second }

  subscript(_ slot: Slot) -> MetricsModel {
    get { slot == .first ? first : second }
    set { if slot == .first { first = newValue } else { second = newValue } }
  }

  func waiters(_ slot: Slot) -> [OneShot<Bool>]? { slot == .first ? flights.first : flights.second }

  mutating func add(_ waiter: OneShot<Bool>, to slot: Slot) {
    if slot == .first { flights.first?.append(waiter) } else { flights.second?.append(waiter) }
  }

  mutating func setWaiters(_ slot: Slot, _ waiters: [OneShot<Bool>]?) {
    if slot == .first { flights.first = waiters } else { flights.second = waiters }
  }
}
