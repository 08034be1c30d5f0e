/// The places of the parts of an event in the lines of a format. The first place with something in it counts.
///
/// The names come from the services' public pages:
/// - Amplitude: the Export API (amplitude.com/docs/apis/analytics/export) and the columns of its warehouse exports.
///   `event_time` is corrected for the phone's clock, `client_event_time` is not; `event_id` is a counter. All times
///   are UTC.
/// - Mixpanel: the raw export (developer.mixpanel.com/reference/raw-event-export) and identity management
///   (docs.mixpanel.com/docs/tracking-methods/id-management): `$device_id`, `$user_id`, `$identify`, `$create_alias`,
///   `$merge`.
/// - PostHog: the capture API (posthog.com/docs/api/capture) and batch exports (posthog.com/docs/cdp/batch-exports).
/// - GA4: the BigQuery export (support.google.com/analytics/answer/7029846).
/// - Segment: the common fields (segment.com/docs/connections/spec/common) and the warehouse schema; `timestamp` is
///   corrected for the phone's clock, `originalTimestamp` is not. RudderStack's phones have the account's id in
///   `context.traits` as well, and older ones only there.
/// - RudderStack: the common fields (rudderstack.com/docs/event-spec/standard-events/common-fields) and the warehouse
///   schema (rudderstack.com/docs/destinations/warehouse-destinations/warehouse-schema).
/// - Snowplow: the atomic event properties (docs.snowplow.io/docs/fundamentals/canonical-event); `derived_tstamp` is
///   corrected for the phone's clock. Its analytics SDKs and warehouses name fields by schema (`unstruct_event_…`).
/// - Heap: the data schema of Heap Connect (help.heap.io, "Heap Connect guide"), with `user_migrations`.
struct ExportSchema: Sendable {
  /// The places at which a record may have the event's name.
  var name: [FieldPlace]
  /// The places of the event's time, as corrected by the service.
  var time: [FieldPlace]
  /// The event's time by the phone's clock, and the time by the same clock at which it was sent.
  var raw: [FieldPlace] = []
  var sent: [FieldPlace] = []
  /// The places of the time at which the service received the line.
  var received: [FieldPlace] = []
  /// The places of ids that the service gives to a person.
  var person: [FieldPlace] = []
  /// The places of ids of accounts.
  var user: [FieldPlace]
  /// Ids of people who have not signed in, such as those of a phone or browser.
  var anonymous: [FieldPlace] = []
  /// The places of the phone's id.
  var device: [FieldPlace] = []
  /// Additional ids of the same person, on a line without an event.
  var links: [FieldPlace] = []
  var session: [FieldPlace]
  /// The places of the event's id.
  var id: [FieldPlace]
  var properties: [FieldPlace]
  /// The places of the kind of call that the line records, such as `track` or `identify`.
  var kind: [FieldPlace] = []
  /// Whether times without a zone are in UTC, as the service's documentation says.
  var isUTC = true

  /// The schema of a format.
  static func of(_ export: EventExport) -> ExportSchema {
    switch export {
    case .amplitude: amplitude
    case .mixpanel: mixpanel
    case .postHog: postHog
    case .googleAnalytics: googleAnalytics
    case .segment, .rudderStack: segment
    case .snowplow: snowplow
    case .heap: heap
    case .table, .specification: plain
    }
  }

  /// The places of the platform in a format; those of a table, if it has them.
  static func platforms(_ export: EventExport, _ ofTable: [FieldPlace]?) -> [FieldPlace] {
    if let ofTable { return ofTable }
    switch export {
    case .amplitude: return amplitudePlatform
    case .mixpanel, .postHog: return propertiesPlatform
    case .segment, .rudderStack: return contextPlatform
    case .googleAnalytics, .snowplow, .heap, .table, .specification: return plainPlatform
    }
  }

  private static let amplitudePlatform: [FieldPlace] = ["os_name", "platform"]
  private static let propertiesPlatform: [FieldPlace] = ["properties.$os", "$os"]
  private static let contextPlatform: [FieldPlace] = ["context.os.name", "context_os_name", "context.device.type"]
  private static let plainPlatform: [FieldPlace] = ["platform", "os_name", "os", "device.operating_system"]

  /// The places of the app's version in a format.
  static func versions(_ export: EventExport) -> [FieldPlace] {
    switch export {
    case .amplitude: amplitudeVersion
    case .mixpanel: mixpanelVersion
    case .postHog: postHogVersion
    case .segment, .rudderStack: contextVersion
    case .googleAnalytics: analyticsVersion
    case .snowplow, .heap, .table, .specification: plainVersion
    }
  }

  private static let amplitudeVersion: [FieldPlace] = ["version_name"]
  private static let mixpanelVersion: [FieldPlace] = ["properties.$app_version_string", "$app_version_string"]
  private static let postHogVersion: [FieldPlace] = ["properties.$app_version", "$app_version"]
  private static let contextVersion: [FieldPlace] = ["context.app.version", "context_app_version"]
  private static let analyticsVersion: [FieldPlace] = ["app_info.version"]
  private static let plainVersion: [FieldPlace] = ["app_version", "appVersion", "version_name", "release"]

