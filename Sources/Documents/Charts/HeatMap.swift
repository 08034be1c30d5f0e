import Statistics

/// A result over two parameters: a cell for each pair of values, with an edge around those that meet a target.
package struct HeatMap: Chart {
  /// The condition under which a cell meets the target.
  package struct Target: Equatable, Sendable {
    package var bound: Double
    package var isAtLeast: Bool
    package var text: String

    package init(_ bound: Double, isAtLeast: Bool = true, text: String) {
      self.bound = bound
      self.isAtLeast = isAtLeast
      self.text = text
    }

    package func isMet(by value: Double) -> Bool { isAtLeast ? value >= bound : value <= bound }
  }

  package var title: String
  package var summary: String
  /// The name of the parameter on the horizontal axis. `columns` contains the texts of its values.
  package var columnLabel: String
  package var columns: [String]
  /// The name of the parameter on the vertical axis. `rows` contains the texts of its values, from the top.
  package var rowLabel: String
  package var rows: [String]
  package var unit: Axis.Unit
  /// The values by row and column; nil for a cell without a result.
  package var cells: [[Double?]]
  package var target: Target?

  package init(
    title: String, summary: String, columnLabel: String, columns: [String], rowLabel: String, rows: [String],
    unit: Axis.Unit, cells: [[Double?]], target: Target? = nil
  ) {
    self.title = title
    self.summary = summary
    self.columnLabel = columnLabel
    self.columns = columns
    self.rowLabel = rowLabel
    self.rows = rows
    self.unit = unit
    self.cells = cells.map { $0.map { $0.flatMap { $0.isFinite ? $0 : nil } } }
    self.target = target
  }

  /// A cell's value; nil also outside of the map.
  private func value(_ row: Int, _ column: Int) -> Double? {
    guard cells.indices.contains(row), cells[row].indices.contains(column) else { return nil }
    return cells[row][column]
  }

  private func isMet(_ row: Int, _ column: Int) -> Bool {
    guard let target, let value = value(row, column) else { return false }
    return target.isMet(by: value)
  }

  package func drawing(width: Double) -> Drawing {
    let left = min(width * 0.3, (rows.map { TextWidth.of($0) }.max() ?? 0) + 10)
    let top = rowLabel.isEmpty ? 8.0 : 26
    let wide = (width - left - 2) / Double(max(1, columns.count))
    let high = min(44.0, max(24, wide * 0.6))
    let bottom = top + high * Double(rows.count)
    var drawing = Drawing(width: width, height: bottom + (columnLabel.isEmpty ? 26 : 44))
    drawing.text(TextWidth.cut(rowLabel, to: width), [.init(0, 12)], full: rowLabel)
    for (row, text) in rows.enumerated() {
      let middle = top + high * (Double(row) + 0.5)
      drawing.text(TextWidth.cut(text, to: left - 8), [.init(left - 8, middle + 4, .end)], full: text)
    }
    // If there is no room for all texts, only every n-th is drawn.
    let room = (columns.map { TextWidth.of($0) }.max() ?? 0) + 6
    let step = max(1, Int((room / max(wide, 1)).rounded(.up)))
    for (column, text) in columns.enumerated() where column.isMultiple(of: step) {
      drawing.text(text, [.init(left + wide * (Double(column) + 0.5), bottom + 17, .middle)])
    }
    drawing.text(TextWidth.cut(columnLabel, to: width), [.init(width - 2, bottom + 37, .end)], full: columnLabel)
    let all = cells.flatMap { $0.compactMap(\.self) }
    let (least, most) = (all.min() ?? 0, all.max() ?? 0)
    for row in rows.indices {
      for column in columns.indices {
        let (x, y) = (left + wide * Double(column), top + high * Double(row))
        let value = value(row, column)
        let shade = value.map { most > least ? min(5, Int(($0 / 2 - least / 2) / (most / 2 - least / 2) * 6)) : 2 }
        drawing.rect(
          shade.map { "heat h\($0)" } ?? "heat none", x: x + 0.75, y: y + 0.75, width: wide - 1.5, height: high - 1.5)
        drawing.hit(x: x, y: y, width: wide, height: high, title: title(row, column, value))
        let texts = value.map { value in [unit.text(value)] + (unit == .share ? [short(value)] : []) } ?? ["–"]
        if let text = texts.first(where: { TextWidth.of($0) <= wide - 6 }) {
          drawing.text(text, [.init(x + wide / 2, y + high / 2 + 4, .middle)], name: "on")
        }
      }
    }
    drawing.path("edge", edge(left: left, top: top, wide: wide, high: high))
    return drawing
  }

  private func short(_ value: Double) -> String { "\(Wording.fixed(value * 100, 0))%" }

  private func title(_ row: Int, _ column: Int, _ value: Double?) -> String {
    let met = value == nil || target == nil ? "" : isMet(row, column) ? ", target met" : ", target not met"
    return "\(rowLabel) \(rows[row]), \(columnLabel) \(columns[column]): \(value.map(unit.text) ?? "no result")\(met)"
  }

  /// The borders between cells that meet the target and cells that do not.
  private func edge(left: Double, top: Double, wide: Double, high: Double) -> String {
    var path = ""
    for row in rows.indices {
      for column in columns.indices where isMet(row, column) {
        let (x, y) = (left + wide * Double(column), top + high * Double(row))
        let (a, b, c, d) = (Drawing.at(x), Drawing.at(y), Drawing.at(x + wide), Drawing.at(y + high))
        if !isMet(row - 1, column) { path += "M\(a) \(b)H\(c)" }
        if !isMet(row + 1, column) { path += "M\(a) \(d)H\(c)" }
        if !isMet(row, column - 1) { path += "M\(a) \(b)V\(d)" }
        if !isMet(row, column + 1) { path += "M\(c) \(b)V\(d)" }
      }
    }
    return path
  }

  package var table: ChartTable {
    ChartTable(
      columns: ["\(rowLabel) \\ \(columnLabel)"] + columns,
      rows: rows.indices.map { row in
        [rows[row]]
          + columns.indices.map { column in
            value(row, column).map { unit.text($0) + (isMet(row, column) ? " ✓" : "") } ?? "–"
          }
      })
  }

  package var legend: [ChartLegendItem] {
    guard let target else { return [] }
    return [.init(sign: #"<rect class="edge" x="2" y="1.5" width="22" height="9"/>"#, text: target.text)]
  }
}
