import GTSDFields
import GTSDModel

/// Reads the parts of a line, at the places of a format or at those that a map gives.
struct LineReader: Sendable {
  let export: EventExport
  private let schema: ExportSchema
  private let map: EventMap
  private let own: [String: FieldPlace]
  private let columns: [String: [FieldPlace]]
  /// The places of the platform that a table has; nil for lines of JSON.
  private let platforms: [FieldPlace]?
  /// The places of the app's version.
  private let versions: [FieldPlace]
  private let lacksProperties: Bool

  /// The prefixes under which tables hold properties.
  private static let prefixes = [
    "", "properties.", "event_properties.", "properties_", "event_properties_", "prop_", "event_params.", "params_",
  ]

  init(_ export: EventExport, _ map: EventMap, header: TableHeader? = nil) {
    (self.export, self.map) = (export, map)
    var schema = ExportSchema.of(export)
    if let header {
      // Computed once rather than for every row.
      schema = schema.limited { header.has($0) }
    }
    self.schema = schema
    platforms = header.map { header in ExportSchema.platforms(export, nil).filter(header.has) }
    let places = ExportSchema.versions(export)
    versions = header.map { places.filter($0.has) } ?? places
    own = map.fields.mapValues { FieldPlace($0) }
    columns =
      header.map { header in
        Dictionary(
          uniqueKeysWithValues: EventNames.properties.map { name in
            let spellings = [map.property(name)] + (EventNames.spellings[name] ?? [])
            return (name, spellings.flatMap { name in Self.prefixes.map { FieldPlace($0 + name) } }.filter(header.has))
          })
      } ?? [:]
    // All events may have a session, which is no sign of other columns of properties.
    lacksProperties =
      header != nil && schema.properties.isEmpty && map.fields["properties"] == nil
      && columns.allSatisfy { $0.key == "session_id" || $0.value.isEmpty }
  }

  /// The names of the columns of events and times, which no row but a header contains.
  func marks(in header: TableHeader) -> [String] {
    [places("name", schema.name).first, places("time", schema.time + schema.raw).first].compactMap { place in
      place.flatMap { header.column($0.path) }.map { header.columns[$0] }
    }
  }

  /// The first required part of an event for which these columns have no place; nil if all have one.
  var missing: String? {
    if places("name", schema.name).isEmpty { return map.fields["name"] ?? "event_name" }
    if places("time", schema.time + schema.raw).isEmpty { return map.fields["time"] ?? "timestamp" }
    let ids = places("user", schema.user) + places("anonymous", schema.anonymous) + places("person", schema.person)
    return ids.isEmpty ? map.fields["user"] ?? "user_id" : nil
  }

  private func places(_ part: String, _ standard: [FieldPlace]) -> [FieldPlace] { own[part].map { [$0] } ?? standard }

  private func find(_ row: LogRow, _ part: String, _ standard: [FieldPlace]) -> (node: JSONNode, place: String)? {
    for place in places(part, standard) {
      if let node = row.node(at: place) { return (node, place.path) }
    }
    return nil
  }

  private func text(_ row: LogRow, _ part: String, _ standard: [FieldPlace]) -> String? {
    find(row, part, standard).flatMap { ArmKeys.plain($0.node) }
  }

  // MARK: A line

  /// The meaning of a line: an event, a call that only connects ids, or a call of another kind.
  func line(_ row: LogRow) throws(LineProblem) -> LineFields {
    switch text(row, "type", schema.kind)?.lowercased() {
    case "identify", "alias": return .link(linkedIDs(row))
    case "page", "screen", "group": return .other(ids(row))
    default: break
    }
    guard let found = find(row, "name", schema.name) else {
      let linked = linkedIDs(row)
      if row.node(at: "from_user_id") != nil, linked.count > 1 { return .link(linked) }
      throw .missing(wanted("name", schema.name))
    }
    guard let name = found.node.string else {
      throw .wrong(key: found.place, expected: "a text", found: found.node.described)
    }
    if export == .snowplow, row.node(at: "event")?.string == "struct", let action = row.node(at: "se_action")?.string {
      return .event(try event(map.event(action), row))
    }
    if ["$identify", "$create_alias", "$merge", "$merge_dangerously"].contains(name) { return .link(linkedIDs(row)) }
    return .event(try event(map.event(name), row))
  }

  private func wanted(_ part: String, _ standard: [FieldPlace]) -> String {
    map.fields[part] ?? standard.first?.path ?? ["name": "event_name", "time": "timestamp", "user": "user_id"][part]
      ?? part
  }

