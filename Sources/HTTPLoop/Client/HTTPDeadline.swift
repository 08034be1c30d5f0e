/// Passes an expired deadline on to its owner.
///
/// A timer refers to its handler weakly, and Swift counts references to such objects in a slower way. This small object
/// has that cost instead of its owner, which is used with every request.
final class HTTPDeadline: DeadlineHandler {
  private unowned let owner: any DeadlineHandler
  private let timer = DeadlineTimer()

  /// Creates the object of an owner.
  ///
  /// - Parameter owner: the only object that refers to this one.
  init(of owner: any DeadlineHandler) {
    self.owner = owner
    timer.handler = self
  }

  @inline(__always)
  func set(_ deadline: Int64, on loop: EventLoop) {
    loop.set(timer, to: deadline)
  }

  package func deadlineReached() { owner.deadlineReached() }
}
