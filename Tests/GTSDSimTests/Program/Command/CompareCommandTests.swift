import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDCommandLine
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_sim

struct CompareCommandTests {
  private static let root = Checkout.root.path
  private static let day = "\(root)/scenarios/first-day.json"
  private static let fixed = "\(root)/scenarios/first-day-fixed.json"
  private static let copy = "\(root)/scenarios/card-copy.json"
  private static let small = ["--users", "6", "--replications", "2", "-q"]

  @Test func theReportIsAloneOnStandardOutputAndReadsAgain() throws {
    let scratch = try Scratch()
    let files = ["--output", scratch.path("out"), "--timings", scratch.path("time.json")]
    let result = CommandResult(["compare", Self.day, Self.fixed, "--json"] + Self.small + files)
    #expect(result.code == .success && result.error.isEmpty)
    let report = try Report(json: Data(result.out.utf8))
    #expect(report.kind == .comparison && report.comparison?.sides.map(\.name) == ["first-day", "first-day-fixed"])
    let written = try FileManager.default.contentsOfDirectory(atPath: scratch.path("out"))
    #expect(written.sorted() == ["junit.xml", "kpis.csv", "report.html", "report.json", "report.md"])
    #expect(CommandResult(["report", scratch.path("out/report.json"), "--format", "md"]).code == .success)
  }

  @Test func invariantThatTheBaselineKeepsMayNotBreak() {
    let line = ["compare", Self.fixed, "\(Self.fixed)@seed-current", "--users", "40", "--replications", "2", "-q"]
    let result = CommandResult(line)
    #expect(result.code == .violation)
    #expect(result.out.contains("which first-day-fixed keeps"))
    let spared = CommandResult(line + ["--no-fail"])
    #expect(spared.code == .success)
  }

  @Test func aDemandOnTheChangeThatTheScenarioStatesDecides() {
    let demand = [
      "--set", #"targets={"acknowledgment-rate-24h": {"comparison": ">=", "value": 0.5, "versus": "control"}}"#,
    ]
    // Enough people that an increase near one half is impossible.
    let many = ["--users", "20", "--replications", "2", "-q"]
    #expect(CommandResult(["compare", Self.fixed, Self.fixed] + many + demand).code == .targetMissed)
    #expect(CommandResult(["compare", Self.fixed, Self.fixed] + many).code == .success)
  }

  @Test func armsAreChosenByTheirName() throws {
    let result = CommandResult(["compare", "\(Self.copy)#A", "\(Self.copy)#B", "--json"] + Self.small)
    let report = try Report(json: Data(result.out.utf8))
    #expect(report.comparison?.sides.map(\.name) == ["card-copy#A", "card-copy#B"])
    #expect(
      report.comparison?.differences.map(\.path) == [
        "experiment.arms.everybody.decisionFactors.dismissCard",
        "experiment.arms.everybody.decisionFactors.followCard",
      ])
    let wrong = CommandResult(["compare", Self.copy, "\(Self.copy)#Bee"] + Self.small)
    #expect(wrong.code == .invalidInput && wrong.error.contains("no arm `Bee`"))
    #expect(CommandResult(["compare", Self.copy, "\(Self.day)#A"] + Self.small).error.contains("it has no experiment"))
  }

  @Test func aReportAndAScenarioAreComparedUnpaired() throws {
    let scratch = try Scratch()
    let run = ["run", Self.fixed, "--users", "6", "-q", "--no-fail", "--output", scratch.path("base")]
    _ = CommandResult(run + ["--format", "json"])
    let file = scratch.path("base/report.json")
    let result = CommandResult(["compare", file, Self.fixed, "--json"] + Self.small)
    let section = try #require(try Report(json: Data(result.out.utf8)).comparison)
    #expect(section.design == .unpaired && section.sides.map(\.source) == ["report", "scenario"])
    #expect(section.sides[0].name == "base")
    #expect(CommandResult(["compare", file, "\(file)@correct"]).code == .usage)
    #expect(CommandResult(["compare", file]).code == .usage)
  }

  @Test(arguments: [
    ([], ExitCode.usage), (["A", "B", "C"], .usage), (["-", "-"], .usage),
    (["no-such.json", "no-such.json"], .missingInput),
  ])
  func wrongOperandsAreRefused(operands: [String], code: ExitCode) {
    #expect(CommandResult(["compare"] + operands).code == code)
  }

  @Test func incomparableOperandsAreRefused() throws {
    let scratch = try Scratch()
    let alone = CommandResult(["compare", Self.day] + Self.small)
    #expect(alone.code == .usage && alone.error.contains("no experiment"))
    #expect(CommandResult(["compare", Self.day, Self.fixed, "--plan"]).code == .usage)
    #expect(CommandResult(["compare", Self.copy, "--plan", "--lift", "much"]).code == .usage)
    #expect(CommandResult(["compare", Self.copy, "--plan", "--kpi", "time-to-acknowledge"]).code == .usage)
    #expect(CommandResult(["compare", Self.day, Self.fixed, "--kpi", "nonsense"]).code == .usage)
    #expect(CommandResult(["compare", Self.day, "\(Self.day)@nonsense"]).code == .invalidInput)
    let bad = try scratch.write(#"{"seed": -1}"#, "bad.json")
    let both = CommandResult(["compare", bad, scratch.path("none.json")])
    #expect(both.code == .invalidInput)
    #expect(both.error.contains("$.seed") && both.error.contains("none.json: no such file"))
    let story = CommandResult(["compare", ExploreCommandTests.doubleTap, Self.day])
    #expect(story.code == .invalidInput && story.error.contains("story"))
  }

  @Test func planReportsSampleSizes() throws {
    let line = ["compare", Self.copy, "--plan", "--lift", "15%", "--users", "30", "--replications", "1", "-q"]
    let result = CommandResult(line)
    #expect(result.code == .success && result.out.contains("Sample sizes") && result.out.contains("asked for"))
    let report = try Report(json: Data(CommandResult(line + ["--json"]).out.utf8))
    #expect(report.comparison?.plan?.comparisons == 3)
    #expect(report.csv.hasPrefix("lift,source,power"))
  }

  @Test func operandsAreSplitIntoTheirParts() {
    let none: (String) -> Bool = { _ in false }
    #expect(OperandParts("a@b/c.json", exists: none).generation == nil)
    let both = OperandParts("a@b/c.json@head#B", exists: none)
    #expect(both.path == "a@b/c.json" && both.generation == "head" && both.arm == "B")
    #expect(OperandParts("c.json#B", exists: { $0 == "c.json#B" }).path == "c.json#B")
    #expect(OperandParts("out/report.json", exists: none).name == "out")
    #expect(Lift("5%")?.value == 0.05 && Lift("-0.1")?.value == -0.1 && Lift("0") == nil && Lift("x%") == nil)
  }
}