  private func event(_ name: String, _ row: LogRow) throws(LineProblem) -> EventFields {
    let time = try time(row)
    let ids = ids(row)
    if ids.isEmpty {
      let found = find(row, "user", schema.user)
      guard let found else { throw .missing(wanted("user", schema.user)) }
      throw .wrong(key: found.place, expected: "a text", found: found.node.described)
    }
    let held = find(row, "properties", schema.properties)
    let unfolded = held?.node.unfolded
    let properties = unfolded?.members != nil || unfolded?.elements != nil ? unfolded : nil
    if export == .specification, held?.place == "properties", let unfolded, unfolded.members == nil {
      throw .wrong(key: "properties", expected: "an object", found: unfolded.described)
    }
    var fields = EventFields(name: name, timestamp: time.text, user: ids[0].text) { [self] key in
      property(key, of: row, in: properties)
    }
    fields.correction = time.correction
    fields.isCorrected = time.isCorrected
    fields.ids = ids
    fields.device = device(row)
    fields.platform = find(row, "platform", ExportSchema.platforms(export, platforms))?.node.string
    fields.lacksProperties = lacksProperties
    fields.version = text(row, "version", versions)
    fields.session = find(row, "session", schema.session)?.node ?? (export == .snowplow ? session(row) : nil)
    fields.received = text(row, "received", schema.received)
    fields.identity = text(row, "id", schema.id)
    (fields.zone, fields.form) = (map.zone, map.timeForm)
    fields.isZoneKnown = schema.isUTC || map.isZoneGiven
    fields.propertyNames =
      properties?.members?.map(\.key) ?? properties?.elements?.compactMap { $0["key"]?.string } ?? []
    if properties == nil, let root = row.root {
      fields.propertyNames = root.members?.map(\.key).filter { !EventExport.isEnvelope($0) } ?? []
    }
    if row.root == nil { fields.propertyNames += row.filledColumns }
    fields.arms = arms(row, fields, properties)
    return fields
  }

  private func arms(_ row: LogRow, _ fields: EventFields, _ properties: JSONNode?) -> [NamedArm] {
    if let arms = ArmKeys.arms(mappedBy: map, { row.node(at: FieldPlace($0)) }) { return arms }
    var arms = ArmKeys.arms(names: fields.propertyNames) { key in
      property(key, of: row, in: properties)
    }
    if export == .amplitude || export == .googleAnalytics {
      arms += ArmKeys.arms(ofPerson: row.node(at: "user_properties")?.unfolded, in: export)
    }
    return arms
  }

  /// The value of a property under the map's name, or under the definitions' in any spelling.
  private func property(_ key: String, of row: LogRow, in properties: JSONNode?) -> JSONNode? {
    let found = value(map.property(key), key, of: row, in: properties)
    if let found { return found.isBlank ? nil : found }
    // The properties of a table are in its columns.
    guard row.root != nil, let spellings = EventNames.spellings[key] else { return nil }
    for spelling in spellings {
      if let node = value(spelling, key, of: row, in: properties), !node.isBlank { return node }
    }
    return nil
  }

  private func value(_ name: String, _ key: String, of row: LogRow, in properties: JSONNode?) -> JSONNode? {
    if let properties {
      if properties.elements != nil {
        if let node = properties.node(at: [name]) { return node }
      } else if let node = properties[name] {
        return node
      } else if name.contains("."), let node = properties.node(at: name.split(separator: ".").map(String.init)[...]) {
        return node
      }
    }
    guard let root = row.root else {
      for place in columns[key] ?? Self.prefixes.map({ FieldPlace($0 + name) }) {
        if let node = row.node(at: place) { return node }
      }
      return nil
    }
    // If a line has no object of properties, the properties are beside the envelope.
    if properties == nil || name.contains(".") { return root[name] ?? row.node(at: FieldPlace(name)) }
    return nil
  }

  // MARK: Times

  private func time(_ row: LogRow) throws(LineProblem) -> (
    text: String, correction: EventFields.Correction?, isCorrected: Bool
  ) {
    if let found = find(row, "time", schema.time) {
      guard let text = ArmKeys.plain(found.node) else {
        throw .wrong(key: found.place, expected: "a text", found: found.node.described)
      }
      // A line with the phone's own time has the corrected time here.
      return (text, nil, !schema.raw.isEmpty)
    }
    guard own["time"] == nil, let raw = text(row, "", schema.raw) else { throw .missing(wanted("time", schema.time)) }
    guard let sent = text(row, "", schema.sent), let received = text(row, "received", schema.received) else {
      return (raw, nil, false)
    }
    return (raw, .init(sent: sent, received: received), true)
  }

  // MARK: People

