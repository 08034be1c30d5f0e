import Foundation
import GTSDModel

/// How numbers read in texts for people: English, with units, the same on every machine.
enum Wording {
  /// A whole number with thousands separated: `12,345`.
  static func whole(_ number: Int) -> String {
    let digits = Array("\(number.magnitude)")
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// A number with a fixed number of decimals.
  static func fixed(_ number: Double, _ decimals: Int) -> String {
    let text = String(format: "%.\(decimals)f", number)
    return text.hasPrefix("-") && !text.contains(where: { "123456789".contains($0) }) ? String(text.dropFirst()) : text
  }

  /// A number without trailing zeros.
  static func short(_ number: Double, _ decimals: Int) -> String {
    var text = fixed(number, decimals)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// A share as a percentage: `71.3%`, `0.42%`.
  static func percent(_ share: Double) -> String {
    "\(fixed(share * 100, decimals(ofShare: share)))%"
  }

  private static func decimals(ofShare share: Double) -> Int {
    abs(share) < 0.01 && share != 0 ? 2 : 1
  }

  /// A time in the unit that suits it: `245 ms`, `42.1 s`, `12.4 min`, `5.3 h`, `3.1 days`.
  static func seconds(_ seconds: Double) -> String {
    let (number, unit) = scaled(seconds)
    return "\(short(number, number < 100 ? 1 : 0)) \(unit)"
  }

  static func scaled(_ seconds: Double) -> (Double, String) {
    switch abs(seconds) {
    case ..<0.9995 where seconds != 0: (seconds * 1_000, "ms")
    case ..<120: (seconds, "s")
    case ..<7_200: (seconds / 60, "min")
    case ...172_800: (seconds / 3_600, "h")
    default: (seconds / 86_400, "days")
    }
  }

  /// A value in its unit.
  static func value(_ value: Double, unit: String) -> String {
    switch unit {
    case "share": percent(value)
    case "s": seconds(value)
    default: value == value.rounded() && abs(value) < 1e15 ? whole(Int(value)) : short(value, 2)
    }
  }

  /// The command that shows a violation again.
  static func replay(_ token: String) -> String { "gtsd-sim replay \(token)" }

  /// Both ends of an interval in the unit of its value: `69.8–72.7%`, `1.2–1.9 h`.
  static func interval(_ interval: Interval, unit: String, of centre: Double? = nil) -> String {
    if interval.low.isInfinite && interval.high.isInfinite { return "unknown" }
    if interval.high.isInfinite { return "over \(value(interval.low, unit: unit))" }
    if interval.low.isInfinite { return "up to \(value(interval.high, unit: unit))" }
    if unit == "share" {
      let decimals = decimals(ofShare: interval.low == 0 ? interval.high : interval.low)
      return "\(fixed(interval.low * 100, decimals))–\(fixed(interval.high * 100, decimals))%"
    }
    guard unit == "s" else { return "\(value(interval.low, unit: unit))–\(value(interval.high, unit: unit))" }
    let reference = centre ?? interval.high
    let (number, name) = scaled(reference)
    let factor = reference == 0 ? 1 : number / reference
    let ends = [interval.low, interval.high].map { short($0 * factor, abs($0 * factor) < 100 ? 1 : 0) }
    return "\(ends[0])–\(ends[1]) \(name)"
  }

  /// A demand as a sign and a bound: `≥ 80%`, `30–60 s`, `≥ +20% vs control`.
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
    default: return short(number, 3)
    }
  }

  /// A relative change: `+20%`, `-3.1%`.
  static func change(_ change: Double) -> String {
    "\(change >= 0 ? "+" : "")\(short(change * 100, 1))%"
  }

  /// `1 user`, `2 users`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(whole(number)) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension Verdict {
  /// A sign for people; always shown beside the word.
  var glyph: String {
    switch self {
    case .met: "✓"
    case .missed: "✗"
    case .undecided: "~"
    case .none: "–"
    }
  }

  /// A word for people.
  var word: String {
    switch self {
    case .met: "met"
    case .missed: "missed"
    case .undecided: "undecided"
    case .none: "no verdict"
    }
  }
}

extension KPIResult {
  var valueText: String { value.map { Wording.value($0, unit: unit) } ?? (isBeyondData ? "not reached" : "no data") }
  var intervalText: String { interval.map { Wording.interval($0, unit: unit, of: value) } ?? "" }

  /// More than half of the units never had the event, so that a median exists but not in these data.
  private var isBeyondData: Bool { (denominator ?? 0) > 0 }

  /// Bounds for people, `criterion` written out where both levels exist.
  func bounds(_ targets: [Target]) -> String {
    targets.map { Wording.bound($0.demand, unit: unit) }.joined(separator: ", ")
  }
}

extension Report {
  /// What was run, in one line.
  var subtitle: String {
    if let calibration {
      return [
        scenario.generation, Wording.count(calibration.users, "user"), Wording.count(calibration.events, "event"),
        "\(Wording.seconds(calibration.spanSeconds)) from \(calibration.first)",
        "values of `\(calibration.base)` elsewhere",
      ].joined(separator: " · ")
    }
    if let exploration {
      return [
        scenario.generation, exploration.strategy, Wording.count(exploration.schedules, "schedule"),
        "window \(Wording.seconds(exploration.windowSeconds))", "seed \(exploration.seed)",
      ].joined(separator: " · ")
    }
    if let load { return "\(load.subtitle) · seed \(scenario.seed)" }
    var parts = [scenario.generation, Wording.count(scenario.users, "user")]
    if !complete, isOfRun, let simulated = funnel.first?.users {
      // What was planned is not what is counted.
      let planned = scenario.users * scenario.replications
      parts[1] = "\(Wording.whole(simulated)) of \(Wording.count(planned, "user"))"
    } else if scenario.replications > 1 {
      parts.append("\(scenario.replications) replications")
    }
    parts.append("\(Wording.seconds(scenario.horizonSeconds)) of virtual time")
    parts.append("seed \(scenario.seed)")
    if let shard { parts.append("shard \(shard.index) of \(shard.of)") }
    return parts.joined(separator: " · ")
  }

  /// What the exit code says, in words.
  var outcome: String {
    if !complete { return "interrupted: \(findings)" }
    return exitCode == 1 ? "nothing found, and the search itself went wrong" : findings
  }

  private var findings: String {
    if let comparison { return comparison.outcome }
    if let load { return load.outcome(exitCode: codeOfFindings) }
    return switch codeOfFindings {
    case 11: "a state-race violation was found"
    case 10: "a target was missed"
    case _ where calibration != nil:
      "\(Wording.count(calibration?.fitted.count ?? 0, "value")) fitted"
    case _ where exploration != nil:
      "nothing found in \(Wording.count(exploration?.schedules ?? 0, "schedule"))"
    default: shard == nil ? "no violation, no target missed" : "no violation in this shard"
    }
  }
}
