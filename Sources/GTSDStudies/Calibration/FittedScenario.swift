package import GTSDLogs
package import GTSDModel
import GTSDWorld
import Randomness
import Statistics

/// A scenario whose values are replaced by fitted ones.
package struct FittedScenario: Sendable {
  private let fit: CalibrationFit
  /// The parts, one for each persona of the scenario.
  private let parts: [Part]
  private let base: Scenario
  private let users: Int

  /// A persona and its values: those of its kind, or those of everybody if the kind has too few observations.
  private struct Part: Sendable {
    var name: String
    var weight: Double
    var parameters: [CalibratedParameter]
    /// The correlations of the errors of its values.
    var together: [EstimateCorrelation]
    var factor: CorrelationFactor
    /// The standard error of the logarithm of its weight, relative to that of the first kind.
    var weightError = 0.0

    init(name: String, weight: Double, parameters: [CalibratedParameter], together: [EstimateCorrelation]) {
      self.name = name
      self.weight = weight
      self.parameters = parameters
      self.together = together
      let places = Dictionary(parameters.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
      factor = CorrelationFactor(
        parameters.count,
        together.compactMap { pair in
          places[pair.first].flatMap { first in places[pair.second].map { (first, $0, pair.value) } }
        })
    }
  }

  /// Creates the scenario of a fit.
  ///
  /// - Parameters:
  ///   - base: supplies everything that was not fitted.
  ///   - users: the number of people in the log.
  ///   - kinds: the kinds of people in the log.
  package init(_ fit: CalibrationFit, kinds: HiddenKinds? = nil, base: Scenario, users: Int) {
    self.fit = fit
    let kinds = kinds?.kinds ?? []
    parts =
      kinds.isEmpty
      ? [Part(name: fit.base.name, weight: 1, parameters: fit.parameters, together: fit.jointErrors)]
      : kinds.enumerated().map { index, kind in
        var part = Part(
          name: "kind-\(index + 1)", weight: Self.rounded(kind.weight),
          parameters: fit.parameters.map { pooled in
            kind.fit[pooled.path].flatMap { $0.estimate == nil ? nil : $0 } ?? pooled
          }, together: kind.fit.jointErrors)
        if index > 0 {
          part.weightError = ((1 / kind.weight + 1 / kinds[0].weight) / Double(max(1, users))).squareRoot()
        }
        return part
      }
    self.base = base
    self.users = users
  }

  /// The scenario at the estimates, each probability with its uncertainty.
  ///
  /// - Parameters:
  ///   - milliseconds: the length of the scenario, rounded up to an hour.
  ///   - joint: whether the fit reproduces its log. If not, uncertainties are widened and the text says so.
  ///   - holds: whether a forecast from the log's first days holds for its later ones. If not, forecasts are widened by
  ///     `error` and the text says so.
  ///   - error: the resulting error of forecasts, on the scale of log-odds and logarithms.
  package func overlay(
    lasting milliseconds: Int64, joint: JointCheck? = nil, holds: Bool = true, error: Double = 0
  ) -> Scenario {
    var scenario = shaped(users: users, milliseconds: milliseconds)
    let widening = joint?.widening ?? 1
    let misfit = joint?.verdict == .doesNotFit ? joint?.figure ?? "" : holds ? "" : "Later days of the log"
    scenario.population.personas = parts.map { persona($0, widening: widening) { $0.estimate } }
    scenario.uncertainty.spread = spreads(widening)
    scenario.name = String("\(base.name)-calibrated".suffix(64))
    scenario.description =
      (misfit.isEmpty ? "" : "DOES NOT FIT its events (\(misfit)): what it forecasts is widened, and may be wrong. ")
      + "Fitted to the events of \(Wording.count(users, "user")), "
      + (parts.count > 1 ? "which show \(parts.count) kinds of people" : "pooled over all people")
      + ". All other values are those of `\(base.name)`."
    scenario.uncertainty.observed = scenario.horizon
    scenario.uncertainty.correlations = correlations
    scenario.uncertainty.error = misfit.isEmpty ? 0 : Self.rounded(min(20, error))
    scenario.uncertainty.misfit = misfit
    return scenario
  }

  /// The scenario at values drawn from the estimates' uncertainty, with one draw in (0, 1) per value and their
  /// correlations.
  package func drawn(users: Int, lasting milliseconds: Int64, _ uniform: (Int) -> Double) -> Scenario {
    var scenario = shaped(users: users, milliseconds: milliseconds)
    var next = 0
    scenario.population.personas = parts.map { part in
      let independent = part.parameters.indices.map { NormalDistribution.quantile(uniform(next + $0 + 1)) }
      next += part.parameters.count + 1
      let scores = part.parameters.indices.map { part.factor.draw($0) { independent[$0] } }
      let places = Dictionary(
        part.parameters.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
      var part = part
      part.weight *= PortableMath.exp(part.weightError * NormalDistribution.quantile(uniform(next)))
      return persona(part) { parameter in
        guard let estimate = parameter.estimate, let error = parameter.standardError, error.isFinite else {
          return parameter.estimate
        }
        let z = scores[places[parameter.path] ?? 0]
        if parameter.path.hasPrefix("timings.") { return estimate * PortableMath.exp(z * error / estimate) }
        return min(1, max(0, estimate + z * error))
      }
    }
    return scenario
  }

  /// The uncertainty of values other than probabilities, as factors.
  private func spreads(_ widening: Double) -> [ValueSpread] {
    let weights = parts.filter { $0.weightError > 0 }.map { part in
      ValueSpread(
        path: "population.personas.\(part.name).weight", factor: Self.factor(widening * part.weightError))
    }
    return (weights + parts.flatMap { part in spreads(of: part, widening) }).ordered { $0.path < $1.path }
  }

  /// The factor that contains nine draws of ten, from a standard error of the logarithm.
  private static func factor(_ error: Double) -> Double {
    rounded(max(1, PortableMath.exp(min(4, ScenarioValue.deviationsWithinFactor * error))))
  }

  /// The path of a value in the scenario.
  private static func place(_ path: String, of part: Part) -> String {
    let own =
      path.hasPrefix("timings.")
      ? path.replacing(".median", with: ".lognormal.median").replacing(".sigma", with: ".lognormal.sigma") : path
    return "population.personas.\(part.name).\(own)"
  }

  /// The correlations of the overlay's values.
  private var correlations: [ValueCorrelation] {
    parts.flatMap { part in
      part.together.map { pair in
        ValueCorrelation(
          Self.place(pair.first, of: part), Self.place(pair.second, of: part),
          value: (pair.value * 1_000).rounded() / 1_000)
      }
    }.ordered { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  private func spreads(of part: Part, _ widening: Double) -> [ValueSpread] {
    part.parameters.compactMap { parameter in
      guard let estimate = parameter.estimate, let error = parameter.standardError, estimate > 0, error > 0,
        error.isFinite
      else { return nil }
      // A decay is a probability, so its factor applies to its odds.
      let isDecay = parameter.path == "habit.dailyDecay"
      guard isDecay && estimate < 1 || parameter.path.hasPrefix("timings.") else { return nil }
      let relative = error / (isDecay ? estimate * (1 - estimate) : estimate)
      return ValueSpread(path: Self.place(parameter.path, of: part), factor: Self.factor(widening * relative))
    }
  }

  private func shaped(users: Int, milliseconds: Int64) -> Scenario {
    var scenario = base
    scenario.generation.prefs = fit.saves.applied(to: base.generation.prefs)
    scenario.population.size = max(1, users)
    if let arrival = fit.arrivals.arrival { scenario.population.arrival = arrival }
    let hour = Milliseconds.hour
    scenario.horizon = TimeSpan(nanoseconds: (milliseconds + hour - 1) / hour * hour * Nanoseconds.millisecond)
    if scenario.horizon.nanoseconds == 0 { scenario.horizon = .hours(1) }
    return scenario
  }

  /// The persona with the value of each fitted parameter.
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
        // The median is set before the deviation. Setting it turns any distribution into a log-normal one.
        persona.timings[keyPath: pause.keyPath] = .lognormal(median: value, sigma: 0.7)
      }
    }
    return persona
  }

  private func uncertain(_ value: Double, _ parameter: CalibratedParameter, _ widening: Double) -> Probability {
    guard let error = parameter.standardError, error.isFinite, error > 0 else { return Probability(value) }
    return Probability(value, uncertainty: .normal(mean: value, deviation: Self.rounded(error * widening)))
  }

  /// The value rounded to six significant digits, more than is meaningful.
  private static func rounded(_ value: Double) -> Double {
    guard value != 0, value.isFinite else { return value }
    var scale = 1.0
    while abs(value) * scale < 1e5 { scale *= 10 }
    return (value * scale).rounded() / scale
  }
}
