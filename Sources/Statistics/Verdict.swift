/// The result of comparing data with a target.
public enum Verdict: String, CaseIterable, Hashable, Sendable, Codable {
  /// The whole interval is on the right side.
  case met
  /// The whole interval is on the wrong side.
  case missed
  /// The interval contains values on both sides.
  case undecided
  /// There is nothing to compare: no data, no target, or no control arm.
  case none
}
