import Documents
import GTSDFields
import GTSDModel
import GTSDStudies
import GTSDWorld

/// The keys of a report, in the order in which they are read.
extension Report: JSONRecord {
  package static var blank: Report {
    Report(tool: .blank, scenario: .blank)
  }

  package mutating func describe(_ json: inout RecordCoder) {
    json.value(
      "formatVersion", &formatVersion, json: { .int($0) },
      schema: .keyed(["const": .int(Report.currentFormatVersion)]))
    var kind = kind
    json.choice("kind", &kind)
    json.flag("complete", &complete, "Whether the run was completed; false after an interruption.")
    json.record("tool", &tool)
    json.text(
      "command", &command, omitted: true,
      "The command that produces the report again, without the options for its output.")
    json.record("scenario", &scenario)
    json.records("kpis", &kpis)
    json.records("distributions", &distributions)
    json.records("survival", &survival)
    json.records("funnel", &funnel)
    json.records("violations", &violations)
    json.records("requests", &requests)
    json.records("photoFailures", &photoFailures, omitted: true)
    json.record("analytics", &analytics)
    json.records("assumptions", &assumptions)
    json.records("checks", &checks)
    json.texts("notes", &notes)
    json.records("arms", &arms, omitted: true)
    json.record("shard", &shard, omitted: true)
    var (exploration, forecast, calibration) = (exploration, forecast, calibration)
    var (comparison, load) = (comparison, load)
    json.record("exploration", &exploration, omitted: true)
    json.record("forecast", &forecast, omitted: true)
    json.record("calibration", &calibration, omitted: true)
    json.record("comparison", &comparison, omitted: true)
    json.record("load", &load, omitted: true)
    json.text("digest", &digest, "A hash of the ordered event stream; empty for load.")

    json.expect(
      formatVersion == Report.currentFormatVersion, "formatVersion", "expected \(Report.currentFormatVersion)")
    let sections: [(kind: Kind, isThere: Bool)] = [
      (.exploration, exploration != nil), (.forecast, forecast != nil), (.calibration, calibration != nil),
      (.comparison, comparison != nil), (.load, load != nil),
    ]
    for section in sections {
      json.expect(
        section.isThere == (kind == section.kind), section.kind.rawValue,
        section.isThere ? "a report of the kind \(kind.rawValue) has none" : "is missing")
    }
    content =
      switch kind {
      case .simulation: .simulation
      case .exploration: exploration.map { .exploration($0) } ?? .simulation
      case .forecast: forecast.map { .forecast($0) } ?? .simulation
      case .comparison: comparison.map { .comparison($0) } ?? .simulation
      case .calibration: calibration.map { .calibration($0) } ?? .simulation
      case .load: load.map { .load($0) } ?? .simulation
      }
    let entered = funnel.first?.users ?? 0
    json.each("funnel", funnel) { $0.expect($1.users, outOf: entered, "users") }
  }
}

extension Report.Tool: JSONRecord {
  package static var blank: Self { Self(version: "") }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("name", &name)
    json.text("version", &version)
  }
}

extension ScenarioSummary: JSONRecord {
  package static var blank: Self {
    Self(name: "", digest: "", seed: 0, generation: "", users: 0, replications: 0, horizonSeconds: 0)
  }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("name", &name)
    json.text("description", &description, omitted: true)
    json.text("digest", &digest, "A hash of the resolved scenario, with its algorithm.")
    json.seed("seed", &seed)
    json.text("generation", &generation)
    json.count("users", &users)
    json.count("replications", &replications)
    json.number("horizonSeconds", &horizonSeconds)
    json.text("resolved", &resolved, omitted: true, "The resolved scenario, as JSON text.")
    json.text("file", &file, omitted: true, "The file for --scenario of `replay`, if the library lacks the scenario.")
    json.expect(users, in: 0...10_000_000, "users")
    json.expect(replications, in: 0...1_000_000, "replications")
    json.expect((0...31_622_400).contains(horizonSeconds), "horizonSeconds", "expected from 0 s to 366 days")
  }
}

extension Assumption: JSONRecord {
  package static var blank: Self { Self(path: "", value: "") }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("path", &path)
    json.text("value", &value)
    json.text("source", &source)
  }
}

extension Report.Shard: JSONRecord {
  package static var blank: Self { Self(index: 1, of: 1) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.count("index", &index, "The index of the shard, from 1.")
    json.count("of", &of)
    json.texts("overrides", &overrides, "The overrides, as PATH=VALUE.")
    json.records("units", &units, isCompact: true)
    json.record("state", &state, isCompact: true, FoldState.doc)
    json.text("checksum", &checksum, "A hash of the units and their state.")
    json.expect(of, in: 1...ShardPosition.limit, "of")
    json.expect(index, in: 1...max(1, of), "index")
  }
}
