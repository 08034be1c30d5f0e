import Documents
import GTSDLogs
import Statistics

/// An observed figure among simulated ones, on a scale of its own.
struct PredictiveStrip {
  private let check: PredictiveCheck
  private let width: Double
  private let low: Double
  private let high: Double

  init(_ check: PredictiveCheck, width: Double) {
    self.check = check
    self.width = width
    let ends = check.simulated + [check.observed, check.interval.low, check.interval.high]
    let (least, most) = (ends.min() ?? 0, ends.max() ?? 1)
    let margin = max((most - least) * 0.06, 1e-12)
    low = least - margin
    high = most + margin
  }

  var svg: String {
    let label =
      "observed \(check.text(check.observed)), 95% of simulations \(check.intervalText), "
      + (check.isInside ? "inside" : "outside")
    var parts = [#"<rect class="track" x="0" y="9" width="\#(PageDrawing.at(width))" height="4" rx="2"/>"#]
    let (from, to) = (x(check.interval.low), x(check.interval.high))
    parts.append(
      """
      <rect class="zone" x="\(PageDrawing.at(from))" y="4" width="\(PageDrawing.at(max(2, to - from)))" height="14" rx="3"/>
      """)
    for value in check.simulated {
      let at = PageDrawing.at(x(value))
      parts.append(#"<line class="whisker" x1="\#(at)" x2="\#(at)" y1="6" y2="16"/>"#)
    }
    parts.append(#"<circle class="dot" cx="\#(PageDrawing.at(x(check.observed)))" cy="11" r="4.5"/>"#)
    return """
      <svg\(check.isInside ? "" : " class=\"missed\"") role="img" aria-label="\(escaped(label))" \
      width="\(PageDrawing.at(width))" height="22" viewBox="0 0 \(PageDrawing.at(width)) 22"><title>\(escaped(label))</title>\
      \(parts.joined())</svg>
      """
  }

  private func x(_ value: Double) -> Double { (value - low) / (high - low) * width }
}
