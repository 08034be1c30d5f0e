public import GTSDModel
public import Statistics

/// The measurement of one indicator, and its verdicts against the targets.
public struct KPIResult: Hashable, Sendable {
  /// A target with its verdict.
  public struct Target: Hashable, Sendable {
    /// The target.
    public var demand: KPITarget
    /// The verdict of the data.
    public var verdict: Verdict

    /// Creates a target with its verdict.
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
  /// The measured value; nil if nothing was observed.
  public var value: Double?
  /// The counted events, for rates and counts.
  public var numerator: Int?
  /// The number of trials; for means, percentiles and medians, the number of units.
  public var denominator: Int?
  /// The range within which chance may have moved the value; nil for counts and with too few data.
  public var interval: Interval?
  /// The number of units left out of a rate, or censored in a median, because the run ended before their window did.
  public var censored: Int
  /// The relative change against the control arm; nil if there is no control arm.
  public var change: Double?
  /// The interval of ``change``.
  public var changeInterval: Interval?
  /// The difference from the control arm in the indicator's own unit, if that arm has 0 and a relative change is
  /// undefined.
  public var difference: Double?
  /// The interval of ``difference``.
  public var differenceInterval: Interval?
  /// The targets, each with its verdict.
  public var targets: [Target]
  /// The verdict of the criterion if there is one, otherwise of the target.
  public var verdict: Verdict

  /// The built-in indicator with this id; nil if there is none.
  public var kpi: KPI? { KPI(rawValue: id) }
}
