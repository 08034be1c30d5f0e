public import GTSDModel
public import Statistics

/// What a run measured of one indicator, and how that stands against its targets.
public struct KPIResult: Hashable, Sendable {
  /// A target with its verdict.
  public struct Target: Hashable, Sendable {
    /// The demand.
    public var demand: KPITarget
    /// Whether the data settle it.
    public var verdict: Verdict

    /// A target with its verdict.
    package init(_ demand: KPITarget, verdict: Verdict) {
      self.demand = demand
      self.verdict = verdict
    }
  }

  /// The id, such as `acknowledgment-rate-24h`.
  public var id: String
  /// A short name for people.
  public var title: String
  /// `share` (0...1), `s` or `count`.
  public var unit: String
  /// The measured value; nil where nothing was observed.
  public var value: Double?
  /// What was counted, for rates and counts.
  public var numerator: Int?
  /// Out of how many; for means, percentiles and medians, over how many units.
  public var denominator: Int?
  /// How far chance may have moved the value; nil for counts and where there are too few data.
  public var interval: Interval?
  /// Units left out of a rate, or censored in a median, because the run ended before their window did.
  public var censored: Int
  /// Relative change against the control arm, where there is one.
  public var change: Double?
  /// The interval of ``change``.
  public var changeInterval: Interval?
  /// What is demanded, each with its verdict.
  public var targets: [Target]
  /// The verdict of the criterion if there is one, otherwise of the target.
  public var verdict: Verdict

  /// The built-in indicator with this id, if it is one.
  public var kpi: KPI? { KPI(rawValue: id) }
}
