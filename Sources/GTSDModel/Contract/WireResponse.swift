/// The body of a reply in its HTTP form.
package struct WireResponse: Sendable, Equatable {
  package var contentType: String
  package var body: [UInt8]

  package init(contentType: String, body: [UInt8]) {
    self.contentType = contentType
    self.body = body
  }

  init(json: JSONValue) {
    self.init(contentType: "application/json; charset=utf-8", body: json.bytes)
  }
}

/// The values that encoding a response needs besides its payload.
package struct ResponseContext: Sendable {
  /// The shapes to write.
  package var wire: Generation.Wire
  /// The time of the reply, from which projections count.
  package var now: Timestamp
  /// The user who sent the request, for replies that contain the user although the payload does not.
  package var user: UserPayload?
  /// The caller's stored profile, for the texts beside a plan.
  package var profile: HealthProfile?
  /// The prefix of upload and download addresses.
  package var baseURL: String
  /// The request's id in error responses; nil writes a placeholder.
  package var requestID: String?
  /// The facts that `health` reports about the server; nil without a server process.
  package var server: ServerFacts?

  /// The facts that `health` reports about a server process.
  package struct ServerFacts: Sendable {
    package var version: String
    /// The whole seconds since the server was started.
    package var uptime: Int

    package init(version: String, uptime: Int) {
      self.version = version
      self.uptime = uptime
    }
  }

  package init(
    wire: Generation.Wire, now: Timestamp, user: UserPayload? = nil, profile: HealthProfile? = nil,
    baseURL: String = "", requestID: String? = nil
  ) {
    self.wire = wire
    self.now = now
    self.user = user
    self.profile = profile
    self.baseURL = baseURL
    self.requestID = requestID
  }
}
