extension APIErrorPayload {
  /// Reads the body of an error reply, in any of the three envelopes or as plain text.
  package init(status: Int, body: [UInt8], for endpoint: Endpoint) {
    let said = JSONView.read(body) { json in
      // Only the reply to an unknown route names the path.
      (
        message: json.errorText,
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
  /// Finds the reason behind a status. If a status has several reasons, the words of the message distinguish them.
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
