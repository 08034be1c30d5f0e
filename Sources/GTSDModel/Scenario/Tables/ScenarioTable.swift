import GTSDFields

/// The tables of a whole scenario. Reading, checks, defaults, schema, `--set` and documentation all use them.
enum ScenarioTable {
  static let scenario = ObjectSpec<Scenario>(
    what: "scenario", template: Scenario(name: "scenario"),
    fields: [
      Field("name", \.name, .name, "Name of the scenario; without it, the file's name."),
      Field("description", \.description, .text(upTo: 2000), "A description of what the scenario shows."),
      Field("seed", \.seed, .seed, "Seed of every random stream."),
      Field(
        "horizon", \.horizon, .span(.seconds(1)...TimeSpan.days(366)),
        "The length of virtual time. It should be longer than the windows of the KPIs, since open windows are not counted."
      ),
      Field("generation", \.generation, .generation(clientOnly: false), "The strategies of client and backend."),
      Field("population", \.population, population, "The people who use the app."),
      Field("backend", \.backend, BackendTable.backend, "The backend that serves the people."),
      Field(
        "faults", \.faults,
        .list(of: .fault, template: Fault(kind: .outage), what: "faults", count: 0...1000),
        "The faults, and when they occur."),
      Field(
        "experiment", \.experiment,
        ExperimentTable.experiment.value, none: "no experiment", from: ExperimentTable.experiment.template,
        "The arms that users are assigned to."),
      Field("uncertainty", \.uncertainty, uncertainty, "How far assumptions without a source may be from the truth."),
      Field(
        "story", \.story, .story, none: "a simulation of the population", from: Story(),
        "The story that `explore` runs in many orders: a few actions of one person, who is the whole population."),
      Field(
        "load", \.load, LoadTable.load.value, none: "no load run", from: LoadTable.load.template,
        "The amount of load that `load` sends to a server."),
      Field("targets", \.targets, .targets, "Targets that replace those of the specifications, by KPI."),
      Field(
        "output", \.output, output, "Where `run` writes reports without --output. Not a part of the scenario's digest."),
    ])

  static let uncertainty = ObjectSpec<Uncertainty>(
    what: "uncertainty", template: Uncertainty(),
    fields: [
      Field(
        "factor", \.factor, .number(1...1_000),
        "The range of draws of an assumption without a source: nine of ten lie between its value divided by this factor "
          + "and times this factor (for probabilities, their odds). 1 draws nothing. Only forecasts draw."),
      Field(
        "spread", \.spread, .spreads,
        "The factors of single values, as an object from paths without wildcards to factors."),
      Field(
        "misfit", \.misfit, .text(upTo: 200),
        "The figure that this scenario's calibration does not reproduce. Every forecast reports it."),
      Field(
        "error", \.error, .number(0...20),
        "With a misfit: the error by which every forecast is widened, in log-odds for shares and logarithms for the rest."
      ),
      Field(
        "observed", \.observed, .span(.seconds(1)...TimeSpan.days(366)), none: "no calibration", from: .days(1),
        "The time for which a calibration's events follow people: a report on later days says that it extrapolates."),
      Field(
        "correlations", \.correlations, .correlations,
        "The correlations of the draws of two values, by the path of the first, then of the second; a calibration's estimates "
          + "come from the same people."),
    ])

  static let output = ObjectSpec<ReportOutput>(
    what: "output", template: ReportOutput(),
    fields: [
      Field(
        "directory", \.directory, .path, none: "no files", from: "",
        "Directory for the reports, relative to the working one; --output replaces it."),
      Field(
        "formats", \.formats, .list(of: .choice(), template: .json, what: "formats", count: 1...5),
        "The formats that are written there; --format replaces them."),
    ])

