import Foundation
import GTSDSim
import Testing

@testable import Documents

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The charts compared with reviewed files; `RECORD_SNAPSHOTS=1 swift test --filter ChartTests` writes them again.
struct ChartTests {
  static let widths = [260.0, 340, 520, 800, 1_200]

  @Test(arguments: SampleCharts.names)
  func drawsAsRecorded(name: String) throws {
    try Snapshot.expect(SampleCharts.named(name).html + "\n", named: "\(name).html", in: "Report/charts")
  }

  @Test(arguments: SampleCharts.names)
  func sampleChartsAreSound(name: String) {
    expectSound(SampleCharts.named(name))
  }

  @Test(arguments: 0..<RandomCharts.kinds)
  func randomChartsAreSound(kind: Int) {
    var chance = Chance(seed: UInt64(100 + kind))
    for _ in 0..<20 { expectSound(RandomCharts.chart(kind, &chance)) }
  }

  @Test(arguments: RandomCharts.degenerate.indices)
  func degenerateChartsAreSound(index: Int) {
    expectSound(RandomCharts.degenerate[index])
  }

  /// Every row of a chart shows its name, even if other texts have to be left out.
  @Test(arguments: ["forest", "tornado", "sobol", "bars"])
  func everyRowIsNamed(name: String) {
    let chart = SampleCharts.named(name)
    for width in Self.widths {
      let texts = chart.drawing(width: width).labels.map(\.text)
      for row in chart.table.rows {
        let isNamed = texts.contains { text in
          text == row[0] || (text.hasSuffix("…") && row[0].hasPrefix(text.dropLast()))
        }
        #expect(isNamed, "\(row[0]) at \(width) in \(texts)")
      }
    }
  }

  @Test func everyCurveIsLabelledAtItsEnd() {
    for name in ["survival", "power", "log", "crowd"] {
      let chart = SampleCharts.named(name)
      guard let lines = chart as? LineChart else { continue }
      let texts = lines.drawing(width: 800).labels.map(\.text)
      for series in lines.series { #expect(texts.contains { $0.hasPrefix(series.name) }, "\(series.name)") }
    }
  }

  @Test func referenceLinesAreLabelled() {
    for name in SampleCharts.names {
      let texts = SampleCharts.named(name).drawing(width: 800).labels.map(\.text)
      let expected: [String] =
        switch SampleCharts.named(name) {
        case let chart as LineChart: (chart.horizontals + chart.verticals).map(\.text)
        case let chart as Histogram: chart.references.map(\.text)
        case let chart as Tornado: chart.target.map { [$0.text] } ?? []
        case let chart as IntervalChart: chart.reference.map { [$0.text] } ?? []
        default: []
        }
      for text in expected { #expect(texts.contains(text), "\(text) in \(name)") }
    }
  }

  private func expectSound(_ chart: any Chart) {
    for width in Self.widths {
      let drawing = chart.drawing(width: width)
      for (index, label) in drawing.labels.enumerated() {
        #expect(label.left >= 0 && label.right <= width + 1e-9 && label.top >= 0 && label.bottom <= drawing.height)
        for other in drawing.labels[..<index] {
          #expect(!label.overlaps(other), "\(label.text) and \(other.text) at \(width)")
        }
      }
    }
    let html = chart.html
    #expect(XMLParser(data: Data("<div>\(html)</div>".utf8)).parse(), "\(html)")
    for match in html.matches(of: /\s(x|y|x1|x2|y1|y2|cx|cy|r|rx|d|width|height|viewBox)="([^"]*)"/) {
      let numbers = match.output.2.split { "MLHVZ %".contains($0) }
      let isFinite = numbers.allSatisfy { Double($0)?.isFinite == true }
      #expect(isFinite, "\(match.output.0)")
    }
    let columns = chart.table.columns.count
    #expect(!chart.table.rows.contains { $0.count != columns })
  }
}

struct ChartPartTests {
  /// Texts are placed as well as by a search of every placement on a grid, for three texts.
  @Test func labelsKeepTheirDistanceNearTheirPlaces() {
    var chance = Chance(seed: 3)
    for _ in 0..<60 {
      let wanted = (0..<3).map { _ in chance.uniform() * 20 }
      let places = Spread.apart(wanted, by: 5, from: 0, to: 20)
      let sorted = places.sorted()
      #expect(sorted[0] >= 0 && sorted[2] <= 20)
      #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $1 - $0 >= 5 - 1e-9 })
      func cost(_ places: [Double]) -> Double {
        zip(places, wanted).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      }
      let grid = stride(from: 0.0, through: 20, by: 0.5).map { $0 }
      let order = wanted.indices.sorted { wanted[$0] < wanted[$1] }
      var best = Double.infinity
      for a in grid {
        for b in grid where b >= a + 5 {
          for c in grid where c >= b + 5 {
            var tried = wanted
            for (index, value) in zip(order, [a, b, c]) { tried[index] = value }
            best = min(best, cost(tried))
          }
        }
      }
      #expect(cost(places) <= best + 1e-9)
    }
  }

