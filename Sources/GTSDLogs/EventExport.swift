package import GTSDModel

/// The export formats of analytics services, recognised by the keys that only they have.
///
/// Amplitude: Export API and HTTP V2 (`event_type`, `event_time`, `event_properties`). Mixpanel: raw export (`event`,
/// `properties.distinct_id`, `properties.time`). Segment: track calls (`event`, `messageId`, `userId`). PostHog: batch
/// export (`event`, `distinct_id`, `uuid`). GA4: the BigQuery export (`event_name`, `event_timestamp`, `event_params`).
package enum EventExport: String, CaseIterable, Sendable, Hashable {
  case specification = "JSON Lines"
  case amplitude = "Amplitude"
  case mixpanel = "Mixpanel"
  case segment = "Segment"
  case postHog = "PostHog"
  case googleAnalytics = "GA4 BigQuery"
  case mapped = "mapped"

  /// The format of one line's object.
  package init(_ root: JSONNode) {
    if root["event_params"] != nil || root["event_timestamp"] != nil, root["event_name"] != nil {
      self = .googleAnalytics
    } else if root["event_type"] != nil,
      root["event_properties"] != nil || root["event_time"] != nil || root["time"] != nil
    {
      self = .amplitude
    } else if root["event"] != nil, root["properties"]?["distinct_id"] != nil, root["timestamp"] == nil {
      self = .mixpanel
    } else if root["event"] != nil, root["distinct_id"] != nil {
      self = .postHog
    } else if root["event"] != nil,
      root["messageId"] != nil || root["userId"] != nil || root["anonymousId"] != nil
        || root["message_id"] != nil || root["anonymous_id"] != nil
    {
      self = .segment
    } else {
      self = .specification
    }
  }

  /// Where each part of the envelope may stand, the first that is there counting; paths with dots.
  private func paths(_ part: Part) -> [String] {
    switch (self, part) {
    case (.specification, .name), (.mapped, .name): ["event_name"]
    case (.specification, .time), (.mapped, .time): ["timestamp"]
    case (.specification, .user), (.mapped, .user): ["user_id"]
    case (.specification, .properties), (.mapped, .properties): ["properties"]
    case (.specification, .id), (.mapped, .id):
      ["message_id", "insert_id", "event_id", "properties.message_id", "properties.insert_id"]
    case (.specification, .session), (.mapped, .session): []
    case (.amplitude, .name): ["event_type"]
    case (.amplitude, .time): ["event_time", "client_event_time", "time"]
    case (.amplitude, .user): ["user_id", "device_id", "amplitude_id"]
    case (.amplitude, .session): ["session_id"]
    case (.amplitude, .id): ["insert_id", "$insert_id", "uuid"]
    case (.amplitude, .properties): ["event_properties"]
    case (.mixpanel, .name): ["event"]
    case (.mixpanel, .time): ["properties.time"]
    case (.mixpanel, .user): ["properties.$user_id", "properties.distinct_id"]
    case (.mixpanel, .session): ["properties.$session_id"]
    case (.mixpanel, .id): ["properties.$insert_id"]
    case (.mixpanel, .properties): ["properties"]
    case (.segment, .name): ["event"]
    case (.segment, .time): ["originalTimestamp", "original_timestamp", "timestamp"]
    case (.segment, .user): ["userId", "user_id", "anonymousId", "anonymous_id"]
    case (.segment, .session): ["context.sessionId", "context.session_id"]
    case (.segment, .id): ["messageId", "message_id"]
    case (.segment, .properties): ["properties"]
    case (.postHog, .name): ["event"]
    case (.postHog, .time): ["timestamp"]
    case (.postHog, .user): ["distinct_id"]
    case (.postHog, .session): ["properties.$session_id"]
    case (.postHog, .id): ["uuid", "properties.$insert_id"]
    case (.postHog, .properties): ["properties"]
    case (.googleAnalytics, .name): ["event_name"]
    case (.googleAnalytics, .time): ["event_timestamp"]
    case (.googleAnalytics, .user): ["user_id", "user_pseudo_id"]
    case (.googleAnalytics, .session): ["event_params.ga_session_id"]
    case (.googleAnalytics, .id): []
    case (.googleAnalytics, .properties): ["event_params"]
    }
  }

  package enum Part: String, CaseIterable { case name, time, user, session, id, properties }

  /// Where a part may stand, its path taken apart once rather than on every line.
  private struct Place: Sendable {
    var path: String
    var steps: [String]

    init(_ path: String) {
      self.path = path
      steps = path.contains(".") ? path.split(separator: ".").map(String.init) : []
    }
  }

  private static let places: [EventExport: [Part: [Place]]] = Dictionary(
    uniqueKeysWithValues: allCases.map { format in
      (
        format,
        Dictionary(uniqueKeysWithValues: Part.allCases.map { ($0, format.paths($0).map { Place($0) }) })
      )
    })

  /// The fields of a line in this format.
  package func fields(_ root: JSONNode, _ map: EventMap) throws(LineProblem) -> EventFields {
    let places = Self.places[self] ?? [:]
    func find(_ part: Part) -> (node: JSONNode, path: String)? {
      let own = map.fields.isEmpty ? nil : map.fields[part.rawValue]
      for place in own.map({ [Place($0)] }) ?? places[part] ?? [] {
        if let node = Self.node(root, at: place), !node.isEmpty { return (node, place.path) }
      }
      return nil
    }
    func text(_ part: Part) throws(LineProblem) -> String {
      let wanted = map.fields[part.rawValue] ?? paths(part).first ?? part.rawValue
      guard let (node, path) = find(part) else { throw .missing(wanted) }
      switch node.value {
      case .string(let text): return text
      case .number(let text) where part != .name: return text
      default: throw .wrong(key: path, expected: "a text", found: node.described)
      }
    }
    let properties = find(.properties)?.node
    if self == .specification, let properties, properties.members == nil {
      throw .wrong(key: "properties", expected: "an object", found: properties.described)
    }
    let name = map.event(try text(.name))
    let session = find(.session)?.node
    var result = EventFields(
      name: name, timestamp: try text(.time), user: try text(.user),
      property: { key in
        if key == "session_id", let session { return session }
        return Self.property(map.property(key), of: root, in: properties)
      })
    result.identity = find(.id).flatMap { Self.plain($0.node) }
    result.zone = map.zone
    result.propertyNames =
      properties?.members?.map(\.key) ?? properties?.elements?.compactMap { $0["key"]?.string } ?? []
    if let arms = ArmKeys.arms(mappedBy: map, { Self.node(root, at: $0) }) {
      result.arms = arms
    } else {
      result.arms = ArmKeys.arms(names: result.propertyNames) { Self.property($0, of: root, in: properties) }
      if self == .amplitude || self == .googleAnalytics {
        result.arms += ArmKeys.arms(ofPerson: root["user_properties"], in: self)
      }
    }
    return result
  }

  private static func property(_ key: String, of root: JSONNode, in properties: JSONNode?) -> JSONNode? {
    guard let properties else { return nil }
    if properties.elements != nil { return node(properties, at: key) }
    return properties[key] ?? (key.contains(".") ? node(root, at: key) : nil)
  }

  private static func plain(_ node: JSONNode) -> String? {
    switch node.value {
    case .string(let text), .number(let text): text
    default: nil
    }
  }

  private static func node(_ root: JSONNode, at place: Place) -> JSONNode? {
    if let whole = root[place.path] { return whole }
    return place.steps.isEmpty ? nil : node(root, at: place.steps)
  }

  /// The node at a path of names; a list of `{"key", "value": {"…_value"}}`, as BigQuery has it, is looked up by key.
  package static func node(_ root: JSONNode, at path: String) -> JSONNode? {
    if let whole = root[path] { return whole }
    if root.elements == nil, !path.contains(".") { return nil }
    return node(root, at: path.split(separator: ".").map(String.init))
  }

  private static func node(_ root: JSONNode, at steps: [String]) -> JSONNode? {
    var current: JSONNode? = root
    for step in steps {
      guard let node = current else { return nil }
      if let elements = node.elements {
        let entry = elements.first { $0["key"]?.string == step }
        let value = entry?["value"]
        let names = ["string_value", "int_value", "float_value", "double_value"]
        current = names.compactMap { value?[$0] }.first { $0.value != .null } ?? value
      } else {
        current = node[step]
      }
    }
    return current
  }
}

extension JSONNode {
  /// Whether it says nothing: null, or a text without a letter.
  fileprivate var isEmpty: Bool {
    switch value {
    case .null: true
    case .string(let text): text.isEmpty
    default: false
    }
  }
}
