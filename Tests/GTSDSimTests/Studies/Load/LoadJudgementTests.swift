import Foundation
import GTSDModel
import Testing

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

struct LoadJudgementTests {
  private static let second: Int64 = 1_000_000_000

  private func sample(
    _ at: Double, takes: Double, _ outcome: RequestSample.Outcome = .status(200), _ endpoint: Endpoint = .todayMetrics
  ) -> RequestSample {
    let start = Int64(at * 1e9)
    return RequestSample(
      endpoint: endpoint, scheduledAt: start, sentAt: start, firstByteAt: start + 1,
      endedAt: start + Int64(takes * 1e9), outcome: outcome)
  }

  private func finding(_ text: String, in fold: LoadFold) throws -> LoadThreshold.Finding {
    try LoadThreshold(text).finding(in: fold, total: fold.total)
  }

  @Test func theWholeRunIsJudgedByItsValue() throws {
    var fold = LoadFold()
    for index in 0..<1_000 {
      let at = Double(index) / 100
      fold.start(scheduledAt: Int64(at * 1e9), at: Int64(at * 1e9) + 1_000_000)
      fold.record(sample(at, takes: index % 100 < 94 ? 0.1 : 1, index % 50 == 0 ? .status(500) : .status(200)))
      fold.complete(scheduledAt: Int64(at * 1e9), at: Int64(at * 1e9) + 2_000_000)
    }
    for _ in 0..<10 { fold.drop(scheduledAt: Self.second) }
    fold.close(at: 20 * Self.second)
    #expect(try finding("p90(api-response-time)<150ms", in: fold).verdict == .met)
    let p95 = try finding("p95(api-response-time)<150ms", in: fold)
    #expect(p95.verdict == .missed && p95.count == 1_000 && abs((p95.value ?? 0) - 1) < 0.01)
    #expect(p95.interval?.method == "order-statistics")
    let errors = try finding("rate(api-error-rate)<2%", in: fold)
    #expect(errors.value == 0.02 && errors.verdict == .missed)
    #expect(errors.interval == ProportionInterval.wilson(successes: 20, trials: 1_000))
    #expect(try finding("rate(api-error-rate)<=2%", in: fold).verdict == .met)
    #expect(try finding("count(api-error-rate)<=20", in: fold).verdict == .met)
    #expect(try finding("rate(dropped-rate)<1%", in: fold).value == 10.0 / 1_010)
    #expect(try finding("rate(requests)>=50/s", in: fold).verdict == .met)
    #expect(try finding("rate(sessions)>50/s", in: fold).verdict == .missed)
    #expect(try finding("count(requests)>999", in: fold).verdict == .met)
    #expect(try finding("max(start-lateness)<=1ms", in: fold).verdict == .met)
    #expect(abs((try finding("mean(service-time)<1s", in: fold).value ?? 0) - 0.154) < 1e-6)
    #expect(try finding("min(service-time)<1s", in: fold).value == 0.1)
    // A run without any requests is not a success.
    #expect(try finding("p95(api-response-time{log-in})<1s", in: fold).verdict == .missed)
    #expect(try finding("rate(api-error-rate{log-in})<1%", in: fold).value == nil)
  }

  /// A rising load that a server answers in 100 ms up to a rate, and in 2 s above it.
  private func ramp(_ rates: [Int], breaksAbove limit: Int, thresholds: [LoadThreshold], warmUp: Int64 = 0) -> LoadFold
  {
    var fold = LoadFold(warmUp: warmUp, thresholds: thresholds)
    for (second, rate) in rates.enumerated() {
      for index in 0..<rate {
        let at = Double(second) + Double(index) / Double(rate) * 0.8
        let start = Int64(at * 1e9)
        fold.start(scheduledAt: start, at: start)
        let sample = sample(at, takes: rate > limit ? 0.15 : 0.1)
        fold.record(sample)
        fold.complete(scheduledAt: start, at: sample.endedAt)
      }
    }
    fold.close(at: Int64(rates.count) * Self.second)
    return fold
  }

