package import GTSDModel

/// A persona under one arm of an experiment, laid out for drawing: one for each pair, shared by its people.
package final class Temperament: Sendable {
  package let persona: Persona
  /// Probabilities by the raw value of the decision.
  private let probabilities: [Double]
  /// Distributions of seconds by the raw value of the pause, from the first pause on.
  private let pauses: [Distribution]
  /// Cumulated shares of picking one photo, two photos, and so on; the last is 1.
  package let photoCounts: [Double]

  /// The temperament of a persona in an arm.
  ///
  /// - Parameter factors: the arm's factors; their names are checked by the scenario's validation.
  package init(persona: Persona, factors: [DecisionFactor] = []) {
    self.persona = persona
    var probabilities = [Double](repeating: 0, count: Int(PersonDecision.allCases.last!.rawValue) + 1)
    for decision in PersonDecision.allCases {
      var probability = decision.probability(in: persona)
      for factor in factors where factor.decision == decision.name { probability *= factor.factor }
      probabilities[Int(decision.rawValue)] = min(1, probability)
    }
    self.probabilities = probabilities
    pauses = PersonPause.allCases.map { $0.distribution(in: persona.timings) }
    photoCounts = cumulatedShares(persona.decisions.photoCountWeights)
  }

  /// The probability of a decision.
  package func probability(of decision: PersonDecision) -> Double {
    probabilities[Int(decision.rawValue)]
  }

  /// The distribution of a pause in seconds.
  package func distribution(of pause: PersonPause) -> Distribution {
    pauses[Int(pause.rawValue - PersonPause.thinkOnLaunch.rawValue)]
  }
}

/// The running sums of weights as shares of their total; the last is 1.
package func cumulatedShares(_ weights: [Double]) -> [Double] {
  let total = weights.reduce(0, +)
  precondition(total > 0, "weights \(weights) do not add up to more than 0")
  var sum = 0.0
  var shares = weights.map { weight in
    sum += weight
    return sum / total
  }
  shares[shares.count - 1] = 1
  return shares
}

/// The first index whose cumulated share lies above `u`.
package func choice(_ u: Double, among shares: [Double]) -> Int {
  var index = 0
  while index < shares.count - 1, u >= shares[index] { index += 1 }
  return index
}
