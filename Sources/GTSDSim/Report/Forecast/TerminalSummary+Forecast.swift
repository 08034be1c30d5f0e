import GTSDModel

extension TerminalSummary {
  /// The lines of a forecast after its headline.
  func forecast(_ section: ForecastSection) -> [String] {
    var lines = indicators(of: section) + spread(section)
    if let sensitivity = section.sensitivity {
      lines += tornado(sensitivity, unit: section.subject?.unit ?? "")
      lines += methods(sensitivity)
    }
    if let solution = section.solution { lines += goal(solution, unit: section.subject?.unit ?? "") }
    if let rollout = section.rollout { lines += self.rollout(rollout) }
    return lines
  }

  // MARK: Indicators

  private func indicators(of section: ForecastSection) -> [String] {
    // Three columns of figures; the name takes what is left.
    let name = width - 11 - 15 - 15
    func figures(_ indicator: ForecastSection.Indicator) -> String {
      trimmed(
        fit(indicator.title, name - 1) + " " + right(indicator.meanText, 11) + right(indicator.intervalText, 15)
          + right(indicator.spreadText, 15))
    }
    var lines = [
      bold(fit("Indicator", name) + right("mean", 11) + right("95% interval", 15) + right("5–95%", 15)),
      dim(String(repeating: "─", count: width)),
    ]
    for indicator in section.indicators where !indicator.targets.isEmpty {
      lines.append(figures(indicator))
      lines += indicator.targets.map { line($0, indicator, section) }
    }
    let rest = section.indicators.filter { $0.targets.isEmpty && $0.mean != nil }
    if !rest.isEmpty { lines += [dim("For information")] + rest.map(figures) }
    lines += wrap(
      "5–95% is the range of all but the lowest and the highest twentieth of replications. Met and missed are on average, "
        + "over the people of all replications; the share behind them is that of replications that meet the demand.",
      indent: 0
    ).map(dim)
    return lines + [""]
  }

  private func line(
    _ target: ForecastSection.Target, _ indicator: ForecastSection.Indicator, _ section: ForecastSection
  ) -> String {
    let verdict = report.verdict(target, of: indicator)
    let both = indicator.targets.contains { $0.demand.level != target.demand.level }
    let demand = both ? target.name(unit: indicator.unit) : Wording.bound(target.demand, unit: indicator.unit)
    let start = "  " + fit("\(verdict.glyph) \(verdict.word)", 14)
    let isWide = width >= 76
    let counts = isWide ? right("\(Wording.whole(target.met)) of \(Wording.whole(target.replications))", 14) : ""
    let end = target.probability == nil ? "" : counts + right(target.probabilityText, isWide ? 22 : 21)
    return trimmed(
      "  " + paint(String(start.dropFirst(2)), verdict) + fit(demand, max(8, width - start.count - end.count)) + end)
  }

  // MARK: Why replications differ

  private func spread(_ section: ForecastSection) -> [String] {
    var lines = [bold("Replications")]
    lines += wrap("\(section.replicationText(users: report.scenario.users)) \(section.stoppingText)", indent: 2)
    lines += wrap([section.uncertaintyText, section.samplingText ?? ""].joined(separator: " "), indent: 2)
    if let parameters = section.parameters {
      for value in parameters.values.prefix(10) {
        lines += wrap("\(value.path) \(value.uncertainty)", indent: 4).map(dim)
      }
      let more = parameters.values.count - 10
      if more > 0 { lines.append(dim("    and \(more) more in the report")) }
    }
    return lines + [""]
  }

  // MARK: What moves it

  private static let shown = 10

