import Documents
import GTSDModel
import GTSDWorld
import Statistics

/// A value with its interval on a scale, and the range that the target requires.
struct IntervalBar {
  private let result: KPIResult
  private let width: Double
  private let scale: Double

  /// Creates a bar of a width in pixels; `full` shows a share on 0 to 100 %.
  init(_ result: KPIResult, width: Double, full: Bool = false) {
    self.result = result
    self.width = width
    let ends = [result.value, result.interval?.low, result.interval?.high].compactMap { $0 }.filter(\.isFinite)
    let top = (ends + Self.bounds(result).flatMap { [$0.from, $0.to] }.filter(\.isFinite)).max() ?? 1
    scale = full || (result.unit == "share" && top > 0.45) ? 1 : max(top * 1.25, 1e-12)
  }

  var svg: String {
    let label = [
      result.valueText, result.interval == nil ? "" : "95% interval \(result.intervalText)",
      result.targets.isEmpty ? "" : "target \(result.bounds(result.decidingTargets))",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
    var parts = [#"<rect class="track" x="0" y="9" width="\#(PageDrawing.at(width))" height="4" rx="2"/>"#]
    for bound in Self.bounds(result) {
      let from = x(max(0, bound.from))
      let to = x(min(scale, bound.to))
      if to > from { parts.append(rect("zone", from, to, y: 3, height: 16, radius: 3)) }
    }
    if let interval = result.interval {
      let from = x(max(0, interval.low))
      let to = x(min(scale, interval.high))
      // Always wide enough to be visible.
      parts.append(rect("span", from, max(to, from + 2), y: 5, height: 12, radius: 3))
    }
    for bound in Self.bounds(result) {
      for end in [bound.from, bound.to] where end.isFinite {
        let at = PageDrawing.at(x(end))
        parts.append(#"<line class="tick" x1="\#(at)" x2="\#(at)" y1="2" y2="20"/>"#)
      }
    }
    if let value = result.value {
      parts.append(#"<circle class="dot" cx="\#(PageDrawing.at(x(value)))" cy="11" r="3"/>"#)
    }
    let missed = result.verdict == .missed ? " class=\"missed\"" : ""
    return """
      <svg\(missed) role="img" aria-label="\(escaped(label))" width="\(PageDrawing.at(width))" height="22" \
      viewBox="0 0 \(PageDrawing.at(width)) 22"><title>\(escaped(label))</title>\(parts.joined())</svg>
      """
  }

  private func x(_ value: Double) -> Double { min(max(value / scale, 0), 1) * width }

  private func rect(
    _ name: String, _ from: Double, _ to: Double, y: Double, height: Double, radius: Double
  ) -> String {
    """
    <rect class="\(name)" x="\(PageDrawing.at(from))" y="\(PageDrawing.at(y))" width="\(PageDrawing.at(to - from))" \
    height="\(PageDrawing.at(height))" rx="\(PageDrawing.at(radius))"/>
    """
  }

  /// The ranges that the deciding absolute targets require; an open side is infinite.
  private static func bounds(_ result: KPIResult) -> [(from: Double, to: Double)] {
    result.decidingTargets.map(\.demand).filter { $0.versus == .absolute }.compactMap { demand in
      switch (demand.comparison, demand.value) {
      case (.atLeast, .number(let bound)), (.above, .number(let bound)): (bound, .infinity)
      case (.atMost, .number(let bound)), (.below, .number(let bound)): (-.infinity, bound)
      case (.between, .range(let from, let to)): (from, to)
      default: nil
      }
    }
  }
}
