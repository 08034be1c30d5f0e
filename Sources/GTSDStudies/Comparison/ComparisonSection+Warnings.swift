package import GTSDModel
import Statistics

extension ComparisonSection {
  /// Adjusts p-values, sets verdicts and adds warnings.
  ///
  /// - Parameters:
  ///   - row: a contrast's row of an indicator at another level.
  ///   - time: a contrast's time to an event at another level.
  package mutating func finish(
    main: KPI, row: (_ contrast: Int, _ kpi: KPI, _ level: Double) -> Row? = { _, _, _ in nil },
    time: (_ contrast: Int, _ id: SurvivalID, _ level: Double) -> TimeToEvent? = { _, _, _ in nil }
  ) {
    contrasts.adjust(main: main, alpha: 1 - level, row: row, time: time)
    warnings = sideWarnings + contrasts.flatMap(warnings(of:)) + warnings
  }

  private var sideWarnings: [String] {
    guard let first = sides.first, design != .arms, design != .loads else { return [] }
    var result: [String] = []
    if isWithItself, !contrasts.isEmpty {
      result.append("No value of the scenario differs between the sides: each is compared with itself.")
    }
    for side in sides.dropFirst() {
      if side.horizonSeconds != first.horizonSeconds {
        result.append(
          "\(side.name) lasts \(Wording.seconds(side.horizonSeconds)), \(first.name) "
            + "\(Wording.seconds(first.horizonSeconds)): what has no window of its own does not compare.")
      }
      if side.users != first.users, side.source != "arm" {
        result.append(
          "\(side.name) has \(Wording.count(side.users, "user")), \(first.name) \(Wording.whole(first.users)): "
            + "load on the backend differs too.")
      }
    }
    return result
  }

  /// Whether no value differs between the sides, so that each is compared with itself.
  private var isWithItself: Bool { design == .paired && differences.isEmpty }

  private func warnings(of contrast: Contrast) -> [String] {
    var result: [String] = []
    if design != .unpaired, let pairs = contrast.rows.compactMap(\.pairs).max(), pairs < 2 {
      result.append("One replication has no spread: there are no intervals. Use --replications 2 or more.")
    }
    if let row = contrast.rows.first(where: { $0.id == kpi }) {
      if !row.isMeasured {
        result.append("\(contrast.side): \(row.title) could not be measured in both sides.")
      } else if row.isInconclusive {
        result.append("\(contrast.side): the interval of \(row.title) says nothing yet. \(remedy(row))")
      }
    }
    // Two equal sides never differ, whatever the amount of data.
    if isWithItself { return result }
    let silent = contrast.rows.filter { $0.id != kpi && $0.isInconclusive }.map(\.title)
    if !silent.isEmpty {
      let more = silent.count > 6 ? " and \(silent.count - 6) more." : "."
      result.append(
        "\(contrast.side): the data are too few to distinguish a change of 10% of the baseline, or the required "
          + "change, from none: \(silent.prefix(6).joined(separator: ", "))\(more)")
    }
    return result
  }

  /// A text that names the sample size which would distinguish a difference of the observed size from none.
  private func remedy(_ row: Row) -> String {
    guard let needed = row.needed else { return "It contains both zero and large differences." }
    let amount =
      design == .unpaired
      ? "\(Wording.whole(needed)) outcomes in the baseline and as many times more in the other"
      : "\(Wording.count(needed, "replication")), or as many times more users"
    return "If the true difference is the observed one, finding it in four cases of five takes about \(amount)."
  }
}
