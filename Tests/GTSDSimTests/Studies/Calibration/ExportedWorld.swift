import Foundation
import GTSDModel

@testable import GTSDFields
@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness

/// A world of known people, written as each service would export it: with second phones, people who have not signed in
/// yet, repeated lines, no order, and days on which clocks change.
struct ExportedWorld {
  /// An event with the service's additional data.
  struct Line {
    var number: Int
    var user: String
    var phone: String
    var session: String
    var isAnonymous: Bool
    var name: String
    var time: Int64
    var properties: [(String, JSONNode)]

    var id: String { "id-\(number)" }
    var iso: String { Timestamp(milliseconds: time).iso8601 }
    /// The format of databases, without a zone.
    var plain: String { String(iso.dropLast()).replacing("T", with: " ") }
    func later(_ hours: Int64) -> String {
      String(Timestamp(milliseconds: time + hours * Milliseconds.hour).iso8601.dropLast()).replacing("T", with: " ")
    }
    /// Null before the person has signed in.
    var account: JSONNode { isAnonymous ? .null : .string(user) }
  }

  let lines: [Line]
  let log: EventLog

  init(users: Int = 60, horizon: TimeSpan = .hours(40), seed: UInt64 = 11) {
    var scenario = KnownPopulation.scenario(users: users, horizon: horizon, seed: seed)
    scenario.population.personas[0].decisions.useSecondDevice = 0.25
    log = SimulatedEvents.log(
      of: scenario, replication: 0, keeping: ObservedEvent.Name.allCases, until: horizon.nanoseconds / 1_000_000,
      isCancelled: { false })!
    let texts = KnownPopulation.lines(log)
    // From the first of January to the day before clocks go forward in Europe.
    let shift = 86 * Milliseconds.day
    var (session, phone, isAnonymous, user) = (Int32(1), Int32(0), true, Int32(-1))
    lines = zip(log.events, texts).enumerated().map { number, entry in
      let (event, text) = entry
      if event.user != user { (session, phone, isAnonymous, user) = (1, 0, true, event.user) }
      var own = session
      if event.session >= 0 { own = event.session }
      phone = own >> 16
      if event.name == .launched, phone == 0 { session = event.session }
      if event.name == .onboarded || event.name == .skipped { isAnonymous = false }
      let root = (try? JSONReader.read(text)) ?? .null
      // A negative time was not measured, and is not sent.
      let properties = (root["properties"]?.members ?? []).filter { $0.key != "session_id" && $0.node.number ?? 0 >= 0 }
        .map { ($0.key, $0.node) }
      return Line(
        number: number, user: "u\(event.user)", phone: "phone-\(event.user)-\(phone)",
        session: "s\(event.user)-\(own)", isAnonymous: isAnonymous && phone == 0, name: event.name.text,
        time: event.time + shift, properties: properties)
    }
  }

  /// Every twentieth line is repeated, and the lines are in random order.
  private func spoilt(_ lines: [String], repeats: Bool = true) -> [String] {
    var generator = SplitMix64(seed: 3)
    let again = repeats ? lines.enumerated().filter { $0.offset % 20 == 7 }.map(\.element) : []
    return (lines + again).shuffled(using: &generator)
  }

  private func objects(repeats: Bool = true, _ node: (Line) -> JSONNode) -> String {
    spoilt(lines.map { node($0).text }, repeats: repeats).joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String, _ delimiter: String) -> String {
    guard text.contains(delimiter) || text.contains("\"") || text.contains("\n") else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private func table(_ head: [String], _ delimiter: String, _ cells: (Line) -> [String]) -> String {
    let keys = Set(lines.flatMap { $0.properties.map(\.0) }).sorted()
    let rows = lines.map { line in
      let own = Dictionary(uniqueKeysWithValues: line.properties)
      return (cells(line) + keys.map { key in own[key].map { $0.string ?? $0.text } ?? "" })
        .map { Self.quoted($0, delimiter) }.joined(separator: delimiter)
    }
    return ([(head + keys).joined(separator: delimiter)] + spoilt(rows)).joined(separator: "\n") + "\n"
  }
}

// MARK: - The shapes

extension ExportedWorld {
  /// A log in a format, and the map that is needed to read it.
  func text(_ export: EventExport) -> (text: String, map: String?) {
    switch export {
    case .specification: (own, nil)
    case .amplitude: (amplitude, nil)
    case .mixpanel: (mixpanel, nil)
    case .postHog: (postHog, nil)
    case .googleAnalytics: (googleAnalytics, nil)
    case .segment: (segment, nil)
    case .rudderStack: (rudderStack, nil)
    case .snowplow: (snowplow, nil)
    case .heap: (heap, nil)
    case .table: (mapped, Self.map)
    }
  }

