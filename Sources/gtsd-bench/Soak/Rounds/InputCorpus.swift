import Foundation
import GTSDFields
import GTSDModel
import GTSDSim
import GTSDStudies
import GTSDWorld
import Interleaving

/// The material for mutated inputs: valid inputs of each reader, and words that readers often mishandle.
enum InputCorpus {
  private static let numbers = [
    "0", "-1", "1", "-0", "1e309", "-1e309", "1e-400", "0.1", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "18446744073709551616", "1000000000000", "4294967296", "2147483648", "NaN", "Infinity",
  ]
  private static let json = [
    "{", "}", "[", "]", "\"", ":", ",", "null", "true", "false", "[]", "{}", "\"\"", "\\u0000", "\\ud800", "\u{FEFF}",
    "/*", "//", "\u{1B}[31m",
  ]
  private static let http = [
    "\r\n", "\r\n\r\n", "\n", "\r", "\0", " ", "\t", ":", ";", ",", "0\r\n\r\n", "f", "ffffffffffffffff", "+1", "0x10",
    "7fffffffffffffff", "8000000000000000", "HTTP/1.1 ", "HTTP/1.0 ", "HTTP/2.0 ", "200 OK",
    "100 Continue\r\n\r\n", "204", "304", "Content-Length: ", "Content-Length: 5\r\n",
    "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: ", "Connection: close\r\n", "Connection: keep-alive\r\n",
    "chunked", "gzip, ", ";a=b", "\u{80}", "A: b\r\n", "Expect: 100-continue\r\n", "Host: a\r\n", "%00", "%", "?", "//",
  ]

  /// A population scenario whose texts can be changed by a setting at every place.
  static let people = """
    {"name": "people", "population": {"size": 2, "personas": [{"name": "casual"}]}, "faults": [{"kind": "error", "status": 503}]}
    """

  /// A story of two taps, used to make tokens.
  static let story = made(
    """
    {"name": "story", "story": {"given": ["onboard"], "when": ["pullToRefresh", {"do": "openTab", "tab": "profile"}]}}
    """)

  /// A scenario with three people for one day.
  static let crowd = made(
    """
    {"name": "crowd", "horizon": "1d", "population": {"size": 3, "cellSize": 2}, "generation": "seed-current"}
    """)

  private static func made(_ text: String) -> Scenario {
    do { return try Scenario.parse(text) } catch { preconditionFailure("\(error)") }
  }

  static func words(of reader: InputReader) -> [String] {
    switch reader {
    case .httpRequest, .httpResponse: http + numbers
    case .scenario, .setting:
      json + numbers + [
        "=", "*=", ".", "[0]", "[-1]", "[99999999999]", "\"0s\"", "\"999999999d\"", "\"-1s\"", "\"80%\"",
      ]
        + [
          "lognormal", "exponential", "uniform", "story", "given", "when", "expect", "faults", "from", "until", "times",
        ]
    case .arguments:
      numbers + ["--", "-", "=", "--set", "--shard", "1/0", "0/1", "1/99999999999", "--jobs", "--help", " ", "\u{1B}"]
    case .events, .eventMap:
      json + numbers + ["\n", "\r\n", "2036-01-01T00:00:00Z", "1970-01-01", "0000-00-00T25:61:61Z", "Europe/Berlin"]
    case .apiRequest, .apiReply: json + numbers + ["\n", "--boundary", "\r\n", "?limit=-1", "%2F", ";", "="]
    case .token, .report, .accounts, .checkpoint: json + numbers + ["\n", " ", "gtsd3-", "gtsd2-", "=", "\0"]
    }
  }

  static func inputs(of reader: InputReader) -> [[UInt8]] {
    func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
    return switch reader {
    case .scenario: bytes(scenarios)
    case .setting: bytes(settings)
    case .token: tokens
    case .report: bytes(reports)
    case .events: events + [events.reduce([], +)]
    case .eventMap: bytes(maps)
    case .accounts: bytes(["# ours\na@b.c secret\nd@e.f other words\n", "a@b.c secret", ""])
    case .arguments: bytes(commandLines)
    case .checkpoint: finished
    case .httpRequest: bytes(httpRequests)
    case .httpResponse: bytes(httpResponses)
    case .apiRequest: wireRequests
    case .apiReply: bytes(replies)
    }
  }

  // MARK: Files

  private static let scenarios: [String] =
    [people, story.resolved.text, crowd.resolved.text]
    + (1...12).map { SoakGenerator.make($0 % 2 == 0 ? .population : .story, seed: $0).text() }
    + [
      """
      {"name": "rich", /* comment */ "horizon": "7d", "seed": 3,
       "population": {"size": 40, "cellSize": 10, "arrival": {"daily": {"over": "24h"}}},
       "experiment": {"name": "copy", "metric": "acknowledgment-rate-24h",
         "arms": [{"name": "A"}, {"name": "B", "decisionFactors": {"followCard": 1.15}}]},
       "targets": {"acknowledgment-rate-24h": {"comparison": ">=", "value": "80%"}},
       "backend": {"network": {"lognormal": {"median": "80ms", "sigma": 0.5}}, "errorRate": 0.1},}
      """
    ]

