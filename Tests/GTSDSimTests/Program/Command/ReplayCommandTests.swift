import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import Documents
@testable import GTSDFields
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_sim

struct ReplayCommandTests {
  private static let root = Checkout.root.path
  private static let doubleTap = ExploreCommandTests.doubleTap

  /// The first find of a search, shared by all tests.
  private static let find = Result { try #require(try searched().report.exploration?.finds.first) }

  /// A report of a search with finds.
  private static func searched(_ options: [String] = []) throws -> (json: String, report: Report) {
    let line = ["explore", Self.doubleTap, "--schedules", "40", "-q", "--json"]
    let result = CommandResult(line + options)
    return (result.out, try Report(json: Data(result.out.utf8)))
  }

  @Test func aTokenOfASearchShowsItsViolationAgain() throws {
    let token = try Self.find.get().token
    let result = CommandResult(["replay", token], directory: Self.root)
    #expect(result.code == .violation)
    #expect(result.out.contains("reproduced: "))
    #expect(result.out.contains("reported twice"))
    #expect(CommandResult(["replay", token, "--scenario", Self.doubleTap, "-q"]).code == .violation)
  }

  @Test("A printed replay command works unchanged, even for a story outside the library")
  func printedCommandsWork() throws {
    let scratch = try Scratch()
    let text = try "// Not that of the library.\n" + String(contentsOfFile: Self.doubleTap, encoding: .utf8)
    let file = try scratch.write(text, "my story's.json")
    let line = ["--seed", "5", "--schedules", "40", "-q", "--output", scratch.path("out")]
    let result = CommandResult(["explore", file] + line)
    let token = try #require(result.out.firstMatch(of: /gtsd-sim replay (gtsd3-\S+)/)?.1)
    let command = "gtsd-sim replay \(token) --scenario \(ShellWord.quoted(file))"
    for name in ["report.md", "junit.xml"] {
      let text = try String(contentsOfFile: scratch.path("out/\(name)"), encoding: .utf8)
      #expect(text.replacing("&#39;", with: "'").contains(command), "\(name)")
    }
    #expect(result.out.contains(command))
    #expect(CommandResult(["replay", String(token), "--scenario", file, "-q"]).code == .violation)
    // From standard input, and back again.
    let piped = CommandResult(["explore", "-"] + line.dropLast(2), input: text)
    #expect(piped.out.contains("\(token) --scenario -\n"))
    #expect(CommandResult(["replay", String(token), "--scenario", "-", "-q"], input: text).code == .violation)
    // The library's own stories need no file.
    let own = CommandResult(["explore", Self.doubleTap] + line.dropLast(2), directory: Self.root)
    #expect(own.out.contains("gtsd-sim replay gtsd3-") && !own.out.contains("--scenario"))
  }

  @Test func tokenContainsOverrides() throws {
    let options = ["--seed", "7", "--set", "generation.acknowledge.guard=none", "--set", "description=other"]
    let find = try #require(try Self.searched(options).report.exploration?.finds.first)
    #expect(CommandResult(["replay", find.token], directory: Self.root).code == .violation)
  }

  /// The reference model reports at a phone's next quiet instant, here half a minute and more after the violation.
  @Test func lateStatementIsShownAgain() throws {
    let scratch = try Scratch()
    let text = #"""
      {"name": "late", "generation": "head", "seed": 80045,
       "population": {"size": 3, "memory": null, "personas": [{"name": "anybody", "decisions": {"useSecondDevice": 1}}]}}
      """#
    let file = try scratch.write(text, "late.json")
    let result = CommandResult(["run", file, "-q", "--json", "--no-fail"])
    let report = try Report(json: Data(result.out.utf8))
    let tokens = report.violations.filter { $0.key.contains("told-other") }.flatMap { $0.examples.map(\.replay) }
    #expect(tokens.count >= 6)
    for token in tokens { #expect(CommandResult(["replay", token, "--scenario", file, "-q"]).code == .violation) }
  }

  @Test func everyTokenOfAReportIsReplayedInItsOwnScenario() throws {
    let scratch = try Scratch()
    let (json, report) = try Self.searched(["--seed", "3"])
    let file = try scratch.write(json, "report.json")
    // There is no library nearby; the report contains its scenario.
    let result = CommandResult(["replay", file, "--json"], directory: scratch.url.path)
    #expect(result.code == .violation)
    let rows = try #require(try JSONReader.read(result.out).elements)
    #expect(rows.compactMap { $0["token"]?.string } == report.exploration?.finds.map(\.token))
    for row in rows { #expect(row["reproduced"]?.value == .bool(true)) }
    #expect(CommandResult(["replay", "-", "-q"], input: json, directory: scratch.url.path).code == .violation)
  }

  /// The values that a forecast set for one replication, such as the hour of a roll-back, are not in its report's
  /// scenario.
  @Test(arguments: [[], ["--uncertainty", "1"]])
  func aForecastOfARollOutIsReplayedWithItsArmRolledBack(options: [String]) throws {
    let scratch = try Scratch()
    let text = #"""
      {"name": "faulty", "generation": "correct", "horizon": "48h",
       "population": {"size": 30, "arrival": {"uniform": {"over": "6h"}}},
       "experiment": {"name": "e", "arms": [
         {"name": "off"},
         {"name": "on", "generation": {"auth": {"refresh": "none"}}, "stages": [{"from": "0s", "share": 0.6}]}]}}
      """#
    let file = try scratch.write(text, "faulty.json")
    let forecast = CommandResult(["forecast", file, "--replications", "2", "-q", "--json", "--no-fail"] + options)
    let report = try Report(json: Data(forecast.out.utf8))
    #expect(report.forecast?.rollout?.stops == 2)
    let tokens = report.violations.flatMap { $0.examples.map(\.replay) }
    #expect(!tokens.isEmpty)
    let written = try scratch.write(forecast.out, "report.json")
    let result = CommandResult(["replay", written, "--json"])
    #expect(result.code == .violation, "\(result.error)")
    let rows = try #require(try JSONReader.read(result.out).elements)
    #expect(rows.count == report.violations.count)
    for row in rows { #expect(row["reproduced"]?.value == .bool(true)) }
    let first = try #require(tokens.first)
    #expect(CommandResult(["replay", first, "--scenario", file, "-q"]).code == .violation)
  }

  @Test func aTokenOfARunRunsItsCellAgain() throws {
    let scratch = try Scratch()
    let scenario = #"{"name": "faulty", "generation": "seed-current", "horizon": "30h", "population": {"size": 12}}"#
    let file = try scratch.write(scenario, "faulty.json")
    let run = CommandResult(["run", file, "-q", "--json"])
    let token = try #require(try Report(json: Data(run.out.utf8)).violations.first?.examples.first?.replay)
    #expect(CommandResult(["replay", token, "--scenario", file]).code == .violation)
  }

  /// A run names violations by their histories. If a single switch is faulty, the hazard's name is right; if many are,
  /// some names are not.
  @Test func replayChecksTheHazardsNameByItsSwitch() throws {
    let scratch = try Scratch()
    func names(_ generation: String) throws -> [String: [Bool]] {
      let scenario = #"{"name": "faulty", "generation": \#(generation), "horizon": "30h", "population": {"size": 30}}"#
      let run = CommandResult(["run", try scratch.write(scenario, "faulty.json"), "-q", "--json"])
      let rows = CommandResult(["replay", try scratch.write(run.out, "report.json"), "--json", "-q"])
      var names: [String: [Bool]] = [:]
      let violations = try Report(json: Data(run.out.utf8)).violations
      for (violation, row) in zip(violations, try #require(try JSONReader.read(rows.out).elements)) {
        guard let holds = row["name"]?["holds"]?.value, case .bool(let holds) = holds else { continue }
        names[try #require(violation.hazard), default: []].append(holds)
      }
      return names
    }
    let one = try names(#"{"preset": "correct", "loading": {"flag": "shared"}}"#)
    #expect(one["shared-loading-flag"]?.isEmpty == false)
    #expect(one.values.allSatisfy { !$0.contains(false) })
    let many = try names(#""seed-current""#)
    #expect(many.values.contains { $0.contains(true) } && many.values.contains { $0.contains(false) })
  }

  @Test func filesOfAReplayAreThoseOfOneFind() throws {
    let scratch = try Scratch()
    let token = try Self.find.get().token
    let line = ["replay", token, "--scenario", Self.doubleTap, "--output", scratch.path("out"), "--format", "json"]
    #expect(CommandResult(line).code == .violation)
    let report = try Report(json: Data(contentsOf: URL(filePath: scratch.path("out/report.json"))))
    #expect(report.kind == .exploration)
    #expect(report.exploration?.finds.count == 1)
  }

  @Test("The report of a replayed person can be read back, and `--no-fail` ignores its finding")
  func reportOfAPersonIsRead() throws {
    let scratch = try Scratch()
    let run = CommandResult([
      "run", "first-day", "--users", "60", "--generation", "seed-current", "--seed", "1", "--json", "-q",
    ])
    let example = try #require(try Report(json: Data(run.out.utf8)).violations.first?.examples.first)
    let line = ["replay", example.replay, "--output", scratch.path("out"), "--timings", scratch.path("timings.json")]
    #expect(CommandResult(line).code == .violation)
    #expect(CommandResult(line + ["--no-fail"]).code == .success)
    let report = try Report(json: Data(contentsOf: URL(filePath: scratch.path("out/report.json"))))
    #expect(report.kind == .simulation && report.violations.count == 1 && report.exitCode == 11)
    #expect(try String(contentsOfFile: scratch.path("timings.json"), encoding: .utf8).contains("\"replays\": 1"))
  }

  @Test func aViolationThatDoesNotComeAgainIs1() throws {
    var token = try ReplayToken.decode(Self.find.get().token)
    token.key ^= 1
    let result = CommandResult(["replay", token.encode()], directory: Self.root)
    #expect(result.code == .failure)
    #expect(result.out.contains("not reproduced"))
  }

  @Test func aTokenOfAnotherScenarioIs65AndBothDigestsAreNamed() throws {
    let find = try Self.find.get()
    let scratch = try Scratch()
    let text = try String(contentsOfFile: Self.doubleTap, encoding: .utf8)
    let changed = try scratch.write(text.replacing("\"200ms\"", with: "\"250ms\""), "changed.json")
    let result = CommandResult(["replay", find.token, "--scenario", changed])
    #expect(result.code == .invalidInput)
    let token = try ReplayToken.decode(find.token)
    let digest = try Scenario.load(changed).digest
    #expect(digest != token.digest)
    #expect(result.error.contains(digest) && result.error.contains(token.digest), "\(result.error)")
    #expect(result.out.isEmpty)
  }

  @Test func damagedAndForeignTokensAre65() throws {
    let token = try Self.find.get().token
    let middle = token.index(token.startIndex, offsetBy: 20)
    var damaged = token
    damaged.replaceSubrange(middle...middle, with: token[middle] == "A" ? "B" : "A")
    let dash = try #require(token.firstIndex(of: "-"))
    for (text, message) in [
      (damaged, "damaged"), (String(token.dropLast(3)), "damaged"), ("gtsd-x", "not a replay token"),
      ("gtsd2" + token[dash...], "a token of version 2, written by an older gtsd-sim: run the scenario again"),
      ("gtsd99" + token[dash...], "a token of version 99, written by another gtsd-sim: run the scenario again"),
    ] {
      let result = CommandResult(["replay", text], directory: Self.root)
      #expect(result.code == .invalidInput, "\(text)")
      #expect(result.error.contains(message), "\(result.error)")
    }
  }

  @Test func missingFilesAndScenariosAre66() throws {
    let scratch = try Scratch()
    for operand in ["/no/such.json", "report.json", "double-tap"] {
      #expect(CommandResult(["replay", operand], directory: scratch.url.path).code == .missingInput)
    }
    let other = ReplayToken(
      scenario: "no-such", digest: "d", seed: 1, subject: .unit(replication: 0, cell: 0), user: 0, time: 0, key: 1)
    let unknown = CommandResult(["replay", other.encode()], directory: scratch.url.path)
    #expect(unknown.code == .missingInput)
    #expect(unknown.error.contains("no scenario `no-such` in the folder `scenarios` here or in the library"))
    let token = try Self.find.get().token
    #expect(CommandResult(["replay", token], directory: scratch.url.path).code == .violation)
    #expect(CommandResult(["replay", token, "--scenario", "/no/such.json"]).code == .missingInput)
  }

  @Test func filesThatAreNoReportOrHaveNoViolationAre65() throws {
    let scratch = try Scratch()
    #expect(CommandResult(["replay", Self.doubleTap]).code == .invalidInput)
    let (json, _) = try Self.searched(ExploreCommandTests.guarded)
    let empty = CommandResult(["replay", try scratch.write(json, "empty.json")])
    #expect(empty.code == .invalidInput)
    #expect(empty.error.contains("no violation to replay"))
  }

  @Test func formatsNeedOneTokenAndADirectory() throws {
    let token = try Self.find.get().token
    #expect(CommandResult(["replay", token, "--format", "json"], directory: Self.root).code == .usage)
  }
}
