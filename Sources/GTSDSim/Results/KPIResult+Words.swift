import Documents
import GTSDModel
import GTSDWorld
import Statistics

extension Wording {
  /// A target as a sign and a bound: `≥ 80%`, `30–60 s`, `≥ +20% vs control`.
  static func bound(_ target: KPITarget, unit: String) -> String {
    let sign =
      switch target.comparison {
      case .atLeast: "≥ "
      case .above: "> "
      case .atMost: "≤ "
      case .below: "< "
      case .between: ""
      }
    let relative = target.versus == .control
    switch target.value {
    case .number(0) where target.comparison == .atMost && !relative:
      return "none"
    case .number(let number):
      return relative ? "\(sign)\(change(number)) vs control" : sign + exact(number, unit: unit)
    case .range(let low, let high):
      if relative { return "\(change(low)) to \(change(high)) vs control" }
      let first = exact(low, unit: unit)
      let second = exact(high, unit: unit)
      let suffix = unit == "share" ? "%" : unit == "s" ? " \(scaled(low).1)" : ""
      return (second.hasSuffix(suffix) ? String(first.dropLast(suffix.count)) : first) + "–" + second
    }
  }

  /// A bound as the specification writes it, without rounding to a fixed number of decimals.
  private static func exact(_ number: Double, unit: String) -> String {
    switch unit {
    case "share": return "\(short(number * 100, 3))%"
    case "s":
      let (scaled, unit) = scaled(number)
      return "\(short(scaled, 3)) \(unit)"
    default: return grouped(number, 3)
    }
  }
}

extension KPIResult {
  var valueText: String { value.map { Wording.value($0, unit: unit) } ?? (isBeyondData ? "not reached" : "no data") }
  var intervalText: String { interval.map { Wording.interval($0, unit: unit, of: value) } ?? "" }

  /// The interval of the change against control. It is given in percentage points if control has 0.
  var changeText: String? {
    changeInterval.map { "\(Wording.change($0.low)) to \(Wording.change($0.high))" }
      ?? differenceInterval.map { "\(Wording.differenceInterval($0, unit: unit)) points" }
  }

  /// The change against control with its interval, where the verdict is on that change.
  ///
  /// It reads `a change of +4% (−2% to +10%)`.
  var decidingChange: String? {
    decidingTargets.contains { $0.demand.versus == .control && $0.verdict != .none } ? contrastText : nil
  }

  /// The change against control with its interval, or the difference if control has 0; nil without a control.
  var contrastText: String? {
    if let change, let changeInterval {
      let ends = "\(Wording.change(changeInterval.low)) to \(Wording.change(changeInterval.high))"
      return "a change of \(Wording.change(change)) (\(ends))"
    }
    guard let difference, let differenceInterval else { return nil }
    return "a difference of \(Wording.change(difference, differenceInterval, unit: unit))"
  }

  /// Whether the median exists but lies beyond these data, because more than half of the units were observed without
  /// the event.
  private var isBeyondData: Bool { (denominator ?? 0) > 0 }

  /// Bounds as text, with the word `criterion` if both levels exist.
  func bounds(_ targets: [Target]) -> String {
    targets.map { Wording.bound($0.demand, unit: unit) }.joined(separator: ", ")
  }
}

extension KPIResult {
  /// The indicator's name. On pages with its definition, its counts, and the source of its targets.
  func explained(as name: String) -> RichText {
    guard let definition = kpi?.definition else { return RichText(name) }
    var facts: [String] = []
    if let numerator, let denominator {
      // A person can have several of what is counted, which are no part of the people.
      let link = definition.kind == .count ? ", counted over" : " of"
      facts.append("\(Wording.whole(numerator))\(link) \(Wording.whole(denominator))")
    } else if let denominator {
      facts.append("over \(Wording.whole(denominator))")
    }
    if censored > 0 { facts.append("\(Wording.whole(censored)) censored") }
    if let method = interval?.method { facts.append("interval: \(Wording.method(method))") }
    let sources = targets.map(\.demand.source).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let origin = sources.isEmpty ? "" : "<br><span>Source: \(escaped(sources.joined(separator: ", ")))</span>"
    return RichText([
      .explained(
        name,
        markup: """
          <details class="def"><summary>\(escaped(title))</summary>
          <p>\(escaped(definition.text))<br>\(escaped(facts.joined(separator: " · ")))\(origin)</p></details>
          """)
    ])
  }
}

extension Wording {
  /// The name of an interval's method for people, who know statistics and not our identifiers.
  static func method(_ id: String) -> String {
    let isAdjusted = id.hasSuffix("-adjusted")
    let name = isAdjusted ? String(id.dropLast("-adjusted".count)) : id
    let words = methods[name] ?? name.replacing("-", with: " ")
    return isAdjusted ? "\(words), adjusted" : words
  }

  private static let methods = [
    "student-t": "Student's t", "skewed-t": "Student's t, wider where skewed",
    "fieller-skewed-t": "Fieller's interval of a ratio, wider where skewed",
    "welch-t": "Welch's t", "wilson": "Wilson", "wilson-clustered": "Wilson, by person",
    "clustered-wilson": "Wilson, by person", "clopper-pearson": "Clopper-Pearson",
    "clopper-pearson-effective": "Clopper-Pearson, by person", "clustered-hall": "Hall, by person",
    "clustered-log-ratio": "logarithm of a ratio, by person", "brookmeyer-crowley": "Brookmeyer-Crowley",
    "kaplan-meier": "Kaplan-Meier", "newcombe": "Newcombe", "mover": "combined from both intervals",
    "stein-two-stage": "Stein, in two stages", "log-normal": "log-normal",
    "order-statistics": "order statistics", "woodruff": "Woodruff",
  ]
}