  private static let settings = [
    "backend.errorRate=0.3", "backend.network={\"lognormal\": {\"median\": \"1s\", \"sigma\": 2}}", "population.size=3",
    "population.personas.casual.decisions.followCard*=0.5", "faults[0].status=500",
    "generation.metrics.ownership=single",
    "horizon=2d", "targets={}", "population.personas[0].name=x", "backend.network*=2",
  ]

  private static let reports: [String] = {
    let people = made(#"{"name": "r", "horizon": "6h", "population": {"size": 3}, "generation": "seed-current"}"#)
    var shard = Simulation(crowd, jobs: 1)
    shard.shard = ShardPosition(index: 1, of: 2)
    var texts = [report(of: Simulation(people, jobs: 1)), report(of: shard)]
    if let outcome = try? Exploration(story, schedules: 40, jobs: 1).run(
      progress: { _ in }, isCancelled: { false })
    {
      texts.append(outcome.report.json)
    }
    if let outcome = try? Forecast(people, replications: 2, jobs: 1).run(progress: { _ in }, isCancelled: { false }) {
      texts.append(outcome.report.json)
    }
    texts.append(Comparison(people, people, replications: 2, jobs: 1).reported().json)
    return texts.map { text in
      let merges = merges(text)
      return JSONReducer { (try? Report(json: Data($0.utf8))) != nil && Self.merges($0) == merges }.reduced(text)
    }
  }()

  private static func merges(_ text: String) -> Bool {
    guard let report = try? Report(json: Data(text.utf8)) else { return false }
    return (try? ShardMerge.report(of: [("a", report)])) != nil
  }

  private static func report(of simulation: Simulation) -> String {
    simulation.run(progress: { _ in }, lines: { _ in }, isCancelled: { false }).report.json
  }

  static let events: [[UInt8]] = [
    #"{"event_type":"metrics_acknowledgment_card_tapped","user_id":"u1","event_time":"2026-03-01 10:00:00.000000","session_id":5,"event_properties":{"action":"dismiss"},"$insert_id":"a1"}"#,
    #"{"event":"metrics_acknowledgment_card_tapped","properties":{"time":1772359200,"distinct_id":"u1","$insert_id":"a1","action":"dismiss"}}"#,
    #"{"type":"track","event":"metrics_acknowledged","userId":"u1","messageId":"a1","timestamp":"2026-03-01T10:00:00.000Z","properties":{}}"#,
    #"{"uuid":"a1","event":"onboarding_completed","distinct_id":"u1","timestamp":"2026-03-01T12:00:00+02:00","properties":{"skipped":false}}"#,
    #"{"event_name":"metrics_acknowledged","event_timestamp":"1772359200000000","user_pseudo_id":"u1","event_params":[{"key":"action","value":{"string_value":"dismiss","int_value":null}}]}"#,
    #"{"event_name":"app_launched","timestamp":1772359200000,"user_id":"u1","properties":{"action":"dismiss"}}"#,
    "event_name,timestamp,user_id\nmetrics_acknowledged,2026-03-01T10:00:00Z,u1",
  ].map { Array(($0 + "\n").utf8) }

  private static let maps = [
    #"{"events": {"card_tap": "metrics_acknowledgment_card_tapped"}, "zone": "Europe/Berlin", "fields": {"name": "event", "time": "timestamp", "user": "distinct_id", "properties": "properties"}, "properties": {"action": "what"}}"#,
    "{}",
  ]

  private static let commandLines = [
    "run scenarios/first-day.json --users 500 --generation correct --output out --jobs 2",
    "run a.json --set backend.errorRate=0.3 --shard 2/3 --format json,html --checkpoint dir",
    "explore --hazard stale-get-overwrites-ack --schedules 20 --time-budget 60s -q",
    "forecast a.json --solve backend.errorRate --target 0.8 --kpi acknowledgment-rate-24h -n 8",
    "load a.json --target http://127.0.0.1:8080 --rate 10/s --stages 10s:5,20s:9 --max-dropped 0.1",
    "compare a.json --set-b backend.metricsDelay=5m --plan --lift 5%", "bench soak --seed 3 --limit 4",
    "serve --port 0",
  ]

  /// The bytes of tokens, without their checksums.
  private static let tokens: [[UInt8]] = {
    var tokens: [ReplayToken] = []
    func add(_ scenario: Scenario, _ subject: ReplayToken.Subject) {
      tokens.append(
        ReplayToken(
          scenario: scenario.name, digest: scenario.digest, seed: scenario.seed, subject: subject, user: 0,
          time: 90_000_000_000, key: 77))
    }
    for order in [
      Schedule.Order.natural, .searched(.random), .constrained([OrderConstraint(before: 12, after: 34)]),
      .recorded([1, 2, 3]),
    ] {
      add(story, .schedule(Schedule(number: 7, order: order, drawsLatencies: true, faults: 1, leftOut: 0)))
    }
    add(crowd, .unit(replication: 0, cell: 1))
    return tokens.compactMap { token in
      Base64URL.decode(token.encode().dropFirst(tokenPrefix.count)).map { Array($0.dropLast(4)) }
    }
  }()

  /// The prefix of every token.
  static let tokenPrefix: String = {
    let text = ReplayToken(
      scenario: "", digest: "", seed: 0, subject: .unit(replication: 0, cell: 0), user: 0, time: 0, key: 0
    ).encode()
    return String(text[...(text.firstIndex(of: "-") ?? text.startIndex)])
  }()

  static let identity: Checkpoint.Identity = [("command", "soak")]

  /// Pieces of a checkpoint by their keys.
  static let pieces: [(key: UInt64, bytes: [UInt8])] = [(1, [7]), (0xABC, Array("{\"a\": 1}\n".utf8)), (.max, [])]

  /// The file of a checkpoint with these pieces.
  private static let finished: [[UInt8]] = {
    let directory = scratch()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    guard let checkpoint = try? Checkpoint(directory, identity: identity, owner: "soak") else { return [[]] }
    for (key, bytes) in pieces { checkpoint.keep(bytes, of: key) }
    return [FileManager.default.contents(atPath: directory + "/finished").map { Array($0) } ?? []]
  }()

  /// The path of a directory that no other process uses; it is not created.
  static func scratch() -> String {
    FileManager.default.temporaryDirectory.appending(path: "gtsd-sim-soak-\(UUID().uuidString)").path
  }

  // MARK: The wire

  private static let httpRequests = [
    "GET /v1/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n\r\n",
    "POST /v1/a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloGET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "PUT /b?c=d HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\nT: u\r\n\r\n",
    "\r\nPOST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc",
  ]

  private static let httpResponses = [
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "HTTP/1.0 404 Not Found\r\nConnection: close\r\n\r\ngone", "HTTP/1.1 304 Not Modified\r\n\r\n",
    "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n",
  ]

  static let requests: [APIRequest] = [
    .signUp(SignUpRequest(email: "a@b.c", password: "secret", name: "A")), .logIn(email: "a@b.c", password: "secret"),
    .refresh(refreshToken: "r"), .me, .updateBasicProfile(name: "B", email: nil), .preferences, .howItWorks, .profile,
    .todayMetrics, .acknowledge(version: 1, metricsComputedAt: Timestamp(milliseconds: 1_772_359_200_000)),
    .generatePlan(forceRecompute: true),
    .uploadPhoto(PhotoUpload(taskID: 1, item: PhotoItemID(5), contentType: .jpeg, fileSize: 400)),
    .presignPhoto(fileName: "p.jpg", contentType: .jpeg, fileSize: 100),
    .photos(taskID: nil, limit: 50, offset: 0), .deletePhoto(id: 3), .tasksToday, .submitEvidence(taskID: 4), .streak,
    .health,
  ]

  private static let wireRequests: [[UInt8]] = requests.map { request in
    let wire = request.wire
    let head = "\(wire.method.rawValue) \(wire.target)\n\(wire.contentType ?? "")\n"
    return Array(head.utf8) + wire.body.segments.reduce([], +)
  }

  private static let replies = [
    #"{"success":true,"data":{"user":{"id":1,"email":"a@b.c","name":"A","hasCompletedOnboarding":true},"accessToken":"a.b.c","refreshToken":"r"}}"#,
    #"{"success":true,"data":{"id":1,"email":"a@b.c","name":"A","hasCompletedOnboarding":true,"dietaryPreferences":["vegan"],"allergies":[]}}"#,
    #"{"success":true,"data":{"metrics":{"bmi":22.5,"bmr":1500,"tdee":2100,"computedAt":"2026-03-01T10:00:00Z","version":1},"acknowledged":false,"acknowledgement":null}}"#,
    #"{"success":true,"acknowledgement":{"acknowledgedAt":"2026-03-01T10:00:00Z","version":1}}"#,
    #"{"success":true,"data":{"plan":{"id":1,"name":"P","startDate":"2026-03-01","endDate":"2026-03-29"},"targets":{"calorieTarget":1800,"proteinTarget":120,"waterTarget":2500},"whyItWorks":{},"recomputed":true,"previousTargets":null}}"#,
    #"{"photos":[{"id":1,"taskId":2,"url":"http://x/y","fileSize":100,"mimeType":"image/jpeg"}],"total":1}"#,
    #"{"success":true,"data":{"total":3,"completed":1,"currentStreak":2,"tasks":[]},"cached":false}"#,
    #"{"success":true,"data":{"uploadUrl":"http://127.0.0.1/storage/k","fileKey":"k","expiresIn":600}}"#,
    #"{"success":false,"error":{"message":"no","code":"RATE_LIMITED","requestId":"r","fieldErrors":{"a":["b"]}}}"#,
    #"{"error":"Unauthorized","statusCode":401}"#, "<html></html>", "[]", "null",
  ]
}
