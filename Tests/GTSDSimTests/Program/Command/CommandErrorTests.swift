import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_sim

/// The messages of commands about invalid input.
struct CommandErrorTests {
  private static let calm = #"{"name": "calm", "horizon": "30h", "generation": "correct", "population": {"size": 8}}"#

  private func run(_ arguments: [String], input: String = "") -> CommandResult {
    CommandResult(arguments, input: input)
  }

  @Test(arguments: [
    ["run"], ["explore"], ["report"], ["replay"], ["calibrate"], ["validate"], ["merge"], ["compare", "-"],
    ["load", "-", "--target", "http://127.0.0.1:1", "--accounts"],
    ["load", "-", "--target", "https://127.0.0.1:1", "--ca-file"], ["calibrate", "-", "--scenario"],
  ])
  func directoriesAndMissingFilesAre66AndSaidToBe(line: [String]) throws {
    let scratch = try Scratch()
    let input = line[0] == "load" ? #"{"load": {"rate": 1, "duration": "1s"}}"# : Self.calm
    let folder = run(line + [scratch.url.path], input: input)
    #expect(folder.code == .missingInput)
    #expect(folder.error == "\(scratch.url.path): is a directory, not a file\n")
    let missing = run(line + [scratch.path("none")], input: input)
    #expect(missing.code == .missingInput)
    #expect(missing.error.hasPrefix("\(scratch.path("none")): no such file"), "\(missing.error)")
  }

  @Test("An arm that a command does not take is named as the reason")
  func armsAreOfCompare() {
    let refused = run(["run", "card-copy#B"])
    #expect(refused.code == .missingInput)
    #expect(refused.error == "card-copy#B: no such file; only `compare` takes an arm after `#`\n")
  }

  @Test("The app of a report names the switches that differ from its preset")
  func changedSwitchesAreNamed() {
    let one = run(["run", "-", "--quiet", "--no-fail", "--set", "generation.acknowledge.guard=none"], input: Self.calm)
    #expect(one.out.contains("the app as specified (correct) with acknowledge.guard=none ·"), "\(one.out.prefix(200))")
    let plain = run(["run", "-", "--quiet", "--no-fail"], input: Self.calm)
    #expect(plain.out.contains("the app as specified (correct) ·"))
  }

  @Test("A played story without a description has no colon behind its name")
  func storiesWithoutDescription() {
    let story = #"{"name": "short", "story": {"when": [{"do": "signUp", "account": 1}]}}"#
    #expect(run(["play", "-"], input: story).out.hasPrefix("short\n"))
  }

