/// A chart of the effect of each parameter on a result: the result at the parameter's low and high ends, with the
/// largest effect first.
package struct Tornado: Chart {
  package struct Row: Equatable, Sendable {
    package var label: String
    /// The result with the parameter at its low and at its high end.
    package var low, high: Double
    /// The parameter's values at these ends, such as `0.4` or `30 s`.
    package var lowLabel, highLabel: String

    package init(_ label: String, low: Double, high: Double, lowLabel: String, highLabel: String) {
      self.label = label
      self.low = low
      self.high = high
      self.lowLabel = lowLabel
      self.highLabel = highLabel
    }
  }

  package var title: String
  package var summary: String
  package var axis: Axis
  package var baseline: Double
  /// The rows in descending order of their swing.
  package private(set) var rows: [Row]
  /// The target, drawn as a line across all bars; nil if there is none.
  package var target: ReferenceLine?

  package init(
    title: String, summary: String, axis: Axis, baseline: Double, rows: [Row], target: ReferenceLine? = nil
  ) {
    self.title = title
    self.summary = summary
    self.axis = axis
    self.baseline = baseline
    self.target = target
    self.rows = rows.filter { $0.low.isFinite && $0.high.isFinite }.enumerated()
      .sorted { ($1.element.swing(baseline), $0.offset) < ($0.element.swing(baseline), $1.offset) }.map(\.element)
  }

  /// The greatest width of the label at a bar's end.
  private static let maxText = 86.0

  package func drawing(width: Double) -> Drawing {
    let texts = rows.flatMap { [$0.lowLabel, $0.highLabel] }
    let inset = min(Self.maxText, texts.map { TextWidth.of($0) }.max() ?? 0) + 8
    let data = rows.flatMap { [$0.low, $0.high] } + [baseline] + (target.map { [$0.value] } ?? [])
    let figures = rows.map { axis.unit.text(min($0.low, $0.high), max($0.low, $0.high)) }
    let frame = RowFrame(
      axis: axis, data: data, names: rows.map(\.label), figures: figures, width: width, thickness: 28, inset: inset,
      head: 34)
    var drawing = Drawing(width: width, height: frame.height)
    frame.drawAxis(&drawing)
    let base = frame.x(baseline)
    // Lines come before the texts, which they cross on a narrow page: the outline of a text separates it from them.
    drawing.line("axis", base, frame.top, base, frame.bottom)
    if let target, target.value.isFinite {
      drawing.line("goal", frame.x(target.value), frame.top, frame.x(target.value), frame.bottom)
    }
    frame.drawTexts(&drawing, names: rows.map(\.label), figures: figures)
    drawing.text("baseline \(axis.text(baseline))", [.init(base, frame.top - 5, .middle)], name: "name")
    if let target, target.value.isFinite {
      let at = frame.x(target.value)
      drawing.text(
        target.text, [.init(at, frame.top - 5, .middle), .init(at, frame.top - 20, .middle)], name: "name")
    }
    for (index, row) in rows.enumerated() {
      let middle = frame.rows[index].middle
      // Bars on the same side would cover each other, so each gets half of the height.
      let isSplit = (row.low - baseline) * (row.high - baseline) > 0
      let (offset, height) = isSplit ? (7.0, 12.0) : (0, 18)
      // The text of an effect of zero is on the side opposite to the other end.
      let isLowLeft = row.low == baseline ? row.high > baseline : row.low < baseline
      let isHighLeft = row.high == baseline ? row.low > baseline : row.high < baseline
      bar(row.low, "bar s1 hollow", middle - offset, height, frame, &drawing)
      bar(row.high, "bar s0", middle + offset, height, frame, &drawing)
      label(row.lowLabel, beside: frame.x(row.low), isLowLeft, middle - offset, &drawing)
      label(row.highLabel, beside: frame.x(row.high), isHighLeft, middle + offset, &drawing)
      frame.drawHit(
        index,
        "\(row.label): \(axis.text(row.low)) at \(row.lowLabel), \(axis.text(row.high)) at \(row.highLabel)", &drawing)
    }
    return drawing
  }

  private func bar(
    _ value: Double, _ name: String, _ middle: Double, _ height: Double, _ frame: RowFrame, _ drawing: inout Drawing
  ) {
    let (base, end) = (frame.x(baseline), frame.x(value))
    drawing.rect(
      name, x: min(base, end), y: middle - height / 2, width: max(1, abs(end - base)), height: height, radius: 2)
  }

  private func label(
    _ text: String, beside end: Double, _ isLeft: Bool, _ middle: Double, _ drawing: inout Drawing
  ) {
    let places: [Drawing.Place] = [.init(end - 6, middle + 4, .end), .init(end + 6, middle + 4)]
    drawing.text(TextWidth.cut(text, to: Self.maxText), isLeft ? places : places.reversed(), full: text)
  }

  package var table: ChartTable {
    ChartTable(
      columns: ["Parameter", "Low end", "Result there", "High end", "Result there", "Swing"],
      rows: rows.map { row in
        [
          row.label, row.lowLabel, axis.text(row.low), row.highLabel, axis.text(row.high),
          (axis.unit == .share ? Axis.Unit.points : axis.unit).text(row.swing(baseline)),
        ]
      })
  }

  package var legend: [ChartLegendItem] {
    [
      .init(
        sign: #"<rect class="bar s1 hollow" x="1" y="1" width="24" height="10" rx="2"/>"#,
        text: "parameter at its low end"),
      .init(sign: #"<rect class="bar s0" x="1" y="1" width="24" height="10" rx="2"/>"#, text: "at its high end"),
    ]
  }
}

extension Tornado.Row {
  /// The distance between the least and the greatest result, the baseline included.
  fileprivate func swing(_ baseline: Double) -> Double { max(low, high, baseline) - min(low, high, baseline) }
}