  private static let names: [FieldPlace] = ["event_name", "event", "event_type", "eventName", "name"]
  private static let times: [FieldPlace] = [
    "timestamp", "event_time", "event_timestamp", "time", "ts", "occurred_at", "datetime", "created_at",
  ]
  private static let users: [FieldPlace] = ["user_id", "userId", "distinct_id", "uid"]
  private static let anonymous: [FieldPlace] = [
    "anonymous_id", "anonymousId", "user_pseudo_id", "device_id", "deviceId",
  ]

  /// The format of the specifications, which is also used for tables and JSON lines of no known service.
  private static let plain = ExportSchema(
    name: names, time: times, received: ["received_at", "receivedAt"], person: ["person_id"], user: users,
    anonymous: anonymous + ["properties.device_id"],
    device: ["device_id", "deviceId", "properties.device_id", "anonymous_id", "anonymousId", "user_pseudo_id"],
    links: ["previous_id", "previousId", "alias"],
    session: ["properties.session_id", "session_id", "sessionId"],
    id: [
      "message_id", "insert_id", "$insert_id", "messageId", "uuid", "event_uuid", "event_id", "eventId", "id",
      "properties.message_id", "properties.insert_id",
    ],
    properties: ["properties", "event_properties", "props", "params", "data", "attributes"], kind: ["type"],
    isUTC: false)

  private static let amplitude = ExportSchema(
    name: ["event_type"] + names, time: ["event_time", "time"], raw: ["client_event_time"],
    sent: ["client_upload_time"], received: ["server_upload_time", "server_received_time"], person: ["amplitude_id"],
    user: ["user_id"], anonymous: ["device_id"], device: ["device_id"],
    links: ["global_user_id"], session: ["session_id"], id: ["$insert_id", "insert_id", "uuid"],
    properties: ["event_properties"])

  private static let mixpanel = ExportSchema(
    name: ["event"] + names, time: ["properties.time", "time"],
    received: ["properties.mp_processing_time_ms", "mp_processing_time_ms"],
    user: ["properties.$user_id", "$user_id", "properties.distinct_id", "distinct_id", "user_id"],
    anonymous: ["properties.$device_id", "$device_id"], device: ["properties.$device_id", "$device_id"],
    links: [
      "properties.$anon_distinct_id", "properties.$anon_id", "properties.$identified_id", "properties.alias",
      "properties.$distinct_ids", "properties.distinct_id_before_identity",
    ],
    session: ["properties.$session_id", "properties.session_id", "$session_id", "session_id"],
    id: ["properties.$insert_id", "$insert_id", "insert_id"], properties: ["properties"])

  private static let postHog = ExportSchema(
    name: ["event"] + names, time: ["timestamp"], received: ["_inserted_at", "inserted_at"],
    person: ["person_id", "person.id"], user: ["properties.$user_id", "distinct_id"],
    anonymous: ["properties.$device_id", "$device_id"], device: ["properties.$device_id", "$device_id"],
    links: ["properties.$anon_distinct_id", "properties.alias"],
    session: ["properties.$session_id", "$session_id", "properties.session_id", "session_id"],
    id: ["uuid", "properties.$insert_id", "id"], properties: ["properties"])

  private static let googleAnalytics = ExportSchema(
    name: ["event_name"] + names, time: ["event_timestamp"], user: ["user_id"], anonymous: ["user_pseudo_id"],
    device: ["user_pseudo_id", "device.vendor_id"],
    session: ["event_params.ga_session_id", "ga_session_id", "event_params.session_id", "session_id"], id: [],
    properties: ["event_params"])

  private static let segment = ExportSchema(
    name: ["event", "event_name"], time: ["timestamp"], raw: ["originalTimestamp", "original_timestamp"],
    sent: ["sentAt", "sent_at"], received: ["receivedAt", "received_at"],
    user: [
      "userId", "user_id", "context.traits.userId", "context.traits.user_id", "context_traits_user_id", "traits.userId",
    ],
    anonymous: [
      "anonymousId", "anonymous_id", "context.traits.anonymousId", "context_traits_anonymous_id", "context.device.id",
      "context_device_id",
    ],
    device: ["context.device.id", "context_device_id", "anonymousId", "anonymous_id"],
    links: ["previousId", "previous_id"],
    session: ["context.sessionId", "context.session_id", "context_session_id", "properties.session_id", "session_id"],
    id: ["messageId", "message_id", "id"], properties: ["properties"], kind: ["type"])

  private static let snowplow = ExportSchema(
    name: ["event_name", "se_action", "event"],
    time: ["derived_tstamp", "true_tstamp"], raw: ["dvce_created_tstamp"], sent: ["dvce_sent_tstamp"],
    received: ["collector_tstamp"], user: ["user_id"],
    anonymous: ["domain_userid", "client_session.userId", "network_userid"],
    device: ["domain_userid", "client_session.userId", "network_userid"],
    session: ["domain_sessionid", "client_session.sessionId"], id: ["event_id"],
    properties: ["unstruct_event.data.data", "unstruct_event.data", "unstruct_event", "unstruct_event_*"])

  private static let heap = ExportSchema(
    name: names + ["event_table_name", "type"], time: ["time"] + times, user: ["identity", "user.identity"],
    anonymous: ["user_id", "heap_device_id", "device_id"], device: ["heap_device_id", "device_id"],
    links: ["from_user_id", "to_user_id"], session: ["session_id"], id: ["event_id"],
    properties: ["properties", "event_properties"])
}
