import Foundation
import GTSDSim

@testable import Documents
@testable import Statistics

/// One or more charts of every kind, with data that are hard to draw.
enum SampleCharts {
  static let names = [
    "survival", "fan", "power", "crowd", "log", "histogram", "forest", "tornado", "heat", "sobol", "bars",
  ]

  static func named(_ name: String) -> any Chart {
    switch name {
    case "survival": survival
    case "fan": fan
    case "power": power
    case "crowd": crowd
    case "log": logarithmic
    case "histogram": histogram
    case "forest": forest
    case "tornado": tornado
    case "heat": heat
    case "sobol": sobol
    default: bars
    }
  }

  static let day = Axis("Time since onboarding", .seconds, holds: [0, 86_400])

  static var survival: LineChart {
    func arm(_ name: String, _ ceiling: Double, _ half: Double) -> LineChart.Series {
      let points = stride(from: 0.0, through: 86_400, by: 1_800).map { time in
        LineChart.Point(time, ceiling * time / (time + half))
      }
      let band = points.map { LineChart.Band.Point($0.x, max(0, $0.y - 0.02), min(1, $0.y + 0.02)) }
      return .init(name, points, bands: [.init("95% interval", band)], style: .steps)
    }
    return LineChart(
      title: "Acknowledgment by arm", summary: "After 24 hours B leads with 79.5%, A has 70.8%, C 71.9%.", x: day,
      y: .wholeShare("Share acknowledged"),
      series: [arm("A, control", 0.8, 11_000), arm("B", 0.87, 8_000), arm("C, long copy", 0.81, 10_800)],
      horizontals: [.init(0.8, "target 80%")], verticals: [.init(4 * 3_600, "first reminder")])
  }

  static var fan: LineChart {
    let times = stride(from: 0.0, through: 86_400, by: 900).map { $0 }
    func curve(_ offset: Double) -> [Double] {
      times.map { time in min(1, 0.84 * time / (time + 9_000) * (1 + offset * 0.12)) }
    }
    func band(_ name: String, _ width: Double) -> LineChart.Band {
      let (low, high) = (curve(-width), curve(width))
      return .init(name, times.indices.map { .init(times[$0], low[$0], high[$0]) })
    }
    let median = zip(times, curve(0)).map { LineChart.Point($0, $1) }
    return LineChart(
      title: "Acknowledgment over 24 hours",
      summary: "In the median replication 76.1% have acknowledged after 24 hours.", x: day,
      y: .wholeShare("Share acknowledged"),
      series: [.init("median", median, bands: [band("95%", 1.96), band("80%", 1.28), band("50%", 0.67)])],
      horizontals: [.init(0.8, "target 80%")])
  }

  static var power: LineChart {
    let sizes = [100.0, 200, 400, 600, 800, 1_000, 1_500, 2_000]
    func curve(_ name: String, _ scale: Double) -> LineChart.Series {
      .init(name, sizes.map { .init($0, 1 - exp(-$0 / scale)) })
    }
    return LineChart(
      title: "Power", summary: "1,000 users an arm find a lift of 5 points with a power of 86.5%.",
      x: Axis("Users an arm", .count, holds: [0]), y: .wholeShare("Power"),
      series: [curve("+5 pp", 500), curve("+3 pp", 1_200), curve("+1 pp", 9_000)],
      horizontals: [.init(0.8, "80% wanted")], verticals: [.init(1_000, "planned")])
  }

  /// Eight curves that end at nearly the same height, and targets at nearly the same value.
  static var crowd: LineChart {
    LineChart(
      title: "Crowd", summary: "Eight curves end near each other.", x: Axis("Day", .number), y: Axis("Index", .number),
      series: (0..<8).map { index in
        let (slope, start) = (3 + Double(index % 3) * 0.05, 50 + Double(index) * 0.1)
        return .init("scenario number \(index)", (0...7).map { .init(Double($0), start + Double($0) * slope) })
      },
      horizontals: [.init(70, "lower bound"), .init(70.5, "criterion"), .init(71, "target")],
      verticals: [.init(3, "10%"), .init(3.1, "25%"), .init(7, "end")])
  }

