import Documents
import GTSDStudies
import GTSDWorld
import Statistics

extension ExplorationSection {
  /// The columns of finds as comma-separated values.
  static let csvHeader = [
    "key", "oracle", "hazard", "schedules", "share", "interval_low", "interval_high", "first", "constraints", "faults",
    "steps", "shrink_replays", "minimal", "likelihood_before", "likelihood_after", "twin", "twin_schedules",
    "twin_failures", "token",
  ]

  /// The rows, one for each find.
  var csvRows: [[String]] {
    finds.map { find in
      let interval = ProportionInterval.wilson(successes: find.schedules, trials: schedules)
      let number = CSV.number
      return [
        find.key, find.oracle, find.hazard ?? "", "\(find.schedules)",
        number(schedules > 0 ? Double(find.schedules) / Double(schedules) : nil), number(interval?.low),
        number(interval?.high), "\(find.first)",
        find.constraints.map { "\($0.before) < \($0.after)" }.joined(separator: "; "),
        find.faults.joined(separator: "; "), find.steps.joined(separator: "; "), "\(find.shrinkReplays)",
        "\(find.isMinimal)", number(find.decisive?.before), number(find.decisive?.after), find.twin?.strategy ?? "",
        find.twin.map { "\($0.schedules)" } ?? "", find.twin.map { "\($0.failures)" } ?? "", find.token,
      ]
    }
  }
}
