import Documents
import GTSDLoad
import GTSDModel
import GTSDWorld
import Statistics

/// The charts of a load run.
extension LoadSection {
  private static let time = Axis("Time since the run began", .seconds)

  /// The slices that are long enough for a rate, each with its middle and its length in seconds.
  private var timed: [(slice: Series.Slice, middle: Double, seconds: Double)] {
    series.slices.compactMap { slice in
      let seconds = min(series.widthSeconds, elapsedSeconds - slice.atSeconds)
      return seconds < series.widthSeconds / 10 ? nil : (slice, slice.atSeconds + seconds / 2, seconds)
    }
  }

  private func rate(_ name: String, _ count: (Series.Slice) -> Int) -> LineChart.Series {
    LineChart.Series(name, timed.map { .init($0.middle, Double(count($0.slice)) / $0.seconds) })
  }

  private func hasSlices(_ count: Int = 2) -> Bool { timed.count >= count }

  var startChart: LineChart? {
    guard hasSlices() else { return nil }
    var lines = [rate("due", \.offered), rate("happened", \.started), rate("completed", \.completed)]
    if plan.model == "closed" { lines.removeFirst() }
    let (due, happened) = (perSecond(starts.offered), perSecond(starts.started))
    return LineChart(
      title: "Starts per second",
      summary: "On average \(Wording.short(due, 1)) starts per second were due, \(Wording.short(happened, 1)) made.",
      x: Self.time, y: Axis("Starts per second", .number, holds: [0]), series: lines)
  }

  var requestChart: LineChart? {
    guard hasSlices() else { return nil }
    return LineChart(
      title: "Requests per second",
      summary: "On average \(Wording.short(rate(of: total), 1)) replies per second were received.",
      x: Self.time, y: Axis("Requests per second", .number, holds: [0]),
      series: [rate("sent", \.sent), rate("ended", { $0.answered })])
  }

  var latencyChart: LineChart? {
    func line(_ name: String, _ value: (Series.Slice) -> Double?) -> LineChart.Series {
      LineChart.Series(name, timed.compactMap { slice in value(slice.slice).map { .init(slice.middle, $0) } })
    }
    let lines = [line("p50", \.p50), line("p95", \.p95), line("p99", \.p99)]
    guard lines[0].points.count > 1, let p95 = total.responseTime.p95 else { return nil }
    let worst = timed.compactMap(\.slice.p95).max() ?? p95
    let bounds = thresholds.filter { $0.unit == "s" && $0.name.hasSuffix("(api-response-time)") }
    return LineChart(
      title: "Latency percentiles",
      summary:
        "The 95th percentile is \(Wording.seconds(p95)) over the run, and at most \(Wording.seconds(worst)) in a slice.",
      x: Self.time, y: Axis("Time from \(startName)", .seconds, scale: .log), series: lines,
      horizontals: bounds.compactMap { threshold in
        threshold.bound.map { ReferenceLine($0, "\(threshold.name)\(threshold.demand)") }
      })
  }

  var errorChart: LineChart? {
    let seen = RequestEnd.allCases.filter { end in
      end.isError && series.slices.contains { $0.ended[Int(end.rawValue)] > 0 }
    }
    guard hasSlices(), !seen.isEmpty else { return nil }
    return LineChart(
      title: "Errors per second",
      summary: "\(Wording.count(total.errors, "request")) of \(Wording.whole(total.answered)) failed.",
      x: Self.time, y: Axis("Errors per second", .number, holds: [0]),
      series: seen.map { end in rate(end.name) { $0.ended[Int(end.rawValue)] } })
  }

  var inFlightChart: LineChart? {
    guard hasSlices() else { return nil }
    func line(_ name: String, _ count: (Series.Slice) -> Int) -> LineChart.Series {
      LineChart.Series(name, timed.map { .init($0.slice.atSeconds + $0.seconds, Double(count($0.slice))) })
    }
    let most = series.slices.map(\.requestsInFlight).max() ?? 0
    let unit = plan.unit == "session" ? "session" : "start"
    return LineChart(
      title: "In progress",
      summary: "At most \(Wording.count(starts.mostInFlight, unit)) and \(Wording.count(most, "request")) at once.",
      x: Self.time, y: Axis("In progress", .count, holds: [0]),
      series: [line("\(unit)s", \.inFlight), line("requests", \.requestsInFlight)])
  }

  /// A chart of the numbers of requests by latency over time. Short slices are combined.
  var heatMap: HeatMap? {
    guard series.bounds.count > 1, series.slices.count > 1 else { return nil }
    let size = (series.slices.count + Self.maxColumns - 1) / Self.maxColumns
    let groups = stride(from: 0, to: series.slices.count, by: size).map { start in
      series.slices[start..<min(series.slices.count, start + size)]
    }
    let names = series.bounds.indices.map(rangeName)
    let cells = series.bounds.indices.map { row in
      groups.map { group -> Double? in
        let count = group.reduce(0) { $0 + $1.latency[row] }
        return count == 0 ? nil : Double(count)
      }
    }
    let counts = series.bounds.indices.map { row in series.slices.reduce(0) { $0 + $1.latency[row] } }
    let top = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    return HeatMap(
      title: "Latency over time",
      summary: "Most requests, \(Wording.whole(counts[top])), took \(names[top]).",
      columnLabel: "Seconds since the run began, \(Wording.short(Double(size) * series.widthSeconds, 1)) each",
      columns: groups.map { Wording.short($0.first?.atSeconds ?? 0, 0) }, rowLabel: "Requests that took",
      rows: names.reversed(), unit: .count, cells: cells.reversed())
  }

  private static let maxColumns = 30

  private func rangeName(_ index: Int) -> String {
    let low = series.bounds[index]
    // Bounds are 1, 2 and 5 times each power of ten, without gaps in the range of the measured values.
    let isTwo = "\(low)".contains("2")
    let high = low == 0 ? 0.0001 : low * (isTwo ? 2.5 : 2)
    if low == 0 { return "under \(Wording.seconds(high))" }
    return low >= 100 ? "over \(Wording.seconds(low))" : Axis.Unit.seconds.text(low, high)
  }
}

extension LoadSection.Threshold {
  /// The bound in its unit; nil if the text is not a threshold.
  var bound: Double? { (try? LoadThreshold(text))?.bound }
}