  private func tornado(_ study: ForecastSection.Sensitivity, unit: String) -> [String] {
    let rows = study.moving.compactMap { row in row.bar.map { (name: row.name, bar: $0) } }.prefix(Self.shown)
    guard !rows.isEmpty else { return [] }
    let changes = rows.flatMap { [$0.bar.low, $0.bar.high] }
    let name = min(rows.map(\.name.count).max() ?? 0, width >= 76 ? 34 : 22) + 1
    let columns = width - 2 - name - 11 - 11 - 1
    let scale = TextTornado(least: changes.min() ?? 0, most: changes.max() ?? 0, columns: columns)
    var lines = [bold("What moves it")] + wrap(study.methodText(unit: unit), indent: 2)
    lines.append(dim("  " + fit("Parameter", name) + right("at its low", 11) + right("at its high", 12)))
    for row in rows {
      let bar = row.bar
      lines.append(
        trimmed(
          "  " + fit(row.name, name) + right(Wording.effect(bar.low, unit: unit), 11)
            + right(Wording.effect(bar.high, unit: unit), 11) + " "
            + accent(trimmed(scale.bar(low: bar.low, high: bar.high)))))
    }
    lines += wrap("░ change with the parameter at its low end, █ at its high end, the people being the same", indent: 2)
      .map(dim)
    let rest = study.restText(shown: rows.count)
    if !rest.isEmpty { lines += wrap(rest, indent: 2).map(dim) }
    return lines + [""]
  }

  private func methods(_ study: ForecastSection.Sensitivity) -> [String] {
    let rows = study.rows.filter { $0.correlation != nil || $0.index != nil }.prefix(Self.shown)
    guard !rows.isEmpty else { return [] }
    let isWide = width >= 96
    let column = isWide ? 23 : 12
    let name = width - 2 - 3 * column
    func cell(_ value: String?, _ interval: String?) -> String {
      guard let value else { return right("–", column) }
      return right(isWide && interval?.isEmpty == false ? "\(value) (\(interval ?? ""))" : value, column)
    }
    var lines = [
      bold("  " + fit("All at once", name) + right("PRCC", column) + right("first-order", column))
        + bold(right("total", column))
    ]
    for row in rows {
      lines.append(
        trimmed(
          "  " + fit(row.name, name - 1) + " " + cell(row.correlation?.text, row.correlation?.intervalText)
            + cell(row.index?.firstText, row.index?.firstIntervalText)
            + cell(row.index?.totalText, row.index?.totalIntervalText)))
    }
    lines += wrap(study.methodsText, indent: 2).map(dim)
    return lines + [""]
  }

  // MARK: What would reach the target

  private func goal(_ solution: ForecastSection.Solution, unit: String) -> [String] {
    [bold("What reaches \(Wording.goal(solution.target, unit: unit))")]
      + wrap(solution.text(unit: unit), indent: 2) + wrap(solution.methodText, indent: 2).map(dim) + [""]
  }
}

/// Bars to both sides of a line at zero, in characters.
struct TextTornado {
  private let zero: Int
  private let left: Double
  private let right: Double
  private let columns: Int

  /// A scale from the least to the greatest change, zero among them, over so many columns, at least 3.
  init(least: Double, most: Double, columns: Int) {
    let (least, most) = (min(0, least), max(0, most))
    let cells = Double(max(3, columns) - 1)
    self.columns = max(3, columns)
    zero = most > least ? Int((-least / (most - least) * cells).rounded()) : Int(cells / 2)
    // Cells to each side of the line at zero, for each unit of change.
    left = least < 0 ? Double(zero) / -least : 0
    right = most > 0 ? Double(self.columns - 1 - zero) / most : 0
  }

  /// The changes at both ends of a parameter; the shorter bar lies on the longer where both are on one side.
  func bar(low: Double, high: Double) -> String {
    var cells = Array(repeating: Character(" "), count: columns)
    let bars: [(change: Double, sign: Character)] = [(low, "░"), (high, "█")]
    for bar in bars.sorted(by: { abs($0.change) > abs($1.change) }) {
      let length = Int((abs(bar.change) * (bar.change < 0 ? left : right)).rounded())
      for step in 0..<length {
        let place = bar.change < 0 ? zero - 1 - step : zero + 1 + step
        if cells.indices.contains(place) { cells[place] = bar.sign }
      }
    }
    cells[zero] = "│"
    return String(cells)
  }
}
