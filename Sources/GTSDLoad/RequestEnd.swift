import GTSDModel
import GTSDWorld
import HTTPLoop

/// The kind of a request's end, in a few classes.
package enum RequestEnd: UInt8, CaseIterable, Hashable, Sendable {
  /// A reply with a status and body that the contract defines for the request.
  case ok
  /// A reply with 4xx except 429: refused for its content or rights.
  case clientError
  /// A reply with 429.
  case rateLimited
  /// A reply with 5xx.
  case serverError
  /// A response that the contract does not define, or that is not HTTP.
  case undecodable
  /// No connection was made: the host has no address or refused, the connection was not secure, or none was free.
  case noConnection
  /// No complete response in time.
  case timedOut
  /// A connection that broke, or was closed too early.
  case broken
  /// A cancellation by the caller, neither success nor error.
  case cancelled
  /// A reply with 404 because the account has no such data yet. Not an error, unless the endpoint never succeeds.
  case notYet

  /// The name in reports.
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

  /// Whether this end counts as an error in `api-error-rate`.
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
    // The client follows no redirects.
    case .status(..<400): .undecodable
    case .status(..<500): .clientError
    case .status: .serverError
    case .undecodable: .undecodable
    case .failure(let failure): failure.end
    }
  }

  /// Whether the end counts in the times of requests: a reply of any kind, or a time-out. A request that failed earlier
  /// would make the server look fast.
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
    case .http2(let problem): problem.isOfGreeting ? .noConnection : .undecodable
    case .reset: .broken
    case .cancelled: .cancelled
    }
  }
}
