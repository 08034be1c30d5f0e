import GTSDModel
import GTSDWorld
import Statistics

extension Report {
  /// A summary of the run in one line.
  var subtitle: String {
    switch content {
    case .calibration(let calibration):
      return [
        app, Wording.count(calibration.users, "user"), Wording.count(calibration.events, "event"),
        "\(Wording.seconds(calibration.spanSeconds)) from \(calibration.first)",
        "other values from `\(calibration.base)`",
      ].joined(separator: " · ")
    case .exploration(let exploration):
      return [
        app, exploration.strategy, Wording.count(exploration.schedules, "schedule"),
        "window \(Wording.seconds(exploration.windowSeconds))", "seed \(exploration.seed)",
      ].joined(separator: " · ")
    case .load(let load): return "\(load.subtitle) · seed \(scenario.seed)"
    case .comparison(let section) where section.design == .loads:
      return "two load runs · " + section.sides.map { Wording.seconds($0.horizonSeconds) }.joined(separator: " and ")
        + " measured"
    case .simulation, .forecast, .comparison: break
    }
    var parts = [app, Wording.count(scenario.users, "user")]
    if !complete, isOfRun, let simulated = funnel.first?.users {
      // The planned number may differ from the counted one.
      let planned = scenario.users * scenario.replications
      parts[1] = "\(Wording.whole(simulated)) of \(Wording.count(planned, "user"))"
    } else if scenario.replications > 1 {
      parts.append("\(scenario.replications) replications")
    }
    parts.append("\(Wording.seconds(scenario.horizonSeconds)) of virtual time")
    parts.append("seed \(scenario.seed)")
    if let shard { parts.append("shard \(shard.index) of \(shard.of)") }
    return parts.joined(separator: " · ")
  }

  /// The app of the scenario: in a few words with the preset's name and the switches that differ, or the name alone.
  private var app: String {
    let names = scenario.generation.split(separator: " and ").map(String.init)
    let changes = names.count == 1 ? changedSwitches : []
    return names.map { name in
      Generation.Preset(rawValue: name).map { "\($0.title) (\($0.rawValue))" } ?? name
    }.joined(separator: " and ")
      + (changes.isEmpty
        ? ""
        : changes.count > 2 ? " with \(changes.count) switches changed" : " with \(changes.joined(separator: ", "))")
  }

  /// The switches, `path=value`, in which the scenario's app differs from its preset.
  private var changedSwitches: [String] {
    guard let generation = scenario.resolvedScenario?.generation else { return [] }
    let preset = Generation.preset(generation.preset)
    return Generation.switches.filter { $0.choice(generation) != $0.choice(preset) }.map { $0.name(in: generation) }
  }

  /// The meaning of the exit code, in words.
  var outcome: String {
    if !complete { return load?.missingGenerators == nil ? "interrupted: \(findings)" : "incomplete: \(findings)" }
    return kind == .exploration && exitCode == 1 ? "nothing found, and the search itself failed" : findings
  }

  private var findings: String {
    let nothing: String
    switch content {
    case .comparison(let section): return section.outcome
    case .load(let load): return load.outcome(exitCode: codeOfFindings == 0 && !load.isValid ? 1 : codeOfFindings)
    case .calibration(let section): return section.verdictText
    case .exploration(let section): nothing = "nothing found in \(Wording.count(section.schedules, "schedule"))"
    case .simulation, .forecast:
      nothing = shard == nil ? "no violation, no target missed" : "no violation in this shard"
    }
    return switch codeOfFindings {
    case 11: "a state-race violation was found"
    case 10: "a target was missed"
    default: nothing
    }
  }
}