  private static let p95 = LoadThreshold(.p95, .responseTime, .below, 0.12)

  @Test func theKneeIsTheMostOfferedBeforeThreeBrokenSlices() throws {
    let rates = [10, 20, 30, 40, 50, 60, 70, 80]
    let fold = ramp(rates, breaksAbove: 40, thresholds: [Self.p95])
    let end = fold.elapsed
    let breach = try #require(LoadBreach.first(in: fold, [Self.p95], until: end))
    #expect(breach == LoadBreach(threshold: 0, slice: 4))
    let knee = try #require(LoadKnee.find(in: fold, before: breach, until: end))
    // The mean of 20, 30 and 40.
    #expect(knee.offered == 30 && knee.started == 30 && knee.requests == 30 && knee.slice == 1)
    #expect(knee.inFlight == 0)
  }

  @Test func oneBadSliceOrTwoAreNoBreach() throws {
    let rates = [10, 90, 10, 90, 90, 10, 10]
    let fold = ramp(rates, breaksAbove: 40, thresholds: [Self.p95])
    #expect(LoadBreach.first(in: fold, [Self.p95], until: fold.elapsed) == nil)
    let knee = try #require(LoadKnee.find(in: fold, before: nil, until: fold.elapsed))
    #expect(knee.offered == 190.0 / 3 && knee.slice == 2 || knee.offered == 190.0 / 3 && knee.slice == 3)
    // A slice that is not over says nothing, and neither does one in which no request ends.
    let late = ramp([10, 90, 0, 90, 90], breaksAbove: 40, thresholds: [Self.p95])
    #expect(LoadBreach.first(in: late, [Self.p95], until: late.elapsed - 1) == nil)
    #expect(LoadBreach.first(in: late, [Self.p95], until: late.elapsed)?.slice == 1)
  }

  @Test func theFirstBreachCountsWhicheverThresholdItIs() throws {
    let errors = LoadThreshold(.rate, .errorRate, .below, 0.5)
    var fold = ramp([50, 50, 50, 50, 50, 50], breaksAbove: 40, thresholds: [errors, Self.p95], warmUp: Self.second)
    #expect(LoadBreach.first(in: fold, [errors, Self.p95], until: fold.elapsed) == LoadBreach(threshold: 1, slice: 1))
    for second in 0..<6 {
      for _ in 0..<60 { fold.record(sample(Double(second) + 0.1, takes: 0.01, .status(503))) }
    }
    #expect(LoadBreach.first(in: fold, [errors, Self.p95], until: fold.elapsed) == LoadBreach(threshold: 0, slice: 1))
    #expect(LoadKnee.find(in: fold, before: LoadBreach(threshold: 0, slice: 1), until: fold.elapsed) == nil)
    // Numbers and rates of events belong to a whole run.
    let counters = [LoadThreshold(.rate, .requests, .above, 1_000), LoadThreshold(.count, .errorRate, .below, 1)]
    let counted = ramp([5, 5, 5, 5], breaksAbove: 1, thresholds: counters)
    #expect(LoadBreach.first(in: counted, counters, until: counted.elapsed) == nil)
  }

  @Test func aSnapshotIsOfTheLastWholeSlice() {
    let fold = ramp([10, 20, 30, 5], breaksAbove: 20, thresholds: [])
    let snapshot = LoadSnapshot(fold, at: 3 * Self.second + 1, length: 9 * Self.second)
    #expect(snapshot.offered == 30 && snapshot.started == 30 && snapshot.answered == 30)
    #expect(abs((snapshot.p95 ?? 0) - 0.15) < 0.005 && snapshot.total == 9)
    #expect(snapshot.requests == 65 && snapshot.errors == 0 && snapshot.inFlight == 0)
    let first = LoadSnapshot(fold, at: 1, length: 9 * Self.second)
    #expect(first.offered == 0 && first.p50 == nil)
  }
}

