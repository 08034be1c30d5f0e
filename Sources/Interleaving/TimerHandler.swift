/// The receiver of a timer.
public protocol TimerHandler: AnyObject {
  /// Handles a timer that fires. Called on the world's thread between two jobs, outside every actor.
  ///
  /// - Parameter timer: the timer among those of the handler.
  func timerFired(_ timer: TimerHandle)
}
