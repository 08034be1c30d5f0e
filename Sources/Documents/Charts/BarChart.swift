/// Bars from zero, one or several per row, with intervals, such as first-order and total indices beside each other.
package struct BarChart: Chart {
  package struct Bar: Equatable, Sendable {
    package var value: Double?
    package var low, high: Double?

    package init(_ value: Double?, low: Double? = nil, high: Double? = nil) {
      self.value = value
      self.low = low
      self.high = high
    }
  }

  package struct Row: Equatable, Sendable {
    package var label: String
    /// The bars of one group: one for each series of the chart.
    package var bars: [Bar]

    package init(_ label: String, _ bars: [Bar]) {
      self.label = label
      self.bars = bars
    }
  }

  package var title: String
  package var summary: String
  package var axis: Axis
  /// The names of the bars in each row.
  package var series: [String]
  package var rows: [Row]
  package var reference: ReferenceLine?

  package init(
    title: String, summary: String, axis: Axis, series: [String], rows: [Row], reference: ReferenceLine? = nil
  ) {
    self.title = title
    self.summary = summary
    self.axis = axis
    self.axis.holds.append(0)
    self.series = series
    self.rows = rows
    self.reference = reference
  }

  private func words(_ bar: Bar) -> String {
    guard let value = bar.value else { return "no data" }
    guard let low = bar.low, let high = bar.high else { return axis.text(value) }
    return "\(axis.text(value)) (\(axis.unit.text(low, high)))"
  }

  /// The CSS class of a bar; odd bars are hollow, which distinguishes them without colour.
  private static func style(_ index: Int) -> String { "bar s\(index % 6)\(index % 2 == 1 ? " hollow" : "")" }

  package func drawing(width: Double) -> Drawing {
    let count = max(1, series.count)
    let pitch = count == 1 ? 18.0 : 16
    let figures = count == 1 ? rows.map { $0.bars.first.flatMap(\.value).map(axis.text) ?? "no data" } : []
    let all = rows.flatMap(\.bars)
    let data =
      all.flatMap { [$0.value, $0.low, $0.high].compactMap { $0 } } + (reference.map { [$0.value] } ?? [])
    // If a row has several bars, their figures are beside their ends instead.
    let inset = count == 1 ? 0 : (all.compactMap { $0.value.map { TextWidth.of(axis.text($0)) } }.max() ?? 0) + 10
    let frame = RowFrame(
      axis: axis, data: data, names: rows.map(\.label), figures: figures, width: width,
      thickness: pitch * Double(count), inset: inset, head: reference == nil ? 6 : 20)
    var drawing = Drawing(width: width, height: frame.height)
    frame.drawAxis(&drawing)
    // Drawn before the texts, whose outline separates them from these lines.
    drawing.line("axis", frame.x(0), frame.top, frame.x(0), frame.bottom)
    if let reference, reference.value.isFinite { frame.drawReference(reference, &drawing) }
    frame.drawTexts(&drawing, names: rows.map(\.label), figures: figures)
    for (index, row) in rows.enumerated() {
      let top = frame.rows[index].middle - pitch * Double(count) / 2
      for (number, bar) in row.bars.prefix(count).enumerated() {
        draw(bar, number, middle: top + pitch * (Double(number) + 0.5), pitch, frame, &drawing)
      }
      let texts = zip(series, row.bars).map { count == 1 ? words($1) : "\($0) \(words($1))" }
      frame.drawHit(index, "\(row.label): \(texts.joined(separator: "\n"))", &drawing)
    }
    return drawing
  }

  private func draw(
    _ bar: Bar, _ number: Int, middle: Double, _ pitch: Double, _ frame: RowFrame, _ drawing: inout Drawing
  ) {
    guard let value = bar.value, value.isFinite else { return }
    let (zero, end) = (frame.x(0), frame.x(value))
    drawing.rect(
      Self.style(number), x: min(zero, end), y: middle - pitch / 2 + 2, width: max(1, abs(end - zero)),
      height: pitch - 4, radius: 2)
    var (least, most) = (min(zero, end), max(zero, end))
    if let low = bar.low, let high = bar.high, !low.isNaN, !high.isNaN {
      drawing.path("whisk", whisker(frame.x(low), frame.x(high), middle))
      (least, most) = (min(least, frame.x(low)), max(most, frame.x(high)))
    }
    guard series.count > 1 else { return }
    let places: [Drawing.Place] = [.init(most + 6, middle + 4), .init(least - 6, middle + 4, .end)]
    drawing.text(axis.text(value), value >= 0 ? places : places.reversed())
  }

  private func whisker(_ low: Double, _ high: Double, _ y: Double) -> String {
    let (a, b, c) = (Drawing.at(low), Drawing.at(high), Drawing.at(y))
    let (top, bottom) = (Drawing.at(y - 3), Drawing.at(y + 3))
    return "M\(a) \(c)H\(b)M\(a) \(top)V\(bottom)M\(b) \(top)V\(bottom)"
  }

  package var table: ChartTable {
    let columns = series.isEmpty ? [axis.label] : series
    return ChartTable(columns: [""] + columns, rows: rows.map { [$0.label] + $0.bars.map(words) })
  }

  package var legend: [ChartLegendItem] {
    guard series.count > 1 else { return [] }
    return series.enumerated().map { index, name in
      ChartLegendItem(
        sign: #"<rect class="\#(Self.style(index))" x="1" y="1" width="24" height="10" rx="2"/>"#, text: name)
    }
  }
}
