import GTSDModel

/// The purpose of a request. It decides whether the reply is measured, and whether its format is checked.
package enum CallPurpose: Sendable {
  /// A request of a person's app, or one of the single requests of `load.request`. All figures include it.
  case person
  /// A request of a check of all endpoints. All figures include it, and the format of every reply is checked.
  case round
  /// A request of a probe, which a correct server refuses. No figure includes it, and it shows nothing about an
  /// account.
  case question
  /// A request that prepares an account for single requests.
  case preparation

  /// Whether the figures include the reply.
  var isMeasured: Bool {
    switch self {
    case .person, .round: true
    case .question, .preparation: false
    }
  }

  /// Whether the checkers receive the reply, because it shows the state of an account.
  var isWatched: Bool {
    switch self {
    case .person, .round, .preparation: true
    case .question: false
    }
  }

  /// Whether the format of every reply is checked. Otherwise only the first reply of each class is checked
  /// (``ReplyClasses``).
  var checksFormat: Bool {
    switch self {
    case .round, .question: true
    case .person, .preparation: false
    }
  }
}

/// The classes of replies that were seen. Replies with the same endpoint, status and order of magnitude of the body's
/// length form a class.
///
/// Checking the format of a reply takes as long as all other work for a request. Only the first reply of each class is
/// therefore checked, which still finds a fault that appears only under load.
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
