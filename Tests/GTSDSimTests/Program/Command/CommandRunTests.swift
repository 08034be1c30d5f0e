import Foundation
import GTSDModel
import GTSDSim
import Testing

@testable import GTSDCommandLine
@testable import GTSDFields
@testable import gtsd_sim

struct CommandRunTests {
  /// A few people of the correct generation for a short time: no violation and no missed verdict.
  private static let calm = #"{"name": "calm", "horizon": "30h", "generation": "correct", "population": {"size": 8}}"#

  private func run(_ arguments: [String], input: String = "") -> CommandResult {
    CommandResult(arguments, input: input)
  }

  @Test func usageErrorsExitWith64AndShowTheUsage() {
    let result = run(["run", "a.json", "--sed", "1"])
    #expect(result.code == .usage)
    #expect(result.out.isEmpty)
    #expect(
      result.error == """
        gtsd-sim: unknown option `--sed`; did you mean `--seed`?
        Usage: gtsd-sim run [OPTIONS] SCENARIO…
        `gtsd-sim help run` says more.

        """)
  }

  @Test(arguments: [
    ["run", "-", "-", "--json"], ["run", "-", "--json", "--events", "-"], ["run", "-", "--format", "json"],
  ])
  func optionsThatDoNotGoTogetherAre64(line: [String]) {
    #expect(run(line, input: Self.calm).code == .usage)
  }

  @Test func missingFilesAre66() {
    let result = run(["run", "/no/such.json"])
    #expect(result.code == .missingInput)
    #expect(
      result.error
        == "/no/such.json: no such file, and no scenario of the library; `gtsd-sim list scenarios` names them\n")
    #expect(run(["report", "/no/such.json"]).code == .missingInput)
  }

  @Test func invalidScenariosAre65WithEveryProblemAndNothingWritten() throws {
    let scratch = try Scratch()
    let bad = try scratch.write(
      "{\n \"seeed\": 1,\n \"population\": {\"size\": 0, \"personas\": [{\"decisions\": {\"followCard\": 1.2}}]}\n}",
      "bad.json")
    let broken = try scratch.write("{\"seed\": }", "broken.json")
    let output = scratch.path("out")
    let result = run(["run", bad, broken, "--output", output])
    #expect(result.code == .invalidInput)
    #expect(
      result.error == """
        \(bad):2:2: $.seeed: unknown key `seeed`; did you mean `seed`?
        \(bad):3:25: $.population.size: expected a whole number of users from 1 to 10000000; found 0
        \(bad):3:41: $.population.personas[0].name: is missing; persona needs `name`: Name of this kind of people, \
        unique in the scenario.
        \(bad):3:70: $.population.personas[0].decisions.followCard: 1.2 is no probability; a number from 0 to 1
        \(broken):1:10: $: expected a value; found `}`

        """)
    #expect(result.out.isEmpty)
    #expect(scratch.files == ["bad.json", "broken.json"])
    #expect(run(["validate", bad]).code == .invalidInput)
    #expect(run(["report", bad]).code == .invalidInput)
  }

  @Test func storiesAreNotRunAndTheCommandForThemIsNamed() throws {
    let scratch = try Scratch()
    let story = try scratch.write(#"{"story": {"when": ["rest"]}}"#, "story.json")
    let result = run(["run", "-", story, "--output", scratch.path("out")], input: Self.calm)
    #expect(result.code == .invalidInput)
    #expect(
      result.error == """
        \(story): has a `story`, which has no population to run; `gtsd-sim explore \(story)` searches it, \
        `gtsd-sim play \(story)` runs it once

        """)
    #expect(result.out.isEmpty)
    #expect(scratch.files == ["story.json"])
    #expect(run(["validate", story]).code == .success)
  }

  @Test func outputThatCannotBeWrittenIs1BeforeTheRun() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.calm, "calm.json")
    let result = run(["run", file, "--output", file + "/out"])
    #expect(result.code == .failure)
    #expect(result.error == "\(file)/out: cannot be written: Not a directory\n")
    #expect(run(["run", file, "--events", "/no/such/folder/events.jsonl"]).code == .failure)
    #expect(scratch.files == ["calm.json"])
  }

  @Test func jsonIsAloneOnStandardOutputAndFilesAreWhole() throws {
    let scratch = try Scratch()
    let output = scratch.path("out")
    let events = scratch.path("events.jsonl")
    let timings = scratch.path("timings.json")
    let result = run(
      ["run", "-", "--json", "--no-fail", "--output", output, "--events", events, "--timings", timings, "-j", "1"],
      input: Self.calm)
    #expect(result.code == .success)
    let report = try Report(json: Data(result.out.utf8))
    #expect(report.scenario.name == "calm")
    #expect(report.complete)
    #expect(scratch.files == ["events.jsonl", "out", "timings.json"])
    let files = try FileManager.default.contentsOfDirectory(atPath: output).sorted()
    #expect(files == ["junit.xml", "kpis.csv", "report.html", "report.json", "report.md"])
    #expect(try String(contentsOfFile: output + "/report.json", encoding: .utf8) == result.out)
    let lines = try String(contentsOfFile: events, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == report.analytics.total)
    #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    let timing = try JSONReader.read(String(contentsOfFile: timings, encoding: .utf8))
    #expect(timing["users"]?.number == 8)

    let again = run(["report", output + "/report.json", "--json"])
    #expect(again.out == result.out)
    let markdown = run(["report", output + "/report.json", "--format", "md"])
    #expect(try markdown.out == String(contentsOfFile: output + "/report.md", encoding: .utf8))
  }

  @Test func quietSaysNothingOnStandardErrorAndSeveralScenariosHaveADirectoryEach() throws {
    let scratch = try Scratch()
    let first = try scratch.write(Self.calm, "first.json")
    let second = try scratch.write(Self.calm.replacing("calm", with: "other"), "second.json")
    let output = scratch.path("out")
    let result = run(["run", first, second, "-q", "--no-fail", "--output", output, "--format", "csv"])
    #expect(result.code == .success)
    #expect(result.error.isEmpty)
    #expect(result.out.contains("calm") && result.out.contains("other"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: output).sorted() == ["calm", "other"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: output + "/calm") == ["kpis.csv"])
  }

  @Test func violationsAre11AndMissedTargetsAre10UnlessNoFail() {
    let faulty = #"{"generation": "seed-current", "horizon": "30h", "population": {"size": 30}}"#
    #expect(run(["run", "-", "-q"], input: faulty).code == .violation)
    #expect(run(["run", "-", "-q", "--no-fail"], input: faulty).code == .success)
    let missed = Self.calm.replacing(
      "}}", with: #"}, "targets": {"api-error-rate": {"comparison": ">", "value": 0.9}}}"#)
    #expect(run(["run", "-", "-q"], input: missed).code == .targetMissed)
    #expect(run(["run", "-", "-q", "--no-fail"], input: missed).code == .success)
    #expect(ExitCode.worst([.success, .targetMissed, .violation, .targetMissed]) == .violation)
    #expect(ExitCode.worst([.success, .targetMissed]) == .targetMissed)
  }

  @Test func interruptionsLeaveAPartialReportAnd130() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.calm, "calm.json")
    let other = try scratch.write(Self.calm.replacing("calm", with: "other"), "other.json")
    let interrupts = Interrupts()
    let collector = Collector()
    var console = collector.console()
    // The first remark is printed before the first unit.
    console.error = { _ in if !interrupts.isRequested { interrupts.request() } }
    let line = ["run", file, other, "--output", scratch.path("out"), "--no-fail"]
    guard case .command(.run, let arguments) = try Invocation.parse(line) else { throw CancellationError() }
    #expect(try RunCommand.run(arguments, console, interrupts: interrupts) == .interrupted)
    let report = try Report(json: Data(contentsOf: URL(filePath: scratch.path("out/calm/report.json"))))
    #expect(!report.complete)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("out/other")).isEmpty)
  }

  @Test func scenariosOfOneNameCannotShareADirectory() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.calm, "calm.json")
    #expect(run(["run", file, file, "--output", scratch.path("out")]).code == .usage)
    #expect(scratch.files == ["calm.json"])
  }

  @Test func listsAreObjectsWithTheirIdFirst() throws {
    for what in Listing.allCases where what != .scenarios {
      let result = run(["list", what.rawValue, "--json"])
      #expect(result.code == .success)
      let rows = try #require(try JSONReader.read(result.out).elements)
      #expect(!rows.isEmpty)
      #expect(rows.allSatisfy { $0.members?.first?.key == "id" })
      let plain = run(["list", what.rawValue]).out.split(separator: "\n")
      #expect(plain.count == rows.count)
    }
    let hazard = try JSONReader.read(run(["list", "hazards", "--json"]).out).elements?.first
    for key in ["invariant", "generations", "twin", "scenario", "depth", "source"] { #expect(hazard?[key] != nil) }
  }

  @Test func schemasAndVersionArePrinted() throws {
    #expect(run(["schema"]).out == Scenario.jsonSchema)
    #expect(try JSONReader.read(run(["schema", "report"]).out)["$schema"] != nil)
    #expect(run(["--version"]).out.hasPrefix("gtsd-sim 0."))
  }

  @Test func benchPrintsWhatItMeasured() throws {
    let result = CommandResult.bench(["journey", "--users", "300", "--seed", "1", "--json", "-q"])
    #expect(result.code == .success)
    let node = try JSONReader.read(result.out)
    #expect(node["events"]?.number == 24_300)
    for key in ["digest", "eventsPerSecond", "bytesPerUser"] { #expect(node[key] != nil) }
    // Its users and their backend are actors, and nothing else.
    #expect(node["jobsOfTasksShare"]?.number == 1)
    #expect(result.error.isEmpty)
  }

  @Test func scenariosCanSayWhereTheirFilesGo() throws {
    let scratch = try Scratch()
    func output(_ name: String) -> String {
      #", "output": {"directory": "\#(scratch.path(name))", "formats": ["csv", "md"]}}"#
    }
    let first = try scratch.write(Self.calm.replacing("}}", with: "}" + output("a")), "first.json")
    let other = Self.calm.replacing("calm", with: "other")
    let second = try scratch.write(other.replacing("}}", with: "}" + output("a")), "second.json")
    let line = ["run", first, "-q", "--no-fail"]
    #expect(run(line).code == .success)
    let written = try FileManager.default.contentsOfDirectory(atPath: scratch.path("a"))
    #expect(written.sorted() == ["kpis.csv", "report.md"])
    // The command line takes precedence over the scenario, option by option.
    #expect(run(line + ["--output", scratch.path("b"), "--format", "junit"]).code == .success)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("b")) == ["junit.xml"])
    #expect(run(line + ["--set", "output.directory=null"]).code == .success)
    #expect(scratch.files == ["a", "b", "first.json", "second.json"])
    // Two scenarios cannot write to the same files.
    let both = run(["run", first, second, "-q"])
    #expect(both.code == .usage)
    #expect(both.error.contains("`calm` and `other` would write to one directory"))
  }

  @Test func validateSaysOfEachFileWhetherItIsValid() throws {
    let scratch = try Scratch()
    let good = try scratch.write(Self.calm, "good.json")
    let bad = try scratch.write("{\"seed\": -1}", "bad.json")
    let result = run(["validate", bad, good])
    #expect(result.code == .invalidInput)
    #expect(result.out.hasPrefix("\(good): valid; 8 users, xxh64:"))
    #expect(result.error.hasPrefix("\(bad):1:10: $.seed: "))
    let json = run(["validate", bad, good, "--json"])
    #expect(json.code == .invalidInput)
    #expect(try JSONReader.read(json.out).elements?.count == 1)
    #expect(run(["validate", good, "-q"]).out.isEmpty)
  }

  @Test func validateShowsEveryResolvedValue() throws {
    let result = run(["validate", "-", "--json", "--set", "seed=9"], input: Self.calm)
    let node = try JSONReader.read(result.out).elements?.first
    #expect(node?["scenario"]?["seed"]?.number == 9)
    #expect(node?["scenario"]?["population"]?["personas"]?.elements?.count == 4)
    #expect(run(["validate", "-"], input: "{}").out.hasPrefix("(standard input): valid; 1000 users"))
    #expect(run(["validate", "-", "--json"], input: "{}").out.contains("\"id\": \"scenario\""))
    #expect(
      run(["validate", "-"], input: "{]").error
        == "(standard input):1:2: $: expected a key in double quotes or `}`; found `]`\n")
  }
}
