public import GTSDModel
public import GTSDStudies
public import GTSDWorld

/// The result of a command, from which every output is rendered; format version 1.
///
/// Equal scenarios and seeds give equal reports, byte for byte. Reports do not depend on the wall clock, the number of
/// threads or the machine, except those of the kind `load`, which measure a real server.
public struct Report: Hashable, Sendable {
  /// The kind of run.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Users of a scenario in virtual time.
    case simulation
    /// A search of schedules and faults for violations.
    case exploration
    /// Many replications of a scenario.
    case forecast
    /// A comparison of two or more variants.
    case comparison
    /// A scenario fitted to events.
    case calibration
    /// A remote backend driven in wall-clock time.
    case load
  }

  /// The version of this format that this package writes.
  public static let currentFormatVersion = 1

  /// The version of the format.
  public var formatVersion: Int
  /// The part of the report that depends on its kind.
  package var content: Content
  /// Whether the run ended by itself. If false, counts cover only a part of the users.
  public var complete: Bool
  /// The program that wrote the report.
  public var tool: Tool
  /// The command that makes the report again, without its output options; nil if the report was made in code.
  public var command: String?
  /// The scenario.
  public var scenario: ScenarioSummary
  /// One entry per indicator, in the order of ``KPI``.
  public var kpis: [KPIResult]
  /// Durations and counts per user or request.
  public var distributions: [DistributionSummary]
  /// Time-to-event curves. People whose observation ends before the event are censored, not left out.
  public var survival: [SurvivalCurve]
  /// The number of users at each step.
  public var funnel: [FunnelRow]
  /// The violations, those of I-USER first, then those with the most episodes.
  public var violations: [Violation]
  /// Requests and their latency, per endpoint.
  public var requests: [RequestRow]
  /// The reasons for which photos were shown as failed; nil if none were.
  public var photoFailures: [PhotoFailureRow]?
  /// The analytics events that the apps sent.
  public var analytics: AnalyticsCounts
  /// The default values that the results depend on, each with its source.
  public var assumptions: [Assumption]
  /// The number of evaluations of each invariant. It reveals a checker that never evaluates anything.
  public var checks: [InvariantCheck]
  /// Remarks on how to read the numbers, such as that cells do not share their queues.
  public var notes: [String]
  /// The indicators of each arm of an experiment, control first; nil without an experiment.
  public var arms: [ArmResult]?
  /// The part of a sharded run that this report covers; nil for a whole run. A shard gives no verdict.
  public var shard: Shard?
  /// A hash over the ordered event stream: equal digests mean equal runs. Empty for a load run, which cannot be
  /// repeated.
  public var digest: String

  /// Creates an empty report of a run.
  package init(
    _ content: Content = .simulation, tool: Tool, scenario: ScenarioSummary, complete: Bool = true, digest: String = ""
  ) {
    formatVersion = Self.currentFormatVersion
    self.content = content
    self.complete = complete
    self.tool = tool
    self.scenario = scenario
    kpis = []
    distributions = []
    survival = []
    funnel = []
    violations = []
    requests = []
    analytics = AnalyticsCounts(total: 0, byName: [:])
    assumptions = []
    checks = []
    notes = []
    self.digest = digest
  }
}

extension Report {
  /// The program that wrote a report.
  public struct Tool: Hashable, Sendable {
    /// The program's name.
    public var name: String
    /// The program's version.
    public var version: String

    /// Creates the name and version of this program.
    package init(name: String = "gtsd-sim", version: String) {
      self.name = name
      self.version = version
    }
  }
}

extension Report {
  /// The result of an indicator, as in `report[.crashRate]`; nil in a report of a kind that measures none.
  public subscript(kpi: KPI) -> KPIResult? { kpis.first { $0.id == kpi.id } }
}
