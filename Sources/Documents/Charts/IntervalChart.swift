import Statistics

/// A chart of values with their intervals, one below the other, such as the differences between variants around a line
/// at zero.
package struct IntervalChart: Chart {
  package struct Row: Equatable, Sendable {
    package var label: String
    package var value: Double?
    /// The interval's ends; an infinite one is open.
    package var low, high: Double?

    package init(_ label: String, _ value: Double?, low: Double?, high: Double?) {
      self.label = label
      self.value = value
      self.low = low
      self.high = high
    }
  }

  package var title: String
  package var summary: String
  package var axis: Axis
  package var rows: [Row]
  /// The value that rows are compared with, such as zero or a target. A row is filled if its interval excludes the
  /// value, else hollow.
  package var reference: ReferenceLine?

  package init(title: String, summary: String, axis: Axis, rows: [Row], reference: ReferenceLine? = nil) {
    self.title = title
    self.summary = summary
    self.axis = axis
    self.rows = rows
    self.reference = reference
  }

  /// Whether a row's interval excludes the reference value. Without a reference, whether the row has an interval.
  private func isClear(_ row: Row) -> Bool {
    guard let low = row.low, let high = row.high, !low.isNaN, !high.isNaN else { return false }
    return reference.map { low > $0.value || high < $0.value } ?? true
  }

  private func words(_ row: Row) -> String {
    let value = row.value.map(axis.text)
    guard let low = row.low, let high = row.high else { return value ?? "no data" }
    let interval = low == -.infinity && high == .infinity ? "no bound" : axis.unit.text(low, high)
    return value.map { "\($0) (\(interval))" } ?? interval
  }

  package func drawing(width: Double) -> Drawing {
    let figures = rows.map(words)
    let data =
      rows.flatMap { [$0.value, $0.low, $0.high].compactMap { $0 } } + (reference.map { [$0.value] } ?? [])
    let frame = RowFrame(
      axis: axis, data: data, names: rows.map(\.label), figures: figures, width: width, thickness: 14,
      head: reference == nil ? 6 : 20)
    var drawing = Drawing(width: width, height: frame.height)
    frame.drawAxis(&drawing)
    // Drawn before the texts, whose outline separates them from it.
    if let reference, reference.value.isFinite { frame.drawReference(reference, &drawing) }
    frame.drawTexts(&drawing, names: rows.map(\.label), figures: figures)
    for (index, row) in rows.enumerated() {
      let y = frame.rows[index].middle
      if let low = row.low, let high = row.high { frame.drawRange("range s0", low, high, at: y, &drawing) }
      if let value = row.value, value.isFinite {
        drawing.marker(isClear(row) ? "mk s0" : "mk s0 open", shape: 0, frame.x(value), y, radius: 5)
      }
      frame.drawHit(index, "\(row.label): \(figures[index])", &drawing)
    }
    return drawing
  }

  package var table: ChartTable {
    let rows = rows.map { row in
      let interval = row.low.flatMap { low in row.high.map { axis.unit.text(low, $0) } } ?? ""
      return [row.label, row.value.map(axis.text) ?? "no data", interval]
    }
    return ChartTable(columns: ["", axis.label.isEmpty ? "Value" : axis.label, "Interval"], rows: rows)
  }

  package var legend: [ChartLegendItem] {
    guard let reference, rows.contains(where: { !isClear($0) && $0.value != nil }) else { return [] }
    func sign(_ name: String) -> String {
      #"<path class="range s0" d="M2 6H24"/><circle class="\#(name)" cx="13" cy="6" r="4.5"/>"#
    }
    return [
      .init(sign: sign("mk s0"), text: "interval is clear of \(reference.text)"),
      .init(sign: sign("mk s0 open"), text: "interval includes \(reference.text)"),
    ]
  }
}
