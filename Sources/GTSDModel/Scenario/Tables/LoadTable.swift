import GTSDFields

/// The tables of load runs.
enum LoadTable {
  private static let longest = TimeSpan.days(7)

  static let load = ObjectSpec<LoadSettings>(
    what: "load", template: LoadSettings(),
    fields: [
      Field("unit", \.unit, .choice(), "The unit of a start: a person's session, or one request."),
      Field("request", \.request, .endpoint, "The request to send if unit is request."),
      Field(
        "mix", \.mix, .list(of: share, count: 0...50),
        "Several kinds of requests with their weights, instead of request."),
      Field(
        "arrivals", \.arrivals, .loadArrivals,
        "The times of the starts in an open model: independent, even, or recorded."),
      Field(
        "rate", \.rate, .startRate, none: "no open model, unless stages say so", from: 1,
        "The open model: starts per second on schedule, whatever the server does."),
      Field(
        "users", \.users, .int(1...10_000_000), none: "no closed model, unless stages say so", from: 1,
        "The closed model: the number of users at once. Each starts again when it is done."),
      Field(
        "stages", \.stages, .list(of: stage, count: 0...1000),
        "Levels that change over time: each stage moves linearly from the level before, which is 0 at first."),
      Field("stagesOf", \.stagesOf, .choice(), "Whether the levels of stages are rates or users."),
      Field(
        "duration", \.duration, .span(.milliseconds(1)...longest),
        none: "the stages' sum, the recording's end, limits.duration with iterations, or else 60s",
        from: LoadSettings.standardDuration, "The time during which starts are made."),
      Field(
        "iterations", \.iterations, .int(1...1_000_000_000), none: "no limit", from: 1,
        "The greatest number of starts."),
      Field(
        "thinkTimeScale", \.thinkTimeScale, .number(0...1), "The factor on people's pauses."),
      Field(
        "photos", \.photos, .choice(), "The format of sent photos: JPEG, HEIC, or the picked format."),
      Field(
        "without", \.without, .list(of: .endpoint, template: .health, what: "endpoints", count: 0...100),
        "Endpoints that the server lacks. They are never requested, and people skip actions that need them."),
      Field(
        "map", \.map, .contractMap,
        "The server's names for paths, methods, header fields and JSON fields of the contract, by endpoint; `*` is all of them."
      ),
      Field(
        "traceSampling", \.traceSampling, .number(0...1),
        "The share of requests whose `traceparent` has the bit by which the server keeps their traces."),
      Field(
        "tourEvery", \.tourEvery, .span(.milliseconds(10)...longest), none: "never", from: .seconds(1),
        "The interval at which, in addition to all starts, a new user requests every endpoint, with both ways of uploading."
      ),
      Field(
        "maxInFlight", \.maxInFlight, .int(1...10_000_000),
        "The greatest number of starts in progress. One that is due beyond it is dropped."),
      Field(
        "connections", \.connections, .loadConnections,
        "The connections of requests: a number shared by all users, or separate ones for each user or session."),
      Field(
        "http", \.http, .httpVersion,
        "The version of HTTP. With 2, requests are streams of one connection, shared by all users or separate for each user or session."
      ),
      Field(
        "maxDropped", \.maxDropped, .number(0...1), none: "any", from: 0,
        "The share of starts that may be dropped before the run counts as failed."),
      Field(
        "warmUp", \.warmUp, .span(.zero...longest), "The time at the beginning whose starts are made, but not measured."
      ),
      Field(
        "thresholds", \.thresholds,
        .list(
          of: .threshold, template: LoadThreshold(.p95, .responseTime, .below, 2), what: "thresholds", count: 0...100),
        "The conditions that must hold at the end, such as \"p95(api-response-time)<2s\" or \"rate(api-error-rate{log-in})<1%\"."
      ),
      Field(
        "stopOnBreach", \.stopOnBreach, .flag,
        "Whether the run ends when a threshold is broken in three slices of the time series in a row."),
      Field("limits", \.limits, limits, "Limits that prevent too much load by mistake. Raise them for a larger load."),
    ])

  static let stage = ObjectSpec<LoadStage>(
    what: "stage", template: LoadStage(level: 0, duration: .zero),
    fields: [
      Field(
        "level", \.level, .number(0...10_000_000),
        "The level at the end of the stage: starts per second, or users at once.",
        required: true),
      Field(
        "duration", \.duration, .span(.zero...longest), "The time until the level is reached; 0s is a jump.",
        required: true),
    ])

  static let share = ObjectSpec<LoadRequestShare>(
    what: "request", template: LoadRequestShare(.todayMetrics),
    fields: [
      Field("request", \.request, .endpoint, "The request to send.", required: true),
      Field("weight", \.weight, .number(0...1_000_000), "The weight of the request among the others."),
    ])

  static let limits = ObjectSpec<LoadLimits>(
    what: "limits", template: LoadLimits(),
    fields: [
      Field("rate", \.rate, .number(1...10_000_000), "The greatest number of starts per second."),
      Field("duration", \.duration, .span(.seconds(1)...longest), "The longest run."),
    ])

  static let remote = ObjectSpec<RemoteBackend>(
    what: "remote", template: RemoteBackend(url: ""),
    fields: [
      Field("url", \.url, .serverURL, "The address of the API: scheme, host, port and path.", required: true)
    ])
}