  static var logarithmic: LineChart {
    let users = [1.0, 10, 100, 1_000, 10_000]
    return LineChart(
      title: "Latency under load", summary: "The 99th percentile reaches 4 s at 10,000 users.",
      x: Axis("Concurrent users", .count, scale: .log), y: Axis("Latency", .seconds, scale: .log),
      series: [
        .init("p50", zip(users, [0.02, 0.021, 0.03, 0.2, 1.1]).map { .init($0, $1) }),
        .init("p99", zip(users, [0.11, 0.12, 0.2, 1.5, 4]).map { .init($0, $1) }),
      ], horizontals: [.init(2, "limit 2 s")])
  }

  static var histogram: Histogram {
    let values = (0..<200).map { index in
      0.784 + 0.011 * NormalDistribution.quantile((Double(index) + 0.5) / 200)
    }
    return Histogram(
      title: "Acknowledged within 24 h", summary: "8% of 200 replications reach the target of 80%.",
      x: Axis("Share acknowledged within 24 h", .share), bins: Histogram.bins(of: values),
      references: [.init(0.8, "target 80%"), .init(0.784, "median 78.4%")])
  }

  static var forest: IntervalChart {
    IntervalChart(
      title: "Differences", summary: "Two of five differences are off zero.",
      axis: Axis("Difference to control", .points),
      rows: [
        .init("Acknowledged within 24 h", 0.031, low: 0.012, high: 0.05),
        .init("Dismissal rate", -0.004, low: -0.021, high: 0.013),
        .init("Zero state tap-through among those who saw it twice", 0.02, low: -0.001, high: 0.041),
        .init("Summary completed", -0.018, low: -0.03, high: -0.006),
        .init("Retention, 7 days", nil, low: -.infinity, high: 0.02),
      ], reference: .init(0, "no difference"))
  }

  static var tornado: Tornado {
    Tornado(
      title: "What moves it", summary: "The share of people who follow the card moves it most.",
      axis: Axis("Share acknowledged within 24 h", .share), baseline: 0.784,
      rows: [
        .init("population.personas[0].followCard", low: 0.71, high: 0.842, lowLabel: "0.4", highLabel: "0.7"),
        .init("backend.metricsDelay", low: 0.799, high: 0.741, lowLabel: "5 s", highLabel: "60 s"),
        .init("client.summaryContinueAfter", low: 0.786, high: 0.779, lowLabel: "5 s", highLabel: "20 s"),
        .init("network.lossRate", low: 0.784, high: 0.769, lowLabel: "0%", highLabel: "2%"),
        .init("personas.thinkTime", low: 0.79, high: 0.795, lowLabel: "lognormal 2 s", highLabel: "lognormal 8 s"),
      ], target: .init(0.8, "target 80%"))
  }

  static var heat: HeatMap {
    let follow = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    let delays = [0.0, 15, 30, 45, 60]
    var cells: [[Double?]] = delays.map { delay in follow.map { 0.5 + 0.42 * $0 - delay * 0.001 } }
    cells[4][0] = nil
    return HeatMap(
      title: "Two parameters",
      summary: "The target of 80% needs 0.8 of the people to follow the card, more if it is slow.",
      columnLabel: "Share that follows the card", columns: follow.map { Axis.Unit.number.text($0) },
      rowLabel: "Delay of the metrics", rows: delays.map { Axis.Unit.seconds.text($0) }, unit: .share, cells: cells,
      target: .init(0.8, text: "at least 80%"))
  }

  static var sobol: BarChart {
    BarChart(
      title: "Sobol indices", summary: "followCard explains 62% of the variance alone, 71% with its interactions.",
      axis: Axis("Share of the variance", .share), series: ["first-order", "total"],
      rows: [
        .init("followCard", [.init(0.62, low: 0.58, high: 0.66), .init(0.71, low: 0.66, high: 0.76)]),
        .init("metricsDelay", [.init(0.2, low: 0.17, high: 0.24), .init(0.27, low: 0.23, high: 0.31)]),
        .init("lossRate", [.init(-0.004, low: -0.02, high: 0.01), .init(0.03, low: 0.01, high: 0.05)]),
        .init("thinkTime", [.init(nil), .init(0)]),
      ])
  }

  static var bars: BarChart {
    BarChart(
      title: "Rank correlations", summary: "followCard correlates most.",
      axis: Axis("Partial rank correlation", .number, holds: [-1, 1]), series: ["PRCC"],
      rows: [
        .init("followCard", [.init(0.91, low: 0.88, high: 0.93)]),
        .init("metricsDelay", [.init(-0.62, low: -0.7, high: -0.52)]),
        .init("lossRate", [.init(-0.08, low: -0.2, high: 0.05)]),
      ])
  }
}
