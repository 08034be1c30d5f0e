import GTSDLogs
import GTSDModel
import GTSDWorld
import Interleaving

/// The analytics events of a simulated population, without checkers and indicators, for comparison with a fit.
enum SimulatedEvents {
  /// The virtual time between two checks for cancellation, a quarter of an hour.
  private static let step = 15 * Nanoseconds.minute

  /// The events of one replication, with its cells one after the other.
  ///
  /// - Parameters:
  ///   - names: the events that are kept.
  ///   - horizon: the end, in milliseconds after the world's beginning.
  /// - Returns: nil if it was cancelled.
  static func log(
    of scenario: Scenario, replication: UInt32, keeping names: [ObservedEvent.Name], until horizon: Int64,
    isCancelled: () -> Bool
  ) -> EventLog? {
    let collector = Collector(names)
    for unit in RunUnit.all(of: scenario, replication: replication) {
      let world = World(scenario: scenario, replication: replication, cell: unit.cell, users: unit.users)
      world.events.observers = [collector]
      let backend = InProcessBackend(world: world)
      Population.spawn(in: world, backend: backend)
      var time: Int64 = 0
      while time < horizon * Nanoseconds.millisecond, !isCancelled() {
        time = min(horizon * Nanoseconds.millisecond, time + step)
        world.scheduler.run(until: time)
      }
      world.events.observers = []
      world.scheduler.shutdown()
      if isCancelled() { return nil }
    }
    return collector.log(end: WorldCalendar.epoch.milliseconds + horizon)
  }

  private final class Collector: EventObserver {
    private let isKept: [Bool]
    private var events: [ObservedEvent] = []

    init(_ names: [ObservedEvent.Name]) {
      isKept = ObservedEvent.Name.allCases.map(names.contains)
    }

    func observe(_ event: SimulationEvent) {
      guard case .analytics(let analytics) = event.kind, isKept[analytics.nameIndex] else { return }
      events.append(
        ObservedEvent(
          analytics, at: WorldCalendar.timestamp(at: event.time).milliseconds, user: Int32(event.user),
          session: event.sessionID))
    }

    /// The events as a log. Users without an event are not in it, as in a file.
    func log(end: Int64) -> EventLog {
      var numbers = [Int32](repeating: -1, count: Int(events.map(\.user).max() ?? -1) + 1)
      for event in events { numbers[Int(event.user)] = 0 }
      var count: Int32 = 0
      for user in numbers.indices where numbers[user] == 0 {
        numbers[user] = count
        count += 1
      }
      for index in events.indices { events[index].user = numbers[Int(events[index].user)] }
      return EventLog(events, users: Int(count), end: end)
    }
  }
}
