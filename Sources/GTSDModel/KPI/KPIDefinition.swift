/// The definition of a ``KPI``, complete enough to recompute it.
public struct KPIDefinition: Hashable, Sendable {
  /// The method by which the value and its interval are computed.
  public enum Kind: Hashable, Sendable {
    /// Successes over trials, with Wilson's interval.
    case rate
    /// A count, which is judged directly: events that happened did happen.
    case count
    /// A mean over units, with Student's interval.
    case mean
    /// A percentile (0...1), with the interval of binomial order statistics.
    case percentile(Double)
    /// The median of possibly censored times, with the interval of Brookmeyer and Crowley.
    case medianSurvival

    /// The name in `list kpis --json`.
    public var name: String {
      switch self {
      case .rate: "rate"
      case .count: "count"
      case .mean: "mean"
      case .percentile(let share): share == 0.5 ? "median" : "percentile\(Int(share * 100 + 0.5))"
      case .medianSurvival: "medianSurvival"
      }
    }
  }

  /// A short name for people, such as "Acknowledged within 24 h".
  public var title: String
  /// `share` (0...1), `s` (seconds) or `count`.
  public var unit: String
  /// The method by which the value and its interval are computed.
  public var kind: Kind
  /// The exact definition in one sentence.
  public var text: String
  /// The targets in the specifications; a scenario may override them.
  public var targets: [KPITarget]

  /// Creates a definition.
  public init(title: String, unit: String, kind: Kind, text: String, targets: [KPITarget] = []) {
    self.title = title
    self.unit = unit
    self.kind = kind
    self.text = text
    self.targets = targets
  }

  static func rate(_ title: String, _ text: String, _ targets: KPITarget...) -> KPIDefinition {
    KPIDefinition(title: title, unit: "share", kind: .rate, text: text, targets: targets)
  }

  static func count(_ title: String, _ text: String, _ targets: KPITarget...) -> KPIDefinition {
    KPIDefinition(title: title, unit: "count", kind: .count, text: text, targets: targets)
  }

  static func seconds(_ title: String, _ kind: Kind, _ text: String, _ targets: KPITarget...) -> KPIDefinition {
    KPIDefinition(title: title, unit: "s", kind: kind, text: text, targets: targets)
  }
}
