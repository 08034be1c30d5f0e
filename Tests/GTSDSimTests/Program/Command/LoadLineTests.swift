import Foundation
import GTSDModel
import Testing

@testable import GTSDCommandLine
@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics
@testable import gtsd_sim

struct LoadLineTests {
  private let snapshot = LoadSnapshot(
    elapsed: 12.4, total: 60, offered: 500, started: 498.6, answered: 1_204.2, p50: 0.00042, p95: 0.0081, p99: 1.24,
    errors: 3, requests: 9_000, dropped: 2, inFlight: 41)

  @Test func progressLineDescribesTheLastSecond() {
    #expect(
      ProgressLine.text("steady", snapshot, width: 200)
        == "steady ████░░░░░░░░░░░░░░░░ 12 of 60 s  499 of 500 starts/s  1204 requests/s  p50 0.42 ms p95 8.1 ms p99 1.2 s  "
        + "3 errors  2 dropped  41 under way")
    let idle = LoadSnapshot(elapsed: 0, total: 60, offered: 0.5, started: 0, answered: 0, errors: 1)
    #expect(
      ProgressLine.text("s", idle, width: 100)
        == "s 0 of 60 s  0 of 0.5 starts/s  0 requests/s  p50 – p95 – p99 –  1 error  0 under way")
  }

  @Test func dashboardShowsTheLastMinuteAndTheThresholds() {
    var history = LoadScreen.History()
    for second in 1...70 {
      var next = snapshot
      (next.p95, next.answered) = (second == 70 ? nil : Double(second) / 100, Double(second))
      history.add(next)
    }
    #expect(history.p95.count == 60 && history.answered.first == 11)
    let held: [(text: String, verdict: Verdict)] = [
      ("p95(api-response-time)<2s", .met), ("rate(sessions)>=90/s", .missed),
    ]
    let lines = LoadScreen.lines("steady", snapshot, history, held, width: 120)
    #expect(lines.count == 5 && lines[0] == ProgressLine.text("steady", snapshot, width: 120))
    #expect(lines[1].hasSuffix("█▁  most 690 ms") && lines[2].hasSuffix("█  most 70"))
    #expect(lines[3] == "✓ p95(api-response-time)<2s" && lines[4] == "✗ rate(sessions)>=90/s")
    for width in 16...160 {
      #expect(LoadScreen.lines("steady", snapshot, history, held, width: width).allSatisfy { $0.count < width })
    }
    #expect(LoadScreen.sparks([0, 1, 2, 4]) == "▁▂▄█" && LoadScreen.sparks([0, 0]) == "▁▁")
  }

  /// Lines are drawn over earlier ones, and nothing of them is left at the end.
  @Test func theScreenIsDrawnInPlace() {
    let collector = Collector()
    var console = collector.console()
    console.animatesError = true
    let screen = LoadScreen(console, label: "x", thresholds: [])
    for _ in 0..<2 { screen.show(LoadFold(), snapshot) }
    screen.clear()
    let parts = collector.remarks.components(separatedBy: "\u{1B}[3A\r\u{1B}[J")
    #expect(parts.count == 3 && parts[2].isEmpty)
    #expect(parts[0].split(separator: "\n").count == 3)
    console.animatesError = false
    LoadScreen(console, label: "x", thresholds: []).show(LoadFold(), snapshot)
    #expect(collector.remarks.components(separatedBy: "under way").count == 3)
  }

  @Test func linesForInfluxAreEscaped() {
    #expect(
      InfluxLines.text(snapshot, tags: [("scenario", "a b,c=d\\\n"), ("run", "x1")], milliseconds: 1_700_000_000_123)
        == "gtsd_load,scenario=a\\ b\\,c\\=d/\\ ,run=x1 offered_per_s=500,started_per_s=498.6,answered_per_s=1204.2,"
        + "requests=9000i,errors=3i,dropped=2i,in_flight=41i,p50_s=0.00042,p95_s=0.0081,p99_s=1.24 1700000000123000000\n"
    )
    let idle = LoadSnapshot(elapsed: 0, total: 60, offered: 0.5, started: 0, answered: 0)
    #expect(!InfluxLines.text(idle, tags: [("run", "")], milliseconds: 1).contains("p50"))
    #expect(InfluxLines.text(idle, tags: [("run", "")], milliseconds: 1).hasPrefix("gtsd_load,run=- "))
  }

  @Test func narrowLinesOmitTheLeastImportantParts() {
    for width in 16...160 { #expect(ProgressLine.text("steady", snapshot, width: width).count < width) }
    #expect(ProgressLine.text("steady", snapshot, width: 30) == "p95 8.1 ms  3 errors")
  }
}
