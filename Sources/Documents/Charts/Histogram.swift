import Foundation

/// A histogram of values, such as an indicator over replications, with the place of a target among them.
package struct Histogram: Chart {
  package struct Bin: Equatable, Sendable {
    package var low, high: Double
    /// The number of values from `low` to below `high`.
    package var count: Double

    package init(low: Double, high: Double, count: Double) {
      self.low = low
      self.high = high
      self.count = count
    }
  }

  package var title: String
  package var summary: String
  package var x: Axis
  package var y: Axis
  package var bins: [Bin]
  package var references: [ReferenceLine]

  package init(
    title: String, summary: String, x: Axis, y: Axis = Axis("Replications", .count), bins: [Bin],
    references: [ReferenceLine] = []
  ) {
    self.title = title
    self.summary = summary
    self.x = x
    self.y = y
    self.y.holds.append(0)
    self.bins = bins.filter { $0.low.isFinite && $0.high.isFinite && $0.count.isFinite && $0.high > $0.low }
    self.references = references.filter { $0.value.isFinite }
  }

  /// Bins of equal width for values, 1 to 40 of them. Their width is that of Freedman and Diaconis, rounded to a step
  /// of 1, 2 or 5. Edges are multiples of the width, so that round targets are edges.
  package static func bins(of values: [Double]) -> [Bin] {
    let sorted = values.filter { $0.isFinite && abs($0) < 1e15 }.sorted()
    guard let low = sorted.first, let high = sorted.last else { return [] }
    let quartiles = [0.25, 0.75].map { sorted[Int(Double(sorted.count - 1) * $0)] }
    let rule = 2 * (quartiles[1] - quartiles[0]) / cbrt(Double(sorted.count))
    let span = high - low
    let size = max(abs(low), abs(high), 1e-9)
    // Constant values get one bin. Bins are never narrower than the precision of numbers allows.
    let wanted = max(rule > 0 ? rule : span / 10, span / 40, size * 1e-6)
    let decade = pow(10, log10(wanted).rounded(.down))
    let step = [1.0, 2, 5, 10].map { $0 * decade }.first { $0 >= wanted * (1 - 1e-9) } ?? decade * 10
    let inverse = (1 / step).rounded()
    func edge(_ number: Double) -> Double { step < 1 ? number / inverse : number * step }
    func number(_ value: Double) -> Double {
      let quotient = step < 1 ? value * inverse : value / step
      let nearest = quotient.rounded()
      return abs(quotient - nearest) < 1e-6 ? nearest : quotient.rounded(.down)
    }
    let first = number(low)
    var counts = Array(repeating: 0.0, count: Int(number(high) - first) + 1)
    for value in sorted { counts[Int(number(value) - first)] += 1 }
    return counts.enumerated().map { index, count in
      Bin(low: edge(first + Double(index)), high: edge(first + Double(index) + 1), count: count)
    }
  }

  package func drawing(width: Double) -> Drawing {
    // The texts of lines are above the bars, at most one per row.
    let head = Double(references.count) * 16
    let frame = LineChart.Frame.fitting(
      x: x, y: y, xs: bins.flatMap { [$0.low, $0.high] } + references.map(\.value), ys: bins.map(\.count),
      width: width, plotHeight: width < 500 ? 190 : width * 0.3, rightRoom: 0, head: head)
    var drawing = Drawing(width: width, height: frame.bottom + (x.label.isEmpty ? 26 : 44))
    drawing.axes(frame, x, y)
    for bin in bins where bin.count > 0 {
      let (left, right, top) = (frame.x(bin.low), frame.x(bin.high), frame.y(bin.count))
      drawing.rect(
        "bar s0", x: left + 0.5, y: min(top, frame.bottom - 1), width: max(1, right - left - 1),
        height: max(1, frame.bottom - top))
    }
    drawing.references(horizontals: [], verticals: references, frame, head: head)
    for bin in bins {
      let (left, right) = (frame.x(bin.low), frame.x(bin.high))
      drawing.hit(
        x: left, y: frame.top, width: right - left, height: frame.bottom - frame.top,
        title: "\(x.unit.text(bin.low, bin.high)): \(y.text(bin.count))")
    }
    return drawing
  }

  package var table: ChartTable {
    ChartTable(
      columns: [x.label.isEmpty ? "From, to" : x.label, y.label.isEmpty ? "Count" : y.label],
      rows: bins.map { [x.unit.text($0.low, $0.high), y.text($0.count)] })
  }
}
