/// A reply's body as it goes over HTTP.
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

/// What writing a reply needs beside its payload.
package struct ResponseContext: Sendable {
  /// The shapes to write.
  package var wire: Generation.Wire
  /// When the reply is written: projections count from it.
  package var now: Timestamp
  /// The caller, where replies name it and the payload does not.
  package var user: UserPayload?
  /// The caller's stored profile, for the texts beside a plan.
  package var profile: HealthProfile?
  /// What upload and download addresses begin with.
  package var baseURL: String
  /// What errors are named by, nil for a name that stands for any.
  package var requestID: String?
  /// What `health` tells of the server; nil where there is no process to tell of.
  package var server: ServerFacts?

  /// What a server tells of itself.
  package struct ServerFacts: Sendable {
    package var version: String
    /// Whole seconds since it was started.
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
