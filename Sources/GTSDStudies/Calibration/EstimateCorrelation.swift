import GTSDLogs
import GTSDModel
import Statistics

/// The correlation of the errors of two estimates from the same people.
package struct EstimateCorrelation: Equatable, Sendable {
  /// The path below a persona.
  package var first: String
  package var second: String
  package var value: Double

  package init(_ first: String, _ second: String, _ value: Double) {
    self.first = first
    self.second = second
    self.value = value
  }
}

extension CalibrationFit {
  /// The correlations of all estimates. Those within one fit come from its curvature, those of shares from each
  /// person's contributions to both (the influence function of a ratio). Correlations that are not significant are left
  /// out.
  package var jointErrors: [EstimateCorrelation] {
    let known = Set(parameters.filter { $0.estimate != nil && $0.standardError ?? 0 > 0 }.map(\.path))
    let own = correlations.filter {
      known.contains($0.first) && known.contains($0.second) && $0.value.isFinite && abs($0.value) > 0.05
    }
    return (own + sharesTogether(known)).ordered { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  /// The path of the persona's share that each count of occasions determines.
  private static let paths: [(path: String, rate: CalibrationTally.Rate)] = [
    ("decisions.completeAfterAbandon", .completeAfterAbandon), ("decisions.readSummaryToEnd", .readSummary),
    ("decisions.expandSummary", .expandSummary), ("decisions.exitSummaryByButton", .exitByButton),
    ("decisions.exitSummaryBySwipe", .exitBySwipe), ("decisions.followCard", .followed),
    ("decisions.dismissCard", .dismiss), ("decisions.acknowledge", .acknowledged),
    ("decisions.completeProfile", .completedProfile), ("decisions.maybeLater", .maybeLater),
    ("decisions.finishProfile", .finishProfile), ("decisions.visitStreaks", .streaks),
    ("decisions.visitTasks", .tasks), ("decisions.goToPlansDirectly", .plans), ("decisions.tabBurst", .burst),
    ("decisions.clearPreferences", .clear), ("decisions.useSecondDevice", .secondDevice),
    ("decisions.switchAccount", .visitor), ("decisions.uploadPhotos", .photos), ("decisions.visitProfile", .profile),
    ("habit.returnSameDay", .sameDay),
  ]

  private func sharesTogether(_ known: Set<String>) -> [EstimateCorrelation] {
    let features = CalibrationTally.features
    var (successes, trials) = ([Double](repeating: 0, count: features), [Double](repeating: 0, count: features))
    for unit in units {
      for count in unit.counts {
        successes[count.feature] += count.successes
        trials[count.feature] += count.successes + count.failures
      }
    }
    let shares = (0..<features).map { trials[$0] > 0 ? successes[$0] / trials[$0] : 0 }
    // People who skip and people who complete determine two estimates together.
    let (q, p) = (shares[CalibrationTally.Rate.skip.rawValue], shares[CalibrationTally.Rate.answered.rawValue])
    var weights: [(path: String, by: [(feature: Int, weight: Double)])] = Self.paths.map {
      ($0.path, [($0.rate.rawValue, 1)])
    }
    weights.append(("habit.returnNextDay", [(features - 1, 1)]))
    let (skip, answered) = (CalibrationTally.Rate.skip.rawValue, CalibrationTally.Rate.answered.rawValue)
    weights.append(("decisions.abandonOnboarding", [(skip, -(1 - p)), (answered, -(1 - q))]))
    weights.append(("decisions.skipOnboarding", [(skip, p), (answered, -q * (1 - q))]))
    weights += saves(trials)
    weights = weights.filter { entry in known.contains(entry.path) && entry.by.allSatisfy { trials[$0.feature] > 0 } }

    var sums = [[Double]](repeating: [Double](repeating: 0, count: weights.count), count: weights.count)
    for unit in units {
      var residuals = [Double](repeating: 0, count: features)
      for count in unit.counts {
        let n = count.successes + count.failures
        residuals[count.feature] = (count.successes - shares[count.feature] * n) / trials[count.feature]
      }
      let influences = weights.map { $0.by.reduce(0) { $0 + $1.weight * residuals[$1.feature] } }
      for i in influences.indices where influences[i] != 0 {
        for j in 0...i { sums[i][j] += influences[i] * influences[j] }
      }
    }
    let least = max(0.15, 3 / Double(max(1, units.count)).squareRoot())
    return weights.indices.flatMap { i in
      (0..<i).compactMap { j -> EstimateCorrelation? in
        let variance = sums[i][i] * sums[j][j]
        guard variance > 0 else { return nil }
        let value = sums[i][j] / variance.squareRoot()
        return abs(value) > least ? EstimateCorrelation(weights[j].path, weights[i].path, value) : nil
      }
    }
  }

  /// The rates that the estimates for edits of preferences and of the body depend on: the inverse of the likelihood's
  /// curvature times its slope.
  private func saves(_ trials: [Double]) -> [(path: String, by: [(feature: Int, weight: Double)])] {
    let path = "decisions.editPreferences"
    guard let fit = tally.savesFit(saves) else {
      let features = [CalibrationTally.Rate.preferences, .firstSave].map(\.rawValue)
      return [(path, features.map { ($0, trials[$0]) })]
    }
    let (p, b, any) = (fit.preferences, fit.bodies, 1 - (1 - fit.preferences) * (1 - fit.bodies))
    guard p > 0, p < 1, b > 0, b < 1 else { return [] }
    // The slopes with respect to each of the two values, by occasion.
    var slopes: [(rate: CalibrationTally.Rate, preferences: Double, bodies: Double)] = [
      (.preferences, 1 / (p * (1 - p)), 0), (.bodies, 0, 1 / (b * (1 - b))),
    ]
    if saves == .every {
      slopes.append((.bareBodies, 0, 1 / (b * (1 - b))))
      slopes.append((.firstSave, 1 / (any * (1 - p)), 1 / (any * (1 - b))))
    }
    slopes = slopes.filter { trials[$0.rate.rawValue] > 0 }
    func weights(_ first: Double, _ second: Double) -> [(feature: Int, weight: Double)] {
      slopes.map { slope in
        let feature = slope.rate.rawValue
        return (feature, trials[feature] * (first * slope.preferences + second * slope.bodies))
      }
    }
    let variances = fit.variances
    return [
      (path, weights(variances.preferences, variances.both)),
      ("decisions.editProfile", weights(variances.both, variances.bodies)),
    ]
  }
}
