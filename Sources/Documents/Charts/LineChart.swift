/// A chart of curves over one axis, such as survival curves of several arms, the fan of a forecast, or a power curve.
package struct LineChart: Chart {
  package struct Point: Equatable, Sendable {
    package var x, y: Double

    package init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// A region around a curve, such as a pointwise interval or a pair of quantiles.
  package struct Band: Equatable, Sendable {
    package struct Point: Equatable, Sendable {
      package var x, low, high: Double

      package init(_ x: Double, _ low: Double, _ high: Double) {
        self.x = x
        self.low = low
        self.high = high
      }
    }

    /// The name of the band, such as `95% interval` or `80%`.
    package var name: String
    package var points: [Point]

    package init(_ name: String, _ points: [Point]) {
      self.name = name
      self.points = points
    }
  }

  package enum Style: Equatable, Sendable {
    /// Each value holds until the next point.
    case steps
    /// Straight lines between points, each with a marker if there are few.
    case straight
  }

  package struct Series: Equatable, Sendable {
    package var name: String
    /// The points in the order of x.
    package var points: [Point]
    /// The bands from the widest to the narrowest.
    package var bands: [Band]
    package var style: Style
    /// The label at the series' end; nil for its name and last value.
    package var endText: String?

    package init(
      _ name: String, _ points: [Point], bands: [Band] = [], style: Style = .straight, endText: String? = nil
    ) {
      self.name = name
      self.points = points
      self.bands = bands
      self.style = style
      self.endText = endText
    }
  }

  package var title: String
  package var summary: String
  package var x: Axis
  package var y: Axis
  package var series: [Series]
  /// Horizontal lines at given values of y, such as a target.
  package var horizontals: [ReferenceLine] = []
  /// Vertical lines at given values of x, such as the end of a window.
  package var verticals: [ReferenceLine] = []
  /// The x values at which tooltips and the table read the curves. Nil takes the points if they are few, otherwise even
  /// steps.
  package var readings: [Double]?
  /// The names of the values of x at which the chart can be read, such as `after 3 h`. Nil shows the values themselves.
  package var readingNames: [String]?
  /// Height over width of the plot on a wide page.
  package var aspect: Double = 0.4

  package init(
    title: String, summary: String, x: Axis, y: Axis, series: [Series], horizontals: [ReferenceLine] = [],
    verticals: [ReferenceLine] = [], readings: [Double]? = nil, readingNames: [String]? = nil, aspect: Double = 0.4
  ) {
    self.title = title
    self.summary = summary
    self.x = x
    self.y = y
    self.series = series.map(\.drawable)
    self.horizontals = horizontals.filter { $0.value.isFinite }
    self.verticals = verticals.filter { $0.value.isFinite }
    self.readings = readings?.filter(\.isFinite)
    self.readingNames = readingNames
    self.aspect = aspect
  }
}

extension LineChart.Series {
  /// The series without points that cannot be drawn; an open end of a band ends at the axis.
  fileprivate var drawable: Self {
    var copy = self
    copy.points = points.filter { $0.x.isFinite && $0.y.isFinite }
    copy.bands = bands.map { band in
      LineChart.Band(band.name, band.points.filter { $0.x.isFinite && !$0.low.isNaN && !$0.high.isNaN })
    }
    return copy
  }

  /// The curve at an x; nil before its begin and after its end.
  package func value(at x: Double) -> Double? {
    guard let (one, next) = Self.around(x, points, \.x) else { return nil }
    switch style {
    case .steps: return one.y
    case .straight: return one.y + Self.share(x, one.x, next.x) * (next.y - one.y)
    }
  }

  /// The two ends of a band at an x.
  package func ends(of band: LineChart.Band, at x: Double) -> (low: Double, high: Double)? {
    guard let (one, next) = Self.around(x, band.points, \.x) else { return nil }
    let isStep = style == .steps || !(one.low.isFinite && next.low.isFinite && one.high.isFinite && next.high.isFinite)
    if isStep { return (one.low, one.high) }
    let share = Self.share(x, one.x, next.x)
    return (one.low + share * (next.low - one.low), one.high + share * (next.high - one.high))
  }

  private static func share(_ x: Double, _ from: Double, _ to: Double) -> Double {
    to > from ? (x - from) / (to - from) : 0
  }

  /// The points on both sides of `x`: the last that is not after it and the first that is not before it.
  private static func around<P>(_ x: Double, _ points: [P], _ position: (P) -> Double) -> (P, P)? {
    guard let first = points.first, let last = points.last else { return nil }
    // A value beyond an end only by a rounding error counts as the end.
    let slack = max(abs(x), 1e-300) * 1e-9
    if x < position(first) - slack || x > position(last) + slack { return nil }
    let index = points.lastIndex { position($0) <= x + slack } ?? 0
    return (points[index], points[min(index + 1, points.count - 1)])
  }
}

// MARK: Texts

extension LineChart {
  /// The x values at which tooltips and the table read the curves.
  package var stops: [Double] {
    if let readings { return readings }
    let all = Set(series.flatMap { $0.points.map(\.x) }).sorted()
    if all.count <= 40 { return all }
    let ruler = x.ruler(over: all, length: Self.wide, .across)
    return (0...24).map { ruler.value(Double($0) / 24) }.filter { $0 >= all[0] && $0 <= all[all.count - 1] }
  }

  package func name(ofStop index: Int, at value: Double) -> String {
    if let readingNames, index < readingNames.count { return readingNames[index] }
    return x.text(value)
  }

  /// The value of a curve and its bands at an x, as text.
  package func reading(_ series: Series, at value: Double) -> String? {
    guard let figure = series.value(at: value) else { return nil }
    let bands = series.bands.compactMap { band in
      series.ends(of: band, at: value).map { ends in
        series.bands.count > 1 ? "\(band.name) \(y.unit.text(ends.low, ends.high))" : y.unit.text(ends.low, ends.high)
      }
    }
    return y.text(figure) + (bands.isEmpty ? "" : " (\(bands.joined(separator: "; ")))")
  }

  package var table: ChartTable {
    let stops = stops
    let columns = series.flatMap { series in [series.name] + series.bands.map { "\(series.name), \($0.name)" } }
    let rows = stops.enumerated().map { index, stop in
      [name(ofStop: index, at: stop)]
        + series.flatMap { series -> [String] in
          let bands = series.bands.map { band in
            series.ends(of: band, at: stop).map { y.unit.text($0.low, $0.high) } ?? ""
          }
          return [series.value(at: stop).map(y.text) ?? ""] + bands
        }
    }
    return ChartTable(columns: [x.label.isEmpty ? "At" : x.label] + columns, rows: rows)
  }

  package var legend: [ChartLegendItem] {
    let bands = series.flatMap(\.bands).map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    guard !bands.isEmpty || series.count > 1 else { return [] }
    let lines = series.enumerated().map { index, series in
      ChartLegendItem(
        sign: "<path class=\"line s\(index % 6)\" d=\"M0 6H26\"/>" + LineChart.sign(index, x: 13), text: series.name)
    }
    // Nested bands of one curve become darker towards the middle. Bands of several curves have the curves' colours.
    let areas = bands.enumerated().map { index, name in
      let layers = (0...index).map { _ in #"<rect class="band s0" width="26" height="12" rx="2"/>"# }
      return ChartLegendItem(sign: layers.joined(), text: name)
    }
    return lines + areas
  }

  private static func sign(_ index: Int, x: Double) -> String {
    var drawing = Drawing(width: 26, height: 12)
    drawing.marker("mk s\(index % 6)", shape: index, x, 6, radius: 3.5)
    return drawing.content
  }
}
