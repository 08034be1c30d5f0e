extension LineChart {
  /// The plot's edges and rulers at a width.
  package struct Frame {
    package var left, right, top, bottom: Double
    package var x, y: Axis.Ruler

    package func x(_ value: Double) -> Double { left + x.fraction(value) * (right - left) }
    package func y(_ value: Double) -> Double { bottom - y.fraction(value) * (bottom - top) }
  }

  /// The largest number of points that get markers. More points are drawn as a curve only.
  private static let maxMarkers = 16

  package func drawing(width: Double) -> Drawing {
    let frame = frame(width: width)
    var drawing = Drawing(width: width, height: frame.bottom + (x.label.isEmpty ? 26 : 44))
    drawing.axes(frame, x, y)
    for (index, series) in series.enumerated() {
      for band in series.bands { drawing.path("band s\(index % 6)", area(band, series, frame)) }
    }
    for (index, series) in series.enumerated() { draw(series, index, frame, &drawing) }
    label(frame, &drawing)
    drawing.references(horizontals: horizontals, verticals: verticals, frame)
    hits(frame, &drawing)
    return drawing
  }

  private func frame(width: Double) -> Frame {
    let ys =
      series.flatMap { $0.points.map(\.y) + $0.bands.flatMap { $0.points.flatMap { [$0.low, $0.high] } } }
      + horizontals.map(\.value)
    let xs =
      series.flatMap { $0.points.map(\.x) + $0.bands.flatMap { $0.points.map(\.x) } } + verticals.map(\.value)
    let ends = series.map { TextWidth.of(endText($0, width: width), isStrong: true) }.max() ?? 0
    return .fitting(
      x: x, y: y, xs: xs, ys: ys, width: width, plotHeight: width < 500 ? max(210, width * aspect) : width * aspect,
      rightRoom: ends > 0 ? ends + 16 : 0)
  }

  private func endText(_ series: Series, width: Double) -> String {
    guard let last = series.points.last else { return "" }
    let value = y.text(last.y)
    let room = width * (width < 500 ? 0.3 : 0.24)
    if let text = series.endText { return TextWidth.cut(text, to: room, isStrong: true) }
    let named = self.series.count > 1 ? "\(series.name) \(value)" : value
    // If there is no room for a name, the marker and the legend identify the curve.
    return TextWidth.of(named, isStrong: true) <= room ? named : TextWidth.cut(value, to: room, isStrong: true)
  }

  // MARK: Curves

  private func draw(_ series: Series, _ index: Int, _ frame: Frame, _ drawing: inout Drawing) {
    let style = "s\(index % 6)"
    drawing.path("line \(style)", curve(series.points.map { ($0.x, $0.y) }, series.style, frame))
    for point in series.points { drawing.avoid(frame.x(point.x), frame.y(point.y)) }
    for (one, next) in zip(series.points, series.points.dropFirst()) where series.points.count < 60 {
      // A text is wider than the distance between points, so some points between them are used.
      for share in [0.2, 0.4, 0.6, 0.8] {
        let height = series.style == .steps ? one.y : one.y + share * (next.y - one.y)
        drawing.avoid(frame.x(one.x + share * (next.x - one.x)), frame.y(height))
      }
    }
    let marked = series.style == .straight && series.points.count <= Self.maxMarkers
    for point in marked ? series.points[...] : series.points.suffix(1) {
      drawing.marker("mk \(style)", shape: index, frame.x(point.x), frame.y(point.y), radius: 4.2)
    }
  }

  /// A path along points. A move of less than half a pixel is left out.
  private func curve(
    _ points: [(Double, Double)], _ style: Style, _ frame: Frame, isContinued: Bool = false
  ) -> String {
    var path = ""
    var pen = (x: 0.0, y: 0.0)
    for (index, point) in points.enumerated() {
      let (x, y) = (frame.x(point.0), frame.y(point.1))
      if index == 0 {
        path += "\(isContinued ? "L" : "M")\(Drawing.at(x)) \(Drawing.at(y))"
      } else if abs(x - pen.x) < 0.5, abs(y - pen.y) < 0.5, index < points.count - 1 {
        continue
      } else {
        switch style {
        case .straight: path += "L\(Drawing.at(x)) \(Drawing.at(y))"
        case .steps where y == pen.y: path += "H\(Drawing.at(x))"
        case .steps: path += "H\(Drawing.at(x))V\(Drawing.at(y))"
        }
      }
      pen = (x, y)
    }
    return path
  }

  private func area(_ band: Band, _ series: Series, _ frame: Frame) -> String {
    guard band.points.count > 1 else { return "" }
    let upper = curve(band.points.map { ($0.x, $0.high) }, series.style, frame)
    switch series.style {
    case .straight:
      return upper + curve(band.points.reversed().map { ($0.x, $0.low) }, .straight, frame, isContinued: true) + "Z"
    case .steps:
      // Draws back along the lower end, where each step falls at the place at which the upper one rose.
      let corners = band.points.reversed().map { (x: frame.x($0.x), y: frame.y($0.low)) }
      var path = ""
      var height = -1.0
      for corner in corners {
        if corner.y != height { path += "V\(Drawing.at(corner.y))" }
        path += "H\(Drawing.at(corner.x))"
        height = corner.y
      }
      return upper + path + "Z"
    }
  }

  // MARK: Texts

  /// Draws the names and last values beside the ends of the lines, moved apart where they would overlap.
  private func label(_ frame: Frame, _ drawing: inout Drawing) {
    let drawn = series.enumerated().filter { !$0.element.points.isEmpty }
    let ends = drawn.map { (index: $0.offset, series: $0.element, at: $0.element.points[$0.element.points.count - 1]) }
    let heights = Spread.apart(
      ends.map { frame.y($0.at.y) }, by: 16, from: max(10, frame.top - 4), to: frame.bottom + 2)
    for (end, height) in zip(ends, heights) {
      let (x, y) = (frame.x(end.at.x), frame.y(end.at.y))
      let text = endText(end.series, width: drawing.width)
      guard drawing.text(text, [.init(frame.right + 12, height + 4)], name: "strong", full: end.series.name) else {
        continue
      }
      if abs(height - y) > 6 || x < frame.right - 8 {
        drawing.line("lead", x + 6, y, frame.right + 9, height)
      }
    }
  }

  /// Draws an invisible area for each value of x at which the chart can be read. Its tooltip gives the values of the
  /// curves.
  private func hits(_ frame: Frame, _ drawing: inout Drawing) {
    let named = stops.enumerated().map { (name: name(ofStop: $0.offset, at: $0.element), value: $0.element) }
      .filter { $0.value >= frame.x.low && $0.value <= frame.x.high }
    let centres = named.map { frame.x($0.value) }
    for (index, stop) in named.enumerated() {
      let from = index == 0 ? frame.left : (centres[index - 1] + centres[index]) / 2
      let to = index == named.count - 1 ? frame.right : (centres[index] + centres[index + 1]) / 2
      let texts = series.compactMap { series in
        reading(series, at: stop.value).map { self.series.count > 1 ? "\(series.name) \($0)" : $0 }
      }
      guard to - from > 0.5, !texts.isEmpty else { continue }
      drawing.hit(
        x: from, y: frame.top, width: to - from, height: frame.bottom - frame.top,
        title: "\(stop.name): \(texts.joined(separator: "\n"))")
    }
  }
}

