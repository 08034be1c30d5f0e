import GTSDFields

/// The tables of a backend's names for the parts of the contract.
enum LoadMapTable {
  /// The key of the names for every endpoint.
  static let all = "*"

  static let names = ObjectSpec<EndpointNames>(
    what: "names of an endpoint", template: EndpointNames(),
    fields: [
      Field("method", \.method, .choice(), none: "the contract's", from: .get, "Its method."),
      Field(
        "path", \.path, .pathTemplate, none: "the contract's", from: "/",
        "Its path; `:id` and `:key` stand for the part that varies, `:user` for the server's number of the account, and any "
          + "other `:name` for that field of the request's body."),
      Field(
        "headers", \.headers, .headerNames,
        "Header fields, such as {\"Authorization\": \"X-Session: {}\"}: the name alone keeps the value, `{}` is the bare one."
      ),
      Field(
        "fields", \.fields, .fieldNames,
        "JSON fields of requests and replies: the contract's name, then the backend's. A single name applies "
          + "wherever it occurs; `data.user.id`, `items[].id` and `$` are paths from the outermost value."),
      Field(
        "request", \.request, .requestNames,
        "The same for requests only; null for a field that the backend does not have, such as {\"offset\": null} if lists have cursors."
      ),
      Field("reply", \.reply, .fieldNames, "The same for replies only."),
      Field(
        "values", \.values, .choiceNames,
        "Values of choices, such as {\"lose_weight\": \"WEIGHT_LOSS\"}: the contract's, then the backend's."),
      Field(
        "times", \.times, .timeForms,
        "The forms of instants by field, or by `*` for all: `seconds` or `milliseconds` since 1970, or `date`."),
      Field(
        "ids", \.ids, .choice(), none: "number", from: .number,
        "The type of the ids of accounts, photos and tasks: whole numbers, or any text, such as UUIDs."),
      Field(
        "added", \.added, .addedFields,
        "Request fields that only the backend has, with their values, in requests with JSON, such as {\"grant_type\": \"password\"}."
      ),
      Field(
        "replyHeaders", \.fromHeaders, .headerFields,
        "Fields of replies that the backend sends as header fields, such as {\"data.accessToken\": \"X-Session: Token {}\"}."
      ),
      Field(
        "emptyReply", \.isReplyEmpty, .flag, none: "false", from: false,
        "Whether the replies to successful writes have no body. The app then continues with the values that it sent, "
          + "and has no metrics at first."),
    ])

  /// Reports variable parts that a mapped path lacks, and parts that its endpoint does not have.
  static func check(
    _ names: EndpointNames, of endpoint: Endpoint, at path: String, _ node: JSONNode, _ reading: inout ScenarioReading
  ) {
    if names.isReplyEmpty == true, !endpoint.mayBeEmpty {
      reading.report(
        JSONPath.appending("emptyReply", to: path), node,
        "the app cannot continue without the reply of \(endpoint.name)",
        remedy: "only these can be without: "
          + Endpoint.allCases.filter(\.mayBeEmpty).map(\.name).joined(separator: ", "))
    }
    guard let text = names.path, let template = PathTemplate(text) else { return }
    let parts = template.parts
    let place = JSONPath.appending("path", to: path)
    if let argument = endpoint.argumentName, !parts.contains(argument) {
      reading.report(
        place, node, "\"\(text)\" has no `:\(argument)`, which \(endpoint.name) needs",
        remedy: "such as \"/x/:\(argument)\"")
    }
    let known = [endpoint.argumentName, EndpointTranslation.user].compactMap(\.self) + ContractFields.inRequests
    for part in parts where !known.contains(part) {
      reading.reportUnknown("part of a path", part, known: known, path: place, origin: node.origin)
    }
  }
}

extension Endpoint {
  /// Whether the app can continue with the values that it sent if a successful reply has no body.
  fileprivate var mayBeEmpty: Bool {
    switch self {
    case .onboard, .updateBasicProfile, .updatePreferences, .updateProfile, .acknowledge, .todayMetrics: true
    case .signUp, .logIn, .refresh, .logOut, .me, .preferences, .howItWorks, .profile, .generatePlan, .uploadPhoto,
      .presignPhoto, .storePhoto, .confirmPhoto, .photos, .deletePhoto, .tasksToday, .submitEvidence, .streak, .health,
      .deleteAccount, .exportData:
      false
    }
  }
}

