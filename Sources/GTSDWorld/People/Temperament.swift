package import GTSDModel
import Randomness
import Statistics

/// A persona in one arm of an experiment, prepared for drawing. There is one per pair, shared by its people.
package final class Temperament: Sendable {
  package let persona: Persona
  /// Probabilities by the raw value of the decision.
  private let probabilities: [Double]
  /// The distributions of pauses in seconds, by the raw value of the pause, from the first pause on.
  private let pauses: [Distribution]
  /// The cumulative probabilities of picking one photo, two photos, and so on; the last is 1.
  package let photoCounts: [Double]
  /// The differences between the people of a persona, and the effects of their experiences; nil without a memory.
  let memory: PeopleMemory?
  /// The reminders that the persona's people get; nil if they get none.
  let reminders: Reminders?
  /// The time to read the whole summary, in nanoseconds; nil if a probability decides whether a person reads to the
  /// end.
  let summaryLength: Int64?
  /// The log-odds of the median person, by the raw value of the decision; empty without a memory.
  private let logOdds: [Double]

  /// Creates the temperament of a persona in an arm.
  ///
  /// - Parameters:
  ///   - factors: the arm's factors; their names are checked by the scenario's validation.
  ///   - memory: the memory of the scenario's people.
  ///   - reminders: the reminders of the arm's people.
  ///   - summaryLength: the reading time of the arm's summary.
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

  /// The log-odds of the median person, chosen so that the share over all people is the persona's, although people
  /// differ by a trait.
  private static func logOdds(_ probabilities: [Double], _ traits: PeopleMemory.Traits) -> [Double] {
    var logOdds = [Double](repeating: 0, count: probabilities.count)
    for decision in PersonDecision.allCases {
      let place = Int(decision.rawValue)
      guard probabilities[place] > 0, probabilities[place] < 1 else { continue }
      let deviation = traits.deviation(of: decision)
      logOdds[place] = LogitNormal.location(ofMean: probabilities[place], variance: deviation * deviation)
    }
    return logOdds
  }

  /// The probability of a decision for a person with a shift in log-odds; 0 and 1 are unchanged.
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
