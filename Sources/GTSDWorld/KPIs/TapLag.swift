import GTSDModel

/// One phone's open tap, until it is known whether the screen answered it in time.
///
/// Counted are taps that begin something at their instant, while no indicator turns: a person who sees one knows that
/// the app is at work. What the app computes takes no time here, so a lag is a state that the app leaves unshown.
struct TapLag {
  /// How long a person waits for the screen to answer before it is a lag: the specification's 100 ms.
  static let limit = 100 * Nanoseconds.millisecond

  /// -1 for none.
  private var tappedAt: Int64 = -1
  private var hasBegun = false
  private var isAnswered = false
  /// Indicators that turn, a bit each.
  private var turning: UInt64 = 0

  /// Whether an answer would tell anything.
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

  /// The screen changes. Within the instant of the tap it may still begin something.
  ///
  /// - Returns: whether the tap was a lag, as ``end(at:)`` does.
  mutating func answer(at time: Int64) -> Bool? {
    if time - tappedAt <= Self.limit { isAnswered = true }
    return time == tappedAt ? nil : end(at: time)
  }

  /// The tap is over: the screen has answered, or the person does something else.
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
