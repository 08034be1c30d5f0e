/// How the share of failing random continuations grows with each arrival of a minimal schedule.
struct LikelihoodChart {
  let find: Find
  // The plot's edges inside a view box of 960 by 220.
  private let left = 46.0
  private let right = 944.0
  private let top = 12.0
  private let bottom = 178.0

  var svg: String {
    guard find.likelihood.count > 1, let decisive = find.decisive else { return "" }
    let label =
      "Share of random continuations that fail, from \(Wording.percent(find.likelihood[0])) before the first arrival to "
      + "\(Wording.percent(find.likelihood[find.likelihood.count - 1])) after the last; step \(decisive.step + 1) decides."
    var path = "M\(x(0)) \(y(find.likelihood[0]))"
    for step in 1..<find.likelihood.count { path += "H\(x(step))V\(y(find.likelihood[step]))" }
    let jump = decisive.step + 1
    return """
      <svg role="img" aria-label="\(escaped(label))" viewBox="0 0 960 220" width="100%">
      \(axes)
      <path class="band" d="\(band)"/>
      <path class="line" d="\(path)H\(HTMLPage.at(right))"/>
      <line class="wrong" x1="\(x(jump))" x2="\(x(jump))" y1="\(y(decisive.before))" y2="\(y(decisive.after))"/>
      <circle class="wrong" cx="\(x(jump))" cy="\(y(decisive.after))" r="4.5"/>
      \(readings)
      </svg>
      """
  }

  private var axes: String {
    var parts: [String] = []
    for share in [0.0, 0.5, 1] {
      parts.append(#"<line class="grid" x1="\#(left)" x2="\#(right)" y1="\#(y(share))" y2="\#(y(share))"/>"#)
      let baseline = HTMLPage.at(height(share) + 4)
      parts.append(#"<text x="\#(left - 8)" y="\#(baseline)" text-anchor="end">\#(Int(share * 100))%</text>"#)
    }
    let every = max(1, (find.likelihood.count + 19) / 20)
    for step in stride(from: 0, to: find.likelihood.count, by: every) {
      let text = step == 0 ? "start" : "\(step)"
      parts.append(#"<text x="\#(x(step))" y="198" text-anchor="middle">\#(text)</text>"#)
    }
    parts.append(#"<text x="\#(right)" y="216" text-anchor="end">after step</text>"#)
    return parts.joined()
  }

  private var band: String {
    let ends = find.likelihood.map { share in
      find.interval(of: share) ?? Interval(level: 0.95, low: share, high: share, method: "none")
    }
    var upper = "M\(x(0)) \(y(ends[0].high))"
    var lower = ""
    for step in ends.indices.dropFirst() { upper += "H\(x(step))V\(y(ends[step].high))" }
    for step in ends.indices.reversed() { lower += "V\(y(ends[step].low))H\(x(step))" }
    return "\(upper)H\(HTMLPage.at(right))\(lower)Z"
  }

  private var readings: String {
    let width = (right - left) / Double(find.likelihood.count)
    return find.likelihood.enumerated().map { step, share in
      let what = step == 0 ? "before the first arrival" : "after step \(step)"
      let isNamed = step > 0 && step <= find.timeline.arrivals.count
      let arrival = isNamed ? ", \(find.timeline.arrivals[step - 1].label)" : ""
      return """
        <rect class="hit" x="\(x(step))" y="\(top)" width="\(HTMLPage.at(width))" \
        height="\(HTMLPage.at(bottom - top))"><title>\(escaped("\(what)\(arrival): \(find.share(share))"))</title></rect>
        """
    }.joined()
  }

  private func height(_ share: Double) -> Double { bottom - share * (bottom - top) }
  private func y(_ share: Double) -> String { HTMLPage.at(height(share)) }
  private func x(_ step: Int) -> String {
    HTMLPage.at(left + Double(step) * (right - left) / Double(find.likelihood.count))
  }
}
