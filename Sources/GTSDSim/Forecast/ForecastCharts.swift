import Documents
import GTSDModel
import GTSDStudies
import Statistics

/// The charts of a forecast.
extension ForecastSection {
  /// The axis unit for an indicator's unit.
  static func axisUnit(_ unit: String) -> Axis.Unit {
    switch unit {
    case "share": .share
    case "s": .seconds
    default: .number
    }
  }

  /// The first deciding target with a single absolute bound, which charts show.
  var targetDemand: KPITarget? {
    subject?.decidingTargets.map(\.demand).first { demand in
      if case .number = demand.value { demand.versus == .absolute } else { false }
    }
  }

  var targetLine: ReferenceLine? {
    guard let subject, let demand = targetDemand, case .number(let bound) = demand.value else { return nil }
    return ReferenceLine(bound, "\(demand.level.rawValue) \(Wording.bound(demand, unit: subject.unit))")
  }

  /// The values of replications; nil for fewer than two.
  var histogram: Histogram? {
    guard let subject, let values = subject.values, values.count > 1, let median = subject.quantile(0.5) else {
      return nil
    }
    let unit = Self.axisUnit(subject.unit)
    let targets = subject.targets.filter { $0.demand.versus == .absolute }.flatMap { target -> [ReferenceLine] in
      let name = target.demand.level.rawValue
      return switch target.demand.value {
      case .number(let bound):
        [ReferenceLine(bound, "\(name) \(Wording.bound(target.demand, unit: subject.unit))")]
      case .range(let low, let high):
        [ReferenceLine(low, "\(name) from \(unit.text(low))"), ReferenceLine(high, "to \(unit.text(high))")]
      }
    }
    let spread = subject.spreadClause.map { "\($0.prefix(1).uppercased())\($0.dropFirst()). " } ?? ""
    let likely = subject.targets.map { "\($0.name(unit: subject.unit)) : \($0.likelihood(of: replications))" }
      .joined(separator: "; ")
    return Histogram(
      title: "\(subject.title) over replications",
      summary: "\(subject.title) in \(Wording.count(values.count, "replication")): median "
        + "\(Wording.mean(median, unit: subject.unit)). \(spread)\(likely.isEmpty ? "" : likely + ".")",
      x: Axis(subject.title, unit), bins: Histogram.bins(of: values),
      references: targets + [ReferenceLine(median, "median \(Wording.mean(median, unit: subject.unit))")])
  }

  /// A chart of the share that has acknowledged over time: the median of the replications, and nested ranges around it.
  var fanChart: LineChart? {
    guard let fan, fan.points.count > 1, let last = fan.points.last, last.count == fan.shares.count + 1,
      fan.points.allSatisfy({ $0.count == last.count }), let middle = fan.shares.firstIndex(of: 0.5)
    else { return nil }
    let bands = fan.shares.indices.filter { $0 < fan.shares.count / 2 }.map { index in
      let other = fan.shares.count - 1 - index
      let share = fan.shares[other] - fan.shares[index]
      return LineChart.Band(
        "\(Wording.short(share * 100, 1))% of replications",
        fan.points.map { .init($0[0], $0[index + 1], $0[other + 1]) })
    }
    let acknowledged = indicators.first { $0.id == KPI.acknowledgmentRate24h.id }
    let targets = (acknowledged?.decidingTargets ?? []).compactMap { target -> ReferenceLine? in
      guard case .number(let bound) = target.demand.value, target.demand.versus == .absolute else { return nil }
      return ReferenceLine(bound, target.name(unit: "share"))
    }
    let hours = stride(from: 1.0, through: max(1, (last[0] / 3_600).rounded(.down)), by: 1).map { $0 }
    let ends = [last[1], last[last.count - 1]].map(Wording.percent)
    return LineChart(
      title: "Acknowledgment over time",
      summary:
        "After \(Wording.seconds(last[0])), \(Wording.percent(last[middle + 1])) have acknowledged in the median "
        + "replication, \(ends[0]) to \(ends[1]) in 95% of them.",
      x: Axis("Time since onboarding", .seconds, holds: [0]), y: .wholeShare("Share acknowledged"),
      series: [.init("median", fan.points.map { .init($0[0], $0[middle + 1]) }, bands: bands)], horizontals: targets,
      readings: hours.map { $0 * 3_600 }, readingNames: hours.map { "after \(Wording.short($0, 0)) h" })
  }
}

extension ForecastSection.Sensitivity {
  private static let shown = 12

  func tornadoChart(of title: String, unit: String, target: ReferenceLine?) -> Tornado? {
    let rows = moving.compactMap { row in row.bar.map { (row.name, $0) } }.prefix(Self.shown)
    guard !rows.isEmpty else { return nil }
    return Tornado(
      title: "\(title), one parameter at a time", summary: strongestText(unit: unit) ?? "",
      axis: Axis(title, ForecastSection.axisUnit(unit)), baseline: baseline,
      rows: rows.map { name, bar in
        .init(
          name, low: baseline + bar.low, high: baseline + bar.high,
          lowLabel: Wording.parameters(bar.factor.low, path: bar.factor.path),
          highLabel: Wording.parameters(bar.factor.high, path: bar.factor.path))
      }, target: target)
  }

