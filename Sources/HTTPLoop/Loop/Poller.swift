/// Reports which of many descriptors are ready: epoll on Linux, kqueue on Darwin.
///
/// Level-triggered: an event that is not handled is reported again.
protocol Poller: ~Copyable {
  /// Creates a poller that watches nothing.
  ///
  /// - Throws: `SocketError` if the system has no descriptor for it.
  init() throws(SocketError)
  /// Watches a descriptor that is not watched yet; `token` is returned with its events.
  func add(_ descriptor: Int32, for interest: Readiness, token: UInt64) throws(SocketError)
  /// Changes the events for which a descriptor is watched.
  func change(_ descriptor: Int32, from old: Readiness, to interest: Readiness, token: UInt64)
  /// Stops watching a descriptor. Call it before the descriptor is closed.
  func remove(_ descriptor: Int32, from old: Readiness)
  /// Waits until something is ready, ``wake()`` is called, or this many nanoseconds have passed; negative for ever, 0
  /// only looks.
  ///
  /// - Returns: the number of events, to be read by ``event(at:)``. They are not passed to a closure, since handling
  ///   one may add and remove descriptors.
  mutating func wait(_ nanoseconds: Int64) -> Int
  /// An event of the last wait; nil if the event only ended the wait.
  func event(at index: Int) -> (token: UInt64, readiness: Readiness)?
  /// Ends a wait, from any thread. If no wait is in progress, the next one returns at once.
  func wake()
}

#if os(Linux)
  typealias SystemPoller = EpollPoller
#else
  typealias SystemPoller = KqueuePoller
#endif