  private var own: String {
    let sessions = Dictionary(uniqueKeysWithValues: zip(lines.map(\.number), log.events.map(\.session)))
    return objects { line in
      let session = sessions[line.number] ?? -1
      let properties = line.properties + (session >= 0 ? [("session_id", .int(session))] : [])
      return .object([
        "event_name": .string(line.name), "properties": .object(properties), "timestamp": .string(line.iso),
        "user_id": .string(line.user), "message_id": .string(line.id),
      ])
    }
  }

  /// `event_id` is a counter of each person, and the phone's clock is three hours ahead.
  private var amplitude: String {
    objects { line in
      .object([
        "event_type": .string(line.name), "user_id": line.account,
        "amplitude_id": .int(XXH64.digest(of: line.user) >> 20),
        "device_id": .string(line.phone), "session_id": .int(XXH64.digest(of: line.session) >> 22),
        "client_event_time": .string(line.later(3)), "event_time": .string(line.plain + "000"),
        "event_properties": .object(line.properties), "event_id": .int(line.number % 40),
        "$insert_id": .string(line.id),
      ])
    }
  }

  private var mixpanel: String {
    let nodes = lines.map { line in
      let person: [(String, JSONNode)] =
        line.isAnonymous
        ? [("distinct_id", .string("$device:\(line.phone)"))]
        : [("distinct_id", .string(line.user)), ("$user_id", .string(line.user))]
      return JSONNode.object([
        "event": .string(line.name),
        "properties": .object(
          [("time", .int(line.time)), ("$device_id", .string(line.phone)), ("$insert_id", .string(line.id))] + person
            + line.properties),
      ])
    }
    return "[" + spoilt(nodes.map(\.text)).joined(separator: ", ") + "]"
  }

  private var postHog: String {
    objects { line in
      let properties =
        line.properties + [("$session_id", .string(line.session)), ("$device_id", .string(line.phone))]
      return .object([
        "uuid": .string(line.id), "event": .string(line.name),
        "distinct_id": .string(line.isAnonymous ? line.phone : line.user),
        "person_id": .string("person of \(line.user)"),
        "timestamp": .string(line.plain + "000+00:00"), "properties": .string(JSONNode.object(properties).text),
      ])
    }
  }

  private var googleAnalytics: String {
    objects(repeats: false) { line in
      let properties = line.properties + [("ga_session_id", .int(XXH64.digest(of: line.session) >> 34))]
      let parameters = properties.map { key, node -> JSONNode in
        let kind = node.string != nil || node.elements != nil ? "string_value" : "double_value"
        let value = node.elements == nil ? node : JSONNode.string(node.text)
        return .object(["key": .string(key), "value": .object([("int_value", .null), (kind, value)])])
      }
      return .object([
        "event_timestamp": .string("\(line.time)000"), "event_name": .string(line.name),
        "event_params": .array(parameters), "user_id": line.account, "user_pseudo_id": .string(line.phone),
      ])
    }
  }

