/// An observer of a world's events as they happen.
package protocol EventObserver: AnyObject {
  /// Receives each event, in order, on the world's thread.
  func observe(_ event: SimulationEvent)
  /// The same observer, if it also observes the wire. A cast would be looked up for each world.
  var wireObserver: (any WireObserver)? { get }
}

extension EventObserver {
  package var wireObserver: (any WireObserver)? { nil }
}
