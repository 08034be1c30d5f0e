package import GTSDModel

/// One backend and its users on one thread, in virtual time.
///
/// `@unchecked Sendable`: built and run on a single thread.
package final class World: @unchecked Sendable {
  package let scenario: Scenario
  /// Which repetition of the scenario, from 0.
  package let replication: UInt32
  /// Which cell of the population, from 0.
  package let cell: Int
  /// Global indices of the users in this cell.
  package let users: Range<Int>
  package let scheduler: Scheduler
  package let events: EventStream
  /// Whether latencies are their medians instead of drawn.
  package let drawsMedians: Bool

  /// A world at the start of its scenario.
  ///
  /// - Parameters:
  ///   - replication: names its draws.
  ///   - scheduler: runs it; one of its own if none is given.
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
}

/// What a random draw is for. One stream each, so that one more draw of a kind shifts no other kind.
package enum DrawPurpose: UInt32, Sendable {
  // Population: 1 to 199, one for each decision and timing (`PersonPurpose`).
  // Backend: 200 to 299, and from 1,000,205 on one for each fault.
  case networkLatency = 200
  case serviceTime, metricsDelay, errorRate, lossRate, fault
  // Observers: 500.
  case complaint = 500
  // Searches: 600.
  case schedule = 600
  // Forecasts: 700.
  case parameter = 700
  case parameterBlock, sensitivity
  // Load: 800.
  case loadStart = 800
}
