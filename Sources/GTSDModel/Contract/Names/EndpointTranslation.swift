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
  /// Request fields that only the backend has, with their values.
  private let added: [(place: JSONPlace, value: String)]
  private let fromHeaders: [(place: JSONPlace, header: HeaderForm)]
  private let ids: TextIDs?
  /// Whether a successful reply has no body.
  package let isReplyEmpty: Bool

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

    /// The value without the texts around it; nil if the field does not have this form.
    func bare(_ value: String) -> String? {
      guard let around else { return value }
      guard
        let before = around.before.isEmpty ? value.startIndex..<value.startIndex : value.firstRange(of: around.before)
      else { return nil }
      let rest = value[before.upperBound...]
      guard !around.after.isEmpty else { return String(rest) }
      return rest.firstRange(of: around.after).map { String(rest[..<$0.lowerBound]) }
    }

    package static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.name == rhs.name && lhs.around?.before == rhs.around?.before && lhs.around?.after == rhs.around?.after
    }
  }

  /// Creates the translation for an endpoint; nil if all of its names are those of the contract.
  ///
  /// - Parameter ids: the numbers that replace text ids. All endpoints share them.
  init?(_ endpoint: Endpoint, _ names: EndpointNames, ids: TextIDs) {
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
    func place(_ text: String) -> JSONPlace { JSONPlace(text) ?? JSONPlace(steps: [.member(text)]) }
    added = names.added.map { (place($0.ours), $0.theirs) }
    fromHeaders = names.fromHeaders.compactMap { change in
      HeaderForm(change.theirs).map { (place(change.ours), $0) }
    }
    isReplyEmpty = names.isReplyEmpty ?? false
    self.ids = names.ids == .text ? ids : nil
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
    var query = wire.target[cut...].dropFirst().split(separator: "&").compactMap { pair -> String? in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = request.name(of: String(sides[0])) else { return nil }
      let value = sides.count > 1 ? String(sides[1]) : ""
      return "\(name)=\(sides[0] == "taskId" ? own(id: value) : value)"
    }
    var wire = wire
    var fields: JSONValue?
    if case .bytes(let bytes) = wire.body, wire.contentType == "application/json" {
      fields = JSONValue(parsing: bytes).map { values.isEmpty ? $0 : values.outward($0) }
      if let ids { fields = fields.map(ids.outward) }
    } else {
      wire = renamedForm(wire)
    }
    var inPath: [String] = []
    let newPath =
      path?.filled { name in
        if name == endpoint.argumentName { return own(id: String(ownPath.dropFirst(endpoint.fixedPath.utf8.count))) }
        if name == Self.user { return user.map { own(id: "\($0)") } ?? "me" }
        inPath.append(name)
        return Self.encoded(fields?[name].plainText ?? "")
      } ?? ownPath
    if case .object(let object)? = fields {
      fields = request.apply(to: .object(JSONObject(object.members.filter { !inPath.contains($0.key) })))
    }
    for (place, value) in added where fields != nil || method == .get {
      var body = fields ?? .object(JSONObject([]))
      place.put(([], .string(value)), into: &body)
      fields = body
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

  /// The backend's id for a number of the contract.
  private func own(id: String) -> String {
    guard let ids, let number = Int(id) else { return id }
    return Self.encoded(ids.text(of: number))
  }

  /// A form with the names of its parts changed.
  private func renamedForm(_ wire: WireRequest) -> WireRequest {
    guard case .file(let head, let file, let tail) = wire.body, !head.isEmpty else { return wire }
    var text = String(decoding: head, as: UTF8.self)
    if let ids, let name = text.firstRange(of: "name=\"taskId\"\r\n\r\n") {
      let digits = text[name.upperBound...].prefix(while: \.isNumber)
      if let number = Int(digits) {
        text.replaceSubrange(digits.startIndex..<digits.endIndex, with: ids.text(of: number))
      }
    }
    for part in PhotoMultipart.parts {
      text = text.replacing(" name=\"\(part)\"", with: " name=\"\(request.name(of: part) ?? part)\"")
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
  ///
  /// - Parameter header: the value of a header field of the reply.
  package func inward(_ body: [UInt8], header: (String) -> String?) -> [UInt8] {
    guard !reply.isEmpty || !values.isEmpty || ids != nil || !fromHeaders.isEmpty,
      let document = body.isEmpty && !fromHeaders.isEmpty ? .object(JSONObject([])) : JSONValue(parsing: body)
    else { return body }
    var named = reply.apply(to: document)
    if !values.isEmpty { named = values.inward(named) }
    if let ids { named = ids.inward(named) }
    for (place, form) in fromHeaders {
      if let value = header(form.name).flatMap(form.bare) { place.put(([], .string(value)), into: &named) }
    }
    return named.bytes
  }

  /// Whether the body of a successful reply is empty, or an envelope without content.
  ///
  /// - Parameter body: the body, with the contract's names.
  package func isNothing(_ body: [UInt8]) -> Bool {
    guard !body.isEmpty else { return true }
    switch JSONValue(parsing: body) {
    case .null: return true
    case .object(let object):
      let envelope: Set<String> = ["data", "message", "success"]
      let data = object["data"]
      return object.members.allSatisfy { envelope.contains($0.key) } && (data.isNull || data == .object(JSONObject([])))
    case nil, .bool, .number, .string, .array: return false
    }
  }

  /// Whether requests for lists have an offset and a limit.
  package var hasPages: Bool { request.name(of: "offset") != nil && request.name(of: "limit") != nil }
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
    let ids = TextIDs()
    endpoints = Endpoint.allCases.map { EndpointTranslation($0, map.names(of: $0), ids: ids) }
  }

  package subscript(endpoint: Endpoint) -> EndpointTranslation? { endpoints[Int(endpoint.rawValue)] }

  /// Whether any path contains the number that the server has given to the account.
  package var needsUser: Bool { endpoints.contains { $0?.needsUser ?? false } }

  /// Whether successful replies of any endpoint have no body.
  package var hasEmptyReplies: Bool { endpoints.contains { $0?.isReplyEmpty ?? false } }
}
