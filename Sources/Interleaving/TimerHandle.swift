/// Names one timer of one world, to cancel it; stays valid, and harmless, after the timer has fired.
public struct TimerHandle: Hashable, Sendable {
  let index: UInt32
  let ticket: UInt64
}
