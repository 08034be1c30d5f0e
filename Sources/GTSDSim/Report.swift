package import Documents
import GTSDLoad
public import GTSDModel
public import GTSDStudies
public import GTSDWorld

/// What a run found: format version 1, the one value that every output is rendered from.
///
/// Equal scenarios and seeds give equal reports, byte for byte: nothing here depends on the wall clock, the number of
/// threads or the machine, but in a report of the kind `load`, which is of a server and measured by the clock.
public struct Report: Hashable, Sendable {
  /// The kind of run that a report is of.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Users living through a scenario in virtual time.
    case simulation
    /// A search of schedules and faults for violations.
    case exploration
    /// Many replications.
    case forecast
    /// Two variants.
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
  /// The kind of run.
  public var kind: Kind
  /// False where the run was interrupted, so that counts are of a part of the users.
  public var complete: Bool
  /// What wrote it.
  public var tool: Tool
  /// The command that makes it again, but for where its output goes; nil where none made it.
  public var command: String?
  /// What was run.
  public var scenario: ScenarioSummary
  /// One entry per indicator, in the order of ``KPI``.
  public var kpis: [KPIResult]
  /// Durations and counts per user or request.
  public var distributions: [DistributionSummary]
  /// Time-to-event curves with everybody in them, censored or not.
  public var survival: [SurvivalCurve]
  /// How many users reached each step.
  public var funnel: [FunnelRow]
  /// What went wrong, most episodes first.
  public var violations: [Violation]
  /// Requests and their latency, per endpoint.
  public var requests: [RequestRow]
  /// Why photos were shown as failed; nil where none were.
  public var photoFailures: [PhotoFailureRow]?
  /// Analytics events that the apps sent.
  public var analytics: AnalyticsCounts
  /// Defaults that were used, each with its source: what the numbers stand and fall with.
  public var assumptions: [Assumption]
  /// How often each invariant was evaluated: a blind checker shows here.
  public var checks: [InvariantCheck]
  /// Remarks on how to read the numbers, such as that cells do not share their queues.
  public var notes: [String]
  /// The indicators of each arm of an experiment, control first; nil without an experiment.
  public var arms: [ArmResult]?
  /// Which part of a sharded run this is; nil for a whole run. A shard states no verdict.
  public var shard: Shard?
  /// What a search found; nil for every other kind of run.
  @Boxed package var exploration: ExplorationSection?
  /// What replications say; nil for every kind of run but a forecast.
  @Boxed package var forecast: ForecastSection?
  /// What events were fitted to; nil for every other kind of run.
  @Boxed package var calibration: CalibrationSection?
  /// Two variants or more against the first; nil for every other kind of run.
  @Boxed package var comparison: ComparisonSection?
  /// What driving a server in wall-clock time showed; nil for every other kind of run.
  @Boxed package var load: LoadSection?
  /// A hash over the ordered event stream: equal digests mean equal runs. Empty for a load run, which has no equal.
  public var digest: String

  /// An empty report of a run.
  package init(kind: Kind, tool: Tool, scenario: ScenarioSummary, complete: Bool = true, digest: String = "") {
    formatVersion = Self.currentFormatVersion
    self.kind = kind
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
    exploration = nil
    forecast = nil
    calibration = nil
    comparison = nil
    load = nil
    self.digest = digest
  }
}

extension Report {
  /// Whether it is of one run, with indicators and violations of its own, rather than of many or of a search.
  var isOfRun: Bool {
    exploration == nil && forecast == nil && calibration == nil && comparison == nil && load == nil
  }

  /// Whether it says what went wrong, or that nothing did: a load run only where something was checked.
  var showsViolations: Bool { isOfRun || forecast != nil || load != nil && !(violations.isEmpty && checks.isEmpty) }
}

extension Report {
  /// The program that wrote a report.
  public struct Tool: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its version.
    public var version: String

    /// This program in a version.
    package init(name: String = "gtsd-sim", version: String) {
      self.name = name
      self.version = version
    }
  }
}

extension Report {
  /// One indicator, as in `report[.crashRate]`; nil in a report of a kind that measures none.
  public subscript(kpi: KPI) -> KPIResult? { kpis.first { $0.id == kpi.id } }
}
