package import GTSDModel
package import GTSDWorld
import Statistics

/// Decides when the triggers of a staged roll-out would fire, from hourly counts.
///
/// The specification gives only the limits: crashes in more than 1 % of sessions, errors in more than 5 % of requests,
/// more than 10 complaints in the first 24 h. The way in which they are watched is an assumption. Checks are made at
/// every full hour from the first stage on. Rates cover the 24 h before, once these hold enough sessions or requests.
/// Complaints count for 24 h from the beginning of a stage. Watching continues after a trigger fires, so that every
/// trigger can be judged; ``TrialRunner/runRollingBack(_:phase:)`` simulates the time after the roll-back again.
package struct RolloutMonitor: Equatable, Sendable {
  /// The figures that a roll-out is monitored for.
  package enum Trigger: Int, CaseIterable, Hashable, Sendable {
    case crashRate, apiErrorRate, complaints

    /// The indicator with the same definition, which counts complaints from sign-up rather than by stage.
    package var kpi: KPI {
      switch self {
      case .crashRate: .crashRate
      case .apiErrorRate: .apiErrorRate
      case .complaints: .complaints24h
      }
    }

    /// The specification's limit, above which the trigger fires.
    package var specifiedLimit: Double {
      switch self {
      case .crashRate: 0.01
      case .apiErrorRate: 0.05
      case .complaints: 10
      }
    }
  }

  /// The hours over which a rate is taken, and over which complaints of a stage are counted.
  package static let window = 24
  /// The smallest number of sessions for a crash rate.
  package static let minSessions = 20
  /// The smallest number of requests for an error rate.
  package static let minRequests = 100

  /// The arm that is rolled out.
  package let arm: Int
  /// The full hour in which each stage begins, in order.
  package let stages: [Int]
  /// The number of full hours in the horizon.
  package let hours: Int
  /// The limits by trigger.
  package let limits: [Double]
  /// The ratio of described to simulated people, by which counts of complaints are multiplied.
  package let scale: Double

  package init(
    arm: Int, stages: [Int], hours: Int, limits: [Double] = Trigger.allCases.map(\.specifiedLimit), scale: Double = 1
  ) {
    self.scale = scale
    precondition(!stages.isEmpty, "a roll-out has stages")
    self.arm = arm
    self.stages = stages
    self.hours = hours
    self.limits = limits
  }

  /// Creates the monitor of a scenario; nil if no arm is rolled out.
  ///
  /// A criterion that the scenario sets for the indicator takes the place of the specification's limit.
  package init?(_ scenario: Scenario) {
    guard let arm = scenario.stagedArm, let stages = scenario.experiment?.arms[arm].stages else { return nil }
    self.init(
      arm: arm, stages: stages.map { Int($0.from.nanoseconds / Nanoseconds.hour) },
      hours: Int(scenario.horizon.nanoseconds / Nanoseconds.hour),
      limits: Trigger.allCases.map { trigger in
        let own = trigger.kpi.targets(overriddenBy: scenario.targets).filter {
          $0.source == KPITarget.scenarioSource && $0.level == .criterion
        }
        for target in own where target.versus == .absolute && [.atMost, .below].contains(target.comparison) {
          if case .number(let limit) = target.value { return limit }
        }
        return trigger.specifiedLimit
      }, scale: Double(scenario.population.describedSize) / Double(max(1, scenario.population.size)))
  }

  /// Whether complaints are monitored. They are not if each simulated complaint represents more than the limit, since a
  /// single one would fire.
  package var watchesComplaints: Bool { scale <= max(1, limit(of: .complaints)) }

  package func isWatched(_ trigger: Trigger) -> Bool { trigger != .complaints || watchesComplaints }

  package func limit(of trigger: Trigger) -> Double { limits[trigger.rawValue] }

  // MARK: Monitored figures

  /// The value of a rate at a full hour, over the 24 h before it; nil if there are too few sessions or requests.
  package func rate(_ trigger: Trigger, over sum: TriggerFold.Hour) -> Double? {
    switch trigger {
    case .crashRate:
      sum.sessions >= Self.minSessions ? Double(sum.crashes) / Double(sum.sessions) : nil
    case .apiErrorRate:
      sum.requests >= Self.minRequests ? Double(sum.failures) / Double(sum.requests) : nil
    case .complaints: nil
    }
  }

  /// The counts of the trailing 24 h at each full hour since the first stage.
  package func trailing(_ counts: [TriggerFold.Hour]) -> [(hour: Int, sum: TriggerFold.Hour)] {
    let last = min(hours, counts.count)
    guard stages[0] < last else { return [] }
    var sum = TriggerFold.Hour()
    for hour in max(0, stages[0] + 1 - Self.window)..<stages[0] { sum += counts[hour] }
    return (stages[0] + 1...last).map { hour in
      sum += counts[hour - 1]
      let gone = hour - Self.window - 1
      // Only the hours that were added are subtracted.
      if gone >= 0, hour > stages[0] + 1 { sum -= counts[gone] }
      return (hour, sum)
    }
  }

  /// The complaints within the first 24 h of each stage, as far as the horizon reaches.
  package func complaints(_ counts: [TriggerFold.Hour]) -> [Int] {
    let last = min(hours, counts.count)
    return stages.map { start in
      start < last ? counts[start..<min(last, start + Self.window)].reduce(0) { $0 + $1.complaints } : 0
    }
  }

  // MARK: Firing

  /// The first full hour at which a trigger fires; nil if never.
  package func firing(of trigger: Trigger, in counts: [TriggerFold.Hour]) -> Int? {
    let limit = limit(of: trigger)
    guard trigger == .complaints else {
      return trailing(counts).first { rate(trigger, over: $0.sum).map { $0 > limit } ?? false }?.hour
    }
    guard watchesComplaints else { return nil }
    let last = min(hours, counts.count)
    return stages.compactMap { start -> Int? in
      var sum = 0
      for hour in start..<max(start, min(last, start + Self.window)) {
        sum += counts[hour].complaints
        if Double(sum) * scale > limit { return hour + 1 }
      }
      return nil
    }.min()
  }

  /// The stage in the hour that ends at a full hour, from 0.
  package func stage(before hour: Int) -> Int { max(0, (stages.lastIndex { $0 < hour }) ?? 0) }

  // MARK: Judgment

  /// The judgment of whether a trigger fired rightly, given the long run.
  package enum Verdict: Equatable, Sendable {
    /// The trigger does not fire, and should not.
    case quiet
    /// The trigger fires, but should not, or before the arm exceeds the limit.
    case wrong
    /// The trigger fires before the end of the stage in which the arm exceeds the limit.
    case inTime
    /// The trigger fires, but only after the next stage has begun.
    case late
    /// The trigger should fire, but never does.
    case missed
  }

  /// The first stage in which a trigger should fire, from the long run; nil if it never should.
  ///
  /// - Parameters:
  ///   - pooled: counts of one arm, added up over replications.
  ///   - replications: the number of replications.
  package func due(_ trigger: Trigger, pooled: [TriggerFold.Hour], replications: Int) -> Int? {
    let limit = limit(of: trigger)
    switch trigger {
    case .crashRate, .apiErrorRate:
      return longRun(trigger, pooled: pooled, replications: replications).flatMap { $0 > limit ? 0 : nil }
    case .complaints:
      guard watchesComplaints else { return nil }
      return complaints(pooled).firstIndex { Double($0) * scale > limit * Double(replications) }
    }
  }

  /// A rate over the whole roll-out, or the mean complaints of the first 24 h of the worst stage.
  package func longRun(_ trigger: Trigger, pooled: [TriggerFold.Hour], replications: Int) -> Double? {
    let last = min(hours, pooled.count)
    guard stages[0] < last, replications > 0 else { return nil }
    var sum = TriggerFold.Hour()
    for hour in pooled[stages[0]..<last] { sum += hour }
    switch trigger {
    case .crashRate: return sum.sessions > 0 ? Double(sum.crashes) / Double(sum.sessions) : nil
    case .apiErrorRate: return sum.requests > 0 ? Double(sum.failures) / Double(sum.requests) : nil
    case .complaints: return complaints(pooled).max().map { Double($0) * scale / Double(replications) }
    }
  }

  /// Judges one replication.
  package func verdict(firing: Int?, due: Int?) -> Verdict {
    guard let due else { return firing == nil ? .quiet : .wrong }
    guard let firing else { return .missed }
    let stage = stage(before: firing)
    return stage < due ? .wrong : stage == due ? .inTime : .late
  }
}