struct OpenMetricsTests {
  /// The grammar of the exposition format, for the kinds of families in use.
  @Test func theTextIsOfTheFormat() throws {
    let text = OpenMetrics.text(SampleLoad.fold(SampleLoad.breakpoint, capacity: 90))
    #expect(text.hasSuffix("# EOF\n") && !text.contains("\n\n"))
    let lines = text.split(separator: "\n")
    #expect(lines.last == "# EOF" && lines.count { $0 == "# EOF" } == 1)
    let name = /[a-zA-Z_:][a-zA-Z0-9_:]*/
    let metadata = /# (TYPE|UNIT|HELP) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/
    let sample =
      /([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_][a-zA-Z0-9_]*="[^"\\\n]*"(,[a-zA-Z_][a-zA-Z0-9_]*="[^"\\\n]*")*\})? (-?[0-9.]+(e-?[0-9]+)?)/
    var families: [String: String] = [:]
    var current = ""
    var counts: [String: Int] = [:]
    for line in lines.dropLast() {
      if let match = line.wholeMatch(of: metadata) {
        let family = String(match.2)
        #expect(String(match.2).wholeMatch(of: name) != nil)
        switch match.1 {
        case "TYPE":
          #expect(families[family] == nil, "\(family) twice")
          families[family] = String(match.3)
          current = family
        case "UNIT": #expect(family.hasSuffix("_\(match.3)"))
        default: break
        }
        #expect(family == current)
        continue
      }
      let match = try #require(line.wholeMatch(of: sample), "\(line)")
      let suffixes =
        switch families[current] {
        case "counter": ["_total"]
        case "gauge": [""]
        case "histogram": ["_bucket", "_count", "_sum"]
        default: [String]()
        }
      #expect(suffixes.contains { current + $0 == match.1 }, "\(line) in \(current)")
      counts[current, default: 0] += 1
    }
    #expect(families.count == 10 && families.keys.allSatisfy { counts[$0] ?? 0 > 0 })
  }

  @Test func bucketsAreCumulativeAndEndWithAll() throws {
    let fold = SampleLoad.fold(SampleLoad.breakpoint, capacity: 90)
    let text = OpenMetrics.text(fold, inFlight: 7)
    #expect(text.contains("gtsd_load_in_flight 7\n"))
    let prefix = "gtsd_load_response_seconds_bucket{endpoint=\"today-metrics\",le=\""
    let rows = text.split(separator: "\n").filter { $0.hasPrefix(prefix) }
    let histogram = fold.endpoints[Int(Endpoint.todayMetrics.rawValue)].responseTime
    #expect(rows.count == OpenMetrics.bounds.count + 1)
    var last: Int64 = 0
    for (row, bound) in zip(rows, OpenMetrics.bounds) {
      let parts = row.dropFirst(prefix.count).components(separatedBy: "\"} ")
      #expect(Double(parts[0]) == Double(bound) / 1e9)
      let count = try #require(Int64(parts[1]))
      #expect(count >= last)
      // Between the values that are surely below the bound and those that may be.
      let sure = histogram.buckets.filter { $0.high <= bound }.reduce(0) { $0 + $1.count }
      let possible = histogram.buckets.filter { $0.low <= bound }.reduce(0) { $0 + $1.count }
      #expect(count >= sure && count <= possible)
      last = count
    }
    #expect(rows.last?.hasSuffix("le=\"+Inf\"} \(histogram.count)") == true)
    #expect(text.contains("gtsd_load_starts_total{state=\"dropped\"} \(fold.dropped)\n"))
  }

  @Test func anEmptyFoldIsATextToo() {
    let text = OpenMetrics.text(LoadFold())
    #expect(text.contains("gtsd_load_starts_total{state=\"started\"} 0\n") && text.hasSuffix("# EOF\n"))
  }
}