extension ValueSpec where Value == Double {
  /// Starts per second: a number, or a text such as `30/m`.
  static let startRate = scalar(
    "a number above 0 to 10000000, or a text such as \"500/s\"",
    schema: .object([
      "anyOf": .array([
        .object(["type": "number", "exclusiveMinimum": .int(0), "maximum": .int(10_000_000)]),
        .object(["type": "string", "pattern": "^[0-9][0-9.e-]*(/(s|sec|second|m|min|minute|h|hour))?$"]),
      ])
    ])
  ) { node in
    guard let rate = node.number ?? node.string.flatMap(LoadText.rate), rate > 0, rate <= 1e7 else { return nil }
    return rate
  } write: {
    .number($0)
  }
}

extension ValueSpec where Value == LoadSettings.HTTP {
  /// A version of HTTP, as a text or a number.
  static let httpVersion = scalar(
    "\"1.1\" or \"2\"", schema: .object(["enum": .array(["1.1", "2", .number(1.1), .int(2)])])
  ) { node in
    if let name = node.string { return LoadSettings.HTTP(rawValue: name) }
    return node.number == 2 ? .two : node.number == 1.1 ? .one : nil
  } write: {
    .string($0.rawValue)
  }
}

extension ValueSpec where Value == LoadConnections {
  /// The connections of a load run: a number that everybody shares, `perUser` or `perSession`.
  static let loadConnections = scalar(
    "a number from 1 to 65535, \"perUser\" or \"perSession\"",
    schema: .object([
      "anyOf": .array([
        .object(["type": "integer", "minimum": .int(1), "maximum": .int(65_535)]),
        .object(["enum": .array(["perUser", "perSession"])]),
      ])
    ])
  ) { node in
    if let name = node.string { return [LoadConnections.perUser, .perSession].first { $0.name == name } }
    guard let number = node.number, number == number.rounded(), (1...65_535).contains(number) else { return nil }
    return .shared(Int(number))
  } write: {
    if case .shared(let count) = $0 { .int(count) } else { .string($0.name) }
  }
}

extension ValueSpec where Value == String {
  /// The URL of a server: `http` or `https`, a host, perhaps port and path, nothing else.
  static let serverURL = scalar(
    "a URL such as \"http://127.0.0.1:8080\", without credentials, query and fragment",
    schema: .object(["type": "string", "pattern": "^https?://[^/?#@\\s]+(/[^?#@\\s]*)?$"])
  ) { node in
    guard let text = node.string, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"?#@".utf8.contains($0) }),
      let scheme = ["http://", "https://"].first(where: text.hasPrefix)
    else { return nil }
    let host = text.dropFirst(scheme.count).prefix { $0 != "/" }
    return host.isEmpty || host.hasPrefix(":") ? nil : text
  } write: {
    .string($0)
  }
}

extension ValueSpec where Value == LoadThreshold {
  /// A threshold by its text.
  static let threshold = ValueSpec(
    expected: "a threshold such as \"p95(api-response-time)<2s\"",
    schema: .object(["type": "string", "pattern": "^ *[a-z0-9.]+ *\\(.+\\) *[<>]=? *[0-9].*$"]),
    read: { node, path, threshold, reading in
      guard let text = node.string else {
        return reading.report(
          path, node, "expected a threshold such as \"p95(api-response-time)<2s\"; found \(node.described)")
      }
      switch Result(catching: { () throws(LoadThreshold.Problem) in try LoadThreshold(text) }) {
      case .success(let value): threshold = value
      case .failure(let problem):
        reading.report(
          path, node, "\"\(text)\", character \(problem.position): \(problem.message)", remedy: problem.remedy)
      }
    },
    write: { .string($0.description) })
}

extension ValueSpec where Value == LoadArrivals {
  /// `"poisson"`, `"constant"`, or an object with recorded times.
  static let loadArrivals: ValueSpec = {
    let span = ValueSpec<TimeSpan>.span(.zero...TimeSpan.days(7))
    let recording = ValueSpec<[TimeSpan]>.list(of: span, template: .zero, what: "times", count: 1...1_000_000)
    let expected = "\"poisson\", \"constant\", or {\"recorded\": [\"0ms\", \"12ms\"]}"
    return ValueSpec(
      expected: expected,
      schema: .object([
        "anyOf": .array([
          .object(["enum": .array(["poisson", "constant"])]),
          .object([
            "type": "object", "properties": .object(["recorded": recording.schema]),
            "required": .array(["recorded"]), "additionalProperties": .bool(false),
          ]),
        ])
      ]),
      read: { node, path, arrivals, reading in
        if let name = node.string {
          switch name {
          case "poisson": arrivals = .poisson
          case "constant": arrivals = .constant
          default:
            reading.reportUnknown(
              "arrivals", name, known: ["poisson", "constant", "recorded"], path: path, origin: node.origin)
          }
          return
        }
        guard let members = node.members, members.count == 1, members[0].key == "recorded" else {
          return reading.report(path, node, "expected \(expected); found \(node.described)")
        }
        let problems = reading.problems.count
        var instants: [TimeSpan] = []
        let listPath = JSONPath.appending("recorded", to: path)
        recording.read(members[0].node, listPath, &instants, &reading)
        guard reading.problems.count == problems else { return }
        if let index = zip(instants, instants.dropFirst()).enumerated().first(where: { $1.0 > $1.1 })?.offset {
          reading.report("\(listPath)[\(index + 1)]", members[0].node, "recorded times must be in order")
        } else {
          arrivals = .recorded(instants)
        }
      },
      write: { arrivals in
        switch arrivals {
        case .poisson: "poisson"
        case .constant: "constant"
        case .recorded(let instants): .object(["recorded": recording.write(instants)])
        }
      })
  }()
}
