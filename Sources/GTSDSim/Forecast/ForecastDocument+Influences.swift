import Documents
import GTSDModel
import GTSDStudies
import Statistics

/// The section on what moves the forecast.
extension ForecastDocument {
  /// The influences on the indicator, by three methods, and the map of the two strongest parameters.
  var drivers: Document.Section? {
    guard let study = section.sensitivity else { return nil }
    let rest = study.remainingFactorsText(shown: study.moving.count)
    let all = study.rows.filter { $0.correlation != nil || $0.index != nil }
    return Document.Section(
      "drivers", "What moves it", untitled: .terminal,
      driverParts(study) + [
        DocumentBlock.paragraph(study.methodText(unit: unit)).on(.markdown),
        .table(driverTable(study)).on(.markdown),
        rest.isEmpty ? nil : .paragraph(RichText(rest)).on(.markdown),
        all.isEmpty ? nil : .table(methodTable(all)).on(.markdown),
        all.isEmpty ? nil : .paragraph(RichText(study.methodsText)).on(.markdown),
        .lines { layout in
          Array(
            [tornadoLines(study, layout), methodLines(study, layout)].filter { !$0.isEmpty }.joined(separator: [""]))
        },
      ])
  }

  /// The pictures of a page, each with a caption.
  private func driverParts(_ study: ForecastSection.Sensitivity) -> [DocumentBlock?] {
    let tornado = study.tornadoChart(of: title, unit: unit, target: section.targetLine)
    let correlations = study.correlationChart
    let indices = study.indexChart
    let map = study.heatMap(of: title, unit: unit, target: section.targetDemand)
    guard tornado != nil || correlations != nil || indices != nil || map != nil else { return [] }
    let rest = study.remainingFactorsText(shown: tornado?.rows.count ?? 0)
    let sources =
      study.sources.isEmpty
      ? nil : DocumentBlock.folded("Where the ranges come from", [.list(study.sources)])
    return [
      study.strongestText(unit: unit).flatMap { .note($0) },
      tornado.map { chart in
        .part(
          "One at a time",
          "\(study.methodText(unit: unit)) Each goes to its low and its high end, with the same people."
            + (rest.isEmpty ? "" : " \(rest)"), [.chart(chart), sources])
      },
      correlations.map { chart in
        .part(
          "Partial rank correlation",
          "How closely \(title) follows each parameter, −1 to 1, when all move at once: a Latin hypercube of "
            + "\(Wording.count(study.correlationTrials, "point")).", [.chart(chart)])
      },
      indices.map { chart in
        .part(
          "Shares of the variance",
          "Sobol's indices: what a parameter explains alone (first-order), and together with others (total); from "
            + "\(Wording.count(study.indexRows, "row")) of two sample matrices.", [.chart(chart)])
      },
      map.map { .part("The two that move it most, together", $0.summary, [.chart($0)]) },
    ]
  }

  private func driverTable(_ study: ForecastSection.Sensitivity) -> Table {
    Table(
      [
        .head("Parameter"), .number("Low end"), .number("Change there"), .number("High end"), .number("Change there"),
      ],
      study.moving.compactMap { row in
        row.bar.map { bar in
          [
            .init(row.name), .init(Wording.parameters(bar.factor.low, path: row.path)),
            .init(Wording.change(bar.low, bar.lowInterval, unit: unit)),
            .init(Wording.parameters(bar.factor.high, path: row.path)),
            .init(Wording.change(bar.high, bar.highInterval, unit: unit)),
          ]
        }
      })
  }

  private func methodTable(_ rows: [DriverRow]) -> Table {
    func cell(_ value: String?, _ interval: String?) -> Table.Cell {
      .init(value.map { interval?.isEmpty == false ? "\($0) (\(interval ?? ""))" : $0 } ?? "–")
    }
    return Table(
      [.head("Parameter"), .number("PRCC"), .number("First-order"), .number("Total")],
      rows.map { row in
        [
          .init(row.name), cell(row.correlation?.text, row.correlation?.intervalText),
          cell(row.index?.firstText, row.index?.firstIntervalText),
          cell(row.index?.totalText, row.index?.totalIntervalText),
        ]
      })
  }

