import GTSDModel

/// Renders the fold of a run as a report.
enum SimulationReport {
  static func make(
    scenario: Scenario, scenarioDigest: String, overrides: [String], replications: Int, total: RunFold,
    complete: Bool, version: String, kind: Report.Kind = .simulation,
    drawn: (UInt32) -> (overrides: [String], digest: String)? = { _ in nil }
  ) -> Report {
    var report = Report(
      kind: kind, tool: .init(version: version),
      scenario: .init(
        name: scenario.name, description: scenario.description, digest: scenarioDigest, seed: scenario.seed,
        generation: scenario.generation.preset.rawValue, users: scenario.population.size, replications: replications,
        horizonSeconds: scenario.horizon.seconds, resolved: scenario.resolvedJSON),
      complete: complete, digest: DigestText.make(total.digest))
    let all = total.kpis.total
    // With an experiment, what is demanded against control is judged on all other arms together.
    let control = scenario.experiment == nil ? nil : total.kpis.arms[0]
    let treated = total.kpis.treated
    report.kpis = KPI.allCases.map { kpi in
      KPIResult(
        kpi, all.measurement(of: kpi), targets: kpi.targets(overriddenBy: scenario.targets),
        control: control?.measurement(of: kpi), treated: treated?.measurement(of: kpi))
    }
    report.distributions = DistributionID.allCases.map { id in
      Report.Distribution(
        id: id.rawValue, unit: id.unit, histogram: all.histogram(of: id) ?? total.kpis.queueWait,
        scale: id.unit == "s" ? 1e9 : 1)
    }
    report.survival = SurvivalID.allCases.map { id in
      let fold = id == .timeToAcknowledge ? all.timeToAcknowledge : all.timeToProfileCompletion
      return Report.SurvivalCurve(
        id: id.rawValue, estimate: KaplanMeier(events: fold.events, censored: fold.censored),
        horizonSeconds: scenario.horizon.seconds)
    }
    report.funnel = zip(FunnelStep.allCases, total.kpis.funnel).map { .init(step: $0.rawValue, users: $1) }
    report.violations = total.violations.reportRows(
      of: scenario, digest: scenarioDigest, overrides: overrides, drawn: drawn)
    report.checks = total.violations.reportChecks
    report.requests = requestRows(total.kpis)
    report.analytics = analytics(total.kpis)
    report.assumptions = scenario.assumptions.map { .init(path: $0.path, value: $0.value, source: $0.source) }
    report.notes = notes(scenario)
    if let experiment = scenario.experiment {
      report.arms = experiment.arms.enumerated().map { index, arm in
        let fold = total.kpis.arms[index]
        return Report.Arm(
          name: arm.name, control: index == 0, users: fold.users,
          kpis: KPI.allCases.map { kpi in
            KPIResult(
              kpi, fold.measurement(of: kpi), targets: kpi.targets(overriddenBy: scenario.targets),
              control: index == 0 ? nil : total.kpis.arms[0].measurement(of: kpi))
          })
      }
    }
    report.sortViolations()
    return report
  }

  private static func requestRows(_ fold: KPIFold) -> [Report.RequestRow] {
    zip(Endpoint.allCases, fold.requests).filter { $0.1.count > 0 }.map { endpoint, requests in
      var errors: [String: Int] = [:]
      for (outcome, count) in requests.outcomes {
        let name: String? =
          switch outcome {
          case .network: "network"
          case .timedOut: "timeout"
          case .undecodable: "undecodable"
          case .cancelled: "cancelled"
          case .status(let status): status >= 400 ? String(status) : nil
          }
        if let name { errors[name] = Int(count) }
      }
      return Report.RequestRow(
        endpoint: endpoint.name, count: Int(requests.count), errorsByStatus: errors,
        latency: Report.Distribution(id: endpoint.name, unit: "s", histogram: requests.latency))
    }
  }

  private static func analytics(_ fold: KPIFold) -> Report.Analytics {
    let named = zip(AnalyticsEvent.allNames, fold.analytics).filter { $0.1 > 0 }
    return Report.Analytics(
      total: named.reduce(0) { $0 + Int($1.1) },
      byName: Dictionary(named.map { ($0.0, Int($0.1)) }, uniquingKeysWith: +))
  }

  private static func notes(_ scenario: Scenario) -> [String] {
    let cells = (scenario.population.size + scenario.population.cellSize - 1) / scenario.population.cellSize
    guard cells > 1, scenario.backend.servers != nil else { return [] }
    return [
      """
      The population runs as \(cells) cells, each with its share of the backend's servers. Cells do not pool their \
      queues, so waiting is not that of one backend; set population.cellSize to the population's size for one.
      """
    ]
  }
}