extension ValueSpec where Value == ContractMap {
  /// An object from names of endpoints, or `*` for all, to names.
  static let contractMap: ValueSpec = {
    let names = LoadMapTable.names.value
    let known = [LoadMapTable.all] + Endpoint.allCases.map(\.name)
    return ValueSpec(
      expected: "an object from endpoints to names",
      schema: .object([
        "type": "object", "propertyNames": .object(["enum": .array(known.map { .string($0) })]),
        "additionalProperties": names.schema,
      ]),
      read: { node, path, map, reading in
        guard let members = node.members else {
          return reading.report(path, node, "expected an object from endpoints to names; found \(node.described)")
        }
        var result = ContractMap()
        for member in members {
          let memberPath = JSONPath.appending(member.key, to: path)
          var own = EndpointNames()
          if member.key == LoadMapTable.all {
            names.read(member.node, memberPath, &own, &reading)
            if own.path != nil || own.method != nil || own.isReplyEmpty != nil {
              reading.report(
                memberPath, member.node, "path, method and emptyReply are of one endpoint", remedy: "name the endpoint")
            }
            result.all = own
          } else if let endpoint = Endpoint(name: member.key) {
            names.read(member.node, memberPath, &own, &reading)
            LoadMapTable.check(own, of: endpoint, at: memberPath, member.node, &reading)
            result.endpoints.append(.init(endpoint, own))
          } else {
            reading.reportUnknown("endpoint", member.key, known: known, path: memberPath, origin: member.origin)
          }
        }
        result.endpoints.sort { $0.endpoint.name < $1.endpoint.name }
        map = result
      },
      write: { map in
        let all = map.all == EndpointNames() ? [] : [(LoadMapTable.all, names.write(map.all))]
        return .object(all + map.endpoints.map { ($0.endpoint.name, names.write($0.names)) })
      })
  }()
}

extension ValueSpec where Value == String {
  /// A path with variable parts.
  static let pathTemplate = scalar(
    "a path such as \"/people/:user/photos/:id\"", schema: .object(["type": "string", "pattern": "^/[^#\\s]*$"])
  ) { node in
    node.string.flatMap { PathTemplate($0) == nil ? nil : $0 }
  } write: {
    .string($0)
  }
}

extension ValueSpec where Value == [NameChange] {
  /// Renamed JSON fields: the contract's name and the backend's.
  static let fieldNames = changes("an object such as {\"accessToken\": \"access_token\"}", check: checkNames)

  /// Names of the fields of requests, with null for a field that the backend does not have.
  static let requestNames = changes("an object such as {\"offset\": \"skip\"}", orNull: true, check: checkNames)

  private static func checkNames(
    _ change: NameChange, _ path: String, _ node: JSONNode, _ reading: inout ScenarioReading
  ) {
    let (ours, theirs) = (JSONPlace(change.ours), JSONPlace(change.theirs))
    for (text, place) in [(change.ours, ours), (change.theirs, theirs)]
    where place == nil && !(node.value == .null && text.isEmpty)
      && (text.isEmpty || text.contains { ".[]$".contains($0) })
    {
      return reading.report(
        path, node, "\"\(text)\" is neither a name nor a place",
        remedy: "such as `id`, `data.user.id`, `items[].id` or `$`")
    }
    if node.value != .null, (ours?.arrays ?? 0) != (theirs?.arrays ?? 0) {
      return reading.report(
        path, node, "\"\(change.ours)\" and \"\(change.theirs)\" lie in different numbers of lists",
        remedy: "both need as many `[]`")
    }
    for name in ours?.names ?? [change.ours] where !ContractFields.names.contains(name) {
      reading.reportUnknown("field of the contract", name, known: ContractFields.names, path: path, origin: node.origin)
    }
  }

