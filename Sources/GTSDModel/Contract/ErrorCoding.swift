extension APIErrorPayload {
  /// Creates a refusal with the standard message of its reason.
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

  /// Each refused field with its first problem. A problem of the whole body has an empty key.
  private func fieldErrors(of request: APIRequest, at now: Timestamp) -> JSONValue {
    guard case .updateProfile(let update) = request else { return ["": .string(message)] }
    var fields: [JSONObject.Member] = []
    for problem in ProfileValidation.update(update, now: now)
    where !fields.contains(where: { $0.0 == problem.field.rawValue }) {
      fields.append((problem.field.rawValue, .string(problem.message)))
    }
    return .object(JSONObject(fields.isEmpty ? [("", .string(message))] : fields))
  }
}

extension APIErrorPayload.Reason {
  /// The standard message. The messages of the gate and of onboarding contain the words that clients search for.
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

  /// The status for this reason. Only presigned uploads answer a large file with 400.
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
}
