package import GTSDModel
package import GTSDWorld
import Statistics

extension ForecastFold {
  /// The results of a staged roll-out's triggers in these replications; nil for a scenario without one.
  ///
  /// - Parameter pooled: the counts of all replications together.
  package func rollout(of scenario: Scenario, pooled: TriggerFold) -> ForecastSection.Rollout? {
    let observed = replications.compactMap(\.rollout)
    guard let monitor = RolloutMonitor(scenario), let experiment = scenario.stagedExperiment, !observed.isEmpty,
      pooled.arms.indices.contains(monitor.arm)
    else { return nil }
    let arm = experiment.arms[monitor.arm]
    var rollout = ForecastSection.Rollout(
      arm: arm.name, stages: arm.stages.map { [$0.from.seconds, $0.share] }, replications: observed.count,
      triggers: RolloutMonitor.Trigger.allCases.map { trigger($0, monitor, observed, pooled) },
      assumptions: RolloutMonitor.assumptions(users: scenario.population.describedSize))
    if !monitor.watchesComplaints {
      let least = Double(scenario.population.describedSize) / max(1, monitor.limit(of: .complaints))
      rollout.assumptions.append(
        "Complaints are not watched: each simulated person stands for \(Wording.short(monitor.scale, 1)), so that a single "
          + "complaint would be over the limit. \(Wording.count(Int(least.rounded(.up)), "user")) are enough.")
    }
    // The first trigger that fires stops the roll-out.
    let stops = observed.compactMap(\.stop).sorted()
    rollout.stops = stops.count
    rollout.stopsInterval = shareInterval(of: stops.count, among: observed.count)
    rollout.stopsAt = stops.isEmpty ? nil : Double(stops[(stops.count - 1) / 2]) * 3_600
    rollout.exposed = exposed(in: scenario, arm: monitor.arm, by: rollout.stopsAt ?? scenario.horizon.seconds)
    return rollout
  }

  /// The number of described people who have got an arm by a time, in seconds.
  private func exposed(in scenario: Scenario, arm: Int, by seconds: Double) -> Int {
    // All people described, or a large sample: a small population may have nobody with the arm by then.
    var described = scenario
    described.population.size = min(scenario.population.describedSize, 100_000)
    let roster = PopulationRoster(scenario: described, replication: 0)
    let simulated = described.population.size
    let count = (0..<UInt32(simulated)).count { user in
      let member = roster.member(user)
      return member.arm == arm && Nanoseconds.seconds(member.arrival) <= seconds
    }
    return Int((Double(count) * Double(scenario.population.describedSize) / Double(simulated)).rounded())
  }

  private func trigger(
    _ trigger: RolloutMonitor.Trigger, _ monitor: RolloutMonitor, _ observed: [RolloutMonitor.Observation],
    _ pooled: TriggerFold
  ) -> ForecastSection.Rollout.Trigger {
    let count = observed.count
    let counts = pooled.arms[monitor.arm]
    let due = monitor.due(trigger, pooled: counts, replications: count)
    let firings = observed.map { $0.firings[trigger.rawValue] }
    let verdicts = firings.map { monitor.verdict(firing: $0, due: due) }
    let hours = firings.compactMap { $0 }.sorted()
    let wrong = verdicts.count { $0 == .wrong }
    let late = verdicts.count { $0 == .late || $0 == .missed }
    let seconds = hours.map { Double($0) * 3_600 }
    return ForecastSection.Rollout.Trigger(
      id: trigger.kpi.id, title: trigger.title, unit: trigger == .complaints ? "count" : "share",
      rule: trigger.rule(limit: monitor.limit(of: trigger)), limit: monitor.limit(of: trigger),
      longRunValue: monitor.longRun(trigger, pooled: counts, replications: count), dueStage: due.map { $0 + 1 },
      fires: hours.count, firesInterval: shareInterval(of: hours.count, among: count), firesWrongly: wrong,
      firesWronglyInterval: due == 0 || !monitor.isWatched(trigger) ? nil : shareInterval(of: wrong, among: count),
      firesLate: late,
      firesLateInterval: due == nil ? nil : shareInterval(of: late, among: count),
      neverFires: verdicts.count { $0 == .missed },
      firesAt: seconds.isEmpty
        ? [] : [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1].map { [$0, Self.quantile($0, of: seconds)] },
      firesInStage: monitor.stages.indices.map { stage in hours.count { monitor.stage(before: $0) == stage } },
      controlFires: observed.count { $0.controlFirings[trigger.rawValue] != nil },
      controlValue: monitor.longRun(trigger, pooled: pooled.arms[0], replications: count),
      rates: rates(trigger, monitor, observed))
  }

  private func rates(
    _ trigger: RolloutMonitor.Trigger, _ monitor: RolloutMonitor, _ observed: [RolloutMonitor.Observation]
  ) -> [[Double]] {
    monitor.sampledHours.enumerated().compactMap { place, hour in
      let values = observed.compactMap { one in
        one.rates.indices.contains(trigger.rawValue) ? one.rates[trigger.rawValue][place] : nil
      }.sorted()
      guard values.count * 2 > observed.count else { return nil }
      return [Double(hour) * 3_600] + [0.05, 0.5, 0.95].map { Self.quantile($0, of: values) }
    }
  }
}

extension RolloutMonitor.Trigger {
  /// The trigger's name in reports.
  package var title: String {
    switch self {
    case .crashRate: "Crash rate"
    case .apiErrorRate: "API error rate"
    case .complaints: "Complaints"
    }
  }

  /// The rule of the trigger, in words.
  package func rule(limit: Double) -> String {
    let bound = "> \(Wording.value(limit, unit: self == .complaints ? "count" : "share"))"
    return switch self {
    case .crashRate: "\(bound) of the sessions of the last 24 h"
    case .apiErrorRate: "\(bound) of the requests of the last 24 h"
    case .complaints: "\(bound) within the first 24 h of a stage"
    }
  }
}

extension RolloutMonitor {
  /// Sentences on how triggers are evaluated where the specification does not say it.
  package static func assumptions(users: Int) -> [String] {
    [
      "The specification gives limits only. Here triggers are evaluated at every full hour from the first stage on.",
      """
      Rates are over the last 24 h, and are evaluated only if these have at least \(minSessions) sessions, or \(minRequests) \
      requests, of the arm.
      """,
      """
      Complaints count in the hour of the problem, at most one a person, in the first 24 h of each stage; the limit is \
      for the \(Wording.count(users, "user")) that the scenario describes, however many are simulated.
      """,
      """
      When the first trigger fires, the arm is rolled back: nobody gets it any more, and its people have the control's \
      client from their next cold start on. Triggers are judged by what they would see if nothing were rolled back, all \
      other figures are of what happens.
      """,
      """
      A trigger fires wrongly if the arm is not over its limit in the long run, which is all replications and the whole \
      roll-out together, for complaints the mean of the stage. It fires too late if the arm is, and the next stage has \
      begun when it fires, or it never does.
      """,
    ]
  }
}
