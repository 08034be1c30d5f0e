import GTSDModel

extension HTMLPage {
  /// The share that has acknowledged, hour by hour of the first day.
  var acknowledgment: Section? {
    guard let curve = report.survival.first(where: { $0.id == SurvivalID.timeToAcknowledge.rawValue }),
      curve.count > 0, curve.points.count > 1
    else { return nil }
    return Section(
      id: "acknowledgment", title: "Acknowledgment over 24 hours",
      note: """
        Share of onboarded users who have acknowledged, by time since onboarding: the Kaplan-Meier estimate over all \
        \(Wording.whole(curve.count)) of them, \(Wording.whole(curve.censored)) censored, with its pointwise 95% band.
        """,
      body: "<div class=\"scroll\"><div class=\"wide\">\(AcknowledgmentChart(curve, goal: goal).svg)</div></div>")
  }

  private var goal: Double? {
    report.kpi(.acknowledgmentRate24h)?.decidingTargets.lazy.compactMap { target in
      if case .number(let bound) = target.demand.value, target.demand.versus == .absolute { bound } else { nil }
    }.first
  }
}

private struct AcknowledgmentChart {
  /// Share acknowledged at a time in hours, with its band.
  private struct Point {
    var hours, share, low, high: Double
  }

  private let points: [Point]
  private let goal: Double?
  // The plot's edges inside a view box of 960 by 360.
  private let left = 46.0
  private let right = 884.0
  private let top = 14.0
  private let bottom = 318.0

  init(_ curve: Report.SurvivalCurve, goal: Double?) {
    self.goal = goal
    points = curve.points.filter { $0.count == 4 && $0[0] <= 86_400 }.map {
      Point(hours: $0[0] / 3_600, share: 1 - $0[1], low: 1 - $0[3], high: 1 - $0[2])
    }
  }

  var svg: String {
    guard let last = points.last else { return "" }
    let label =
      "\(Wording.percent(last.share)) have acknowledged after \(Wording.short(last.hours, 1)) hours, "
      + "interval \(Wording.percent(last.low)) to \(Wording.percent(last.high))."
    return """
      <svg role="img" aria-label="\(escaped(label))" viewBox="0 0 960 360" width="100%">
      \(axes)
      <path class="band" d="\(band)"/>
      \(goalLine)
      <path class="line" d="\(steps(points) { $0.share })"/>
      <circle class="dot" cx="\(x(last))" cy="\(y(last.share))" r="4.5"/>
      <text class="strong" x="\(HTMLPage.at(right + 12))" y="\(HTMLPage.at(height(last.share) + 5))" \
      style="font-size: 15px">\(Wording.percent(last.share))</text>
      \(readings)
      </svg>
      """
  }

  private var axes: String {
    var parts: [String] = []
    for step in 0...5 {
      let share = Double(step) / 5
      parts.append(#"<line class="grid" x1="\#(left)" x2="\#(right)" y1="\#(y(share))" y2="\#(y(share))"/>"#)
      let baseline = HTMLPage.at(height(share) + 4)
      parts.append(#"<text x="\#(left - 10)" y="\#(baseline)" text-anchor="end">\#(step * 20)%</text>"#)
    }
    for hour in stride(from: 0, through: 24, by: 4) {
      let at = HTMLPage.at(left + Double(hour) / 24 * (right - left))
      parts.append(#"<text x="\#(at)" y="342" text-anchor="middle">\#(hour) h</text>"#)
    }
    return parts.joined()
  }

  private var goalLine: String {
    guard let goal else { return "" }
    return """
      <line class="goal" x1="\(left)" x2="\(right)" y1="\(y(goal))" y2="\(y(goal))"/>\
      <text x="\(left + 6)" y="\(HTMLPage.at(height(goal) - 7))">target \(Wording.short(goal * 100, 1))%</text>
      """
  }

  /// One invisible column an hour, whose tooltip reads the curve.
  private var readings: String {
    (0..<24).map { hour in
      guard let point = points.last(where: { $0.hours <= Double(hour) + 1 }) else { return "" }
      let from = left + Double(hour) / 24 * (right - left)
      let text =
        "after \(hour + 1) h: \(Wording.percent(point.share)) "
        + "(\(Wording.percent(point.low)) to \(Wording.percent(point.high)))"
      return """
        <rect class="hit" x="\(HTMLPage.at(from))" y="\(top)" width="\(HTMLPage.at((right - left) / 24))" \
        height="\(bottom - top)"><title>\(escaped(text))</title></rect>
        """
    }.joined()
  }

  private var band: String {
    let upper = steps(points) { $0.high }
    // Back along the lower end: each step falls where it rose.
    let path = points.reversed().map { "V\(y($0.low))H\(x($0))" }.joined()
    return upper + path + "Z"
  }

  private func steps(_ points: [Point], _ value: (Point) -> Double) -> String {
    var path = ""
    for (index, point) in points.enumerated() {
      path += index == 0 ? "M\(x(point)) \(y(value(point)))" : "H\(x(point))V\(y(value(point)))"
    }
    return path
  }

  private func height(_ share: Double) -> Double { bottom - share * (bottom - top) }
  private func y(_ share: Double) -> String { HTMLPage.at(height(share)) }
  private func x(_ point: Point) -> String { HTMLPage.at(left + point.hours / 24 * (right - left)) }
}
