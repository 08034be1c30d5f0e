import GTSDModel

/// The open tap of one phone, until it is known whether the screen responded in time.
///
/// Counted are taps that begin something at their instant, while no indicator turns: a person who sees one knows that
/// the app is at work. What the app computes takes no time here, so a lag is a state that the app leaves unshown.
struct TapLag {
  /// The time after which a missing response counts as a lag: the specification's 100 ms.
  static let limit = 100 * Nanoseconds.millisecond

  /// -1 for none.
  private var tappedAt: Int64 = -1
  private var hasBegun = false
  private var isAnswered = false
  /// The loading indicators that are shown, a bit each.
  private var turning: UInt64 = 0

  /// Whether a tap is open.
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
  /// - Returns: whether the tap was a lag, as ``end(at:)`` does.
  mutating func answer(at time: Int64) -> Bool? {
    if time - tappedAt <= Self.limit { isAnswered = true }
    return time == tappedAt ? nil : end(at: time)
  }

  /// Ends the tap: the screen has responded, or the person does something else.
  ///
  /// - Returns: whether it was a lag; nil where there is none that is counted, or nothing answered it yet within the
  ///   limit, which tells nothing.
  mutating func end(at time: Int64) -> Bool? {
    guard tappedAt >= 0 else { return nil }
    let isLate = time - tappedAt > Self.limit
    tappedAt = -1
    return hasBegun && (isAnswered || isLate) ? !isAnswered : nil
  }
}
