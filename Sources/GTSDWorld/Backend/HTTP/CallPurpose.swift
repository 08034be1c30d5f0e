import GTSDModel

/// The purpose of a call, which decides who receives its reply, and whether its form is looked at.
package enum CallPurpose: Sendable {
  /// A call of a person's app, or a single request: its reply is in every figure.
  case person
  /// A call of a round through all endpoints: as a person's, and the form of every reply is looked at.
  case round
  /// A question of a probe that a sound server refuses: it is in no figure, and says nothing of an account.
  case question
  /// A call that makes an account ready for single requests.
  case preparation

  /// Whether the reply is in the figures.
  var isMeasured: Bool {
    switch self {
    case .person, .round: true
    case .question, .preparation: false
    }
  }

  /// Whether the reply says something of the account, so that the checkers see it.
  var isWatched: Bool {
    switch self {
    case .person, .round, .preparation: true
    case .question: false
    }
  }

  /// Whether the form of every reply is looked at; otherwise, only of the first of each ``ReplyClasses``.
  var looksAtForm: Bool {
    switch self {
    case .round, .question: true
    case .person, .preparation: false
    }
  }
}

/// The classes of replies that were seen: by endpoint, status and the magnitude of the body's length.
///
/// Looking at the form of a reply costs as much as everything else that is done for a request. People's replies are
/// therefore looked at once for each class, so that a fault that only appears under load is still found.
struct ReplyClasses {
  /// The magnitudes seen, one bit each, by endpoint and status.
  private var seen = [UInt32](repeating: 0, count: Endpoint.allCases.count * Self.statuses.count)
  private static let statuses = 100..<600

  /// Records a reply; returns whether it is the first of its class.
  @inline(__always)
  mutating func isNew(_ endpoint: Endpoint, status: Int, length: Int) -> Bool {
    guard Self.statuses.contains(status) else { return true }
    let index = Int(endpoint.rawValue) * Self.statuses.count + status - Self.statuses.lowerBound
    let magnitude = UInt32(1) << UInt32(min(31, Int.bitWidth - length.leadingZeroBitCount))
    guard seen[index] & magnitude == 0 else { return false }
    seen[index] |= magnitude
    return true
  }
}
