package import GTSDModel

extension KPITarget {
  /// Whether an interval of possible values settles this demand.
  package func verdict(low: Double, high: Double) -> Verdict {
    switch (comparison, value) {
    case (.atLeast, .number(let bound)): Self.decide(met: low >= bound, missed: high < bound)
    case (.above, .number(let bound)): Self.decide(met: low > bound, missed: high <= bound)
    case (.atMost, .number(let bound)): Self.decide(met: high <= bound, missed: low > bound)
    case (.below, .number(let bound)): Self.decide(met: high < bound, missed: low >= bound)
    case (.between, .range(let from, let to)):
      Self.decide(met: low >= from && high <= to, missed: high < from || low > to)
    case (.between, .number), (_, .range):
      preconditionFailure("\(comparison.rawValue) does not go with \(value); scenario validation refuses it")
    }
  }

  private static func decide(met: Bool, missed: Bool) -> Verdict {
    met ? .met : missed ? .missed : .undecided
  }
}

extension Collection {
  /// Those that decide: with the level of criteria if there are any, otherwise all.
  package func deciding(by level: (Element) -> KPITarget.Level) -> [Element] {
    let criteria = filter { level($0) == .criterion }
    return criteria.isEmpty ? Array(self) : criteria
  }
}

extension KPIResult {
  /// The targets that decide the verdict.
  package var decidingTargets: [Target] { targets.deciding(by: \.demand.level) }

  /// Judges the measured value against demands, replacing earlier ones.
  package mutating func judge(_ demands: [KPITarget]) {
    targets = demands.map { Target($0, verdict: verdict(of: $0)) }
    verdict = Self.overall(targets)
  }

  /// The verdict of one demand. A count has no sampling interval and is compared as it is.
  private func verdict(of demand: KPITarget) -> Verdict {
    switch demand.versus {
    case .control:
      return changeInterval.map { demand.verdict(low: $0.low, high: $0.high) } ?? .none
    case .absolute:
      if let interval { return demand.verdict(low: interval.low, high: interval.high) }
      guard let value, denominator != 0 else { return .none }
      // Without an interval, a value other than a count says too little.
      return unit == "count" ? demand.verdict(low: value, high: value) : .undecided
    }
  }

  /// The verdict of the criteria if there are any, otherwise of the targets; of several, the worst.
  private static func overall(_ targets: [Target]) -> Verdict {
    let deciding = targets.deciding(by: \.demand.level).map(\.verdict)
    for verdict in [Verdict.missed, .undecided, .met] where deciding.contains(verdict) { return verdict }
    return .none
  }
}
