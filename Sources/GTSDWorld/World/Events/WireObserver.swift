/// An observer of the wire of a world.
package protocol WireObserver: EventObserver {
  /// Receives each event of the wire, in order with the other events, on the world's thread.
  ///
  /// - Parameter device: the person's phone, also for decisions of the server.
  func observe(_ event: WireEvent, user: UInt32, device: UInt8, time: Int64)
}

extension WireObserver {
  package var wireObserver: (any WireObserver)? { self }
}