  static let population = ObjectSpec<Population>(
    what: "population", template: Population(),
    fields: [
      Field("size", \.size, .int(1...10_000_000, "users"), "The number of simulated users."),
      Field(
        "represents", \.represents, .int(1...10_000_000), none: "as many as there are", from: 1,
        "The number of people to whom counts are scaled: the size in the file, even with --users."),
      Field(
        "cellSize", \.cellSize, .int(1...10_000_000, "users"),
        "Users per cell. Each cell is a separate world with its share of the backend."),
      Field("arrival", \.arrival, .arrival, "When people sign up.", source: assumption),
      Field("personas", \.personas, .list(of: PersonaTable.persona, count: 1...100), "Kinds of people."),
      Field(
        "memory", \.memory, PeopleMemoryTable.memory.value, none: "people without one", from: PeopleMemory(),
        "The differences between people of one kind, their memory and their sleep. With null, people decide on every "
          + "occasion as if it were the first."),
      Field(
        "reminders", \.reminders, RemindersTable.reminders.value, none: "no reminders", from: Reminders(),
        "Notifications that open Plans, to people who have signed up and not acknowledged; {} for the defaults."),
      Field(
        "summaryLength", \.summaryLength, summaryLength, none: "readers to the end are drawn", from: .seconds(30),
        "The time that it takes to read the whole summary: people read as far as their time on it (`summaryDwell`) allows, "
          + "less the time spent on sections that they open. `readSummaryToEnd` then has no effect.",
        source: assumption),
      Field(
        "timeZones", \.timeZones, .list(of: timeZone, count: 0...30),
        "The time zones of people, whose clock sets when they sleep, use the app and sign up; without any, UTC."),
    ])

  static let summaryLength = ValueSpec<TimeSpan>.span(.seconds(1)...TimeSpan.days(1))

  static let timeZone = ObjectSpec<TimeZoneShare>(
    what: "time zone", template: TimeZoneShare(offset: .zero),
    fields: [
      Field(
        "offset", \.offset, .offset(TimeSpan.hours(-12)...TimeSpan.hours(14)),
        "How far the local clock is ahead of UTC, unique in the scenario; no daylight saving.", required: true),
      Field("share", \.share, .weight, "The share of people in this zone, relative to the sum of all shares."),
    ])
}

extension ValueSpec where Value == [ValueSpread] {
  /// An object from paths to factors, kept sorted by path.
  static let spreads = ValueSpec(
    expected: "an object from paths to factors of 1 or more",
    schema: .object([
      "type": "object",
      "additionalProperties": .object(["type": "number", "minimum": .number(1), "maximum": .number(1_000)]),
    ]),
    read: { node, path, list, reading in
      guard let members = node.members else {
        return reading.report(path, node, "expected an object from paths to factors; found \(node.described)")
      }
      list = members.compactMap { member in
        guard let factor = member.node.number, (1...1_000).contains(factor) else {
          reading.report(
            JSONPath.appending(member.key, to: path), member.origin,
            "expected a factor from 1 to 1000; found \(member.node.described)")
          return nil
        }
        return ValueSpread(path: member.key, factor: factor)
      }.sorted { $0.path < $1.path }
    },
    write: { list in .object(list.map { ($0.path, .number($0.factor)) }) })
}

extension ValueSpec where Value == [ValueCorrelation] {
  /// An object from paths to objects from paths to correlations, kept sorted.
  static let correlations = ValueSpec(
    expected: "an object from paths to objects from paths to correlations between -1 and 1",
    schema: .object([
      "type": "object",
      "additionalProperties": .object([
        "type": "object",
        "additionalProperties": .object(["type": "number", "minimum": .number(-1), "maximum": .number(1)]),
      ]),
    ]),
    read: { node, path, list, reading in
      guard let members = node.members else {
        return reading.report(path, node, "expected an object from paths to objects; found \(node.described)")
      }
      list = members.flatMap { first -> [ValueCorrelation] in
        let place = JSONPath.appending(first.key, to: path)
        guard let others = first.node.members else {
          reading.report(
            place, first.origin, "expected an object from paths to correlations; found \(first.node.described)")
          return []
        }
        return others.compactMap { second in
          guard let value = second.node.number, (-1...1).contains(value) else {
            reading.report(
              JSONPath.appending(second.key, to: place), second.origin,
              "expected a correlation from -1 to 1; found \(second.node.described)")
            return nil
          }
          return ValueCorrelation(first.key, second.key, value: value)
        }
      }.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    },
    write: { list in
      var parts: [(String, [(String, JSONNode)])] = []
      for one in list {
        if parts.last?.0 != one.first { parts.append((one.first, [])) }
        parts[parts.count - 1].1.append((one.second, .number(one.value)))
      }
      return .object(parts.map { ($0.0, .object($0.1)) })
    })
}

