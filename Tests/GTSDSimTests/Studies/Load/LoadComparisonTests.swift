import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness
@testable import Statistics
@testable import gtsd_bench
@testable import gtsd_sim

/// Comparisons of two load reports.
struct LoadComparisonTests {
  /// A small version of `gtsd-bench gate`, which has 100 pairs. With 5 % of false alarms, more than 4 of 12 occur once
  /// in thousands of seeds; with 98 % of finds, fewer than 9 occur once in many thousands. The fixed seed reveals a
  /// change that moves either number far.
  @Test func equalServersAreEqualAndATenthIsFound() {
    var study = LoadGateStudy(pairs: 12, seed: 3)
    (study.resamples, study.rate, study.seconds) = (100, 100, 40)
    study.change = 0.2
    let result = study.run()
    #expect(result.falseAlarms <= 4 && result.found >= 9, "\(result)")
  }

  @Test func everyRowSaysWhatWasMeasured() throws {
    var study = LoadGateStudy(pairs: 1)
    (study.resamples, study.seconds) = (100, 20)
    let a = study.side("a", draw: 0, stretch: 0)
    study.errors = 0.05
    let section = study.section(a, study.side("b", draw: 1, stretch: 0.5))
    let rows = section.contrasts[0].rows
    #expect(
      rows.map(\.id) == [
        "response-time-p50", "response-time-p95", "response-time-p99", "error-share", "dropped-share", "answered-rate",
      ])
    #expect(rows.map(\.verdict) == [.noDifference, .worse, .worse, .worse, .noDifference, .noDifference])
    // Within the resolution of ranges of 1/16, the values are those of the model.
    let p95 = try #require(rows[1].baseline)
    #expect(abs(p95 / (0.05 * exp(0.5 * 1.6449)) - 1) < 0.06)
    for row in rows {
      let interval = try #require(row.interval)
      #expect(interval.low < interval.high && interval.method == "block-bootstrap")
      #expect(interval.low <= row.difference ?? .nan && row.difference ?? .nan <= interval.high, "\(row.id)")
    }
    #expect(section.exitCode == 10)
    // In the other direction it is an improvement, and nothing fails.
    let back = study.section(study.side("b", draw: 1, stretch: 0.5), a)
    #expect(back.exitCode == 0 && back.contrasts[0].rows[1].verdict == .better)
  }

  /// Errors alone fail a gate, since a server that fails fast is not faster.
  @Test func moreErrorsAreWorse() {
    var study = LoadGateStudy(pairs: 1)
    (study.resamples, study.seconds, study.errors) = (100, 20, 0)
    let a = study.side("a", draw: 0, stretch: 0)
    study.errors = 0.02
    let section = study.section(a, study.side("b", draw: 1, stretch: 0))
    #expect(section.exitCode == 10)
    #expect(section.contrasts[0].rows.filter { $0.verdict == .worse }.map(\.id) == ["error-share"])
  }

  /// A comparison exits with 11 if only the second run has a violation.
  @Test func aNewlyBrokenInvariantWins() {
    var study = LoadGateStudy(pairs: 1)
    (study.resamples, study.seconds) = (20, 10)
    let a = study.side("a", draw: 0, stretch: 0)
    var b = study.side("b", draw: 1, stretch: 0)
    b.violations = SampleReport.full.violations
    #expect(study.section(a, b).exitCode == 11)
    #expect(study.section(b, a).exitCode == 0)
  }

  @Test func blockLengthFollowsTheAutocorrelation() {
    var random = SplitMix64(seed: 5)
    var white: [Double] = []
    var leaning: [Double] = []
    for _ in 0..<200 {
      let draw = PortableMath.inverseNormal(random.uniform().nextUp)
      white.append(draw)
      leaning.append(0.8 * (leaning.last ?? 0) + draw)
    }
    let short = BlockBootstrap.length(for: white)
    let long = BlockBootstrap.length(for: leaning)
    #expect(short >= 6 && short < 10 && long > 14 && long <= 50, "\(short), \(long)")
    #expect(BlockBootstrap.length(for: [1]) == 1 && BlockBootstrap.length(for: [1, 1, 1, 1, 1, 1, 1, 1]) == 2)
    let starts = BlockBootstrap.starts(count: 10, length: 4, &random)
    #expect(starts.count == 3 && starts.allSatisfy { (0..<10).contains($0) })
  }

  /// The command's output, input and refusals.
  @Test func theCommandComparesReports() throws {
    let scratch = try Scratch()
    func write(_ name: String, _ side: LoadComparison.Side) throws -> String {
      var report = SampleLoad.steady
      report.content = .load(side.load)
      (report.violations, report.checks) = ([], [])
      try FileManager.default.createDirectory(atPath: scratch.path(name), withIntermediateDirectories: true)
      return try scratch.write(report.json, "\(name)/report.json")
    }
    var study = LoadGateStudy(pairs: 1)
    (study.resamples, study.seconds) = (50, 12)
    let a = try write("main", study.side("a", draw: 0, stretch: 0))
    let b = try write("branch", study.side("b", draw: 1, stretch: 0.6))
    let out = scratch.path("out")
    let result = CommandResult(["compare", a, b, "--output", out])
    #expect(result.code == .targetMissed, "\(result.error)")
    #expect(result.out.contains("Response time, p95") && result.out.contains("branch against main"))
    let again = CommandResult(["report", out + "/report.json"])
    #expect(again.out == result.out && again.code == .targetMissed)
    #expect(try String(contentsOfFile: out + "/junit.xml", encoding: .utf8).contains("failures="))
    #expect(CommandResult(["compare", b, a, "--quiet"]).code == .success)
    #expect(CommandResult(["compare", a, b, "--json"]).out == CommandResult(["compare", a, b, "--json"]).out)
    for (line, message) in [
      ([a], "a load run is compared with another"),
      ([a, Checkout.root.appending(path: "scenarios/first-day.json").path], "is none; only two of a kind"),
      ([a, b, "--users", "3"], "--users: reports of `load` are compared as they are"),
    ] {
      let refused = CommandResult(["compare"] + line)
      #expect(refused.code == .usage && refused.error.contains(message), "\(refused.error)")
    }
    var coarse = study.side("a", draw: 0, stretch: 0)
    for index in coarse.load.series.slices.indices { coarse.load.series.slices[index].fine = nil }
    study.seconds = 5
    for (side, message) in [
      (coarse, "an earlier version made it"), (study.side("short", draw: 0, stretch: 0), "has 5 whole slices"),
    ] {
      let refused = CommandResult(["compare", a, try write("bad", side)])
      #expect(refused.code == .invalidInput && refused.error.contains(message), "\(refused.error)")
    }
  }
}
