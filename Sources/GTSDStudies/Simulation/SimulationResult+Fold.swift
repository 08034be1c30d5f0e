package import GTSDModel
import GTSDWorld
import Statistics

extension SimulationResult {
  /// Creates the result of a run from its fold.
  ///
  /// - Parameters:
  ///   - overrides: the command line's changes to the scenario, `path=value`, for replay tokens.
  ///   - drawn: the other changes of a replication, with the digest of the resulting scenario; nil for none.
  package init(
    of scenario: Scenario, digest scenarioDigest: String, overrides: [String], replications: Int, total: RunFold,
    complete: Bool, drawn: (UInt32) -> (overrides: [String], digest: String)? = { _ in nil }
  ) {
    self.scenario = ScenarioSummary(scenario, digest: scenarioDigest, replications: replications)
    self.complete = complete
    digest = DigestText.make(total.digest)
    let all = total.kpis.total
    let size = Double(scenario.population.describedSize)
    // In an experiment, targets against control are judged on all other arms together.
    let control = scenario.experiment == nil ? nil : total.kpis.arms[0]
    let treated = total.kpis.treated
    kpis = KPI.allCases.map { kpi in
      KPIResult(
        kpi, all.measurement(of: kpi, standingFor: size),
        targets: kpi.targets(overriddenBy: scenario.targets, contrasts: scenario.experiment?.contrasts ?? []),
        control: control?.measurement(of: kpi), treated: treated?.measurement(of: kpi))
    }
    distributions = DistributionID.allCases.map { id in
      DistributionSummary(
        id: id.rawValue, unit: id.unit, histogram: all.histogram(of: id) ?? total.kpis.queueWait,
        scale: id.unit == "s" ? 1e9 : 1)
    }
    survival = SurvivalID.allCases.map { id in
      let fold = id == .timeToAcknowledge ? all.timeToAcknowledge : all.timeToProfileCompletion
      return SurvivalCurve(
        id: id.rawValue, estimate: KaplanMeier(events: fold.events, censored: fold.censored),
        horizonSeconds: scenario.horizon.seconds)
    }
    funnel = zip(FunnelStep.allCases, total.kpis.funnel).map { .init(step: $0.rawValue, users: $1) }
    violations = total.violations.reportRows(
      of: scenario, digest: scenarioDigest, overrides: overrides, drawn: drawn)
    checks = total.violations.reportChecks
    requests = Self.requestRows(total.kpis)
    photoFailures = all.photoFailures
    analytics = Self.analyticsCounts(total.kpis)
    assumptions = scenario.statedAssumptions
    notes = Self.notes(scenario, replications: replications, renewals: all.renewals)
    if let experiment = scenario.experiment {
      arms = experiment.arms.enumerated().map { index, arm in
        let fold = total.kpis.arms[index]
        let share = all.users > 0 ? Double(fold.users) / Double(all.users) : 0
        return ArmResult(
          name: arm.name, control: index == 0, users: fold.users,
          kpis: KPI.allCases.map { kpi in
            KPIResult(
              kpi, fold.measurement(of: kpi, standingFor: size * share),
              targets: kpi.targets(
                overriddenBy: scenario.targets, contrasts: index == 0 ? [] : experiment.contrasts(ofArm: index)),
              control: index == 0 ? nil : total.kpis.arms[0].measurement(of: kpi),
              comparisons: experiment.arms.count - 1)
          })
      }
    }
    violations = violations.ordered(by: Violation.comesFirst)
  }

  private static func requestRows(_ fold: KPIFold) -> [RequestRow] {
    zip(Endpoint.allCases, fold.requests).filter { $0.1.count > 0 }.map { endpoint, requests in
      var errors: [String: Int] = [:]
      for (outcome, count) in requests.outcomes {
        let name: String? =
          switch outcome {
          case .network: "network"
          case .timedOut: "timeout"
          case .undecodable, .garbled: "undecodable"
          case .cancelled: "cancelled"
          case .status(let status): status >= 400 ? String(status) : nil
          }
        if let name { errors[name, default: 0] += Int(count) }
      }
      return RequestRow(
        endpoint: endpoint.name, count: Int(requests.count), errorsByStatus: errors,
        latency: DistributionSummary(id: endpoint.name, unit: "s", histogram: requests.latency))
    }
  }

  private static func analyticsCounts(_ fold: KPIFold) -> AnalyticsCounts {
    let named = zip(AnalyticsEvent.allNames, fold.analytics).filter { $0.1 > 0 }
    return AnalyticsCounts(
      total: named.reduce(0) { $0 + Int($1.1) },
      byName: Dictionary(named.map { ($0.0, Int($0.1)) }, uniquingKeysWith: +))
  }
}
