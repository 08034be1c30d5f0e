package import GTSDModel

extension Scenario {
  /// This scenario with everybody in one arm, with its client and factors, and with the people and draws of all arms.
  package func everybody(inArm arm: Int) -> Scenario {
    guard var experiment else { return self }
    for index in experiment.arms.indices {
      experiment.arms[index].weight = index == arm ? 1 : 0
      experiment.arms[index].stages = []
      experiment.arms[index].opens = .zero
    }
    var result = self
    result.experiment = experiment
    return result
  }

  /// This scenario with the arms' factors scaled: at 0 every arm decides like the control, at 1 they have the
  /// scenario's factors. Clients cannot be scaled: at 0 every arm has the control's, otherwise its own.
  package func scaled(effects scale: Double) -> Scenario {
    guard var experiment, scale != 1 else { return self }
    let control = experiment.arms[0]
    for index in experiment.arms.indices.dropFirst() {
      let base = control.decisionFactors
      // A decision that an arm does not name has the factor 1, whatever the control's factor is.
      let names = (experiment.arms[index].decisionFactors + base).map(\.decision).sorted()
      experiment.arms[index].decisionFactors = names.reduce(into: []) { factors, name in
        guard factors.last?.decision != name else { return }
        let own = experiment.arms[index].factor(of: name)
        let from = control.factor(of: name)
        factors.append(DecisionFactor(decision: name, factor: max(0, from + scale * (own - from))))
      }
      if scale == 0 { experiment.arms[index].generation = control.generation }
    }
    var result = self
    result.experiment = experiment
    return result
  }

  /// This scenario with at most this many people, who represent as many as before. Its servers are reduced in
  /// proportion.
  package func smaller(_ users: Int) -> Scenario {
    guard population.size > users else { return self }
    var result = self
    result.backend.servers = backend.servers.map { max(1, $0 * users / population.size) }
    result.population.represents = population.describedSize
    result.population.size = users
    return result
  }

  /// This scenario without an experiment, in which everybody has the client of one arm, to show differences. The arm's
  /// factors are not applied.
  package func client(ofArm arm: Int) -> Scenario {
    guard let experiment else { return self }
    var result = self
    if let generation = experiment.arms[arm].generation { result.generation = generation }
    var own = experiment.arms[arm]
    own.name = Self.everybody
    own.weight = 1
    own.generation = nil
    own.stages = []
    own.opens = .zero
    result.experiment = Experiment(name: experiment.name, metric: experiment.metric, arms: [own])
    return result
  }
}

extension Arm {
  fileprivate func factor(of decision: String) -> Double {
    decisionFactors.first { $0.decision == decision }?.factor ?? 1
  }
}
