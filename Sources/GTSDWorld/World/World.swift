package import GTSDModel
package import Interleaving

/// One backend and its users on one thread, in virtual time.
///
/// `@unchecked Sendable`: built and run on a single thread.
package final class World: @unchecked Sendable {
  package let scenario: Scenario
  /// The repetition of the scenario, from 0.
  package private(set) var replication: UInt32
  /// The cell of the population, from 0.
  package let cell: Int
  /// Global indices of the users in this cell.
  package let users: Range<Int>
  package let scheduler: Scheduler
  package let events: EventStream
  /// Whether latencies are their medians instead of drawn.
  package private(set) var drawsMedians: Bool

  /// Creates a world at the start of its scenario.
  ///
  /// - Parameters:
  ///   - replication: the number of the repetition, which keys its draws.
  ///   - scheduler: the scheduler that runs it; a new one if nil.
  package init(
    scenario: Scenario, replication: UInt32, cell: Int, users: Range<Int>, scheduler: Scheduler = Scheduler(),
    drawsMedians: Bool = false
  ) {
    self.scenario = scenario
    self.replication = replication
    self.cell = cell
    self.users = users
    self.scheduler = scheduler
    self.drawsMedians = drawsMedians
    events = EventStream(scheduler: scheduler)
  }

  /// Turns this world into another repetition of its scenario. Its scheduler must have been reset, and nothing of the
  /// last repetition may still run.
  package func restart(replication: UInt32, drawsMedians: Bool) {
    (self.replication, self.drawsMedians) = (replication, drawsMedians)
  }
}
