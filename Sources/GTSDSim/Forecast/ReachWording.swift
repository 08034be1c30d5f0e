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

  /// The answer: the most helpful change that is shown to help, or that none is, and whether any change alone brings
  /// the mean to the target.
  func answer(unit: String, direction: KPIDirection, target: KPITarget? = nil) -> Statement {
    func helps(_ change: Change) -> Bool {
      guard let interval = change.interval else { return false }
      return direction == .lowerIsBetter ? interval.high < 0 : interval.low > 0
    }
    let tried = Wording.count(controlled.count, "change")
    guard let best = controlled.first(where: helps) else {
      let isMet = target?.isMet(by: baseline) ?? false
      let already =
        target.map { isMet ? " Without any change, the mean is \(Wording.bound($0, unit: unit)) already." : "" } ?? ""
      return Statement(
        finding: "None of \(tried) that a product team can make is shown to help, by "
          + "\(Wording.count(replications, "replication")) of the same people with and without each.\(already)",
        verdict: isMet ? .none : .undecided)
    }
    let rest = best.assumed.map { ", assuming \($0)" } ?? ""
    let chanceText = best.chanceText
    let chance =
      switch chanceText {
      case "–": ""
      case Change.unknownChance: "; how likely the target is then met is \(chanceText)"
      default: "; with it, the target is met with a probability of \(chanceText)"
      }
    return Statement(
      finding: "Of \(tried) that a product team can make, “\(best.name)” helps most: \(best.effectText(unit: unit))"
        + "\(rest)\(chance).\(target.map { gapText(best, $0, unit: unit) } ?? "")", verdict: best.verdict)
  }

  /// Whether the best change brings the mean to the target, in a sentence after a space.
  private func gapText(_ best: Change, _ target: KPITarget, unit: String) -> String {
    guard let value = best.value else { return "" }
    let bound = Wording.bound(target, unit: unit)
    let mean = "The mean is then \(Wording.mean(value, unit: unit))"
    if target.isMet(by: baseline) { return " \(mean); without any change, it is \(bound) already." }
    let reaching = controlled.filter { $0.value.map { target.isMet(by: $0) } ?? false }
    guard reaching.isEmpty else {
      return " \(mean): \(Wording.count(reaching.count, "change")) alone would make the mean \(bound)."
    }
    return " \(mean): no change alone makes it \(bound), and combinations were not tried."
  }

  /// A sentence on the habits that nobody controls; nil if there are none.
  func habitText(unit: String) -> String? {
    habits.first.map { first in
      let effect =
        first.isSame
        ? "did not change it in any replication"
        : first.difference == nil ? "could not be measured" : "would change it by \(first.effectText(unit: unit))"
      return "Nobody controls habits. They are for comparison: “\(first.name)” \(effect)."
    }
  }

  /// The design of the study.
  func methodText(unit: String) -> String {
    "The same \(Wording.count(users, "user")) in each of \(Wording.count(replications, "replication")), with and without each "
      + "change, under the same drawn assumptions: \(Wording.mean(baseline, unit: unit)) without any. Intervals are adjusted "
      + "for the number of changes."
  }

  /// The changes with their effects. Pages have the assumption behind an effect below the change.
  func table(_ changes: [Change], unit: String) -> Table {
    Table(
      [
        .head("Change"), .number("Effect"), .number("Mean with it"), .number("Probability of the target"),
        .text("Rests on", on: .text), .text("To try it", on: .text),
      ],
      changes.map { change in
        [
          .init(
            RichText([
              .plain(change.name), .fine(change.basisText.prefix(1).uppercased() + change.basisText.dropFirst()),
            ])),
          .init(change.effectText(unit: unit)), .init(change.value.map { Wording.mean($0, unit: unit) } ?? "no data"),
          .init(change.chanceText), .init(change.basisText), .code(change.option),
        ]
      })
  }

  /// The options that make each change on a command line.
  var options: DocumentBlock {
    .folded("To try a change", [.list(changes.map { RichText([.plain("\($0.name): "), .code($0.option)]) })])
  }
}

extension ForecastSection {
  /// The answer to what would reach the target; nil if no changes were tried.
  var reachAnswer: Statement? {
    reach?.answer(unit: subject?.unit ?? "", direction: direction, target: targetDemand)
  }
}

extension ForecastSection.Reach.Change {
  /// The mean and the probability of the target with the change, and the assumption behind its effect.
  func resultText(unit: String) -> String {
    let mean = value.map { "mean then \(Wording.mean($0, unit: unit))" }
    let chance = chanceText == "–" ? nil : "target met: \(chanceText)"
    return [mean, chance, basisText].compactMap(\.self).joined(separator: "; ")
  }

  /// A description of the assumption behind the effect, or a statement that only the simulation determines it.
  var basisText: String { assumed.map { "assumes: \($0)" } ?? "rests on the simulation alone" }

  /// The text for a probability whose interval covers nearly all values.
  static let unknownChance = "not known yet"

  /// Whether no replication differs with the change. A larger population may differ.
  var isSame: Bool { interval == nil && difference == 0 }

  /// The effect with its interval, and a remark if the effect is not shown.
  func effectText(unit: String) -> String {
    guard let difference else { return "not measured" }
    if isSame { return "the same in every replication" }
    guard interval != nil else { return Wording.difference(difference, unit: unit) }
    return Wording.change(difference, interval, unit: unit) + (isShown ? "" : ", not shown")
  }

  /// The probability that the target is met, with its interval; a dash where there is none.
  var chanceText: String {
    guard let probability else { return "–" }
    if let probabilityInterval, probabilityInterval.high - probabilityInterval.low > 0.8 { return Self.unknownChance }
    let ends = probabilityInterval.map { " (\(Wording.interval($0, unit: "share")))" } ?? ""
    let value = Wording.probability(probability)
    return value + ends
  }
}
