/// Passes a deadline on to its owner.
///
/// A timer refers to its handler weakly, and Swift counts references to such objects in a slower way. This small object
/// has that cost instead of its owner, which is busy with every request.
final class HTTPDeadline: DeadlineHandler {
  private unowned let owner: any DeadlineHandler
  private let timer = DeadlineTimer()

  /// - Parameter owner: the only holder of this object.
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
