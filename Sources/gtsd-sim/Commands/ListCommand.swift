import Foundation
import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim
import GTSDStudies
import GTSDWorld
import Interleaving

/// Runs `gtsd-sim list WHAT`.
enum ListCommand {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    guard let what = Listing(rawValue: arguments.operands[0]) else {
      preconditionFailure("the parser accepted the list \(arguments.operands[0])")
    }
    let rows = try rows(of: what, in: console.directory)
    if arguments[flag: .json] {
      console.out(JSONNode.array(rows.map(\.node)).prettyText + "\n")
    } else {
      let width = rows.map(\.id.count).max() ?? 0
      let lines = rows.map { $0.id + String(repeating: " ", count: width - $0.id.count + 2) + $0.text + "\n" }
      console.writeFitted(lines.joined())
    }
    return .success
  }

  /// An entry: its id, a line for people, and additional data for JSON.
  private struct Row {
    var id: String
    var text: String
    var details: [(String, JSONNode)]

    var node: JSONNode { .object([("id", .string(id))] + details) }
  }

  private static func rows(of what: Listing, in directory: String) throws(CommandFailure) -> [Row] {
    switch what {
    case .kpis: KPI.allCases.map(row)
    case .hazards: try hazardRows(in: directory)
    case .invariants: Invariant.allCases.map(row)
    case .generations: Generation.Preset.allCases.map(row)
    case .scenarios: try scenarioRows(in: directory)
    case .distributions: DistributionKind.all.map(row)
    case .events: AnalyticsDefinition.all.map(row)
    case .endpoints: Endpoint.allCases.map(row)
    case .actions: PersonAction.ofStories.map(row)
    case .expectations:
      StoryExpectation.facts.map { Row(id: $0.name, text: $0.doc, details: [("summary", .string($0.doc))]) }
    case .personas: Persona.mix.map(row)
    case .policies:
      SearchStrategy.allCases.map {
        Row(id: $0.rawValue, text: $0.summary, details: [("summary", .string($0.summary))])
      }
    }
  }

  private static func row(_ endpoint: Endpoint) -> Row {
    let route = endpoint.route
    return Row(
      id: endpoint.name, text: "\(route.method.rawValue) \(route.path)",
      details: [("method", .string(route.method.rawValue)), ("path", .string(route.path))])
  }

  private static func row(_ action: PersonAction) -> Row {
    let parameters = action.parameters.isEmpty ? "" : " It \(action.parameterDoc)."
    return Row(
      id: action.name, text: action.doc + parameters,
      details: [
        ("summary", .string(action.doc)), ("required", .array(action.required.map { .string($0) })),
        ("optional", .array(action.optional.map { .string($0) })),
      ])
  }

  private static func row(_ persona: Persona) -> Row {
    let resolved = persona.resolved
    let decisions = resolved["decisions"]?.members ?? []
    let few = decisions.prefix(4).map { "\($0.key) \($0.node.text)" }.joined(separator: ", ")
    return Row(
      id: persona.name, text: "weight \(JSONNode.number(persona.weight).text) of the default mix; \(few), …",
      details: [("weight", .number(persona.weight)), ("persona", resolved)])
  }

  private static func row(_ event: AnalyticsDefinition) -> Row {
    let properties = event.properties.map { property in
      JSONNode.object([
        "name": .string(property.name), "type": .string(property.kind.name), "required": .bool(property.isRequired),
      ])
    }
    let names = event.properties.map { $0.isRequired ? $0.name : "[\($0.name)]" }
    return Row(
      id: event.name, text: "\(names.joined(separator: ", ")); \(event.source)",
      details: [
        ("name", .string(event.name)), ("properties", .array(properties)), ("source", .string(event.source)),
        ("extension", .bool(event.source.hasPrefix("extension"))),
      ])
  }

  private static func row(_ kpi: KPI) -> Row {
    let definition = kpi.definition
    let targets = definition.targets.map { target in
      JSONNode.object([
        "level": .string(target.level.rawValue), "comparison": .string(target.comparison.rawValue),
        "value": bound(target.value), "versus": .string(target.versus.rawValue), "source": .string(target.source),
      ])
    }
    return Row(
      id: kpi.id, text: definition.text,
      details: [
        ("title", .string(definition.title)), ("unit", .string(definition.unit)),
        ("kind", .string(definition.kind.name)), ("definition", .string(definition.text)),
        ("targets", .array(targets)),
      ])
  }

  private static func bound(_ value: KPITarget.Value) -> JSONNode {
    switch value {
    case .number(let number): .number(number)
    case .range(let low, let high): .array([.number(low), .number(high)])
    }
  }

  private static func hazardRows(in directory: String) throws(CommandFailure) -> [Row] {
    let depths = MeasuredDepths(in: directory)
    var rows: [Row] = []
    for hazard in Hazard.all {
      var story: (path: String, scenario: Scenario)?
      if let entry = ScenarioLibrary.story(of: hazard.id, in: directory) { story = (entry.operand, try load(entry)) }
      rows.append(row(hazard, story, depth: depths[hazard.id.rawValue]))
    }
    return rows
  }

  private static func row(_ hazard: Hazard, _ story: (path: String, scenario: Scenario)?, depth: Int?) -> Row {
    let invariants = hazard.invariants.map(\.id)
    let rule = invariants.isEmpty ? "rule: \(hazard.predicate)" : "breaks \(invariants.joined(separator: ", "))"
    let summary = story?.scenario.description ?? hazard.id.summaryWithoutStory
    let lack = hazard.id.whyNoStory.map { " No scenario shows it, because \($0)." } ?? ""
    return Row(
      id: hazard.id.rawValue, text: "\(summary.map { "\($0) " } ?? "")(\(rule))\(lack)",
      details: [
        ("summary", summary.map { .string($0) } ?? .null),
        ("invariant", invariants.first.map { .string($0) } ?? .null),
        ("invariants", .array(invariants.map { .string($0) })),
        ("generations", .array(hazard.generations.map { .string($0) })),
        ("conditions", .object(hazard.conditions.map { ($0.preset, .string($0.condition)) })),
        ("layer", .string(hazard.layer.rawValue)), ("knob", .string(hazard.knob)),
        ("predicate", hazard.predicate.isEmpty ? .null : .string(hazard.predicate)),
        ("twin", (story?.scenario.story?.twin).map { .string($0) } ?? .null),
        ("scenario", story.map { .string($0.path) } ?? .null),
        ("whyNoScenario", hazard.id.whyNoStory.map { .string($0) } ?? .null),
        ("depth", depth.map { .int($0) } ?? .null),
        ("source", .string(hazard.source)),
      ])
  }

  private static func row(_ invariant: Invariant) -> Row {
    Row(
      id: invariant.id, text: invariant.statement,
      details: [("title", .string(invariant.title)), ("statement", .string(invariant.statement))])
  }

  private static func row(_ preset: Generation.Preset) -> Row {
    let generation = Generation.preset(preset)
    let switches = Generation.switches.map { ($0.path, $0.choice(generation)) }
    let citations = Generation.switches.compactMap { item in
      item.citation(in: preset).map { (item.path, node($0)) }
    }
    return Row(
      id: preset.rawValue, text: preset.summary,
      details: [
        ("summary", .string(preset.summary)), ("switches", .object(switches)), ("citations", .object(citations)),
      ])
  }

  private static func node(_ citation: Citation) -> JSONNode {
    var members: [(String, JSONNode)] = [
      ("document", .string(citation.document.title)),
      (citation.document.isQuoted ? "quote" : "paraphrase", .string(citation.line)),
    ]
    if let reading = citation.reading { members.append(("reading", .string(reading))) }
    return .object(members)
  }

  private static func row(_ kind: DistributionKind) -> Row {
    let names = kind.parameters.map(\.name)
    return Row(
      id: kind.name, text: "\(kind.doc) (\(names.joined(separator: ", ")))",
      details: [("summary", .string(kind.doc)), ("parameters", .array(names.map { .string($0) }))])
  }

  private static func load(_ entry: ScenarioLibrary.Entry) throws(CommandFailure) -> Scenario {
    do {
      return try Scenario.parse(entry.read(), path: entry.operand, overrides: ScenarioOverrides())
    } catch {
      throw CommandFailure(code: .invalidInput, message: error.description)
    }
  }

  private static func scenarioRows(in directory: String) throws(CommandFailure) -> [Row] {
    var rows: [Row] = []
    for entry in ScenarioLibrary.entries(in: directory) {
      let scenario = try load(entry)
      let place = entry.file.map { "\($0): " } ?? (entry.folder.isEmpty ? "" : "\(entry.id): ")
      rows.append(
        Row(
          id: scenario.name, text: place + scenario.description,
          details: [
            ("description", .string(scenario.description)), ("path", .string(entry.operand)),
            ("builtIn", .bool(entry.file == nil)), ("generation", .string(scenario.generation.preset.rawValue)),
            ("users", .int(scenario.population.size)), ("horizonSeconds", .number(scenario.horizon.seconds)),
            ("seed", .int(scenario.seed)), ("digest", .string(scenario.digest)),
          ]))
    }
    return rows.ordered { $0.id < $1.id }
  }
}

/// The number of constraints in the smallest cause of each hazard, as measured by `gtsd-bench explore --json` and
/// kept in `reports`.
private struct MeasuredDepths {
  private static let record = "reports/bench-explore.json"
  private var depths: [String: Int] = [:]

  init(in directory: String) {
    guard let data = try? Data(contentsOf: URL(filePath: "\(directory)/\(Self.record)")),
      let rows = try? JSONReader.read(String(decoding: data, as: UTF8.self))["scenarios"]?.elements
    else { return }
    for row in rows {
      if let hazard = row["hazard"]?.string, let depth = row["depth"]?.number { depths[hazard] = Int(depth) }
    }
  }

  subscript(hazard: String) -> Int? { depths[hazard] }
}
