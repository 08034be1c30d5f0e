import GTSDModel
import GTSDWorld

/// Passes one person's events around a violation to an observer.
final class ViolationSurroundings: EventObserver {
  /// The time before the violation that is shown: ten minutes.
  private static let lead = 10 * Nanoseconds.minute
  /// The time after the violation that is shown: two seconds.
  static let trail = 2 * Nanoseconds.second

  private let observer: any EventObserver
  private let user: UInt32
  private let window: ClosedRange<Int64>

  init(on observer: any EventObserver, user: UInt32, around time: Int64) {
    self.observer = observer
    self.user = user
    window = max(0, time - Self.lead)...time + Self.trail
  }

  func shows(_ user: UInt32, at time: Int64) -> Bool { user == self.user && window.contains(time) }

  func observe(_ event: SimulationEvent) {
    if shows(event.user, at: event.time) { observer.observe(event) }
  }
}
