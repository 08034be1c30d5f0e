package import GTSDWorld
import HTTPLoop

/// The number of requests by how they ended: readable replies by status, unreadable replies by status, and failures by
/// kind.
///
/// The memory is bounded by the numbers of statuses and kinds of failures, whatever a server sends.
package struct OutcomeCounts: Equatable, Sendable, Codable {
  /// The codes of the outcomes, in ascending order.
  private var codes: [Int16] = []
  private var counts: [Int64] = []

  private static let undecodable: Int16 = 1_000
  private static let failure: Int16 = 2_000
  private static let failures = [
    "unresolved", "refused", "connect-timeout", "broken", "closed-unanswered", "closed-early", "first-byte-timeout",
    "total-timeout", "malformed", "not-secure", "cancelled", "abandoned", "exhausted",
    "http2-malformed", "http2-reset",
  ]

  package init() {}

  /// Counts a request with this outcome.
  package mutating func count(_ outcome: RequestSample.Outcome) { add(Self.code(outcome), 1) }

  /// Adds the counts of another value.
  package mutating func merge(_ other: OutcomeCounts) {
    for (code, count) in zip(other.codes, other.counts) { add(code, count) }
  }

  /// The number of all requests.
  package var total: Int64 { counts.reduce(0, +) }

  /// The number of each outcome, by name: `200`, `undecodable 200`, `refused`.
  package var byName: [(name: String, count: Int64)] { zip(codes, counts).map { (Self.name($0), $1) } }

  private mutating func add(_ code: Int16, _ count: Int64) {
    // Nearly all requests of an endpoint have one of very few outcomes.
    let index = codes.firstIndex { $0 >= code } ?? codes.count
    if index == codes.count || codes[index] != code {
      codes.insert(code, at: index)
      counts.insert(0, at: index)
    }
    counts[index] += count
  }

  private static func code(_ outcome: RequestSample.Outcome) -> Int16 {
    switch outcome {
    case .status(let status): Int16(min(999, max(0, status)))
    case .undecodable(let status): undecodable + Int16(min(999, max(0, status)))
    case .failure(let failure): Self.failure + failure.code
    }
  }

  private static func name(_ code: Int16) -> String {
    switch code {
    case failure...: failures[Int(code - failure)]
    case undecodable...: "undecodable \(code - undecodable)"
    default: "\(code)"
    }
  }
}

extension HTTPFailure {
  /// The code of the outcome: the index among the names of failures.
  fileprivate var code: Int16 {
    switch self {
    case .unresolved: 0
    case .refused: 1
    case .connectTimedOut: 2
    case .broken: 3
    case .closedUnanswered: 4
    case .closedEarly: 5
    case .firstByteTimedOut: 6
    case .totalTimedOut: 7
    case .malformed: 8
    case .notSecure: 9
    case .cancelled: 10
    case .abandoned: 11
    case .exhausted: 12
    case .http2: 13
    case .reset: 14
    }
  }
}
