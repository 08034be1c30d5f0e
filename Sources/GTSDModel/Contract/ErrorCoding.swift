extension APIErrorPayload {
  /// A refusal with the standard message of its reason.
  package init(_ reason: Reason) {
    self.init(message: reason.message, reason: reason)
  }

  /// This error in the envelope that the endpoint uses for it.
  func encoded(for request: APIRequest, context: ResponseContext) -> WireResponse {
    switch (request.endpoint, reason) {
    case (.presignPhoto, .rateLimited), (.confirmPhoto, .rateLimited):
      WireResponse(contentType: "text/plain; charset=utf-8", body: Array(message.utf8))
    case (.updateProfile, .validation):
      WireResponse(
        json: [
          "success": false, "error": .string(message), "fieldErrors": fieldErrors(of: request, at: context.now),
        ])
    default:
      WireResponse(json: [
        "error": ["message": .string(message), "requestId": .string(context.requestID ?? "simulated")]
      ])
    }
  }

  /// Each field that is refused with its first problem; what is about the body as a whole has an empty key.
  private func fieldErrors(of request: APIRequest, at now: Timestamp) -> JSONValue {
    guard case .updateProfile(let update) = request else { return ["": .string(message)] }
    var fields: [JSONObject.Member] = []
    for problem in ProfileValidation.update(update, now: now)
    where !fields.contains(where: { $0.0 == problem.field.rawValue }) {
      fields.append((problem.field.rawValue, .string(problem.message)))
    }
    return .object(JSONObject(fields.isEmpty ? [("", .string(message))] : fields))
  }

  /// Reads the body of a reply that is no success, in any of the three envelopes or as plain text.
  package init(status: Int, body: [UInt8], for endpoint: Endpoint) {
    let said = JSONView.read(body) { json in
      // Only the answer to an unknown route names the path.
      (
        message: json["error"]["message"].string ?? json["error"].string ?? json["message"].string,
        isRouteMissing: !json["error"]["path"].isNull
      )
    }
    let text = said?.message ?? String(decoding: body.prefix(200), as: UTF8.self)
    let isRouteMissing = said?.isRouteMissing ?? false
    let reason = Reason(status: status, message: text, for: endpoint, isRouteMissing: isRouteMissing)
    self.init(message: text.isEmpty ? reason.message : text, reason: reason)
  }
}

extension APIErrorPayload.Reason {
  /// The standard message; those of the gate and of onboarding hold the words that clients look for.
  package var message: String {
    switch self {
    case .validation: "Validation failed"
    case .unauthorized: "Authentication required"
    case .forbidden: "Account is deactivated"
    case .notFound: "Not found"
    case .notReady: "Health metrics are not available yet"
    case .conflict: "The resource was changed by another request"
    case .gated: "Please acknowledge your health metrics before generating a plan"
    case .onboardingIncomplete: "Please complete onboarding first"
    case .tooLarge: "File is too large"
    case .rateLimited: "Too many requests, please try again later"
    case .server: "Internal server error"
    case .unavailable: "Service unavailable"
    }
  }

  /// The status that goes with this reason; a presigned upload alone answers a large file with 400.
  package var status: Int {
    switch self {
    case .validation, .gated, .onboardingIncomplete: 400
    case .unauthorized: 401
    case .forbidden: 403
    case .notFound, .notReady: 404
    case .conflict: 409
    case .tooLarge: 413
    case .rateLimited: 429
    case .server: 500
    case .unavailable: 503
    }
  }

  /// The reason behind a status, told apart by the words of the message where one status has several.
  package init(status: Int, message: String, for endpoint: Endpoint, isRouteMissing: Bool = false) {
    switch status {
    case 401: self = .unauthorized
    case 403: self = .forbidden
    case 404: self = endpoint == .todayMetrics && !isRouteMissing ? .notReady : .notFound
    case 409: self = .conflict
    case 413: self = .tooLarge
    case 429: self = .rateLimited
    case 502, 503, 504: self = .unavailable
    case 500...: self = .server
    default: self = .init(badRequest: message.lowercased())
    }
  }

  private init(badRequest message: String) {
    if message.contains("acknowledge"), message.contains("metrics") || message.contains("health") {
      self = .gated
    } else if message.contains("onboarding") {
      self = .onboardingIncomplete
    } else if message.contains("too large") {
      self = .tooLarge
    } else {
      self = .validation
    }
  }
}