  @Test func binsHoldEveryValueOnce() {
    var chance = Chance(seed: 5)
    for _ in 0..<200 {
      let values = chance.data()
      let bins = Histogram.bins(of: values)
      let counted: Double = bins.reduce(0) { sum, bin in sum + bin.count }
      #expect(counted == Double(values.count))
      #expect((1...42).contains(bins.count))
      for bin in bins {
        let slack = (bin.high - bin.low) * 1e-5
        let wide = bin.low - slack..<bin.high + slack
        let narrow = bin.low + slack..<max(bin.low + slack, bin.high - slack)
        let inside = values.count { wide.contains($0) }
        let surely = values.count { narrow.contains($0) }
        #expect(Double(inside) >= bin.count && Double(surely) <= bin.count)
      }
    }
    #expect(Histogram.bins(of: []).isEmpty)
    #expect(Histogram.bins(of: [.nan, .infinity]).isEmpty)
  }

  @Test func roundTargetsAreEdgesOfBins() {
    let bins = Histogram.bins(of: (0..<300).map { 0.77 + Double($0) * 0.0002 })
    #expect(bins.contains { abs($0.low - 0.8) < 1e-12 })
  }

  @Test func tornadoRowsAreInTheOrderOfTheirSwing() {
    let rows = SampleCharts.tornado.rows
    let swings = rows.map { max($0.low, $0.high, 0.784) - min($0.low, $0.high, 0.784) }
    #expect(swings == swings.sorted(by: >))
  }

  /// The edge around cells that meet the target has one side for each neighbour that does not.
  @Test func heatMapOutlinesTheCellsThatMeetTheTarget() {
    func sides(_ cells: [[Double?]]) -> Int {
      let map = HeatMap(
        title: "", summary: "", columnLabel: "", columns: ["a", "b", "c"], rowLabel: "", rows: ["1", "2", "3"],
        unit: .number, cells: cells, target: .init(5, text: "5 or more"))
      let edge = map.svg.firstMatch(of: /<path class="edge" d="([^"]*)"/)
      return edge.map { $0.output.1.count { $0 == "M" } } ?? 0
    }
    #expect(sides([[0, 0, 0], [0, 9, 0], [0, 0, 0]]) == 4)
    #expect(sides([[9, 9, 9], [9, 9, 9], [9, 9, 9]]) == 12)
    #expect(sides([[9, 9, 0], [0, 5, 0], [nil, 0, 4.9]]) == 8)
    #expect(sides([[0, 0, 0], [0, 0, 0], [0, 0, 0]]) == 0)
  }

  @Test func curvesAreReadAsTheyAreDrawn() {
    func reading(_ style: LineChart.Style) -> [[String]] {
      LineChart(
        title: "", summary: "", x: Axis("x", .number), y: Axis("y", .number),
        series: [
          .init(
            "s", [.init(0, 0), .init(10, 4)], bands: [.init("b", [.init(0, 0, 2), .init(10, 2, 6)])], style: style)
        ],
        readings: [0, 5, 10, 11]
      ).table.rows
    }
    #expect(reading(.steps) == [["0", "0", "0 to 2"], ["5", "0", "0 to 2"], ["10", "4", "2 to 6"], ["11", "", ""]])
    #expect(
      reading(.straight) == [["0", "0", "0 to 2"], ["5", "2", "1 to 4"], ["10", "4", "2 to 6"], ["11", "", ""]])
  }

  @Test func textsAreTruncatedToTheWidth() {
    #expect(TextWidth.cut("short", to: 100) == "short")
    let cut = TextWidth.cut("population.personas[0].followCard", to: 80)
    #expect(cut.hasSuffix("…") && TextWidth.of(cut) <= 80)
  }

  @Test("The estimated width of a text is at least that in the widest usual font")
  func textsAreNotWiderThanEstimated() {
    // Widths of DejaVu Sans at 12 pixels, and of its bold form, as Chromium measures them.
    #expect(TextWidth.of("+30 pp") > 44.37 && TextWidth.of("+100%") > 44.37)
    #expect(TextWidth.of("+12.0 pp (+3.6 to +20.2 pp)", isStrong: true) > 190.83)
    #expect(TextWidth.of("first-day-fixed 64.7%", isStrong: true) > 140.96)
  }

  @Test("On a narrow page, a long name is printed in full above its figures")
  func longNamesAreWholeOnNarrowPages() {
    let names = ["complete onboarding in a later session", "dismiss the card"]
    let figures = ["+12.0 pp (+3.6 to +20.2 pp)", "+0.6 pp (−2.1 to +3.3 pp)"]
    func frame(_ names: [String]) -> RowFrame {
      RowFrame(axis: Axis("x", .points), data: [0, 1], names: names, figures: figures, width: 340)
    }
    let (long, short) = (frame(names), frame(["dismiss", "tap"]))
    #expect(long.rows.map(\.name) == names && short.rows.map(\.name) == ["dismiss", "tap"])
    #expect(long.rows.allSatisfy { $0.figures.y >= $0.place.y + 14 && $0.middle > $0.figures.y })
    #expect(short.rows.allSatisfy { $0.figures.y == $0.place.y })
  }
}