  /// Only identify calls show whose phone it is, and the phone's clock is five hours ahead.
  private var segment: String {
    var known: Set<String> = []
    let all = lines.flatMap { line -> [String] in
      let ids: [(String, JSONNode)] = [
        ("anonymousId", .string(line.phone)), ("context", .object(["sessionId": .string(line.session)])),
      ]
      var calls: [[(String, JSONNode)]] = []
      if !line.isAnonymous, known.insert(line.phone).inserted {
        calls.append([("type", .string("identify")), ("userId", .string(line.user)), ("timestamp", .string(line.iso))])
      }
      if line.number % 50 == 0 {
        calls.append([("type", .string("screen")), ("name", .string("Home")), ("timestamp", .string(line.iso))])
      }
      let ahead = Timestamp(milliseconds: line.time + 5 * Milliseconds.hour).iso8601
      calls.append([
        ("type", .string("track")), ("event", .string(line.name)), ("messageId", .string(line.id)),
        ("originalTimestamp", .string(ahead)), ("sentAt", .string(ahead)), ("receivedAt", .string(line.iso)),
        ("properties", .object(line.properties)),
      ])
      // For half of the people, lines contain the corrected time; for the others it follows from the three times.
      if XXH64.digest(of: line.user) & 1 == 0 { calls[calls.count - 1].append(("timestamp", .string(line.iso))) }
      return calls.map { JSONNode.object($0 + ids).text }
    }
    return spoilt(all).joined(separator: "\n")
  }

  private var rudderStack: String {
    table(
      [
        "id", "anonymous_id", "user_id", "original_timestamp", "timestamp", "event", "event_text", "context_session_id",
      ],
      ","
    ) { line in
      [
        line.id, line.phone, line.account.string ?? "", line.later(1), line.plain, line.name, line.name,
        "\(XXH64.digest(of: line.session) >> 34)",
      ]
    }
  }

  private var snowplow: String {
    let rows = lines.map { line -> String in
      let event = JSONNode.object([
        "schema": .string("iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0"),
        "data": .object([
          "schema": .string("iglu:org.example/\(line.name)/jsonschema/1-0-0"), "data": .object(line.properties),
        ]),
      ])
      let context = JSONNode.object([
        "data": .array([
          .object([
            "schema": .string("iglu:com.snowplowanalytics.snowplow/client_session/jsonschema/1-0-2"),
            "data": .object(["userId": .string(line.phone), "sessionId": .string(line.session)]),
          ])
        ])
      ])
      let values = [
        "app_id": "app", "collector_tstamp": line.later(1), "dvce_created_tstamp": line.later(2), "event": "unstruct",
        "event_id": line.id, "user_id": line.account.string ?? "", "event_name": line.name,
        "unstruct_event": event.text,
        "contexts": context.text, "derived_tstamp": line.plain,
      ]
      return SnowplowColumns.all.map { values[$0] ?? "" }.joined(separator: "\t")
    }
    return spoilt(rows).joined(separator: "\n")
  }

  private var heap: String {
    table(["event_id", "user_id", "identity", "session_id", "time", "event_name", "heap_device_id"], "|") { line in
      [
        "\(1_000_000 + line.number)", "\(XXH64.digest(of: line.phone) >> 20)", line.account.string ?? "", line.session,
        line.plain, line.name, line.phone,
      ]
    }
  }

  private static let map = """
    {"fields": {"name": "what", "time": "when", "user": "person", "device": "phone", "id": "key", "properties": "more"},
     "timeForm": "dd.MM.yyyy HH:mm:ss.SSS", "zone": "Europe/Berlin"}
    """

  /// Local times of Berlin, on the days on which clocks change, in a table of no known service.
  private var mapped: String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Berlin")!
    func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
    let rows = lines.map { line -> String in
      let date = Date(timeIntervalSince1970: Double(line.time / 1_000))
      let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
      let fraction = String("\(1_000 + line.time % 1_000)".dropFirst())
      let time =
        "\(two(parts.day)).\(two(parts.month)).\(parts.year ?? 0) \(two(parts.hour)):\(two(parts.minute)):"
        + "\(two(parts.second)).\(fraction)"
      return [time, line.user, line.phone, line.name, line.id, JSONNode.object(line.properties).text]
        .map { Self.quoted($0, ";") }.joined(separator: ";")
    }
    return (["when;person;phone;what;key;more"] + spoilt(rows)).joined(separator: "\r\n") + "\r\n"
  }
}
