import Documents
import Foundation
import GTSDWorld
import Statistics

/// A logarithmic scale of whole decades that contains all latencies.
struct LatencyScale {
  private let low: Double
  private let high: Double
  private let width = 230.0

  init(_ latencies: [DistributionSummary]) {
    let least = latencies.compactMap(\.p50).filter { $0 > 0 }.min() ?? 0.01
    let greatest = latencies.compactMap(\.p999).max() ?? 1
    low = log10(max(least, 1e-3)).rounded(.down)
    high = max(low + 1, log10(max(greatest, 1e-3)).rounded(.up))
  }

  var axis: String {
    let marks = decades.map { decade in
      let name = Wording.seconds(pow(10, decade))
      return "<text x=\"\(PageDrawing.at(position(decade)))\" y=\"12\" text-anchor=\"middle\">\(name)</text>"
    }
    return """
      <svg width="\(PageDrawing.at(width))" height="14" role="img" aria-label="Latency, logarithmic scale">\(marks.joined())</svg>
      """
  }

  func bar(_ latency: DistributionSummary) -> String {
    guard let p50 = latency.p50, let p95 = latency.p95, let p99 = latency.p99, let p999 = latency.p999,
      let least = latency.min
    else { return "" }
    let label =
      "median \(Wording.seconds(p50)), 95th percentile \(Wording.seconds(p95)), "
      + "99th \(Wording.seconds(p99)), 99.9th \(Wording.seconds(p999))"
    let lines = decades.map { decade in
      let at = PageDrawing.at(position(decade))
      return "<line class=\"grid\" x1=\"\(at)\" x2=\"\(at)\" y1=\"0\" y2=\"22\"/>"
    }
    let (a, b, c, d, e) = (x(least), x(p50), x(p95), x(p99), x(p999))
    return """
      <svg width="\(PageDrawing.at(width))" height="22" role="img" aria-label="\(escaped(label))">\
      <title>\(escaped(label))</title>\(lines.joined())\
      <line class="whisker" x1="\(PageDrawing.at(a))" x2="\(PageDrawing.at(e))" y1="11" y2="11"/>\
      <rect class="span" x="\(PageDrawing.at(b))" y="7" width="\(PageDrawing.at(max(1, c - b)))" height="8" rx="3"/>\
      <line class="tick" x1="\(PageDrawing.at(d))" x2="\(PageDrawing.at(d))" y1="6" y2="16"/>\
      <circle class="dot" cx="\(PageDrawing.at(b))" cy="11" r="4"/></svg>
      """
  }

  private var decades: [Double] { Array(stride(from: low, through: high, by: 1)) }
  private func position(_ decade: Double) -> Double { 18 + (decade - low) / (high - low) * (width - 36) }
  private func x(_ seconds: Double) -> Double {
    position(min(max(log10(max(seconds, 1e-9)), low), high))
  }
}
