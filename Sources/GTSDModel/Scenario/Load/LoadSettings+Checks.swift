import GTSDFields

extension Scenario {
  /// Reports problems of the load section that concern several fields at once.
  func checkLoad(_ root: JSONNode, _ reading: inout ScenarioReading) {
    guard let load, let section = root["load"] else { return }
    func report(_ name: String, _ message: String, remedy: String? = nil) {
      reading.report("$.load.\(name)", section[name] ?? section, message, remedy: remedy)
    }
    let amounts = [
      ("rate", load.rate != nil), ("users", load.users != nil), ("stages", !load.stages.isEmpty),
      ("arrivals", !load.recorded.isEmpty),
    ].filter(\.1).map(\.0)
    if amounts.count > 1 {
      report(
        amounts[1], "the amount of load is set twice: by `\(amounts[0])` and `\(amounts[1])`",
        remedy: "one of `rate`, `users`, `stages` and recorded `arrivals`")
    }
    if amounts.isEmpty {
      reading.report(
        "$.load", section, "the amount of load is missing",
        remedy: "one of `rate` (starts per second), `users` (at once), `stages` and recorded `arrivals`")
    }
    if !load.stages.isEmpty {
      if load.duration != nil {
        report("duration", "stages say how long the run is", remedy: "leave one of them out")
      }
      if load.stages.allSatisfy({ $0.level == 0 }) { report("stages", "no stage has a level above 0") }
      if load.stages.allSatisfy({ $0.duration == .zero }) { report("stages", "no stage takes any time") }
    }
    if load.model == .users, load.arrivals == .constant {
      report("arrivals", "users of a closed model begin when they are done, not on a schedule", remedy: "leave it out")
    }
    if !load.mix.isEmpty {
      if load.unit == .session { report("mix", "sessions request what people do", remedy: "set `unit` to `request`") }
      if load.mix.allSatisfy({ $0.weight == 0 }) { report("mix", "no request has a weight above 0") }
    }
    // Every resolved scenario contains the default, so only a different value was set by the user.
    if load.request != LoadSettings().request {
      if load.unit == .session {
        report("request", "sessions request what people do", remedy: "set `unit` to `request`")
      } else if !load.mix.isEmpty {
        report("request", "`mix` names the requests", remedy: "leave one of them out")
      }
    }
    for (index, endpoint) in load.without.enumerated() {
      if load.unit == .session, endpoint == .signUp {
        report(
          "without", "nobody has an account without sign-up",
          remedy: "give existing accounts with --accounts, which need no sign-up")
      }
      if load.without[..<index].contains(endpoint) { report("without", "names \(endpoint.name) twice") }
      if load.unit == .request, load.requests.contains(where: { $0.request == endpoint }) {
        report(load.mix.isEmpty ? "request" : "mix", "requests \(endpoint.name), which `without` leaves out")
      }
      if load.thresholds.contains(where: { $0.endpoint == endpoint }) {
        report("thresholds", "are about \(endpoint.name), which `without` leaves out")
      }
    }
    if story != nil {
      reading.report("$.load", section, "cannot be used with `story`, which is about one person")
    }
    checkLoadLimits(load, section, &reading)
  }

  private func checkLoadLimits(_ load: LoadSettings, _ section: JSONNode, _ reading: inout ScenarioReading) {
    let length = load.length
    if length > load.limits.duration {
      reading.report(
        "$.load", section["duration"] ?? section["stages"] ?? section,
        "lasts \(DurationText.text(length)), longer than the limit of \(DurationText.text(load.limits.duration))",
        remedy: "raise `load.limits.duration` if you mean it")
    }
    if load.model == .rate {
      let peak = load.recorded.isEmpty ? load.levels.map(\.level).max() ?? 0 : Self.peak(load.recorded)
      if peak > load.limits.rate {
        reading.report(
          "$.load", section["rate"] ?? section["stages"] ?? section["arrivals"] ?? section,
          "goes up to \(peak.shortText) starts per second, above the limit of \(load.limits.rate.shortText)",
          remedy: "raise `load.limits.rate` if that is meant")
      }
    }
    if load.warmUp >= length, load.warmUp > .zero {
      reading.report(
        "$.load.warmUp", section["warmUp"] ?? section,
        "takes the whole run of \(DurationText.text(length)), so that nothing is measured")
    }
  }

  /// The largest number of recorded starts within any second.
  private static func peak(_ instants: [TimeSpan]) -> Double {
    var first = 0
    var most = 0
    for (index, instant) in instants.enumerated() {
      while instant.nanoseconds - instants[first].nanoseconds >= 1_000_000_000 { first += 1 }
      most = max(most, index - first + 1)
    }
    return Double(most)
  }
}
