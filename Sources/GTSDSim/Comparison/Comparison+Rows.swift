import Documents
import GTSDModel
import GTSDStudies
import GTSDWorld
import Statistics

extension ComparisonSection {
  /// The columns of comparisons as comma-separated values.
  static let csvHeader = [
    "side", "baseline", "id", "title", "unit", "baseline_value", "side_value", "pairs", "difference", "interval_low",
    "interval_high", "interval_level", "interval_method", "lift", "lift_low", "lift_high", "p", "p_adjusted",
    "narrowing", "needed", "demands", "verdict",
  ]

  /// The rows: one for each indicator and contrast, or the sizes of a plan if nothing was compared.
  var csvRows: [[String]] {
    let (number, whole) = (CSV.number, CSV.count)
    return contrasts.flatMap { contrast in
      contrast.rows.map { row in
        let numbers = [
          number(row.difference), number(row.interval?.low), number(row.interval?.high), number(row.interval?.level),
          row.interval?.method ?? "", number(row.lift), number(row.liftInterval?.low), number(row.liftInterval?.high),
          number(row.p), number(row.adjustedP), number(row.narrowing), whole(row.needed),
        ]
        let demands = row.targets.map { "\($0.demand.csvText): \($0.verdict.rawValue)" }.joined(separator: "; ")
        return [
          contrast.side, contrast.baseline, row.id, row.title, row.unit, number(row.baseline), number(row.value),
          whole(row.pairs),
        ] + numbers + [demands, row.verdict.rawValue]
      }
    }
  }

  static let planHeader = [
    "lift", "source", "power", "share", "control_outcomes", "control_users", "users", "days",
  ]

  var planRows: [[String]] {
    (plan?.sampleSizes ?? []).map { size in
      [
        NineDigits.text(of: size.lift), size.source, NineDigits.text(of: size.power),
        size.share.map(NineDigits.text(of:)) ?? "", size.controlOutcomes.map { "\($0)" } ?? "",
        size.controlUsers.map { "\($0)" } ?? "", size.users.map { "\($0)" } ?? "",
        size.days.map(NineDigits.text(of:)) ?? "",
      ]
    }
  }

  /// The meaning of the exit code, in words.
  var outcome: String {
    switch exitCode {
    case 11: "an invariant is newly broken"
    case 10: "worse, or a target is missed"
    default:
      isPlanOnly
        ? "planned" : design == .loads ? "nothing shown to be worse" : "main indicator not shown to be worse"
    }
  }
}
