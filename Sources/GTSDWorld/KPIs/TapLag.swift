import GTSDModel

/// The open tap of one phone, until it is known whether the screen responded in time.
///
/// Only taps that start something in their instant count, and only while no progress indicator is visible, since an
/// indicator shows that the app is working. The app's computations take no time here, so a lag means that the app does
/// not show a new state.
struct TapLag {
  /// The time after which a missing response counts as a lag: the specification's 100 ms.
  static let limit = 100 * Nanoseconds.millisecond

  /// The time of the tap; -1 for none.
  private var tappedAt: Int64 = -1
  private var hasBegun = false
  private var isAnswered = false
  /// The loading indicators that are shown, as one bit each.
  private var turning: UInt64 = 0

  /// Whether a tap still waits for its effect on the screen.
  var isOpen: Bool { tappedAt >= 0 }

  mutating func tap(at time: Int64) {
    tappedAt = turning == 0 ? time : -1
    hasBegun = false
    isAnswered = false
  }

  mutating func begin(at time: Int64) {
    if tappedAt == time { hasBegun = true }
  }

  mutating func indicator(_ variable: StateVariable, turns: Bool) {
    let bit: UInt64 = 1 << UInt64(variable.rawValue)
    if turns { turning |= bit } else { turning &= ~bit }
  }

  /// Handles a change of the screen. Within the instant of the tap, the tap may still start something.
  ///
  /// - Returns: whether the tap was a lag, as in ``end(at:)``.
  mutating func answer(at time: Int64) -> Bool? {
    if time - tappedAt <= Self.limit { isAnswered = true }
    return time == tappedAt ? nil : end(at: time)
  }

  /// Ends the tap: the screen has responded, or the person does something else.
  ///
  /// - Returns: whether it was a lag; nil if no tap is counted, or if the time limit for a response has not passed yet.
  mutating func end(at time: Int64) -> Bool? {
    guard tappedAt >= 0 else { return nil }
    let isLate = time - tappedAt > Self.limit
    tappedAt = -1
    return hasBegun && (isAnswered || isLate) ? !isAnswered : nil
  }
}
