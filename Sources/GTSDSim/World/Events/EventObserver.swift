/// Something that folds a world's events as they happen.
package protocol EventObserver: AnyObject {
  /// Called once for each event, in order, on the world's thread.
  func observe(_ event: SimulationEvent)
}