  /// Renamed header fields: the contract's name and the backend's.
  static let headerNames = changes("an object such as {\"X-Request-ID\": \"X-Correlation-ID\"}") {
    change, path, node, reading in
    let known = EndpointTranslation.HeaderName.allCases.map(\.rawValue)
    if !known.contains(where: { $0.lowercased() == change.ours.lowercased() }) {
      return reading.reportUnknown("header field", change.ours, known: known, path: path, origin: node.origin)
    }
    let isToken = { (text: String) in
      !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"()<>@,;:\\\"/[]?={}".utf8.contains($0) }
    }
    let own = ["host", "content-length", "transfer-encoding", "connection"]
    guard let form = EndpointTranslation.HeaderForm(change.theirs), isToken(form.name),
      change.theirs.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else {
      return reading.report(
        path, node, "\"\(change.theirs)\" is no header field",
        remedy: "such as \"X-Session\" or \"X-Session: Token {}\"")
    }
    if own.contains(form.name.lowercased()) {
      reading.report(path, node, "\(form.name) is set by this program", remedy: "use another field")
    }
  }

  /// Values of choices under two names.
  static let choiceNames = changes("an object such as {\"lose_weight\": \"WEIGHT_LOSS\"}") {
    change, path, node, reading in
    guard !FieldValues.choices.contains(change.ours) else { return }
    reading.reportUnknown(
      "value of the contract", change.ours, known: FieldValues.choices, path: path, origin: node.origin)
  }

  /// Forms of instants by field.
  static let timeForms = changes("an object such as {\"computedAt\": \"seconds\"}") { change, path, node, reading in
    let known = [FieldValues.allTimes] + FieldValues.instants
    if !known.contains(change.ours) {
      reading.reportUnknown("instant of the contract", change.ours, known: known, path: path, origin: node.origin)
    }
    let forms = FieldValues.TimeForm.allCases.map(\.rawValue)
    if !forms.contains(change.theirs) {
      reading.reportUnknown("form of instants", change.theirs, known: forms, path: path, origin: node.origin)
    }
  }

  /// Request fields that only the backend has, with their values.
  static let addedFields = changes("an object such as {\"grant_type\": \"password\"}") { change, path, node, reading in
    let place = JSONPlace(change.ours)
    guard place.map({ $0.arrays > 0 || $0.steps.isEmpty }) ?? (change.ours.isEmpty || change.ours.contains("$")) else {
      return
    }
    reading.report(
      path, node, "\"\(change.ours)\" is not a path of a field",
      remedy: "such as `client` or `meta.client`")
  }

  /// Fields of replies that the backend sends as header fields.
  static let headerFields = changes("an object such as {\"data.accessToken\": \"X-Session\"}") {
    change, path, node, reading in
    let place = JSONPlace(change.ours)
    for name in place?.names ?? [change.ours] where !ContractFields.names.contains(name) {
      reading.reportUnknown("field of the contract", name, known: ContractFields.names, path: path, origin: node.origin)
    }
    guard EndpointTranslation.HeaderForm(change.theirs)?.name.isEmpty ?? true || place.map({ $0.arrays > 0 }) ?? false
    else { return }
    reading.report(
      path, node, "\"\(change.theirs)\" is not a valid header field for \(change.ours)",
      remedy: "such as {\"data.accessToken\": \"X-Session: Token {}\"}")
  }

  private static func changes(
    _ expected: String, orNull: Bool = false,
    check: @escaping @Sendable (NameChange, String, JSONNode, inout ScenarioReading) -> Void
  ) -> ValueSpec {
    ValueSpec(
      expected: expected,
      schema: .object([
        "type": "object",
        "additionalProperties": .object([
          "type": orNull ? .array([.string("string"), .string("null")]) : .string("string")
        ]),
      ]),
      read: { node, path, changes, reading in
        guard let members = node.members else {
          return reading.report(path, node, "expected \(expected); found \(node.described)")
        }
        var result: [NameChange] = []
        for member in members {
          let memberPath = JSONPath.appending(member.key, to: path)
          guard let theirs = member.node.string ?? (orNull && member.node.value == .null ? "" : nil) else {
            reading.report(memberPath, member.node, "expected the backend's name; found \(member.node.described)")
            continue
          }
          let change = NameChange(member.key, theirs)
          check(change, memberPath, member.node, &reading)
          result.append(change)
        }
        changes = result
      },
      write: { .object($0.map { ($0.ours, orNull && $0.theirs.isEmpty ? .null : .string($0.theirs)) }) })
  }
}
