/// Tells its owner of a deadline.
///
/// A timer refers to its handler weakly, and references to what is referred to weakly are counted the slow way: so that
/// is this, and not an owner that is busy with every request.
final class HTTPDeadline: DeadlineHandler {
  private unowned let owner: any DeadlineHandler
  private let timer = DeadlineTimer()

  /// - Parameter owner: Who holds this, and nobody else does.
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