  /// The number of parameters that a terminal shows.
  private static let shown = 10

  private func tornadoLines(_ study: ForecastSection.Sensitivity, _ layout: TerminalLayout) -> [String] {
    let rows = study.moving.compactMap { row in row.bar.map { (name: row.name, bar: $0) } }.prefix(Self.shown)
    guard !rows.isEmpty else { return [] }
    let changes = rows.flatMap { [$0.bar.low, $0.bar.high] }
    let showsIntervals = layout.width >= 60
    let column = showsIntervals ? 17 : 13
    let longest = layout.width >= 96 ? 34 : showsIntervals ? min(24, layout.width - 2 * column - 8) : 22
    let name = min(rows.map(\.name.count).max() ?? 0, longest) + 1
    let columns = layout.width - 2 - name - 2 * column - 1
    let scale = TextTornado(least: changes.min() ?? 0, most: changes.max() ?? 0, columns: columns)
    var lines = [layout.bold("What moves it")] + layout.wrap(study.methodText(unit: unit), indent: 2)
    lines.append(
      layout.dim(
        "  " + layout.fit("Parameter", name) + layout.right("at its low", column)
          + layout.right("at its high", column)))
    for row in rows {
      let bar = row.bar
      func ends(_ change: Double, _ interval: Interval?) -> String {
        layout.right(interval.map { "(\(Wording.differenceInterval($0, unit: unit, of: change)))" } ?? "", column)
      }
      var parts = layout.row(
        "  " + row.name, name + 2,
        layout.right(Wording.difference(bar.low, unit: unit, beside: bar.lowInterval), column)
          + layout.right(Wording.difference(bar.high, unit: unit, beside: bar.highInterval), column) + " "
          + layout.accent(layout.trimmed(scale.bar(low: bar.low, high: bar.high))))
      if showsIntervals, bar.lowInterval != nil || bar.highInterval != nil {
        let below = ends(bar.low, bar.lowInterval) + ends(bar.high, bar.highInterval)
        if parts.count == 1 { parts.append("") }
        parts[1] = layout.fit(parts[1], name + 2) + layout.dim(below)
      }
      lines += parts.map(layout.trimmed)
    }
    let legend = "░ change with the parameter at its low end, █ at its high end, the people being the same"
    let rest = study.remainingFactorsText(shown: rows.count)
    return lines + [legend, rest].filter { !$0.isEmpty }.flatMap { layout.wrap($0, indent: 2) }.map(layout.dim)
  }

  private func methodLines(_ study: ForecastSection.Sensitivity, _ layout: TerminalLayout) -> [String] {
    let rows = study.rows.filter { $0.correlation != nil || $0.index != nil }.prefix(Self.shown)
    guard !rows.isEmpty else { return [] }
    let isWide = layout.width >= 96
    let column = isWide ? 23 : 12
    let name = layout.width - 2 - 3 * column
    func cell(_ value: String?, _ interval: String?) -> String {
      guard let value else { return layout.right("–", column) }
      return layout.right(isWide && interval?.isEmpty == false ? "\(value) (\(interval ?? ""))" : value, column)
    }
    let head = [
      layout.bold(
        "  " + layout.fit("All at once", name) + layout.right("PRCC", column) + layout.right("first-order", column))
        + layout.bold(layout.right("total", column))
    ]
    return head
      + rows.flatMap { row in
        layout.row(
          "  " + row.name, name + 1,
          " " + cell(row.correlation?.text, row.correlation?.intervalText)
            + cell(row.index?.firstText, row.index?.firstIntervalText)
            + cell(row.index?.totalText, row.index?.totalIntervalText))
      } + layout.wrap(study.methodsText, indent: 2).map(layout.dim)
  }
}
