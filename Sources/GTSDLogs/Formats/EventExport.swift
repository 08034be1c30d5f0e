package import GTSDFields
import GTSDModel

/// The formats of event logs that have a name for `--from`.
package enum EventExport: String, CaseIterable, Sendable, Hashable {
  case amplitude, mixpanel
  case postHog = "posthog"
  case googleAnalytics = "ga4"
  case segment
  case rudderStack = "rudderstack"
  case snowplow, heap
  case table = "csv"
  case specification = "jsonl"

  /// The format's name for people.
  package var title: String {
    switch self {
    case .amplitude: "Amplitude"
    case .mixpanel: "Mixpanel"
    case .postHog: "PostHog"
    case .googleAnalytics: "GA4 BigQuery"
    case .segment: "Segment"
    case .rudderStack: "RudderStack"
    case .snowplow: "Snowplow"
    case .heap: "Heap"
    case .table: "CSV"
    case .specification: "JSON Lines"
    }
  }

  /// Recognises the format of JSON records by keys that only one format has.
  init(samples: [JSONNode]) {
    let rows = samples.map { LogRow($0) }
    let guess = Self.guess { place in rows.contains { $0.node(at: place) != nil } } ?? .specification
    let isRudder = rows.contains { row in
      row.node(at: "context.library.name")?.string?.lowercased().contains("rudder") ?? false
    }
    self = guess == .segment && isRudder ? .rudderStack : guess
  }

  /// Recognises the format of a line's object.
  package init(_ root: JSONNode) { self.init(samples: [root]) }

  /// Recognises the format of a table, by its columns.
  package init(columns: [String]) {
    let header = TableHeader(columns)
    self = Self.guess { header.column($0.path) != nil } ?? .table
  }

  private static func guess(_ has: (FieldPlace) -> Bool) -> EventExport? {
    let isNamed = has("event") || has("event_name")
    if has("event_params") || has("event_timestamp") && (has("user_pseudo_id") || has("event_name")) {
      return .googleAnalytics
    }
    if has("event_type"),
      ["event_properties", "amplitude_id", "client_event_time", "event_time", "time"].contains(where: { has(.init($0)) }
      )
    {
      return .amplitude
    }
    if ["collector_tstamp", "derived_tstamp", "dvce_created_tstamp"].contains(where: { has(.init($0)) }) {
      return .snowplow
    }
    if has("time"), !has("timestamp"), isNamed || has("type") || has("event_table_name"),
      has("heap_device_id") || has("session_id") && has("event_id") || has("event_id") && has("user_id")
    {
      return .heap
    }
    if has("event"), has("properties.distinct_id") && !has("timestamp") || has("distinct_id") && has("time") {
      return .mixpanel
    }
    if has("event"), has("distinct_id") { return .postHog }
    let isCall = has("event") || has("type")
    if isCall, has("rudderId") || has("rudder_id") || has("event_text") { return .rudderStack }
    if isCall, ["messageId", "userId", "anonymousId", "message_id", "anonymous_id"].contains(where: { has(.init($0)) })
    {
      return .segment
    }
    return nil
  }

  /// Whether a key belongs to an event's envelope. An object with such a key is itself an event and does not contain
  /// others.
  static func isEnvelope(_ key: String) -> Bool {
    ["event", "event_name", "event_type", "timestamp", "time", "user_id", "userId", "distinct_id", "anonymousId"]
      .contains(key)
  }
}
