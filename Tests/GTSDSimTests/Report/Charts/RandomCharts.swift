import Foundation
import GTSDSim

@testable import Documents

/// Charts of random data, and of hardly any data.
enum RandomCharts {
  static let kinds = 7

  static func chart(_ kind: Int, _ chance: inout Chance) -> any Chart {
    let unit = AxisTests.units[chance.next(below: AxisTests.units.count)]
    let axis = Axis(chance.word(), unit, scale: chance.next(below: 4) == 0 ? .log : .linear)
    let data = chance.data()
    let reference = chance.next(below: 2) == 0 ? ReferenceLine(data[0], chance.word()) : nil
    switch kind {
    case 0: return lines(.steps, axis, &chance)
    case 1: return lines(.straight, axis, &chance)
    case 2:
      return Histogram(
        title: "h", summary: chance.word(), x: axis, bins: Histogram.bins(of: data),
        references: (0..<chance.next(below: 4)).map { _ in .init(data[chance.next(below: data.count)], chance.word()) })
    case 3:
      return IntervalChart(
        title: "i", summary: chance.word(), axis: axis,
        rows: data.prefix(12).map { .init(chance.word(), $0, low: $0 - abs($0) * chance.uniform(), high: $0 * 1.1) },
        reference: reference)
    case 4:
      return Tornado(
        title: "t", summary: chance.word(), axis: axis, baseline: data[0],
        rows: zip(data, data.reversed()).prefix(10).map {
          .init(chance.word(), low: $0, high: $1, lowLabel: chance.word(), highLabel: chance.word())
        }, target: reference)
    case 5:
      let (rows, columns) = (1 + chance.next(below: 9), 1 + chance.next(below: 12))
      return HeatMap(
        title: "m", summary: chance.word(), columnLabel: chance.word(),
        columns: (0..<columns).map { _ in chance.word() }, rowLabel: chance.word(),
        rows: (0..<rows).map { _ in chance.word() }, unit: unit,
        cells: (0..<rows).map { _ in chance.data().map { $0 } }, target: .init(data[0], text: chance.word()))
    default:
      let series = (0...chance.next(below: 3)).map { "series \($0)" }
      return BarChart(
        title: "b", summary: chance.word(), axis: axis, series: series,
        rows: data.prefix(9).map { value in
          .init(chance.word(), series.map { _ in .init(value * chance.uniform(), low: value * 0.9, high: value * 1.1) })
        }, reference: reference)
    }
  }

  private static func lines(_ style: LineChart.Style, _ x: Axis, _ chance: inout Chance) -> LineChart {
    let series = (0..<chance.next(below: 9)).map { index in
      let xs = chance.data().sorted()
      let points = zip(xs, chance.data()).map { LineChart.Point($0, $1) }
      let band = points.map { point in
        LineChart.Band.Point(point.x, point.y * 0.9, chance.next(below: 9) == 0 ? .infinity : point.y * 1.2)
      }
      return LineChart.Series(
        "\(index) \(chance.word())", points, bands: index % 2 == 0 ? [] : [.init("95%", band)], style: style)
    }
    func references() -> [ReferenceLine] {
      (0..<chance.next(below: 4)).map { _ in .init(chance.data()[0], chance.word()) }
    }
    return LineChart(
      title: "l", summary: "", x: x, y: Axis(chance.word(), .number), series: series, horizontals: references(),
      verticals: references())
  }

  /// No data, one point, equal values, and values that are not numbers.
  static let degenerate: [any Chart] = {
    let axis = Axis("", .number)
    func lines(_ points: [LineChart.Point], _ style: LineChart.Style = .straight) -> LineChart {
      LineChart(
        title: "", summary: "", x: axis, y: Axis("", .share),
        series: [.init("s", points, bands: [.init("b", points.map { .init($0.x, -.infinity, $0.y) })], style: style)],
        horizontals: [.init(.nan, "none"), .init(0.5, "half")])
    }
    func bars(_ values: [Double?]) -> BarChart {
      BarChart(
        title: "", summary: "", axis: axis, series: ["a", "b"],
        rows: values.map { .init("r", [.init($0, low: -.infinity, high: .infinity), .init(nil)]) })
    }
    func rows(_ values: [Double?]) -> IntervalChart {
      IntervalChart(
        title: "", summary: "", axis: axis,
        rows: values.map { .init("r", $0, low: -.infinity, high: $0.map { $0 * 2 }) }, reference: .init(.nan, "odd"))
    }
    func tornado(_ values: [Double]) -> Tornado {
      Tornado(
        title: "", summary: "", axis: axis, baseline: values.first ?? .nan,
        rows: values.map { .init("r", low: $0, high: $0, lowLabel: "l", highLabel: "h") }, target: .init(.nan, "odd"))
    }
    func map(_ cells: [[Double?]]) -> HeatMap {
      HeatMap(
        title: "", summary: "", columnLabel: "", columns: cells.first.map { $0.map { _ in "c" } } ?? [], rowLabel: "",
        rows: cells.map { _ in "r" }, unit: .share, cells: cells)
    }
    let odd: [Double] = [.nan, .infinity, -.infinity, 0, 1e308, -1e308, Double.leastNonzeroMagnitude]
    return [
      LineChart(title: "", summary: "", x: axis, y: axis, series: []),
      lines([]), lines([.init(3, 0.2)]), lines([.init(3, 0.2)], .steps),
      lines([.init(1, 0.5), .init(2, 0.5)]), lines([.init(2, 0.1), .init(2, 0.9)], .steps),
      lines(odd.map { .init($0, $0) }), lines(odd.map { .init($0, 0.5) }, .steps),
      LineChart(
        title: "", summary: "", x: Axis("", .seconds, scale: .log), y: Axis("", .count, scale: .log),
        series: [.init("s", odd.map { .init($0, -$0) })]),
      Histogram(title: "", summary: "", x: axis, bins: []),
      Histogram(title: "", summary: "", x: axis, bins: Histogram.bins(of: [7])),
      Histogram(title: "", summary: "", x: axis, bins: Histogram.bins(of: [7, 7, 7])),
      Histogram(title: "", summary: "", x: axis, bins: Histogram.bins(of: odd)),
      bars([]), bars([nil]), bars([0]), bars([2, 2]), bars(odd),
      rows([]), rows([nil]), rows([0]), rows([2, 2]), rows(odd),
      tornado([]), tornado([1]), tornado([1, 1]), tornado(odd),
      map([]), map([[nil]]), map([[1]]), map([[1, 1], [1]]), map([odd]),
    ]
  }()
}
