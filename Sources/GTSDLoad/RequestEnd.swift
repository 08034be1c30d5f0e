import GTSDModel
import GTSDWorld
import HTTPLoop

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
  /// 404 for what the account has not made yet: an answer, and no error, unless the endpoint never answers with success.
  case notYet

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
    case .notYet: "not-yet"
    }
  }

  /// Whether it counts as an error in `api-error-rate`.
  package var isError: Bool {
    switch self {
    case .ok, .cancelled, .notYet: false
    case .clientError, .rateLimited, .serverError, .undecodable, .noConnection, .timedOut, .broken: true
    }
  }

  /// Whether the server replied, well or badly.
  package var isReply: Bool {
    switch self {
    case .ok, .clientError, .rateLimited, .serverError, .undecodable, .notYet: true
    case .noConnection, .timedOut, .broken, .cancelled: false
    }
  }
}

extension RequestSample {
  /// The way in which the request ended.
  package var end: RequestEnd {
    switch outcome {
    case .status(404) where mayBeMissing: .notYet
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
