package import GTSDModel
import Randomness

/// A persona under one arm of an experiment, laid out for drawing: one for each pair, shared by its people.
package final class Temperament: Sendable {
  package let persona: Persona
  /// Probabilities by the raw value of the decision.
  private let probabilities: [Double]
  /// Distributions of seconds by the raw value of the pause, from the first pause on.
  private let pauses: [Distribution]
  /// Cumulated shares of picking one photo, two photos, and so on; the last is 1.
  package let photoCounts: [Double]
  /// How its people differ and change; nil for people who do not.
  let memory: PeopleMemory?
  /// What reminds its people; nil for nothing.
  let reminders: Reminders?
  /// How long the whole summary takes to read, nanoseconds; nil where a probability says who reads to the end.
  let summaryLength: Int64?
  /// Log-odds of the person in the middle, by the raw value of the decision; empty without a memory.
  private let logOdds: [Double]

  /// The temperament of a persona in an arm.
  ///
  /// - Parameters:
  ///   - factors: the arm's factors; their names are checked by the scenario's validation.
  ///   - memory: what the scenario's people remember.
  ///   - reminders: what reminds the arm's people.
  ///   - summaryLength: how long the arm's summary takes to read.
  package init(
    persona: Persona, factors: [DecisionFactor] = [], memory: PeopleMemory? = nil, reminders: Reminders? = nil,
    summaryLength: TimeSpan? = nil
  ) {
    self.summaryLength = summaryLength?.nanoseconds
    self.reminders = reminders
    self.persona = persona
    var probabilities = [Double](repeating: 0, count: Int(PersonDecision.allCases.last!.rawValue) + 1)
    for decision in PersonDecision.allCases {
      var probability = decision.probability(in: persona)
      for factor in factors where factor.decision == decision.name { probability *= factor.factor }
      probabilities[Int(decision.rawValue)] = min(1, probability)
    }
    self.probabilities = probabilities
    self.memory = memory
    logOdds = memory.map { Self.logOdds(probabilities, $0.traits) } ?? []
    pauses = PersonPause.allCases.map { $0.distribution(in: persona.timings) }
    photoCounts = cumulatedShares(persona.decisions.photoCountWeights)
  }

  /// The probability of a decision.
  package func probability(of decision: PersonDecision) -> Double {
    probabilities[Int(decision.rawValue)]
  }

  /// The log-odds of the person in the middle where people differ by a trait, so that the share over all of them stays the
  /// persona's: the logistic as a normal of 1.7 times the scale (Zeger, Liang and Albert, Biometrics 44, 1988).
  private static func logOdds(_ probabilities: [Double], _ traits: PeopleMemory.Traits) -> [Double] {
    var logOdds = [Double](repeating: 0, count: probabilities.count)
    for decision in PersonDecision.allCases {
      let place = Int(decision.rawValue)
      guard probabilities[place] > 0, probabilities[place] < 1 else { continue }
      let deviation = traits.deviation(of: decision)
      logOdds[place] =
        PortableMath.log(probabilities[place] / (1 - probabilities[place]))
        * (1 + 0.346 * deviation * deviation).squareRoot()
    }
    return logOdds
  }

  /// The probability of a decision of somebody who differs by so much in log-odds; certain ones stay certain.
  func probability(of decision: PersonDecision, shift: Double) -> Double {
    let plain = probabilities[Int(decision.rawValue)]
    guard plain > 0, plain < 1 else { return plain }
    return 1 / (1 + PortableMath.exp(-logOdds[Int(decision.rawValue)] - shift))
  }

  /// The distribution of a pause in seconds.
  package func distribution(of pause: PersonPause) -> Distribution {
    pauses[Int(pause.rawValue - PersonPause.thinkOnLaunch.rawValue)]
  }
}
