import GTSDModel

/// In what way a request ended, coarsely: one of these for each.
package enum RequestEnd: UInt8, CaseIterable, Hashable, Sendable {
  /// A status that the contract has for it, with a body as it says.
  case ok
  /// Refused by the request's content or rights: 4xx but 429.
  case clientError
  /// 429.
  case rateLimited
  /// 5xx.
  case serverError
  /// A response that the contract does not know, or that is no HTTP.
  case undecodable
  /// No connection: no address, refused, not secure, or none free.
  case noConnection
  /// Nothing, or not everything, in time.
  case timedOut
  /// The connection broke, or was closed too early.
  case broken
  /// The caller gave up: neither good nor bad.
  case cancelled

  /// How reports name it.
  package var name: String {
    switch self {
    case .ok: "ok"
    case .clientError: "4xx"
    case .rateLimited: "429"
    case .serverError: "5xx"
    case .undecodable: "undecodable"
    case .noConnection: "no-connection"
    case .timedOut: "timeout"
    case .broken: "broken"
    case .cancelled: "cancelled"
    }
  }

  /// Whether it counts as an error in `api-error-rate`.
  package var isError: Bool { self != .ok && self != .cancelled }
}

extension RequestSample {
  /// In what way it ended. 404 is an answer where the contract has it for something that is not there yet: today's
  /// metrics, and profile, preferences and the explanation of targets of who has none.
  package var end: RequestEnd {
    switch outcome {
    case .status(404) where endpoint.mayHaveNothingYet: .ok
    case .status(429): .rateLimited
    case .status(200..<300): .ok
    // A redirect is followed by nobody here.
    case .status(..<400): .undecodable
    case .status(..<500): .clientError
    case .status: .serverError
    case .undecodable: .undecodable
    case .failure(let failure): failure.end
    }
  }

  /// Whether it says how long a request takes: it was answered, well or badly, or its time ran out. One that failed
  /// sooner would make the server look fast.
  package var isTimed: Bool {
    switch outcome {
    case .status, .undecodable: true
    case .failure: end == .timedOut
    }
  }
}

extension Endpoint {
  /// Whether the contract has it answer 404 for who has not got that far.
  fileprivate var mayHaveNothingYet: Bool {
    switch self {
    case .todayMetrics, .howItWorks, .profile, .preferences: true
    default: false
    }
  }
}

extension HTTPFailure {
  var end: RequestEnd {
    switch self {
    case .unresolved, .refused, .notSecure, .exhausted, .abandoned: .noConnection
    case .connectTimedOut, .firstByteTimedOut, .totalTimedOut: .timedOut
    case .broken, .closedUnanswered, .closedEarly: .broken
    case .malformed: .undecodable
    case .cancelled: .cancelled
    }
  }
}
