import Documents
package import GTSDLoad
package import GTSDModel
import GTSDStudies
package import GTSDWorld
import Statistics

/// The data for a report of a load run.
package struct LoadReport: Sendable {
  package var scenario: Scenario
  package var scenarioDigest: String
  /// The server's address, without credentials.
  package var target: String
  /// The number of event loops.
  package var loops: Int
  package var fold: LoadFold
  /// The id in the run's accounts and requests; empty if there is none.
  package var run = ""
  /// The indicators of people's behaviour, where each start is a session.
  package var kpis: KPIFold?
  package var violations: [Violation] = []
  package var checks: [InvariantCheck] = []
  /// The numbers, from 1, of generators whose part is missing in a merged run.
  package var missingGenerators: [Int] = []
  /// The use of each address of the server; not shown for a single address.
  package var addresses: [LoadSection.Address] = []
  /// The seconds before the newest slice that curves show; nil for the whole run.
  package var window: Double?
  /// Further remarks on how to read the numbers.
  package var notes: [String] = []
  /// Whether the run ended by itself.
  package var complete = true
  package var version: String

  package init(
    scenario: Scenario, scenarioDigest: String, target: String, loops: Int, fold: LoadFold, version: String
  ) {
    self.scenario = scenario
    self.scenarioDigest = scenarioDigest
    self.target = target
    self.loops = loops
    self.fold = fold
    self.version = version
  }

  /// Creates the report of a scenario with a `load` section.
  package func make() -> Report {
    let settings = scenario.load ?? LoadSettings()
    let isOfSessions = settings.unit == .session
    var windowNote: [String] = []
    var section = LoadSection(settings, fold, target: target, loops: loops)
    if !run.isEmpty { section.plan.run = run }
    if addresses.count > 1 { section.addresses = addresses }
    if let window, section.elapsedSeconds > window {
      let first = section.elapsedSeconds - window
      section.series.slices.removeAll { $0.atSeconds < first }
      windowNote = ["Curves show the last \(Wording.seconds(window)); all other figures are of the run so far."]
    }
    if !missingGenerators.isEmpty {
      section.missingGenerators = missingGenerators
      // The generators together may miss a threshold that one of them met.
      for index in section.thresholds.indices where section.thresholds[index].verdict == .met {
        section.thresholds[index].verdict = .undecided
      }
    }
    if !settings.without.isEmpty {
      section.leftOut = .init(
        endpoints: settings.without.map(\.name),
        decisions: isOfSessions ? scenario.decisionsLeftOut : [])
    }
    var report = Report(
      .load(section), tool: .init(version: version),
      scenario: .init(
        name: scenario.name, description: scenario.description, digest: scenarioDigest, seed: scenario.seed,
        generation: scenario.generation.preset.rawValue, users: isOfSessions ? scenario.population.size : 0,
        replications: 1, horizonSeconds: settings.length.seconds, resolved: scenario.resolvedJSON),
      complete: complete)
    if let kpis, isOfSessions {
      // A load run does not check the app's state. Contradictions in replies are among the violations.
      report.kpis = KPI.allCases.filter { $0 != .stateViolations }.map { kpi in
        // A load run is judged by its thresholds. A few minutes with shortened pauses say nothing about the indicators'
        // targets.
        KPIResult(kpi, kpis.total.measurement(of: kpi), targets: [])
      }
      if kpis.funnel.contains(where: { $0 > 0 }) {
        report.funnel = zip(FunnelStep.allCases, kpis.funnel).map { .init(step: $0.rawValue, users: $1) }
      }
    }
    report.violations = violations
    report.checks = checks
    report.sortViolations()
    report.assumptions = Self.assumptions(of: scenario, settings, section)
    report.notes = windowNote + remarks(settings, section) + notes
    report.round()
    return report
  }

  private static func assumptions(
    of scenario: Scenario, _ settings: LoadSettings, _ section: LoadSection
  ) -> [Assumption] {
    func assumption(_ path: String, _ value: String, _ source: String) -> Assumption {
      Assumption(path: path, value: value, source: source)
    }
    func connectionAssumption(_ settings: LoadSettings) -> Assumption {
      if settings.http == .two {
        let name = if case .shared = settings.connections { "1 for each loop" } else { settings.connections.name }
        return assumption("load.connections", name, "HTTP/2: requests are streams, and wait beyond the server's limit")
      }
      if case .shared(let count) = settings.connections {
        return assumption("load.connections", "\(count)", "requests beyond wait, which their latency counts")
      }
      return assumption(
        "load.connections", settings.connections.name,
        "\(LoadConnections.ofPhone) to a host at most, as a phone has them over HTTP/1.1")
    }
    var result = [
      assumption("clock", "wall clock", "not deterministic: the server, the network and the machine decide"),
      assumption("load.maxInFlight", "\(settings.maxInFlight)", "starts due beyond are dropped"),
      connectionAssumption(settings),
    ]
    if settings.unit == .session {
      let scale = settings.thinkTimeScale
      result.append(
        assumption(
          "load.thinkTimeScale", Wording.short(scale, 6),
          scale == 1 ? "people pause as in simulations" : "people pause less than they would"))
    }
    if section.isOnThisMachine {
      result.append(
        assumption("machine", "shared", "client and server take processor time from each other on one machine"))
    }
    guard settings.unit == .session else { return result }
    // Assumptions about an in-process backend do not apply to this run.
    let people = scenario.assumptions.filter { !$0.path.hasPrefix("backend.") }
    return result + people.map { assumption($0.path, $0.value, $0.source) }
  }

  private func remarks(_ settings: LoadSettings, _ section: LoadSection) -> [String] {
    var remarks = [section.omission]
    if !run.isEmpty {
      remarks.append(
        "Each request has an X-Request-ID by which the server's log can name it: gtsd-USER-NUMBER, as in findings, "
          + "then `.\(run)`, the id of this run.")
    }
    if let made = section.generator?.connections, made > 0 {
      let handshakes = section.generator?.handshakes ?? 0
      let secured = handshakes == 0 ? "" : ", with \(Wording.count(handshakes, "TLS handshake"))"
      remarks.append(
        "\(Wording.count(made, "connection")) \(made == 1 ? "was" : "were") made to the server\(secured). The time for "
          + "this is part of response times, not of service times.")
    }
    if !settings.map.isEmpty {
      remarks.append(
        "`load.map` says what this server calls things; paths of fields are given with the contract's names.")
    }
    if settings.model == .users {
      remarks.append(
        "In a closed model a slow server receives fewer requests. Its latencies are those of this number of users, not "
          + "of a rate of arrivals.")
    }
    if fold.warmUp > 0 {
      remarks.append(
        "Left out of all figures but the curves over time: \(Wording.count(Int(fold.warmUpRequests), "request")) of "
          + "\(Wording.count(Int(fold.warmUpStarts), "start")) that were scheduled during the warm-up of "
          + "\(Wording.seconds(settings.warmUp.seconds)).")
    }
    if settings.stopOnBreach {
      remarks.append(
        "The knee is the highest mean rate of due starts over three slices in a row, before the first three slices "
          + "in a row that break a threshold. Rates and numbers of events are not judged by slice.")
    }
    if settings.unit == .session, kpis != nil {
      remarks.append(
        "Indicators are for information and have no verdicts: a run of minutes says little about what people do in days. "
          + "Times between a person's steps count pauses in full and leave out absences; what the app measures by its own "
          + "clock, such as the time on the summary, sees pauses as short as they were.")
    }
    return remarks
  }
}

extension LoadSection {
  /// Whether the server is on this machine, judging by its name.
  var isOnThisMachine: Bool {
    let rest = target.firstRange(of: "://").map { target[$0.upperBound...] } ?? target[...]
    return ["127.", "localhost", "[::1]"].contains { rest.hasPrefix($0) }
  }
}
