import Foundation
import GTSDModel
import GTSDWorld

extension Persona {
  /// Combines all personas: probabilities by weight, log-normal times by moments of the logarithm.
  ///
  /// Values without a mean, such as the kinds of people and other distributions, are those of the persona with the
  /// greatest weight.
  static func pooled(_ personas: [Persona]) -> Persona {
    let total = personas.reduce(0) { $0 + $1.weight }
    let main = personas.max { $0.weight < $1.weight }!
    guard personas.count > 1 else {
      var one = main
      one.weight = 1
      return one
    }
    func mean(_ value: (Persona) -> Double) -> Double {
      personas.reduce(0) { $0 + $1.weight * value($1) } / total
    }
    var result = main
    result.name = "everyone"
    result.weight = 1
    for (_, keyPath) in Decisions.probabilities {
      result.decisions[keyPath: keyPath] = Probability(mean { $0.decisions[keyPath: keyPath].value })
    }
    result.habit.returnNextDay = Probability(mean { $0.habit.returnNextDay.value })
    result.habit.returnSameDay = Probability(mean { $0.habit.returnSameDay.value })
    result.habit.dailyDecay = mean { $0.habit.dailyDecay }
    for pause in PersonPause.allCases {
      let parts = personas.compactMap { persona -> (weight: Double, mu: Double, sigma: Double)? in
        guard case .lognormal(let median, let sigma) = pause.distribution(in: persona.timings) else { return nil }
        return (persona.weight / total, log(median), sigma)
      }
      guard parts.count == personas.count else { continue }
      let mu = parts.reduce(0) { $0 + $1.weight * $1.mu }
      let variance = parts.reduce(0) { $0 + $1.weight * ($1.sigma * $1.sigma + ($1.mu - mu) * ($1.mu - mu)) }
      result.timings[keyPath: pause.keyPath] = .lognormal(median: exp(mu), sigma: variance.squareRoot())
    }
    return result
  }
}

extension PersonPause {
  /// The property of `Timings` that contains this pause.
  var keyPath: WritableKeyPath<Timings, Distribution> {
    switch self {
    case .thinkOnLaunch: \.thinkOnLaunch
    case .fillOnboarding: \.fillOnboarding
    case .summaryDwell: \.summaryDwell
    case .firstLookAtHome: \.firstLookAtHome
    case .considerCard: \.considerCard
    case .readMetrics: \.readMetrics
    case .doubleTapGap: \.doubleTapGap
    case .tabDwell: \.tabDwell
    case .burstGap: \.burstGap
    case .editForm: \.editForm
    case .pickPhotos: \.pickPhotos
    case .patience: \.patience
    case .backgroundStay: \.backgroundStay
    case .sessionGap: \.sessionGap
    }
  }
}