extension LineChart.Frame {
  /// The edges that leave room for ticks and labels.
  package static func fitting(
    x: Axis, y: Axis, xs: [Double], ys: [Double], width: Double, plotHeight: Double, rightRoom: Double,
    head: Double = 0
  ) -> Self {
    let top = (y.label.isEmpty ? 12.0 : 30) + head
    let bottom = top + plotHeight
    let yRuler = y.ruler(over: ys, length: plotHeight, .up)
    let left = min(width * 0.35, (yRuler.ticks.map { TextWidth.of($0.text) }.max() ?? 0) + 12)
    // The text of the last tick is centred on the edge.
    var right = width - max(rightRoom, 24)
    let xRuler = x.ruler(over: xs, length: right - left, .across)
    if let last = xRuler.ticks.last { right = min(right, width - TextWidth.of(last.text) / 2) }
    return Self(left: left, right: right, top: top, bottom: bottom, x: xRuler, y: yRuler)
  }
}

extension Drawing {
  /// Draws the grid, the ticks and the names of both axes.
  package mutating func axes(_ frame: LineChart.Frame, _ x: Axis, _ y: Axis) {
    for tick in frame.y.ticks {
      let height = frame.y(tick.value)
      line("grid", frame.left, height, frame.right, height)
      text(tick.text, [.init(frame.left - 8, height + 4, .end)])
    }
    line("axis", frame.left, frame.bottom, frame.right, frame.bottom)
    for tick in frame.x.ticks {
      let at = frame.x(tick.value)
      line("axis", at, frame.bottom, at, frame.bottom + 4)
      text(tick.text, [.init(at, frame.bottom + 19, .middle)])
    }
    text(TextWidth.cut(y.label, to: width), [.init(0, 12)], full: y.label)
    let name = TextWidth.cut(x.label, to: width)
    text(name, [.init(frame.right, frame.bottom + 38, .end)], full: x.label)
  }

  /// Draws reference lines with their labels.
  package mutating func references(
    horizontals: [ReferenceLine], verticals: [ReferenceLine], _ frame: LineChart.Frame, head: Double = 0
  ) {
    let top = frame.top - head
    for reference in verticals {
      let at = frame.x(reference.value)
      line("goal", at, top, at, frame.bottom)
      for step in stride(from: top, to: frame.bottom, by: 12) { avoid(at, step) }
    }
    for reference in horizontals {
      let height = frame.y(reference.value)
      line("goal", frame.left, height, frame.right, height)
      for step in stride(from: frame.left, to: frame.right, by: 12) { avoid(step, height) }
    }
    let middle = (frame.left + frame.right) / 2
    for reference in horizontals {
      let height = frame.y(reference.value)
      let places = [-7.0, 16].flatMap { offset in
        [
          Place(frame.left + 6, height + offset), Place(frame.right - 6, height + offset, .end),
          Place(middle, height + offset, .middle),
        ]
      }
      text(TextWidth.cut(reference.text, to: frame.right - frame.left - 12), places, name: "name", full: reference.text)
    }
    for reference in verticals {
      let at = frame.x(reference.value)
      let cut = TextWidth.cut(reference.text, to: max(at - frame.left, frame.right - at) - 8)
      let wide = TextWidth.of(cut)
      let places = [12.0, 28, 44, frame.bottom - top - 8].flatMap { offset in
        (at + 6 + wide <= frame.right ? [Place(at + 6, top + offset)] : [])
          + (at - 6 - wide >= frame.left ? [Place(at - 6, top + offset, .end)] : [])
      }
      text(cut, places, name: "name", full: reference.text)
    }
  }
}