extension ValueSpec where Value == Arrival {
  private struct Kind: Sendable {
    var name: String
    var parameter: String
    var doc: String
    var make: @Sendable (TimeSpan) -> Arrival
  }

  private static var kinds: [Kind] {
    [
      Kind(name: "uniform", parameter: "over", doc: "Evenly over a span.") { .uniform(over: $0) },
      Kind(name: "daily", parameter: "over", doc: "With a day's rhythm over a span: few at night, a peak at 19:00.") {
        .daily(over: $0)
      },
      Kind(name: "launch", parameter: "mean", doc: "Falling exponentially from the start, with a mean.") {
        .launch(mean: $0)
      },
    ]
  }

  /// `"together"`, or an object from a kind to its span.
  static let arrival: ValueSpec = {
    let kinds = kinds
    let span = ValueSpec<TimeSpan>.span(.seconds(1)...TimeSpan.days(366))
    let known = kinds.map(\.name) + ["together"]
    let expected = "\"together\", or an object such as {\"daily\": {\"over\": \"24h\"}}"
    let schemas = kinds.map { kind in
      JSONNode.object([
        "type": "object", "description": .string(kind.doc),
        "properties": .object([
          kind.name: .object([
            "type": "object", "properties": .object([kind.parameter: span.schema]),
            "required": .array([.string(kind.parameter)]), "additionalProperties": .bool(false),
          ])
        ]),
        "required": .array([.string(kind.name)]), "additionalProperties": .bool(false),
      ])
    }
    return ValueSpec(
      expected: expected,
      schema: .object([
        "anyOf": .array([.object(["const": "together", "description": "All at the same time."])] + schemas)
      ]),
      read: { node, path, arrival, reading in
        if node.string == "together" {
          arrival = .together
          return
        }
        if let name = node.string {
          return reading.reportUnknown("arrival", name, known: known, path: path, origin: node.origin)
        }
        guard let member = node.members?.first, node.members?.count == 1 else {
          return reading.report(path, node, "expected \(expected); found \(node.described)")
        }
        let kindPath = JSONPath.appending(member.key, to: path)
        guard let kind = kinds.first(where: { $0.name == member.key }) else {
          return reading.reportUnknown(
            "arrival", member.key, known: known, path: kindPath, origin: member.origin)
        }
        let parameterPath = JSONPath.appending(kind.parameter, to: kindPath)
        for extra in member.node.members ?? [] where extra.key != kind.parameter {
          reading.reportUnknown(
            "parameter", extra.key, known: [kind.parameter], path: JSONPath.appending(extra.key, to: kindPath),
            origin: extra.origin)
        }
        guard let parameter = member.node[kind.parameter] else {
          return reading.report(parameterPath, member.node, "is missing", remedy: "\(kind.name) needs it")
        }
        let problems = reading.problems.count
        var value = TimeSpan.zero
        span.read(parameter, parameterPath, &value, &reading)
        if reading.problems.count == problems { arrival = kind.make(value) }
      },
      write: { arrival in
        switch arrival {
        case .uniform(let over): .object(["uniform": .object(["over": span.write(over)])])
        case .daily(let over): .object(["daily": .object(["over": span.write(over)])])
        case .launch(let mean): .object(["launch": .object(["mean": span.write(mean)])])
        case .together: "together"
        }
      })
  }()
}
