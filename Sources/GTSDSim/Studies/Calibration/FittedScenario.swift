package import GTSDModel

/// A scenario with fitted values in place of its own.
package struct FittedScenario: Sendable {
  private let fit: CalibrationFit
  /// One for each persona of the scenario.
  private let parts: [Part]
  private let base: Scenario
  private let users: Int

  /// A persona and its values: those of its kind, or where too few of the kind tell, of everybody.
  private struct Part: Sendable {
    var name: String
    var weight: Double
    var parameters: [CalibratedParameter]
  }

  /// - Parameters:
  ///   - base: gives everything that was not fitted.
  ///   - users: how many people the log shows.
  ///   - kinds: the kinds of people in it.
  package init(_ fit: CalibrationFit, kinds: HiddenKinds? = nil, base: Scenario, users: Int) {
    self.fit = fit
    let kinds = kinds?.kinds ?? []
    parts =
      kinds.isEmpty
      ? [Part(name: fit.base.name, weight: 1, parameters: fit.parameters)]
      : kinds.enumerated().map { index, kind in
        Part(
          name: "kind-\(index + 1)", weight: Self.rounded(kind.weight),
          parameters: fit.parameters.map { pooled in
            kind.fit[pooled.path].flatMap { $0.estimate == nil ? nil : $0 } ?? pooled
          })
      }
    self.base = base
    self.users = users
  }

  /// The scenario at the estimates, each probability with its uncertainty.
  ///
  /// - Parameters:
  ///   - milliseconds: how long it lasts; rounded up to an hour.
  ///   - joint: whether the fit reproduces its log; one that does not has wider uncertainties and says so.
  package func overlay(lasting milliseconds: Int64, joint: JointCheck? = nil) -> Scenario {
    var scenario = shaped(users: users, milliseconds: milliseconds)
    let widening = joint?.widening ?? 1
    scenario.population.personas = parts.map { persona($0, widening: widening) { $0.estimate } }
    scenario.uncertainty.spread = spreads(widening)
    scenario.name = String("\(base.name)-calibrated".suffix(64))
    scenario.description =
      (joint?.verdict == .doesNotFit
        ? "DOES NOT FIT its events (\(joint?.figure ?? "")): what it forecasts is widened, and may be wrong. " : "")
      + "Fitted to \(users) users' events, "
      + (parts.count > 1 ? "which show \(parts.count) kinds of people" : "pooled over all people")
      + "; every other value is that of `\(base.name)`."
    scenario.uncertainty.misfit = joint?.verdict == .doesNotFit ? joint?.figure ?? "" : ""
    return scenario
  }

  /// The scenario at values drawn from what the estimates leave open, one draw in (0, 1) a value.
  ///
  /// Drawn independently of each other, which overstates the spread of what two correlated estimates make together.
  package func drawn(users: Int, lasting milliseconds: Int64, _ uniform: (Int) -> Double) -> Scenario {
    var scenario = shaped(users: users, milliseconds: milliseconds)
    var next = 0
    scenario.population.personas = parts.map { part in
      persona(part) { parameter in
        next += 1
        guard let estimate = parameter.estimate, let error = parameter.standardError, error.isFinite else {
          return parameter.estimate
        }
        let z = NormalDistribution.quantile(uniform(next))
        if parameter.path.hasPrefix("timings.") { return estimate * PortableMath.exp(z * error / estimate) }
        return min(1, max(0, estimate + z * error))
      }
    }
    return scenario
  }

  /// The uncertainty of what is no probability, as factors.
  private func spreads(_ widening: Double) -> [ValueSpread] {
    parts.flatMap { part in spreads(of: part, widening) }.sorted { $0.path < $1.path }
  }

  private func spreads(of part: Part, _ widening: Double) -> [ValueSpread] {
    part.parameters.compactMap { parameter in
      guard let estimate = parameter.estimate, let error = parameter.standardError, estimate > 0, error > 0,
        error.isFinite
      else { return nil }
      let path: String
      if parameter.path.hasPrefix("timings."), parameter.path.hasSuffix(".median") {
        path = parameter.path.replacing(".median", with: ".lognormal.median")
      } else if parameter.path == "habit.dailyDecay" {
        path = parameter.path
      } else {
        return nil
      }
      let factor = PortableMath.exp(min(4, 1.6448536269514722 * widening * error / estimate))
      return ValueSpread(path: "population.personas.\(part.name).\(path)", factor: Self.rounded(max(1, factor)))
    }
  }

  private func shaped(users: Int, milliseconds: Int64) -> Scenario {
    var scenario = base
    scenario.population.size = max(1, users)
    if let arrival = fit.arrivals.arrival { scenario.population.arrival = arrival }
    let hour = Milliseconds.hour
    scenario.horizon = TimeSpan(nanoseconds: (milliseconds + hour - 1) / hour * hour * Nanoseconds.millisecond)
    if scenario.horizon.nanoseconds == 0 { scenario.horizon = .hours(1) }
    return scenario
  }

  /// The persona with a value for each parameter that was fitted.
  private func persona(_ part: Part, widening: Double = 1, _ value: (CalibratedParameter) -> Double?) -> Persona {
    var persona = fit.base
    (persona.name, persona.weight) = (part.name, part.weight)
    for parameter in part.parameters {
      guard let value = value(parameter).map(Self.rounded) else { continue }
      let name = String(parameter.path.split(separator: ".")[1])
      if parameter.path.hasPrefix("decisions.") {
        guard let keyPath = Decisions.probabilities.first(where: { $0.name == name })?.keyPath else { continue }
        persona.decisions[keyPath: keyPath] = uncertain(value, parameter, widening)
      } else if parameter.path == "habit.returnNextDay" {
        persona.habit.returnNextDay = uncertain(value, parameter, widening)
      } else if parameter.path == "habit.returnSameDay" {
        persona.habit.returnSameDay = uncertain(value, parameter, widening)
      } else if parameter.path == "habit.dailyDecay" {
        persona.habit.dailyDecay = value
      } else if let pause = PersonPause.allCases.first(where: { "\($0)" == name }),
        case .lognormal(let median, let sigma) = persona.timings[keyPath: pause.keyPath]
      {
        let isMedian = parameter.path.hasSuffix(".median")
        persona.timings[keyPath: pause.keyPath] = .lognormal(
          median: isMedian ? value : median, sigma: isMedian ? sigma : value)
      } else if let pause = PersonPause.allCases.first(where: { "\($0)" == name }) {
        // Median and deviation come in this order; the first makes a log-normal of whatever there was.
        persona.timings[keyPath: pause.keyPath] = .lognormal(median: value, sigma: 0.7)
      }
    }
    return persona
  }

  private func uncertain(_ value: Double, _ parameter: CalibratedParameter, _ widening: Double) -> Probability {
    guard let error = parameter.standardError, error.isFinite, error > 0 else { return Probability(value) }
    return Probability(value, uncertainty: .normal(mean: value, deviation: Self.rounded(error * widening)))
  }

  /// Six significant digits: more than any of these numbers means.
  private static func rounded(_ value: Double) -> Double {
    guard value != 0, value.isFinite else { return value }
    var scale = 1.0
    while abs(value) * scale < 1e5 { scale *= 10 }
    return (value * scale).rounded() / scale
  }
}