  var correlationChart: BarChart? {
    let rows = rows.compactMap { row in row.correlation.map { (row.name, $0) } }
      .ordered { abs($0.1.value) > abs($1.1.value) }.prefix(Self.shown)
    guard let first = rows.first else { return nil }
    return BarChart(
      title: "Partial rank correlations",
      summary: "The strongest is \(first.0) with \(first.1.text) (\(first.1.chanceText)).",
      axis: Axis("Partial rank correlation", .correlation, holds: [-1, 1]), series: ["partial rank correlation"],
      rows: rows.map { name, one in
        .init(name, [.init(one.value, low: one.interval?.low, high: one.interval?.high)])
      })
  }

  var indexChart: BarChart? {
    let rows = rows.compactMap { row in row.index.map { (row.name, $0) } }.ordered { $0.1.total > $1.1.total }
      .prefix(Self.shown)
    guard let first = rows.first else { return nil }
    return BarChart(
      title: "Sobol indices",
      summary: "\(first.0) explains \(Wording.percent(first.1.first)) of the variance alone, "
        + "\(Wording.percent(first.1.total)) together with others.",
      axis: Axis("Share of the variance", .share, holds: [0, 1]), series: ["first-order", "total"],
      rows: rows.map { name, one in
        .init(
          name,
          [
            .init(one.first, low: one.firstInterval?.low, high: one.firstInterval?.high),
            .init(one.total, low: one.totalInterval?.low, high: one.totalInterval?.high),
          ])
      })
  }

  func heatMap(of title: String, unit: String, target: KPITarget?) -> HeatMap? {
    guard let map, !map.xs.isEmpty, !map.ys.isEmpty else { return nil }
    let names = ScenarioPath.names([map.x.path, map.y.path])
    let marked = target.flatMap { demand -> HeatMap.Target? in
      guard case .number(let bound) = demand.value else { return nil }
      let isAtLeast = demand.comparison == .atLeast || demand.comparison == .above
      return HeatMap.Target(bound, isAtLeast: isAtLeast, text: "meets \(Wording.bound(demand, unit: unit))")
    }
    let cells = map.values.flatMap(\.self)
    let met = marked.map { target in
      let count = cells.count(where: target.isMet)
      let cells = Wording.count(cells.count, "cell")
      return ": it \(target.text) in \(count == 0 ? "none" : Wording.whole(count)) of \(cells)"
    }
    return HeatMap(
      title: "Two parameters", summary: "\(title) over \(names[0]) and \(names[1])\(met ?? "").",
      columnLabel: names[0], columns: map.xTexts, rowLabel: names[1], rows: map.yTexts.reversed(),
      unit: ForecastSection.axisUnit(unit), cells: map.values.reversed(), target: marked)
  }
}

extension ForecastSection.Sensitivity.Map {
  /// The values along each axis as texts: a range where personas have different values, as in the tornado chart.
  fileprivate var xTexts: [String] { Self.texts(xs, xSpans, x.path) }
  fileprivate var yTexts: [String] { Self.texts(ys, ySpans, y.path) }

  private static func texts(_ values: [Double], _ spans: [[Double]]?, _ path: String) -> [String] {
    values.indices.map { Wording.parameters(spans?[$0] ?? [values[$0]], path: path) }
  }
}

extension ForecastSection.Solution {
  /// A chart of the indicator's mean over the values tried; nil for fewer than two.
  func chart(of title: String, unit: String, direction: KPIDirection) -> LineChart? {
    let tried = evaluations.filter { $0.count == 4 }
    guard tried.count > 1 else { return nil }
    let name = ScenarioPath.names([path])[0]
    var lines: [ReferenceLine] = []
    if let value {
      lines.append(ReferenceLine(value, number(value)))
      if let interval {
        lines.append(ReferenceLine(interval.low, "from \(number(interval.low))"))
        lines.append(ReferenceLine(interval.high, "to \(number(interval.high))"))
      }
    }
    return LineChart(
      title: "\(title) by \(name)", summary: text(unit: unit, direction: direction),
      x: Axis(name, ScenarioPath.isDuration(path) ? .seconds : Scenario.isProbability(at: path) ? .share : .number),
      y: Axis(title, ForecastSection.axisUnit(unit)),
      series: [
        .init(
          "mean", tried.map { .init($0[0], $0[1]) },
          bands: [.init("95% interval of the mean", tried.map { .init($0[0], $0[2], $0[3]) })], style: .straight)
      ],
      horizontals: [ReferenceLine(target, "target \(Wording.goal(target, unit: unit))")], verticals: lines,
      readings: tried.map { $0[0] }, readingNames: tried.map { "\(name) \(number($0[0]))" })
  }
}

extension ForecastSection.Rollout.Trigger {
  /// A chart of the rate over time with its limit and the stages; nil for a count, and for a rate that was rarely
  /// known.
  func chart(_ section: ForecastSection.Rollout) -> LineChart? {
    let points = rates.filter { $0.count == 4 }
    guard points.count > 1 else { return nil }
    return LineChart(
      title: "\(title) of the last 24 h", summary: finding(of: section.replications),
      x: Axis("Time since the start", .seconds, holds: [0]), y: Axis(title, .share, holds: [0]),
      series: [
        .init(
          "median", points.map { .init($0[0], $0[2]) },
          bands: [.init("90% of replications", points.map { .init($0[0], $0[1], $0[3]) })])
      ],
      horizontals: [ReferenceLine(limit, "limit \(limitText)")],
      verticals: section.stages.filter { $0.count == 2 }.map {
        ReferenceLine($0[0], "\(Wording.short($0[1] * 100, 1))%")
      })
  }
}
