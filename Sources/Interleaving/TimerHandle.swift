/// The handle of a timer of one world, for cancelling. Remains valid, without effect, after the timer has fired.
public struct TimerHandle: Hashable, Sendable {
  let index: UInt32
  let ticket: UInt64
}