  /// The ids of a line, those of accounts first.
  private func ids(_ row: LogRow) -> [LogID] {
    var ids: [LogID] = []
    func add(_ kind: LogID.Kind, _ part: String, _ places: [FieldPlace]) {
      for place in own[part].map({ [$0] }) ?? places {
        guard let id = row.node(at: place).flatMap({ LogID(kind, $0) }) else { continue }
        if !ids.contains(where: { $0.key == id.key }) { ids.append(id) }
      }
    }
    add(.user, "user", schema.user)
    // An id of a phone in the account's field is not an account's id.
    if !schema.anonymous.isEmpty || own["anonymous"] != nil || own["device"] != nil {
      add(.anonymous, "anonymous", own["user"] != nil && own["anonymous"] == nil ? [] : schema.anonymous)
      if own["device"] != nil { add(.anonymous, "device", []) }
      for place in ids.isEmpty ? [] : own["anonymous"].map({ [$0] }) ?? schema.anonymous {
        guard let id = row.node(at: place).flatMap({ LogID(.anonymous, $0) }) else { continue }
        for index in ids.indices where ids[index].text == id.text { ids[index].kind = .anonymous }
      }
    }
    if export == .postHog, row.node(at: "properties.$is_identified").map({ $0.value == .bool(false) }) ?? false {
      for index in ids.indices { ids[index].kind = .anonymous }
    }
    if export == .snowplow, let id = clientSession(row)?["userId"].flatMap({ LogID(.anonymous, $0) }) { ids.append(id) }
    add(.person, "person", own["user"] != nil && own["person"] == nil ? [] : schema.person)
    return ids.filter { $0.kind == .user } + ids.filter { $0.kind == .person } + ids.filter { $0.kind == .anonymous }
  }

  private func linkedIDs(_ row: LogRow) -> [LogID] {
    var all = ids(row)
    for place in schema.links {
      guard let node = row.node(at: place)?.unfolded else { continue }
      for id in (node.elements ?? [node]).compactMap({ LogID(.anonymous, $0) }) {
        if !all.contains(where: { $0.key == id.key }) { all.append(id) }
      }
    }
    return all
  }

  private func device(_ row: LogRow) -> String? {
    let found = find(row, "device", schema.device).flatMap { LogID(.user, $0.node) }
    if found == nil, export == .snowplow { return clientSession(row)?["userId"].flatMap { LogID(.user, $0) }?.text }
    return found?.text
  }

  private func session(_ row: LogRow) -> JSONNode? { clientSession(row)?["sessionId"] }

  /// The context that Snowplow's mobile trackers add.
  private func clientSession(_ row: LogRow) -> JSONNode? {
    let contexts = row.node(at: "contexts.data")?.elements ?? []
    if let own = contexts.first(where: { $0["schema"]?.string?.contains("/client_session/") ?? false }) {
      return own["data"]
    }
    return row.node(at: "contexts_com_snowplowanalytics_snowplow_client_session_*")?.unfolded.elements?.first
  }

  // MARK: Explanations

  /// An explanation, in words, of how each part of a line was read.
  func explanation(_ row: LogRow) -> String {
    func part(_ title: String, _ name: String, _ places: [FieldPlace]) -> String? {
      find(row, name, places).map { "\(title) \($0.node.string ?? $0.node.text) (\($0.place))" }
    }
    var parts = [
      part("time", "time", schema.time) ?? part("uncorrected time", "", schema.raw),
      part("account", "user", schema.user), part("person", "person", schema.person),
      part("anonymous", "anonymous", schema.anonymous), part("phone", "device", schema.device),
      part("session", "session", schema.session), part("id", "id", schema.id),
    ].compactMap(\.self)
    if let properties = find(row, "properties", schema.properties) { parts.append("properties in \(properties.place)") }
    return parts.joined(separator: ", ")
  }

  /// The place of the event's name.
  func namePlace(_ row: LogRow) -> String { find(row, "name", schema.name)?.place ?? "se_action" }
}

/// The content of a line in any format.
enum LineFields {
  case event(EventFields)
  /// A line without an event, which connects ids of one person.
  case link([LogID])
  /// A call that is not an event, such as a page view, with its ids.
  case other([LogID])
}

extension ExportSchema {
  /// The schema with only the places that a table has.
  fileprivate func limited(_ has: (FieldPlace) -> Bool) -> ExportSchema {
    var own = self
    (own.name, own.time, own.raw) = (name.filter(has), time.filter(has), raw.filter(has))
    (own.sent, own.received, own.person) = (sent.filter(has), received.filter(has), person.filter(has))
    (own.user, own.anonymous, own.device) = (user.filter(has), anonymous.filter(has), device.filter(has))
    (own.links, own.session, own.id) = (links.filter(has), session.filter(has), id.filter(has))
    (own.properties, own.kind) = (properties.filter(has), kind.filter(has))
    return own
  }
}
