/// An observer of a world's events as they happen.
package protocol EventObserver: AnyObject {
  /// Receives each event, in order, on the world's thread.
  func observe(_ event: SimulationEvent)
  /// This observer as an observer of requests and replies; nil if it does not observe them. Faster than a cast.
  var wireObserver: (any WireObserver)? { get }
}

extension EventObserver {
  package var wireObserver: (any WireObserver)? { nil }
}
