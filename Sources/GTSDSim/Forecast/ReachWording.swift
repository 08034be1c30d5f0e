import Documents
import GTSDModel
import GTSDStudies
import Statistics

/// The texts and the table of the changes that a product team can make.
extension ForecastSection.Reach {
  /// The changes that a product team decides, the most helpful first.
  var controlled: [Change] { changes.filter(\.isControlled) }
  /// The habits that nobody controls, the most helpful first.
  var habits: [Change] { changes.filter { !$0.isControlled } }

  /// The answer: the most helpful of the changes that are shown to help, or a sentence that none is.
  func answer(unit: String, direction: KPIDirection) -> Statement {
    func helps(_ change: Change) -> Bool {
      guard let interval = change.interval else { return false }
      return direction == .lowerIsBetter ? interval.high < 0 : interval.low > 0
    }
    let tried = Wording.count(controlled.count, "change")
    guard let best = controlled.first(where: helps) else {
      return Statement(
        finding: "None of \(tried) that a product team can make is shown to help, by "
          + "\(Wording.count(replications, "replication")) of the same people with and without each.",
        verdict: .undecided)
    }
    let rest = best.assumed.map { ", assuming \($0)" } ?? ""
    let told = best.chanceText
    let chance =
      switch told {
      case "–": ""
      case Change.untold: "; how likely the target is then met is \(told)"
      default: "; with it, the target is met with a probability of \(told)"
      }
    return Statement(
      finding: "Of \(tried) that a product team can make, “\(best.name)” helps most: \(best.effectText(unit: unit))"
        + "\(rest)\(chance).", verdict: best.verdict)
  }

  /// A sentence on the habits that nobody controls; nil without any.
  func habitText(unit: String) -> String? {
    habits.first.map {
      "Nobody controls habits. For comparison, “\($0.name)” would change it by \($0.effectText(unit: unit))."
    }
  }

  /// The design of the study.
  func methodText(unit: String) -> String {
    "The same \(Wording.count(users, "user")) in each of \(Wording.count(replications, "replication")), with and without each "
      + "change, under the same drawn assumptions: \(Wording.mean(baseline, unit: unit)) without any. Intervals are adjusted "
      + "for the number of changes."
  }

  func table(_ changes: [Change], unit: String) -> Table {
    Table(
      [
        .head("Change"), .number("Effect"), .number("With it"), .number("Target met"), .text("Rests on"),
        .text("Command line", on: .written),
      ],
      changes.map { change in
        [
          .init(change.name), .init(change.effectText(unit: unit)),
          .init(change.value.map { Wording.mean($0, unit: unit) } ?? "no data"), .init(change.chanceText),
          .init(change.assumed.map { "assumed: \($0)" } ?? "the simulation"), .code(change.option),
        ]
      })
  }
}

extension ForecastSection.Reach.Change {
  /// The text for a probability whose interval is too wide to be useful.
  static let untold = "not told yet"

  /// The effect with its interval, and a remark if the effect is not shown.
  func effectText(unit: String) -> String {
    guard let difference else { return "not measured" }
    guard interval != nil else { return difference == 0 ? "changes nothing" : Wording.effect(difference, unit: unit) }
    return Wording.change(difference, interval, unit: unit) + (isShown ? "" : ", not shown")
  }

  /// The probability that the target is met, with its interval; a dash where there is none.
  var chanceText: String {
    guard let probability else { return "–" }
    if let probabilityInterval, probabilityInterval.high - probabilityInterval.low > 0.8 { return Self.untold }
    let ends = probabilityInterval.map { " (\(Wording.interval($0, unit: "share")))" } ?? ""
    let value = probability < 0.01 ? "under 1%" : probability > 0.99 ? "over 99%" : Wording.percent(probability)
    return value + ends
  }
}
