public import GTSDModel
public import GTSDStudies
public import Statistics

/// The result of a `Comparison`.
public struct ComparisonResult: StudyResult {
  /// The whole report.
  public let report: Report
  private let section: ComparisonSection

  /// Takes the typed figures from a report; nil for a report of another kind.
  public init?(_ report: Report) {
    guard let section = report.comparison else { return nil }
    self.report = report
    self.section = section
  }

  /// The comparisons of each side with the baseline; empty if only sample sizes were planned.
  public var contrasts: [Contrast] { section.contrasts.map(Contrast.init) }

  /// An indicator of the first side against the baseline: `comparison[.acknowledgmentRate24h]?.difference`.
  public subscript(kpi: KPI) -> Row? { contrasts.first?[kpi] }

  /// The comparison of one side with the baseline.
  public struct Contrast: Hashable, Sendable {
    private let contrast: ComparisonSection.Contrast

    fileprivate init(_ contrast: ComparisonSection.Contrast) { self.contrast = contrast }

    /// The side's name.
    public var side: String { contrast.side }
    /// The baseline's name.
    public var baseline: String { contrast.baseline }
    /// An indicator; nil if neither side has it.
    public subscript(kpi: KPI) -> Row? { contrast.rows.first { $0.id == kpi.id }.map(Row.init) }

    /// Hashes the sides' names, which is enough for equal values to have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine([side, baseline]) }
  }

  /// An indicator of two sides.
  public struct Row: Hashable, Sendable {
    private let row: ComparisonSection.Row

    fileprivate init(_ row: ComparisonSection.Row) { self.row = row }

    /// Hashes the two values, which is enough for equal rows to have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine([baseline, value]) }

    /// The baseline's value, in the unit of the indicator.
    public var baseline: Double? { row.baseline }
    /// The side's value.
    public var value: Double? { row.value }
    /// The side's value less the baseline's.
    public var difference: Double? { row.difference }
    /// The interval of the difference.
    public var interval: Interval? { row.interval }
    /// The relative change against the baseline.
    public var lift: Double? { row.lift }
    /// The interval of the relative change.
    public var liftInterval: Interval? { row.liftInterval }
    /// The p-value, adjusted for the number of questions by Bonferroni's method; nil without a test.
    public var adjustedP: Double? { row.adjustedP }
    /// The result for this indicator.
    public var verdict: ComparisonVerdict { row.verdict }
  }
}

extension Comparison {
  /// Runs the comparison on several threads and blocks until it has ended.
  ///
  /// - Precondition: the scenarios are valid. Scenarios from files are; check others by ``Scenario/validate()``.
  public func run() -> ComparisonResult {
    for operand in operands { operand.running.map(requireValid) }
    return ComparisonResult(of: reported())
  }

  /// Runs to the end without blocking. If the task is cancelled, the result is incomplete and covers the replications
  /// that all sides completed.
  ///
  /// - Parameter progress: called from time to time on an unspecified thread.
  ///
  /// - Precondition: the scenarios are valid. Scenarios from files are; check others by ``Scenario/validate()``.
  public func run(progress: @escaping @Sendable (StudyProgress) -> Void = { _ in }) async -> ComparisonResult {
    for operand in operands { operand.running.map(requireValid) }
    return await BackgroundThread.run { isCancelled in
      var comparison = self
      comparison.isCancelled = isCancelled
      comparison.progress = {
        progress(StudyProgress(phase: "replications", done: $0.trialsDone, total: $0.trials))
      }
      return ComparisonResult(of: comparison.reported())
    }
  }
}

extension ComparisonResult {
  fileprivate init(of report: Report) {
    guard let result = ComparisonResult(report) else { preconditionFailure("a comparison reports its comparison") }
    self = result
  }
}
