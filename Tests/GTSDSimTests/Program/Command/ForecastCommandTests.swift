import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDFields
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_sim

struct ForecastCommandTests {
  private static let root = Checkout.root.path
  private static let firstDay = "\(root)/scenarios/first-day.json"
  private static let small = ["forecast", firstDay, "--users", "8", "-n", "3"]

  @Test func theReportIsAloneOnStandardOutput() throws {
    let scratch = try Scratch()
    let result = CommandResult(
      Self.small + ["-q", "--json", "--output", scratch.path("out"), "--timings", scratch.path("time.json")])
    #expect(result.code == .violation)
    #expect(result.error.isEmpty)
    let report = try Report(json: Data(result.out.utf8))
    #expect(report.kind == .forecast)
    #expect(report.forecast?.replications == 3)
    #expect(report.scenario.replications == 3)
    #expect(try String(contentsOfFile: scratch.path("out/report.json"), encoding: .utf8) == result.out)
    let written = try FileManager.default.contentsOfDirectory(atPath: scratch.path("out"))
    #expect(written.sorted() == ["junit.xml", "kpis.csv", "report.html", "report.json", "report.md"])
    let timing = try JSONReader.read(String(contentsOfFile: scratch.path("time.json"), encoding: .utf8))
    // Three replications, and one pair of people without a memory.
    #expect(timing["users"]?.number == 40)
    #expect(CommandResult(Self.small + ["-q", "--json", "--no-fail", "-j", "1"]).out == result.out)
  }

  @Test(arguments: [
    (["-n", "1"], "2 or more"), (["--precision", "x"], "--precision takes a number above 0"),
    (["--target", "3"], "--target needs --solve"), (["--solve", "a.b"], "--solve needs --target"),
    (["--solve", "a.b", "--target", "many"], "not `many`"),
    (["--solve", "backend.servers=9..2", "--target", "1"], "PATH=LOW..HIGH"),
  ])
  func impossibleArgumentsExitWith64(arguments: [String], message: String) {
    let result = CommandResult(["forecast", Self.firstDay] + arguments)
    #expect(result.code == .usage)
    #expect(result.error.contains(message))
    #expect(result.out.isEmpty)
  }

  @Test func valueThatTheScenarioLacksExitsWith65AndWritesNothing() throws {
    let scratch = try Scratch()
    let goal = CommandResult(
      Self.small + ["--solve", "population.nobody", "--target", "0.5", "-q", "--output", scratch.path("out")])
    #expect(goal.code == .invalidInput)
    #expect(goal.error.contains("population.nobody: is not a number of this scenario"))
    #expect(scratch.files.isEmpty)
    let story = CommandResult(["forecast", "\(Self.root)/scenarios/races/double-tap-acknowledge.json"])
    #expect(story.code == .invalidInput)
    #expect(story.error.contains("gtsd-sim explore"))
    #expect(CommandResult(["forecast", "no-such-file.json"]).code == .missingInput)
  }

  @Test func aPercentageIsAShare() throws {
    let line = ["forecast", Self.firstDay, "--users", "6", "-n", "2", "-q", "--json", "--no-fail"]
    let solve = ["--solve", "population.personas.*.decisions.followCard=0.4..0.6", "--target", "100%"]
    let solution = try Report(json: Data(CommandResult(line + solve).out.utf8)).forecast?.solution
    #expect(solution?.target == 1)
    #expect(solution?.low == 0.4 && solution?.high == 0.6)
    #expect(solution?.value == nil)
  }
}
