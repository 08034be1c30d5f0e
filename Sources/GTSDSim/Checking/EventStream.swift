/// Something that folds a world's events as they happen.
package protocol EventObserver: AnyObject {
  /// Called once for each event, in order, on the world's thread.
  func observe(_ event: SimulationEvent)
}

/// The one place where a world's events go.
///
/// `@unchecked Sendable`: used only on the thread that runs its world, as the scheduler is.
package final class EventStream: @unchecked Sendable {
  private let scheduler: Scheduler
  package var observers: [any EventObserver] = []

  package init(scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  /// Hands one event to every observer, stamped with the virtual time.
  package func emit(
    _ kind: SimulationEvent.Kind, user: UInt32, account: UInt8, device: UInt8, session: UInt16
  ) {
    let event = SimulationEvent(
      time: scheduler.now, user: user, account: account, device: device, session: session, kind: kind)
    for observer in observers { observer.observe(event) }
  }
}
