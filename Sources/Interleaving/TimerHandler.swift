/// Something that wants to be told when a time has come.
public protocol TimerHandler: AnyObject {
  /// The time has come: called on the world's thread between two jobs, outside every actor.
  ///
  /// - Parameter timer: which of the handler's timers it was.
  func timerFired(_ timer: TimerHandle)
}