  /// Quoted content of a file never looks like a line of this program.
  @Test func quotedTextsStayOnTheirLine() throws {
    let scenario = run(["validate", "-"], input: #"{"name": "a\nok.json: is valid", "generation": "b\u2028c"}"#)
    #expect(scenario.code == .invalidInput)
    #expect(scenario.error.split(whereSeparator: \.isNewline).count == 2, "\(scenario.error)")
    #expect(scenario.error.contains(#"found "a\u{A}ok.json: is valid""#) && scenario.error.contains(#"b\u{2028}c"#))
    let report = run(["report", "-"], input: #"{"formatVersion": 1, "kind": "a\nok"}"#)
    #expect(report.code == .invalidInput && report.error.split(whereSeparator: \.isNewline).count == 1)
    let log =
      #"{"event_name": "tab_changed", "user_id": 1, "timestamp": "z\nline 2: forged", "properties": {"tab": "home"}}"#
    let fit = run(["calibrate", "-", "--max-bad", "0", "--quiet"], input: log)
    #expect(fit.code == .invalidInput && fit.error.split(whereSeparator: \.isNewline).count == 3, "\(fit.error)")
    let check = run(["check-events", "-"], input: log)
    #expect(check.out.split(whereSeparator: \.isNewline).count == 5, "\(check.out)")
  }

  @Test func outputDirectoryThatIsAFileIsReported() throws {
    let scratch = try Scratch()
    let file = try scratch.write("precious", "notes.md")
    let result = run(["run", "-", "--output", file], input: Self.calm)
    #expect(result.code == .failure && result.out.isEmpty)
    #expect(result.error == "\(file): is a file; --output takes a directory\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
  }

  @Test(arguments: [
    (["--format", "json,md"], "gtsd-sim: several formats need --output; standard output takes one\n"),
    (["--json", "--format", "md"], "gtsd-sim: standard output takes one of --json and --format md\n"),
  ])
  func standardOutputTakesOneFormatOfAReport(options: [String], message: String) throws {
    let report = run(["run", "-", "--json", "-q"], input: Self.calm).out
    let result = run(["report", "-"] + options, input: report)
    #expect(result.code == .usage && result.out.isEmpty)
    #expect(result.error == message + "Usage: gtsd-sim report [OPTIONS] REPORT\n")
    #expect(run(["report", "-", "--json", "--format", "json"], input: report).out == report)
  }

  @Test func fileThatIsNoReportIsNamedWithARemedy() throws {
    let scratch = try Scratch()
    let file = try scratch.write("{\"formatVersion\": 1,\n \"kind\": \"foo\"}", "x.json")
    for (command, remedy) in [
      ("report", "name a report.json that a command wrote with --output"),
      ("replay", "name a report.json that a command wrote with --output"),
      ("merge", "name a shard.pieces that a command wrote with --shard, or run the shard again"),
    ] {
      let result = run([command, file])
      #expect(result.code == .invalidInput)
      #expect(result.error.hasPrefix("\(file):2:10: $.kind: not a report: expected one of simulation, "))
      #expect(result.error.hasSuffix("; \(remedy)\n"))
    }
    let scenario = run(["report", "-"], input: Self.calm)
    #expect(scenario.code == .invalidInput)
    #expect(
      scenario.error
        == "(standard input): this is a scenario, not a report; `gtsd-sim run -` makes a report of it\n")
  }

  @Test func problemsOfLoadNameTheOptionThatWasTyped() {
    func problem(_ options: String...) -> String {
      let result = run(
        ["load", "-", "--target", "http://127.0.0.1:1"] + options, input: #"{"load": {"rate": 1, "duration": "1s"}}"#)
      #expect(result.code == .invalidInput)
      return result.error
    }
    #expect(problem("--rate", "5000/s").hasPrefix("(standard input): --rate 5000/s: $.load: goes up to 5000 starts"))
    #expect(problem("--duration", "1h").hasPrefix("(standard input): --duration 1h: $.load: lasts 1h"))
    #expect(problem("--stages", "5000:10s").hasPrefix("(standard input): --stages 5000:10s: $.load: goes up to 5000"))
    #expect(problem("--set", "load.rate=5000").hasPrefix("(standard input): --set load.rate=5000: $.load: goes up"))
  }

  @Test(arguments: ["800%", "1.2", "-1%"])
  func aShareIsAtMostAll(target: String) {
    let result = run(["forecast", "-", "--solve", "population.size", "--target", target], input: Self.calm)
    #expect(result.code == .usage)
    #expect(result.error.hasPrefix("gtsd-sim: --target: acknowledgment-rate-24h is a share, from 0 to 1 or 0% to 100%"))
  }

  @Test func portInUseIsReportedWithARemedy() throws {
    let server = try ServeRun(scenario: Scenario.parse(ServeRun.plainScenario))
    let port = try #require(server.url.split(separator: ":").last)
    let result = run(["serve", "--port", String(port), "-q"])
    #expect(result.code == .failure && result.out.isEmpty)
    #expect(result.error.hasSuffix("; --port 0 picks a free one\n"), "\(result.error)")
  }

  @Test func hazardsWithoutAScenarioAreReported() throws {
    let scratch = try Scratch()
    let none = CommandResult(["explore", "--hazard", "ip-limit-collapse"], directory: scratch.url.path)
    #expect(none.code == .missingInput && none.error.contains("no scenario of the library shows it"))
    for hazard in HazardID.allCases {
      #expect((ScenarioLibrary.story(of: hazard, in: scratch.url.path) != nil) == hazard.hasStory, "\(hazard)")
    }
    let lines = CommandResult(["list", "hazards"], directory: Checkout.root.path).out.split(separator: "\n")
    let withoutScenario = lines.filter { $0.contains("No scenario shows it") }.compactMap {
      $0.split(separator: " ").first
    }
    #expect(withoutScenario.map(String.init) == HazardID.allCases.filter { !$0.hasStory }.map(\.rawValue))
  }

  /// The planned number may differ from the number that an interrupted run counts.
  @Test func anInterruptedRunSaysHowManyWereSimulated() throws {
    var report = SampleReport.full
    #expect(TerminalSummary(report, width: 100).text.contains("5,000 users"))
    report.complete = false
    report.funnel[0].users = 12
    #expect(TerminalSummary(report, width: 100).text.contains("12 of 5,000 users"))
  }

  @Test func listedScenariosNameTheirFiles() {
    let result = CommandResult(["list", "scenarios"], directory: Checkout.root.path)
    #expect(result.code == .success)
    let lines = result.out.split(separator: "\n")
    #expect(lines.count > 50)
    for line in lines {
      let parts = line.split(separator: " ", omittingEmptySubsequences: true)
      #expect(parts[1].hasSuffix("/\(parts[0]).json:"), "\(line)")
    }
  }
}
