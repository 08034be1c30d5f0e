import GTSDModel
import GTSDWorld
import Statistics

extension Report {
  /// A summary of the run in one line.
  var subtitle: String {
    if let calibration {
      return [
        scenario.generation, Wording.count(calibration.users, "user"), Wording.count(calibration.events, "event"),
        "\(Wording.seconds(calibration.spanSeconds)) from \(calibration.first)",
        "values of `\(calibration.base)` elsewhere",
      ].joined(separator: " · ")
    }
    if let exploration {
      return [
        scenario.generation, exploration.strategy, Wording.count(exploration.schedules, "schedule"),
        "window \(Wording.seconds(exploration.windowSeconds))", "seed \(exploration.seed)",
      ].joined(separator: " · ")
    }
    if let load { return "\(load.subtitle) · seed \(scenario.seed)" }
    if let comparison, comparison.design == .loads {
      return "two load runs · " + comparison.sides.map { Wording.seconds($0.horizonSeconds) }.joined(separator: " and ")
        + " measured"
    }
    var parts = [scenario.generation, Wording.count(scenario.users, "user")]
    if !complete, isOfRun, let simulated = funnel.first?.users {
      // What was planned is not what is counted.
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

  /// The meaning of the exit code, in words.
  var outcome: String {
    if !complete, load?.missingGenerators != nil { return "incomplete: \(findings)" }
    if !complete { return "interrupted: \(findings)" }
    return exploration != nil && exitCode == 1 ? "nothing found, and the search itself went wrong" : findings
  }

  private var findings: String {
    if let comparison { return comparison.outcome }
    if let load { return load.outcome(exitCode: codeOfFindings == 0 && !load.isValid ? 1 : codeOfFindings) }
    if let calibration { return calibration.verdictText }
    return switch codeOfFindings {
    case 11: "a state-race violation was found"
    case 10: "a target was missed"
    case _ where exploration != nil:
      "nothing found in \(Wording.count(exploration?.schedules ?? 0, "schedule"))"
    default: shard == nil ? "no violation, no target missed" : "no violation in this shard"
    }
  }
}
