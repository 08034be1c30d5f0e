import Foundation

/// Translates requests to an endpoint for a backend with other names, and its replies into the contract's.
package struct EndpointTranslation: Sendable {
  private let endpoint: Endpoint
  private let method: HTTPMethod?
  private let path: PathTemplate?
  private let headers: [HeaderName: HeaderForm]
  private let request: FieldNames
  private let reply: FieldNames
  private let values: FieldValues

  /// A header field that the contract defines for requests or replies.
  package enum HeaderName: String, CaseIterable, Sendable {
    case authorization = "Authorization"
    case requestID = "X-Request-ID"
    case traceParent = "traceparent"
    case idempotencyKey = "Idempotency-Key"
    case contentType = "Content-Type"
    case revision = "X-Data-Revision"
  }

  /// The name of a header field, and the text around its value.
  package struct HeaderForm: Sendable, Equatable {
    package var name: String
    /// The text before and after the bare value; nil for the contract's form.
    package var around: (before: String, after: String)?

    /// Reads the header that a text describes: `X-Session`, or `X-Session: Token {}` if more than the name differs.
    package init?(_ text: String) {
      guard let colon = text.firstIndex(of: ":") else {
        name = text
        return
      }
      name = String(text[..<colon])
      let form = text[text.index(after: colon)...].drop { $0 == " " }
      guard let mark = form.firstRange(of: "{}") else { return nil }
      around = (String(form[..<mark.lowerBound]), String(form[mark.upperBound...]))
    }

    package static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.name == rhs.name && lhs.around?.before == rhs.around?.before && lhs.around?.after == rhs.around?.after
    }
  }

  /// Creates the translation for an endpoint; nil if all of its names are those of the contract.
  package init?(_ endpoint: Endpoint, _ names: EndpointNames) {
    guard names != EndpointNames() else { return nil }
    self.endpoint = endpoint
    method = names.method
    path = names.path.flatMap { PathTemplate($0) }
    headers = Dictionary(
      names.headers.compactMap { change in
        guard let name = HeaderName.allCases.first(where: { $0.rawValue.lowercased() == change.ours.lowercased() }),
          let form = HeaderForm(change.theirs)
        else { return nil }
        return (name, form)
      }, uniquingKeysWith: { first, _ in first })
    request = FieldNames(names.ofRequests.map { ($0.ours, $0.theirs) })
    reply = FieldNames(names.ofReplies.map { ($0.theirs, $0.ours) })
    values = FieldValues(names.values, times: names.times)
  }

  /// The name and value of a header field.
  ///
  /// - Parameter prefix: the text before the value in the contract.
  package func header(_ name: HeaderName, prefix: String = "", _ value: String) -> (name: String, value: String) {
    guard let form = headers[name] else { return (name.rawValue, prefix + value) }
    guard let around = form.around else { return (form.name, prefix + value) }
    return (form.name, around.before + value + around.after)
  }

  /// Whether the path contains the number that the server has given to the account.
  package var needsUser: Bool { path?.parts.contains(Self.user) ?? false }

  /// The name of the variable path part that stands for the server's number of the account.
  package static let user = "user"

  /// Method and path, with names for the variable parts.
  package var line: String {
    "\((method ?? endpoint.route.method).rawValue) \(path?.filled { ":\($0)" } ?? endpoint.route.path)"
  }

  // MARK: Requests

  /// A request in the form that the backend expects.
  ///
  /// - Parameter user: the server's number of the account; nil before a session's reply contained it.
  package func outward(_ wire: WireRequest, user: Int?) -> WireRequest {
    let method = method ?? wire.method
    let cut = wire.target.firstIndex(of: "?") ?? wire.target.endIndex
    let ownPath = String(wire.target[..<cut])
    var query = wire.target[cut...].dropFirst().split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return request.name(of: String(sides[0])) + (sides.count > 1 ? "=" + sides[1] : "")
    }
    var wire = wire
    var fields: JSONValue?
    if case .bytes(let bytes) = wire.body, wire.contentType == "application/json" {
      fields = JSONValue(parsing: bytes).map { values.isEmpty ? $0 : values.outward($0) }
    } else {
      wire = renamedForm(wire)
    }
    var inPath: [String] = []
    let newPath =
      path?.filled { name in
        if name == endpoint.argumentName { return String(ownPath.dropFirst(endpoint.fixedPath.utf8.count)) }
        if name == Self.user { return user.map { "\($0)" } ?? "me" }
        inPath.append(name)
        return Self.encoded(fields?[name].plainText ?? "")
      } ?? ownPath
    if case .object(let object)? = fields {
      fields = request.apply(to: .object(JSONObject(object.members.filter { !inPath.contains($0.key) })))
    }
    wire.method = method
    if let fields {
      if method == .get, case .object(let object) = fields {
        // Servers ignore the body of a GET.
        query += object.members.map { "\($0.key)=\(Self.encoded($0.value.plainText))" }
        (wire.body, wire.contentType) = (.empty, nil)
      } else {
        wire.body = .bytes(fields.bytes)
      }
    }
    wire.target = newPath + (query.isEmpty ? "" : (newPath.contains("?") ? "&" : "?") + query.joined(separator: "&"))
    return wire
  }

  /// A form with the names of its parts changed.
  private func renamedForm(_ wire: WireRequest) -> WireRequest {
    guard case .file(let head, let file, let tail) = wire.body, !head.isEmpty else { return wire }
    var text = String(decoding: head, as: UTF8.self)
    for part in PhotoMultipart.parts {
      text = text.replacing(" name=\"\(part)\"", with: " name=\"\(request.name(of: part))\"")
    }
    var wire = wire
    wire.body = .file(head: Array(text.utf8), file, tail: tail)
    return wire
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? text
  }

  // MARK: Replies

  /// A body with the contract's names. A body that is not JSON stays as it is.
  package func inward(_ body: [UInt8]) -> [UInt8] {
    guard !reply.isEmpty || !values.isEmpty, let document = JSONValue(parsing: body) else { return body }
    let named = reply.apply(to: document)
    return (values.isEmpty ? named : values.inward(named)).bytes
  }
}

extension JSONValue {
  /// The value as it is written in a path or a query.
  fileprivate var plainText: String {
    switch self {
    case .string(let text): text
    case .null: ""
    case .bool, .number, .array, .object: String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension Endpoint {
  /// The beginning of the path, up to the first variable part.
  package var fixedPath: Substring { route.path.prefix { $0 != ":" } }

  /// The name of the path's variable part; nil if it has none.
  package var argumentName: String? {
    route.path.firstIndex(of: ":").map { String(route.path[route.path.index(after: $0)...]) }
  }
}

/// Translates requests for a backend with other names, and its replies. Endpoints that use the contract's names cost
/// nothing.
package struct ContractTranslation: Sendable {
  private let endpoints: [EndpointTranslation?]

  /// Creates a translation; nil if every name is the contract's.
  package init?(_ map: ContractMap) {
    guard !map.isEmpty else { return nil }
    endpoints = Endpoint.allCases.map { EndpointTranslation($0, map.names(of: $0)) }
  }

  package subscript(endpoint: Endpoint) -> EndpointTranslation? { endpoints[Int(endpoint.rawValue)] }

  /// Whether any path contains the number that the server has given to the account.
  package var needsUser: Bool { endpoints.contains { $0?.needsUser ?? false } }
}
