import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDCommandLine
@testable import GTSDFields
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_sim

struct ExploreCommandTests {
  private static let root = Checkout.root.path
  static let doubleTap = "\(root)/scenarios/races/double-tap-acknowledge.json"
  /// The same taps, on a button that ignores the second one.
  static let guarded = ["--set", "generation.acknowledge.guard=inFlight", "--set", "story.twin=null"]

  @Test func findsAre11AndTheReportIsAloneOnStandardOutput() throws {
    let scratch = try Scratch()
    let line = ["explore", Self.doubleTap, "--schedules", "40", "-q", "--json"]
    let files = ["--output", scratch.path("out"), "--format", "json,html", "--timings", scratch.path("time.json")]
    let result = CommandResult(line + files)
    #expect(result.code == .violation)
    #expect(result.error.isEmpty)
    let report = try Report(json: Data(result.out.utf8))
    #expect(report.kind == .exploration)
    #expect(report.complete)
    #expect(report.exploration?.schedules == 40)
    #expect(report.exploration?.finds.isEmpty == false)
    #expect(scratch.files == ["out", "time.json"])
    #expect(try String(contentsOfFile: scratch.path("out/report.json"), encoding: .utf8) == result.out)
    let written = try FileManager.default.contentsOfDirectory(atPath: scratch.path("out"))
    #expect(written.sorted() == ["report.html", "report.json"])
    let timing = try JSONReader.read(String(contentsOfFile: scratch.path("time.json"), encoding: .utf8))
    #expect(timing["schedules"]?.number == 40)
    // Reading the report again exits with the search's code.
    #expect(CommandResult(["report", scratch.path("out/report.json"), "-q"]).code == .violation)
    #expect(CommandResult(["report", scratch.path("out/report.json"), "--no-fail"]).code == .success)
  }

  @Test func threadsDoNotChangeTheReport() {
    let line = ["explore", Self.doubleTap, "--schedules", "150", "--no-minimize", "-q", "--json"]
    #expect(CommandResult(line + ["-j", "1"]).out == CommandResult(line + ["-j", "2"]).out)
  }

  @Test func nothingFoundIsSaidWithTheNumberOfSchedulesAndIs0() {
    let result = CommandResult(["explore", Self.doubleTap, "--schedules", "30"] + Self.guarded)
    #expect(result.code == .success)
    #expect(result.out.contains("nothing found in 30 schedules"))
    #expect(result.error.hasPrefix("double-tap-acknowledge: 30 schedules, portfolio, seed 1\ndone after "))
    #expect(result.error.hasSuffix(" s: 30 schedules, shrinking included\n"))
  }

  @Test func searchWithoutShrinkingDoesNotClaimIt() {
    let result = CommandResult(["explore", Self.doubleTap, "--schedules", "20", "--no-minimize"])
    #expect(result.code == .violation)
    #expect(result.error.hasSuffix(" s: 20 schedules\n"), "\(result.error)")
  }

  @Test func aHazardWithAScenarioLimitsWhatCounts() throws {
    let line = ["explore", Self.doubleTap, "--schedules", "40", "--no-minimize", "-q", "--json"]
    let own = CommandResult(line + ["--hazard", "double-tap-acknowledge"])
    #expect(own.code == .violation)
    let finds = try Report(json: Data(own.out.utf8)).exploration?.finds ?? []
    #expect(Set(finds.map(\.hazard)) == ["double-tap-acknowledge"])
    let other = CommandResult(line + ["--hazard", "stale-get-overwrites-ack"])
    #expect(other.code == .success)
    #expect(try Report(json: Data(other.out.utf8)).exploration?.finds.isEmpty == true)
  }

