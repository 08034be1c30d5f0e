package import GTSDModel

extension Scenario {
  /// The values that are uncertain: those that the scenario states as distributions, then the assumptions without a
  /// source. An unknown that several personas share is one value, with all its places.
  package var unknowns: [ScenarioValue] {
    let sharing = SharedUnknowns(self)
    return sharing.joined(uncertainValues) + unsourcedValues(sharing)
  }

  /// The assumptions without a source, each with its possible distance from the truth: every decision, habit and timing
  /// of people without a stated distribution, their memory, and the backend's defaults for speed and reliability.
  ///
  /// A value of 0, and a probability of 1, are decisions of the scenario rather than estimates. So is a backend that is
  /// not the default one.
  package var unsourcedValues: [ScenarioValue] { unsourcedValues(SharedUnknowns(self)) }

  private func unsourcedValues(_ sharing: SharedUnknowns) -> [ScenarioValue] {
    let own = Dictionary(uncertainty.spread.map { ($0.path, $0.factor) }, uniquingKeysWith: { _, last in last })
    let standard = Scenario(name: name)
    var seen = Set(uncertainValues.map(\.path))
    var result: [ScenarioValue] = []
    func add(_ value: ScenarioValue, isSubject: Bool) {
      guard seen.insert(value.path).inserted, value.uncertainty == nil else { return }
      let factor = value.spread ?? own[value.path] ?? (isSubject ? 1 : uncertainty.factor)
      guard factor > 1, value.isEstimate else { return }
      var value = value
      value.spread = factor
      result.append(value)
    }
    let all = zip(values(at: StudyFactor.paths), standard.values(at: StudyFactor.paths))
    for (path, (values, standards)) in zip(StudyFactor.paths, all) {
      for value in values {
        let isBackend = path.hasPrefix("backend.")
        // Fewer servers would leave a cell without any, and such a scenario is rejected.
        if path == "backend.servers", value.base < Double(8 * population.cellCount) { continue }
        add(value, isSubject: isBackend && !standards.contains { $0.base == value.base })
      }
    }
    for value in values(at: uncertainty.spread.map(\.path)).joined() { add(value, isSubject: false) }
    return sharing.joined(result)
  }
}
