/// The receiver of a timer.
public protocol TimerHandler: AnyObject {
  /// Handles a timer that fires. Called on the world's thread between two jobs, outside every actor.
  ///
  /// - Parameter timer: which of the handler's timers it was.
  func timerFired(_ timer: TimerHandle)
}
