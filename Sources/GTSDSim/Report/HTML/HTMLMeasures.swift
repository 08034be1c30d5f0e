import Foundation
import GTSDModel

extension HTMLPage {
  /// How many users reached each step.
  var funnel: Section? {
    guard let first = report.funnel.first?.users, first > 0 else { return nil }
    let rows = report.funnel.enumerated().map { index, row in
      let share = Double(row.users) / Double(first)
      let before = index > 0 ? report.funnel[index - 1].users : 0
      let lost = before > row.users ? "-\(Wording.percent(Double(before - row.users) / Double(before)))" : ""
      let length = Self.at(share * 100)
      return """
        <tr><th scope="row">\(escaped(row.title))</th><td class="bar"><svg width="100%" height="22" aria-hidden="true">\
        <rect class="track" width="100%" height="22" rx="5"/><rect class="dot" width="\(length)%" height="22" rx="5"/>\
        </svg></td><td class="num value">\(Wording.whole(row.users))</td><td class="num">\(Wording.percent(share))</td>
        <td class="num dim">\(lost)</td></tr>
        """
    }
    return Section(
      id: "funnel", title: "Funnel",
      body: """
        <div class="scroll"><table class="funnel"><thead><tr><th scope="col">Step</th><th></th>
        <th scope="col" class="num">Users</th><th scope="col" class="num">Of all</th>
        <th scope="col" class="num">Lost here</th></tr></thead><tbody>\(rows.joined())</tbody></table></div>
        """)
  }

  /// Requests, errors and latency per endpoint, on one logarithmic scale.
  var requests: Section? {
    guard !report.requests.isEmpty else { return nil }
    let scale = LatencyScale(report.requests.map(\.latency))
    let rows = report.requests.map { row in
      let statuses = row.errorsByStatus.sorted { $0.key < $1.key }.map { "\($0.key): \(Wording.whole($0.value))" }
      let rate = row.count > 0 ? Wording.percent(Double(row.errors) / Double(row.count)) : "–"
      let figures = row.latency.figures([\.p50, \.p95, \.p99]).map { "<td class=\"num\">\($0)</td>" }
      return """
        <tr><th scope="row"><code>\(escaped(row.endpoint))</code></th><td class="num">\(Wording.whole(row.count))</td>
        <td class="num">\(row.errors == 0 ? "<span class=\"dim\">0</span>" : rate)</td>
        <td><small class="free">\(escaped(statuses.joined(separator: ", ")))</small></td>
        <td>\(scale.bar(row.latency))</td>\(figures.joined())</tr>
        """
    }
    return Section(
      id: "requests", title: "Requests and latency",
      note: """
        Time from send to reply on a logarithmic scale: the dot is the median, the bar reaches to the 95th percentile, \
        the tick marks the 99th, the thin line runs from the fastest to the 99.9th. \(RequestRow.errorsMeaning)
        """,
      body: """
        <div class="scroll"><table class="wide"><thead><tr><th scope="col">Endpoint</th>
        <th scope="col" class="num">Requests</th><th scope="col" class="num">Errors</th><th scope="col">By status</th>
        <th scope="col">\(scale.axis)</th><th scope="col" class="num">p50</th><th scope="col" class="num">p95</th>
        <th scope="col" class="num">p99</th></tr></thead><tbody>\(rows.joined())</tbody></table></div>
        """)
  }

  /// Distributions with their shape.
  var distributions: Section? {
    guard !report.distributions.isEmpty else { return nil }
    let rows = report.distributions.map { distribution in
      let figures = distribution.figures([\.mean, \.p50, \.p90, \.p95, \.p99, \.max])
        .map { "<td class=\"num\">\($0)</td>" }
      return """
        <tr><th scope="row"><code>\(escaped(distribution.id))</code></th><td>\(shape(distribution))</td>
        <td class="num">\(Wording.whole(distribution.count))</td>\(figures.joined())</tr>
        """
    }
    let heads = ["Count", "Mean", "p50", "p90", "p95", "p99", "Max"]
      .map { "<th scope=\"col\" class=\"num\">\($0)</th>" }
    return Section(
      id: "distributions", title: "Distributions",
      note: "The shapes have a logarithmic scale of their own each.",
      body: """
        <div class="scroll"><table class="wide"><thead><tr><th scope="col">Distribution</th><th scope="col">Shape</th>
        \(heads.joined())</tr></thead><tbody>\(rows.joined())</tbody></table></div>
        """)
  }

  private func shape(_ distribution: DistributionSummary) -> String {
    let buckets = distribution.buckets.filter { $0.count == 3 }
    // Count per logarithmic width: four buckets to a doubling are not equally wide.
    let densities = buckets.map { $0[2] / ($0[0] > 0 ? log($0[1] / $0[0]) : log(2)) }
    guard let tallest = densities.max(), tallest > 0 else { return "" }
    let width = min(8, 140 / Double(buckets.count))
    let bars = densities.enumerated().map { index, density in
      let height = max(1, density / tallest * 24)
      return """
        <rect class="span" x="\(Self.at(Double(index) * width))" y="\(Self.at(26 - height))" \
        width="\(Self.at(max(width - 1, 0.6)))" height="\(Self.at(height))"/>
        """
    }
    return "<svg width=\"140\" height=\"26\" aria-hidden=\"true\">\(bars.joined())</svg>"
  }
}

/// A logarithmic scale of whole decades that holds all latencies.
private struct LatencyScale {
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
      return "<text x=\"\(HTMLPage.at(position(decade)))\" y=\"12\" text-anchor=\"middle\">\(name)</text>"
    }
    return """
      <svg width="\(HTMLPage.at(width))" height="14" role="img" aria-label="Latency, logarithmic scale">\(marks.joined())</svg>
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
      let at = HTMLPage.at(position(decade))
      return "<line class=\"grid\" x1=\"\(at)\" x2=\"\(at)\" y1=\"0\" y2=\"22\"/>"
    }
    let (a, b, c, d, e) = (x(least), x(p50), x(p95), x(p99), x(p999))
    return """
      <svg width="\(HTMLPage.at(width))" height="22" role="img" aria-label="\(escaped(label))">\
      <title>\(escaped(label))</title>\(lines.joined())\
      <line class="whisker" x1="\(HTMLPage.at(a))" x2="\(HTMLPage.at(e))" y1="11" y2="11"/>\
      <rect class="span" x="\(HTMLPage.at(b))" y="7" width="\(HTMLPage.at(max(1, c - b)))" height="8" rx="3"/>\
      <line class="tick" x1="\(HTMLPage.at(d))" x2="\(HTMLPage.at(d))" y1="6" y2="16"/>\
      <circle class="dot" cx="\(HTMLPage.at(b))" cy="11" r="4"/></svg>
      """
  }

  private var decades: [Double] { Array(stride(from: low, through: high, by: 1)) }
  private func position(_ decade: Double) -> Double { 18 + (decade - low) / (high - low) * (width - 36) }
  private func x(_ seconds: Double) -> Double {
    position(min(max(log10(max(seconds, 1e-9)), low), high))
  }
}
