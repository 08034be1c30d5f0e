import GTSDFields

extension Scenario {
  /// Reports problems that concern several fields at once.
  func check(_ root: JSONNode, _ reading: inout ScenarioReading) {
    let personas = root["population"]?["personas"]
    Self.checkWeights(
      population.personas.map { ($0.name, $0.weight) }, "persona", path: "$.population.personas", personas ?? root,
      &reading)
    Self.checkWeights(
      backend.links.map { ($0.name, $0.weight) }, "link", path: "$.backend.links", root["backend"]?["links"] ?? root,
      &reading)
    Self.checkWeights(
      population.timeZones.map { (DurationText.text(offset: $0.offset), $0.share) }, "time zone", by: "offset",
      path: "$.population.timeZones", root["population"]?["timeZones"] ?? root, &reading)
    if let experiment {
      let arms = root["experiment"]?["arms"] ?? root
      Self.checkWeights(
        experiment.arms.map { ($0.name, $0.weight) }, "arm", path: "$.experiment.arms", arms, &reading)
      checkReading(of: experiment, arms, &reading)
      checkStages(of: experiment, arms, &reading)
    }
    checkCells(root, &reading)
    checkStory(root, &reading)
    checkLoad(root, &reading)
  }

  private static func checkWeights(
    _ entries: [(name: String, weight: Double)], _ what: String, by key: String = "name", path: String,
    _ node: JSONNode, _ reading: inout ScenarioReading
  ) {
    for (index, entry) in entries.enumerated() where !entry.name.isEmpty {
      guard let first = entries[..<index].firstIndex(where: { $0.name == entry.name }) else { continue }
      let element = node.elements.flatMap { index < $0.count ? $0[index] : nil }
      reading.report(
        "\(path)[\(index)].\(key)", element?[key] ?? node, "duplicate \(what) `\(entry.name)`",
        remedy: "\(path)[\(first)] has this \(key) already")
    }
    if !entries.isEmpty, entries.allSatisfy({ $0.weight == 0 }) {
      reading.report(
        path, node, "all weights are 0, so that nobody can be assigned", remedy: "give one a weight above 0")
    }
  }

  private func checkReading(of experiment: Experiment, _ node: JSONNode, _ reading: inout ScenarioReading) {
    let name = "readSummaryToEnd"
    for (index, arm) in experiment.arms.enumerated() where arm.decisionFactors.contains(where: { $0.decision == name })
    {
      guard arm.summaryLength ?? population.summaryLength != nil else { continue }
      let element = node.elements.flatMap { index < $0.count ? $0[index]["decisionFactors"] : nil } ?? node
      reading.report(
        "$.experiment.arms[\(index)].decisionFactors.\(name)", element[name] ?? element,
        "has no effect if `summaryLength` determines how far people read", remedy: "leave one of them out")
    }
  }

  private func checkStages(of experiment: Experiment, _ node: JSONNode, _ reading: inout ScenarioReading) {
    if experiment.arms.first?.rollback != nil {
      reading.report(
        "$.experiment.arms[0].rollback", node.elements?.first?["rollback"] ?? node,
        "the first arm is the control, to which people of other arms return",
        remedy: "give an arm after it a `rollback`")
    }
    let staged = experiment.arms.indices.filter { !experiment.arms[$0].stages.isEmpty }
    for index in staged {
      let path = "$.experiment.arms[\(index)].stages"
      let element = node.elements.flatMap { index < $0.count ? $0[index]["stages"] : nil } ?? node
      if index == 0 {
        reading.report(path, element, "the first arm is the control, which gets everybody outside of the stages")
      }
      if index != staged.first {
        reading.report(path, element, "only one arm of an experiment can be rolled out in stages")
      }
      for (number, stage) in experiment.arms[index].stages.enumerated() {
        let own = element.elements.flatMap { number < $0.count ? $0[number] : nil } ?? element
        // If a number of users is set, the resolved scenario also contains a share of 0, which is allowed.
        let says = stage.users == nil ? own["share"] != nil : stage.share == 0
        if !says {
          let problem = stage.users == nil ? "names nobody who gets the arm" : "has a share and a number of users"
          reading.report("\(path)[\(number)]", own, problem, remedy: "give either `share` or `users`")
        }
      }
      let starts = experiment.arms[index].stages.map(\.from)
      if zip(starts, starts.dropFirst()).contains(where: { $0 >= $1 }) {
        reading.report(path, element, "stages must be in the order of their start, no two at the same time")
      }
    }
    if !staged.isEmpty, experiment.arms.allSatisfy({ !$0.stages.isEmpty || $0.weight == 0 }) {
      reading.report(
        "$.experiment.arms", node, "nobody can get what the stages leave",
        remedy: "give an arm without `stages` a weight above 0")
    }
  }

  private func checkCells(_ root: JSONNode, _ reading: inout ScenarioReading) {
    guard let servers = backend.servers else { return }
    let cells = 0..<population.cellCount
    let starved = cells.first { population.share(of: servers, users: population.users(ofCell: $0)) == 0 }
    guard let cell = starved else { return }
    let node =
      root["backend"]?["servers"] ?? root["population"]?["cellSize"] ?? root["population"]?["size"] ?? root
    reading.report(
      "$.backend.servers", node,
      "cell \(cell + 1) of \(population.cellCount) would get none of the \(servers) servers",
      remedy: "raise `backend.servers` to \(population.cellCount) or more, or `population.cellSize`")
  }
}

extension Scenario {
  private func checkStory(_ root: JSONNode, _ reading: inout ScenarioReading) {
    // Checked even if the story itself is invalid.
    guard let written = root["story"], written.value != .null else { return }
    let others = [
      ("population", root["population"] != nil), ("experiment", experiment != nil), ("targets", !targets.isEmpty),
    ]
    for (name, isWritten) in others where isWritten {
      reading.report(
        "$.\(name)", root[name] ?? root, "cannot be used with `story`, which is about one person",
        remedy: "leave one of them out")
    }
    // A resolved text contains all defaults, which are not statements of the scenario.
    let standard = BackendConfiguration()
    let rates = [
      ("errorRate", backend.errorRate, standard.errorRate), ("lossRate", backend.lossRate, standard.lossRate),
    ]
    for (name, rate, standard) in rates where rate.value > 0 && rate != standard {
      guard let node = root["backend"]?[name] else { continue }
      reading.report(
        "$.backend.\(name)", node, "cannot be used with `story`, in which only the listed `faults` happen",
        remedy: "write a fault with a `probability`")
    }
    guard let twin = story?.twin else { return }
    let path = "$.story.twin"
    let node = written["twin"] ?? written
    switch generation.strategy(twin) {
    case .success(let chosen):
      let isWhole = !reading.problems.contains { $0.path.hasPrefix("$.generation") }
      if isWhole, chosen == generation {
        reading.report(
          path, node, "`\(twin)` equals the choice of the scenario's own generation", remedy: "the twin differs from it"
        )
      }
    case .failure(.malformed):
      reading.report(path, node, "`\(twin)` is no strategy", remedy: "write `path=value`, such as `plan.gate=on`")
    case .failure(.unknownSwitch(let name)):
      reading.reportUnknown("switch", name, known: Generation.switches.map(\.path), path: path, origin: node.origin)
    case .failure(.unknownChoice(let name, let choices)):
      reading.reportUnknown("choice", name, known: choices, path: path, origin: node.origin)
    }
  }
}