extension RolloutMonitor {
  /// The observations of a roll-out in one replication.
  package struct Observation: Equatable, Sendable {
    /// The full hour at which each trigger fires for the new arm, indexed by trigger.
    package var firings: [Int?]
    /// The hours at which triggers fire for the control arm, monitored in the same way. They show the firings without a
    /// roll-out.
    package var controlFirings: [Int?]
    /// The rates indexed by trigger, then by hour of ``RolloutMonitor/sampledHours``; complaints have none.
    package var rates: [[Double?]]

    /// The full hour at which the first trigger to fire stops the roll-out; nil if none does.
    package var stop: Int? { firings.compactMap(\.self).min() }
  }

  /// The hours at which rates are kept for charts: at most a hundred.
  package var sampledHours: [Int] {
    guard stages[0] < hours else { return [] }
    let span = hours - stages[0]
    let step = [1, 2, 3, 4, 6, 8, 12].first { span / $0 <= 100 } ?? 24 * ((span + 2_399) / 2_400)
    return Array(stride(from: stages[0] + step, through: hours, by: step))
  }

  /// Reduces the counts of one replication.
  package func observation(_ fold: TriggerFold) -> Observation {
    guard fold.arms.indices.contains(arm) else {
      let none = [Int?](repeating: nil, count: Trigger.allCases.count)
      return Observation(firings: none, controlFirings: none, rates: [])
    }
    let trailing = trailing(fold.arms[arm])
    let sampled = sampledHours
    return Observation(
      firings: Trigger.allCases.map { firing(of: $0, in: fold.arms[arm]) },
      controlFirings: Trigger.allCases.map { firing(of: $0, in: fold.arms[0]) },
      rates: Trigger.allCases.filter { $0 != .complaints }.map { trigger in
        sampled.map { hour in
          let place = hour - stages[0] - 1
          return trailing.indices.contains(place) ? rate(trigger, over: trailing[place].sum) : nil
        }
      })
  }
}
