import Documents
import GTSDLogs
import GTSDModel
import Statistics

/// The sections of the experiments in a log.
struct LoggedExperimentSections {
  let experiments: [LoggedExperiment]

  var sections: [Document.Section] {
    experiments.enumerated().map { index, experiment in section(experiment, number: index + 1) }
  }

  private func section(_ experiment: LoggedExperiment, number: Int) -> Document.Section {
    let findings = experiment.sentences.map { RichText($0.sentence) }
    return Document.Section(
      "experiment-\(number)", "Experiment \(experiment.name)",
      [
        .note("What the log says of an experiment that was made with its people."),
        .list(findings, experiment.effect == .stated ? .plain : .finding).on(.written),
        experiment.arms.isEmpty ? nil : .table(people(experiment), on: .all),
        experiment.rows.isEmpty ? nil : .table(effects(experiment), on: .all),
        .chart(chart(experiment)), .list(experiment.remarks, .remark).on(.written),
        .list(Array(experiment.remarks.prefix(experiment.rows.isEmpty ? 6 : 3)), .remark).on(.terminal),
      ])
  }

  private func people(_ experiment: LoggedExperiment) -> Table {
    let all = experiment.arms.reduce(0) { $0 + $1.people }
    return Table(
      [.head("Arm"), .number("People", style: "value"), .number("Share"), .number("Planned", style: "dim")],
      experiment.arms.map { arm in
        [
          .init(arm.name), .init(Wording.whole(arm.people)),
          .init(all > 0 ? Wording.percent(Double(arm.people) / Double(all)) : ""), .init(Wording.percent(arm.planned)),
        ]
      })
  }

  private func effects(_ experiment: LoggedExperiment) -> Table {
    var columns: [Table.Column] = [
      .head("Indicator"), .text("Arm"), .number("Share", style: "value"), .number("Of", style: "dim"),
      .number("Difference"), .number("Always-valid interval", inTexts: "always valid"),
      .number("95%, looked at once", inTexts: "once", style: "dim"), .number("Best", inTexts: "best"),
      .text("", inTexts: "says"),
    ]
    for (index, rank) in [(3, 2), (6, 3), (7, 1)] { columns[index].leaves = rank }
    return Table(
      columns,
      experiment.rows.filter { row in row.arms.contains { $0.trials > 0 } }.flatMap { row in
        row.arms.enumerated().map { index, own in
          [
            .init(index == 0 ? row.title : ""), .init(own.arm), .init(own.shareText),
            .init(Wording.whole(own.trials)), .init(own.differenceText), .init(own.alwaysValidText),
            .init(own.plannedText), .init(own.bestText), .init(index == 0 ? "" : own.verdict.word),
          ]
        }
      })
  }

  /// A chart of the differences of all indicators, around zero.
  private func chart(_ experiment: LoggedExperiment) -> IntervalChart? {
    let several = experiment.arms.count > 2
    let rows = experiment.rows.flatMap { row in
      row.arms.dropFirst().compactMap { own -> IntervalChart.Row? in
        guard let difference = own.difference, let interval = own.alwaysValid else { return nil }
        return .init(
          several ? "\(row.title), \(own.arm)" : row.title, difference, low: interval.low, high: interval.high)
      }
    }
    guard !rows.isEmpty, let control = experiment.arms.first else { return nil }
    let clear = experiment.rows.reduce(0) { sum, row in
      sum + row.arms.count { $0.verdict != .noDifference && $0.verdict != .notMeasured }
    }
    return IntervalChart(
      title: "Differences to \(control.name)",
      summary:
        "\(Wording.whole(clear)) of \(Wording.count(rows.count, "difference")) shown by an always-valid interval.",
      axis: Axis("Difference to the control", .points), rows: rows, reference: ReferenceLine(0, control.name))
  }
}