  @Test func hazardWithoutAScenarioUsesItsOwn() throws {
    let line = [
      "explore", "--hazard", "double-tap-acknowledge", "--schedules", "20", "--no-minimize", "-q", "--no-fail",
    ]
    let found = CommandResult(line + ["--json"], directory: Self.root)
    #expect(found.code == .success)
    #expect(try Report(json: Data(found.out.utf8)).scenario.name == "double-tap-acknowledge")
    let scratch = try Scratch()
    let elsewhere = CommandResult(line + ["--json"], directory: scratch.url.path)
    #expect(elsewhere.code == .success && elsewhere.out == found.out)
    let unrunnable = CommandResult(["explore", "--hazard", "ip-limit-collapse"], directory: Self.root)
    #expect(unrunnable.code == .missingInput)
    #expect(
      unrunnable.error
        == "gtsd-sim: --hazard ip-limit-collapse: no scenario of the library shows it, because it needs many people behind one "
        + "address, and a story has two at most; name a SCENARIO to search for it\n")
  }

  @Test(arguments: [
    ["explore"], ["explore", "-", "--json", "--timings", "-"], ["explore", "-", "--format", "json"],
  ])
  func optionsThatExcludeEachOtherExitWith64(line: [String]) {
    let result = CommandResult(line, input: "{}")
    #expect(result.code == .usage)
    #expect(result.error.contains("Usage: gtsd-sim explore [OPTIONS] [SCENARIO]"))
  }

  @Test func invalidAndMissingScenariosAre65And66() {
    #expect(CommandResult(["explore", "-"], input: #"{"seeed": 1}"#).code == .invalidInput)
    #expect(CommandResult(["explore", "/no/such.json"]).code == .missingInput)
  }

  @Test("A violation in the steps before the search is reported as a find")
  func violationsBeforeTheSearch() {
    // The card stays on Home after the acknowledgment on Plans, in any order.
    let given = #"["onboard", {"do": "openTab", "tab": "plans"}, "acknowledge", {"do": "openTab", "tab": "home"}]"#
    let story = #"{"generation": "seed-current", "story": {"given": \#(given), "when": ["rest"]}}"#
    let result = CommandResult(["explore", "-", "-q"], input: story)
    #expect(result.code == .violation)
    #expect(result.out.contains("before the search: acknowledge on phone 1"), "\(result.out)")
  }

  @Test func interruptionsLeaveAPartialReportAnd130() throws {
    let scratch = try Scratch()
    let interrupts = Interrupts()
    var console = Collector().console()
    // The first remark is printed before the first schedule.
    console.error = { _ in if !interrupts.isRequested { interrupts.request() } }
    let line = ["explore", Self.doubleTap, "--schedules", "500", "--output", scratch.path("out"), "--no-fail"]
    guard case .command(.explore, let arguments) = try Invocation.parse(line) else { throw CancellationError() }
    #expect(try ExploreCommand.run(arguments, console, interrupts: interrupts) == .interrupted)
    let report = try Report(json: Data(contentsOf: URL(filePath: scratch.path("out/report.json"))))
    #expect(!report.complete)
    #expect(try #require(report.exploration).schedules < 500)
  }

  @Test func aTimeBudgetAloneLeavesTheNumberOfSchedulesOpen() throws {
    func limits(_ line: String) throws -> SearchLimits {
      guard case .command(_, let arguments) = try Invocation.parse(line.split(separator: " ").map(String.init))
      else { throw CancellationError() }
      return SearchLimits(arguments)
    }
    #expect(try limits("explore a").schedules == 10_000)
    #expect(try limits("explore a").timeBudget == nil)
    let both = try limits("explore a --time-budget 1m30s --schedules 7")
    #expect(both.schedules == 7 && both.timeBudget == 90 && !both.isUnlimited)
    let open = try limits("explore a --time-budget 200ms")
    #expect(open.schedules == Int(UInt32.max) && open.timeBudget == 0.2 && open.isUnlimited)
    #expect(open.share(schedules: 1_000, seconds: 0.1) == 0.5)
    #expect(both.share(schedules: 7, seconds: 9) == 1)
  }

  @Test func aSearchThatItsBudgetEndsIsComplete() throws {
    let line = ["explore", Self.doubleTap, "--time-budget", "50ms", "-q", "--no-fail", "--no-minimize", "--json"]
    let result = CommandResult(line + Self.guarded)
    #expect(result.code == .success)
    #expect(try Report(json: Data(result.out.utf8)).complete)
  }

  /// A search that contradicts itself is neither a find nor a success.
  @Test func errorsOfTheSearchAre1UnlessSomethingWasFound() throws {
    let result = CommandResult(["explore", Self.doubleTap, "--schedules", "40", "--no-minimize", "-q", "--json"])
    var report = try Report(json: Data(result.out.utf8))
    report.change(\.exploration, Report.Content.exploration) { $0.errors = ["a replay that came out otherwise"] }
    #expect(report.exit(noFail: false) == .violation)
    report.change(\.exploration, Report.Content.exploration) { $0.finds = [] }
    #expect(report.exit(noFail: false) == .failure)
    #expect(report.exit(noFail: true) == .failure)
    report.change(\.exploration, Report.Content.exploration) { $0.errors = [] }
    #expect(report.exit(noFail: false) == .success)
  }
}

struct ExploreProgressTests {
  private func limits(_ line: String) throws -> SearchLimits {
    guard case .command(_, let arguments) = try Invocation.parse(line.split(separator: " ").map(String.init))
    else { throw CancellationError() }
    return SearchLimits(arguments)
  }

  private func text(_ schedules: Int, _ line: String, seconds: Double = 2, width: Int = 120) throws -> String {
    let progress = Exploration.Progress(schedules: schedules, classes: 312, unseenMass: 0.0317, finds: 1)
    return ProgressLine.text("double-tap", progress, limits: try limits(line), seconds: seconds, width: width)
  }

  @Test func showsSpeedClassesUnseenMassFindsAndTimeLeft() throws {
    #expect(
      try text(2_500, "explore a")
        == "double-tap █████░░░░░░░░░░░░░░░ 2500/10000 schedules, 1250/s  312 classes, 3.2 % unseen  1 find  6 s left")
    #expect(
      try text(2_500, "explore a --time-budget 8s")
        == "double-tap █████░░░░░░░░░░░░░░░ 2500 schedules, 1250/s  312 classes, 3.2 % unseen  1 find  6 s left")
    #expect(
      try text(0, "explore a", seconds: 0).hasSuffix("0/10000 schedules  312 classes, 3.2 % unseen  1 find  …"))
  }

  @Test(arguments: [100, 80, 60, 40, 30])
  func narrowLinesOmitTheLeastImportantParts(width: Int) throws {
    let line = try text(2_500, "explore a", width: width)
    #expect(line.count < width)
    #expect(line.contains("1 find"))
  }
}
