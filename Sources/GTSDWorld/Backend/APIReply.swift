package import GTSDModel

/// A reply that reached the client.
package struct APIReply: Sendable, Equatable {
  /// HTTP status.
  package var status: Int
  /// The revision of the account's data that the reply was read at; -1 where the server does not send it.
  package var asOf: Int32
  package var body: APIResponse

  package init(status: Int, asOf: Int32, body: APIResponse) {
    self.status = status
    self.asOf = asOf
    self.body = body
  }

  /// Whether the status is 2xx.
  package var isSuccess: Bool { (200..<300).contains(status) }

  /// Whether the reply reports a success: the status is 2xx, and the body is readable and reports no failure.
  package var isCarriedOut: Bool {
    if case .failure = body { return false }
    return isSuccess && body != .undecodable
  }
}

extension APIReply {
  /// Creates the reply of a refused request.
  static func failure(
    _ status: Int, _ reason: APIErrorPayload.Reason, _ message: String, asOf: Int32 = -1
  ) -> APIReply {
    APIReply(status: status, asOf: asOf, body: .failure(APIErrorPayload(message: message, reason: reason)))
  }

  /// Creates the refusal that a status stands for if nothing else is known.
  static func refusal(status: Int) -> APIReply {
    switch status {
    case 400: .failure(400, .validation, "Bad request")
    case 401: .failure(401, .unauthorized, "Authentication required")
    case 403: .failure(403, .forbidden, "Forbidden")
    case 404: .failure(404, .notFound, "Not found")
    case 409: .failure(409, .conflict, "Conflict")
    case 413: .failure(413, .tooLarge, "Payload too large")
    case 429: .failure(429, .rateLimited, "Too many requests")
    case 502, 503, 504: .failure(status, .unavailable, "Service unavailable")
    default: .failure(status, status >= 500 ? .server : .validation, "Internal server error")
    }
  }
}
