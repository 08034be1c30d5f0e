/// The frame of a chart with rows: names at the left, or above their rows on a narrow page, and one axis below all
/// rows. Figures stand at the right. On a narrow page they have a line of their own if a name has no room beside them.
package struct RowFrame {
  package struct Row {
    /// The middle of the marks.
    package var middle: Double
    /// The name's place and text.
    package var place: Drawing.Place
    package var name: String
    /// The position of the row's figures, at its right end.
    package var figures: Drawing.Place
  }

  package let axis: Axis
  package let ruler: Axis.Ruler
  package let left: Double
  package let right: Double
  package let top: Double
  package let bottom: Double
  package let rows: [Row]
  package let isNarrow: Bool

  /// Creates the frame of rows with names and figures.
  ///
  /// - Parameters:
  ///   - thickness: how high the marks of a row are.
  ///   - inset: room inside the plot on both sides of the marks, for texts beside them.
  ///   - head: room above the rows, for texts of reference lines.
  package init(
    axis: Axis, data: [Double], names: [String], figures: [String], width: Double, thickness: Double = 20,
    inset: Double = 0, head: Double = 6
  ) {
    self.axis = axis
    let isNarrow = width < 500
    self.isNarrow = isNarrow
    let figureRoom = figures.map { TextWidth.of($0, isStrong: true) }.max() ?? 0
    let nameRoom = names.map { TextWidth.of($0) }.max() ?? 0
    let nameWidth = isNarrow ? 0 : min(nameRoom, width * 0.42)
    let begin = isNarrow ? 4 : nameWidth + 16
    let end = isNarrow || figureRoom == 0 ? width - 4 : width - min(figureRoom, width * 0.3) - 14
    // The texts of ticks are centred on the edges.
    var edges = (left: begin + inset, right: end - inset)
    var ruler = axis.ruler(over: data, length: edges.right - edges.left, .across)
    if let first = ruler.ticks.first { edges.left = max(edges.left, TextWidth.of(first.text) / 2) }
    if let last = ruler.ticks.last { edges.right = min(edges.right, width - TextWidth.of(last.text) / 2) }
    ruler = axis.ruler(over: data, length: edges.right - edges.left, .across)
    self.ruler = ruler
    (left, right) = edges
    top = head
    let isStacked =
      isNarrow
      && zip(names, figures).contains { TextWidth.of($0) + 12 + TextWidth.of($1, isStrong: true) > width }
    let line = isStacked ? 16.0 : 0
    let pitch = thickness + (isNarrow ? 28 + line : 12)
    rows = names.indices.map { index in
      let from = head + 6 + Double(index) * pitch
      let figure = index < figures.count ? TextWidth.of(figures[index], isStrong: true) : 0
      if isNarrow {
        let room = isStacked || figure == 0 ? width : width - figure - 12
        return Row(
          middle: from + 18 + line + thickness / 2, place: .init(0, from + 11),
          name: TextWidth.cut(names[index], to: room), figures: .init(width, from + 11 + line, .end))
      }
      let middle = from + 3 + thickness / 2
      return Row(
        middle: middle, place: .init(nameWidth, middle + 4, .end), name: TextWidth.cut(names[index], to: nameWidth),
        figures: .init(width, middle + 4, .end))
    }
    bottom = head + 8 + Double(names.count) * pitch
  }

  package var height: Double { bottom + (axis.label.isEmpty ? 26 : 44) }

  package func x(_ value: Double) -> Double { left + ruler.fraction(value) * (right - left) }

  /// Draws the grid and the ticks. They must be drawn before everything else.
  package func drawAxis(_ drawing: inout Drawing) {
    for tick in ruler.ticks {
      let at = x(tick.value)
      drawing.line("grid", at, top, at, bottom)
      drawing.text(tick.text, [.init(at, bottom + 18, .middle)])
    }
    let room = drawing.width
    drawing.text(
      TextWidth.cut(axis.label, to: room), [.init(right, bottom + 37, .end)], full: axis.label)
  }

  /// Draws the names and figures of the rows. They are drawn before other texts, which could take their places.
  package func drawTexts(_ drawing: inout Drawing, names: [String], figures: [String]) {
    for (index, row) in rows.enumerated() {
      drawing.text(row.name, [row.place], name: "name", full: names[index])
      if index < figures.count {
        let cut = TextWidth.cut(figures[index], to: drawing.width * (isNarrow ? 1 : 0.3), isStrong: true)
        drawing.text(cut, [row.figures], name: "strong", full: figures[index])
      }
    }
  }

  /// Draws a line through all rows, with its text above them.
  package func drawReference(_ reference: ReferenceLine, _ drawing: inout Drawing) {
    let at = x(reference.value)
    drawing.line("goal", at, top, at, bottom)
    drawing.text(
      TextWidth.cut(reference.text, to: drawing.width),
      [.init(at, top - 5, .middle), .init(at + 4, top - 5), .init(at - 4, top - 5, .end)], name: "name",
      full: reference.text)
  }

  /// Draws an interval as a line with ends. An open end is an arrow at the edge.
  package func drawRange(_ name: String, _ low: Double, _ high: Double, at y: Double, _ drawing: inout Drawing) {
    guard !low.isNaN, !high.isNaN else { return }
    let (from, to) = (low == -.infinity ? left : x(low), high == .infinity ? right : x(high))
    let (a, b, c) = (Drawing.at(from), Drawing.at(to), Drawing.at(y))
    func cap(_ at: Double, _ isOpen: Bool, _ side: Double) -> String {
      isOpen
        ? "M\(Drawing.at(at - side * 5)) \(Drawing.at(y - 5))L\(Drawing.at(at)) \(c)L\(Drawing.at(at - side * 5)) \(Drawing.at(y + 5))"
        : "M\(Drawing.at(at)) \(Drawing.at(y - 4))V\(Drawing.at(y + 4))"
    }
    drawing.path(name, "M\(a) \(c)H\(b)" + cap(from, low == -.infinity, -1) + cap(to, high == .infinity, 1))
  }

  /// Draws the invisible area that shows the row's tooltip.
  package func drawHit(_ index: Int, _ title: String, _ drawing: inout Drawing) {
    let half = index + 1 < rows.count ? (rows[index + 1].middle - rows[index].middle) / 2 : 20
    drawing.hit(
      x: left, y: rows[index].middle - half + 2, width: right - left, height: half * 2 - 4, title: title)
  }
}
