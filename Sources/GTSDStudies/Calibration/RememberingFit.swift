import Foundation
import GTSDLogs
import GTSDModel
import Statistics

/// The fit of a log to people with a memory.
///
/// The direct fit assumes people without a memory. For people with one, it gives their average behaviour under the
/// influence of their memory. This fit therefore searches for values with which simulated people with a memory give the
/// same direct fit as the log, beginning with the values of the scenario (indirect inference: Gourieroux, Monfort and
/// Renault, Journal of Applied Econometrics 8, 1993).
struct RememberingFit {
  private let scenario: Scenario
  private let users: Int
  /// The horizon in milliseconds.
  private let horizon: Int64
  private static let rounds = 4
  /// The largest change of a value in a round, on the scale of log-odds and logarithms.
  private static let longestStep = 1.0
  /// The log-odds of a probability next to a bound.
  private static let bound = 8.0

  init(_ scenario: Scenario, users: Int, horizon: Int64, seed: UInt64) {
    var scenario = scenario
    scenario.seed = seed
    (self.scenario, self.users, self.horizon) = (scenario, users, horizon)
  }

  /// Fits the values of people with a memory; nil if it was cancelled.
  ///
  /// - Parameter observed: the direct fit of the log, as if people had no memory.
  func fit(_ observed: CalibrationFit, isCancelled: () -> Bool) -> CalibrationFit? {
    let places = observed.parameters.indices.filter { observed.parameters[$0].estimate != nil }
    var values = places.map { place in
      let parameter = observed.parameters[place]
      return Self.link(parameter.before ?? parameter.estimate ?? 0, parameter.path)
    }
    for round in 0..<Self.rounds {
      let current = with(values, at: places, observed)
      let simulated = FittedScenario(current, base: scenario, users: users).overlay(lasting: horizon)
      guard
        let log = SimulatedEvents.log(
          of: simulated, replication: UInt32(round),
          keeping: ObservedEvent.Name.allCases.filter(observed.names.contains),
          until: horizon, isCancelled: isCancelled)
      else { return nil }
      let seen = CalibrationFit(log, scenario: scenario)
      for (index, place) in places.enumerated() {
        let parameter = observed.parameters[place]
        guard let wanted = parameter.estimate, let found = seen[parameter.path]?.estimate else { continue }
        let step = Self.link(wanted, parameter.path) - Self.link(found, parameter.path)
        // Later rounds are averaged, which reduces the noise of each simulation.
        let weight = round < 2 ? 1 : 1 / Double(round)
        values[index] += weight * min(Self.longestStep, max(-Self.longestStep, step))
        values[index] = min(parameter.unit == "share" ? Self.bound : .infinity, max(-2 * Self.bound, values[index]))
      }
    }
    return with(values, at: places, observed)
  }

  /// A fit with other estimates. Their intervals are shifted by the same amounts.
  private func with(_ values: [Double], at places: [Int], _ fit: CalibrationFit) -> CalibrationFit {
    var fit = fit
    for (value, place) in zip(values, places) {
      let parameter = fit.parameters[place]
      guard let before = parameter.estimate else { continue }
      let (estimate, shift) = (Self.unlink(value, parameter.path), value - Self.link(before, parameter.path))
      fit.parameters[place].estimate = estimate
      if let interval = parameter.interval {
        func moved(_ end: Double) -> Double { Self.unlink(Self.link(end, parameter.path) + shift, parameter.path) }
        fit.parameters[place].interval = Interval(
          level: interval.level, low: moved(interval.low), high: moved(interval.high), method: interval.method)
      }
      if let error = parameter.standardError {
        let slope = { (value: Double) in parameter.isOdds ? max(1e-4, value * (1 - value)) : max(1e-9, value) }
        fit.parameters[place].standardError = error * slope(estimate) / slope(before)
      }
    }
    return fit
  }

  private static func link(_ value: Double, _ path: String) -> Double {
    guard CalibratedParameter.isOdds(path) else { return log(max(1e-9, value)) }
    let share = min(1 - 1e-4, max(1e-4, value))
    return log(share / (1 - share))
  }

  private static func unlink(_ value: Double, _ path: String) -> Double {
    CalibratedParameter.isOdds(path) ? 1 / (1 + exp(-value)) : exp(value)
  }
}

extension CalibratedParameter {
  /// Whether a value is a probability, which is changed by its odds.
  fileprivate static func isOdds(_ path: String) -> Bool { !path.hasPrefix("timings.") }

  fileprivate var isOdds: Bool { Self.isOdds(path) }
}
