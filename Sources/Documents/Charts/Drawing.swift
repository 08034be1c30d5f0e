import Randomness

/// A picture that is being drawn: shapes, then texts that never overlap, then everything with a tooltip.
package struct Drawing {
  /// A text and the box that it takes.
  package struct Label: Equatable, Sendable {
    package var text: String
    package var left, right, top, bottom: Double

    package func overlaps(_ other: Label) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  package enum Anchor: String, Sendable {
    case start, middle, end
  }

  /// The anchor point and baseline of a text.
  package struct Place {
    package var x, y: Double
    package var anchor: Anchor

    package init(_ x: Double, _ y: Double, _ anchor: Anchor = .start) {
      (self.x, self.y, self.anchor) = (x, y, anchor)
    }
  }

  package let width: Double
  package let height: Double
  /// The texts that are drawn.
  package private(set) var labels: [Label] = []
  private var shapes: [String] = []
  private var texts: [String] = []
  private var hits: [String] = []
  /// Points on lines, which texts avoid if possible.
  private var obstacles: [(x: Double, y: Double)] = []

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The picture as an SVG element. The summary is for people who cannot see it.
  package func svg(summary: String, names: String = "") -> String {
    let name = names.isEmpty ? "" : " class=\"\(names)\""
    return """
      <svg\(name) role="img" aria-label="\(escaped(summary))" viewBox="0 0 \(Self.at(width)) \(Self.at(height))" \
      width="100%">\(shapes.joined())\(texts.joined())\(hits.joined())</svg>
      """
  }

  /// The shapes alone, for use in another picture.
  package var content: String { shapes.joined() }

  package static func at(_ coordinate: Double) -> String { PageDrawing.at(coordinate) }

  // MARK: Shapes

  package mutating func line(_ name: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    let (a, b, c, d) = (Self.at(x1), Self.at(y1), Self.at(x2), Self.at(y2))
    shapes.append(#"<line class="\#(name)" x1="\#(a)" y1="\#(b)" x2="\#(c)" y2="\#(d)"/>"#)
  }

  package mutating func rect(
    _ name: String, x: Double, y: Double, width: Double, height: Double, radius: Double = 0
  ) {
    let (a, b, c, d) = (Self.at(x), Self.at(y), Self.at(max(0, width)), Self.at(max(0, height)))
    let round = radius > 0 ? " rx=\"\(Self.at(radius))\"" : ""
    shapes.append(#"<rect class="\#(name)" x="\#(a)" y="\#(b)" width="\#(c)" height="\#(d)"\#(round)/>"#)
  }

  /// Adds an invisible area whose tooltip gives the chart's values at this place.
  package mutating func hit(x: Double, y: Double, width: Double, height: Double, title: String) {
    let (a, b, c, d) = (Self.at(x), Self.at(y), Self.at(max(0, width)), Self.at(max(0, height)))
    hits.append(
      """
      <rect class="hit" x="\(a)" y="\(b)" width="\(c)" height="\(d)"><title>\(escaped(title))</title></rect>
      """)
  }

  package mutating func path(_ name: String, _ commands: String) {
    if !commands.isEmpty { shapes.append(#"<path class="\#(name)" d="\#(commands)"/>"#) }
  }

  /// Draws the marker of a point, whose shape distinguishes the series without colour.
  package mutating func marker(_ name: String, shape: Int, _ x: Double, _ y: Double, radius: Double = 4) {
    let (a, b) = (Self.at(x), Self.at(y))
    if shape % 4 == 0 {
      shapes.append(#"<circle class="\#(name)" cx="\#(a)" cy="\#(b)" r="\#(Self.at(radius))"/>"#)
      return
    }
    path(name, Self.outline(shape: shape, x, y, radius: radius))
  }

  package static func outline(shape: Int, _ x: Double, _ y: Double, radius: Double) -> String {
    func point(_ dx: Double, _ dy: Double) -> String { "\(at(x + dx * radius)) \(at(y + dy * radius))" }
    let corners: [(Double, Double)] =
      switch shape % 4 {
      case 1: [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]
      case 2: [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)]
      default: [(0, -1.2), (1.15, 0.85), (-1.15, 0.85)]
      }
    return "M" + corners.map { point($0.0, $0.1) }.joined(separator: "L") + "Z"
  }

  /// Marks a point that texts should not cover.
  package mutating func avoid(_ x: Double, _ y: Double) { obstacles.append((x, y)) }

  // MARK: Texts

  /// Draws a text at the first of several places where it overlaps neither another text nor a line. If every place has
  /// a line, the text may overlap lines.
  ///
  /// - Returns: whether a place was found.
  @discardableResult
  package mutating func text(
    _ text: String, _ places: [Place], name: String = "", full: String? = nil
  ) -> Bool {
    if text.isEmpty { return true }
    let isStrong = name.contains("strong")
    let wide = TextWidth.of(text, isStrong: isStrong)
    guard wide <= width else { return false }
    var best: (label: Label, hits: Int)?
    for place in places {
      let offset: Double =
        switch place.anchor {
        case .start: 0
        case .middle: wide / 2
        case .end: wide
        }
      let left = min(max(place.x - offset, 0), width - wide)
      let label = Label(text: text, left: left, right: left + wide, top: place.y - 10, bottom: place.y + 3)
      guard label.top >= 0, label.bottom <= height, !labels.contains(where: label.overlaps) else { continue }
      let hits = obstacles.count { point in
        point.x > label.left - 3 && point.x < label.right + 3 && point.y > label.top - 3 && point.y < label.bottom + 3
      }
      if best.map({ hits < $0.hits }) ?? true { best = (label, hits) }
      if hits == 0 { break }
    }
    guard let label = best?.label else { return false }
    labels.append(label)
    append(label, places, name, full)
    return true
  }

  private mutating func append(_ label: Label, _ places: [Place], _ name: String, _ full: String?) {
    // The anchor fixes the edge that matters if fonts are narrower than assumed.
    let anchor = places.count == 1 ? places[0].anchor : places.first { $0.y - 10 == label.top }?.anchor ?? .start
    let x =
      switch anchor {
      case .start: label.left
      case .middle: (label.left + label.right) / 2
      case .end: label.right
      }
    let end = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    let names = name.isEmpty ? "" : " class=\"\(name)\""
    let title = full.map { $0 == label.text ? "" : "<title>\(escaped($0))</title>" } ?? ""
    texts.append(
      """
      <text\(names) x="\(Self.at(x))" y="\(Self.at(label.bottom - 3))"\(end)>\(title)\(escaped(label.text))</text>
      """)
  }
}
