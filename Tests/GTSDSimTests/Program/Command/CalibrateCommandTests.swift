import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import Documents
@testable import GTSDCommandLine
@testable import GTSDFields
@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_sim

struct CalibrateCommandTests {
  private static let lines = KnownPopulation.lines(KnownPopulation.log(users: 25, horizon: .hours(26), seed: 1))

  @Test func writesTheOverlayBesideTheReports() throws {
    let scratch = try Scratch()
    let events = try scratch.write(Self.lines.joined(separator: "\n"), "events.jsonl")
    let result = CommandResult(["calibrate", events, "-n", "2", "-j", "1", "--output", scratch.path("out")])
    #expect(result.code == .success, "\(result.error)")
    #expect(result.out.contains("follow the card") && result.out.contains("Not identified"))
    let out = try FileManager.default.contentsOfDirectory(atPath: scratch.path("out")).sorted()
    #expect(out == ["junit.xml", "kpis.csv", "overlay.json", "report.html", "report.json", "report.md"])
    #expect(CommandResult(["validate", scratch.path("out/overlay.json")]).code == .success)
    let again = CommandResult(["report", scratch.path("out/report.json"), "--no-color"])
    #expect(again.code == .success && again.out == result.out)
  }

  @Test func readsStandardInputAndPrintsJSON() throws {
    let result = CommandResult(
      [
        "calibrate", "-", "--json", "-q", "-n", "2", "-j", "1", "--set",
        "population.personas.committed.decisions.tabBurst=0.3",
      ],
      input: Self.lines.joined(separator: "\n"))
    #expect(result.code == .success && result.error.isEmpty)
    let report = try Report(json: Data(result.out.utf8))
    #expect(report.kind == .calibration && report.calibration?.source == "(standard input)")
    #expect(report.calibration?.isPooled == true)
  }

  /// An impossible number of populations is rejected before the log is read.
  @Test(arguments: ["1", "10001", "1000000"]) func impossibleNumberOfPopulationsIsRefused(number: String) {
    let result = CommandResult(["calibrate", "nowhere.jsonl", "-n", number])
    #expect(result.code == .usage && result.error.contains("--replications is 2 to 10000 here, not \(number)"))
  }

  @Test func badLinesAreShownAndEndTheCommand() throws {
    let scratch = try Scratch()
    let events = try scratch.write((Self.lines + ["nonsense"]).joined(separator: "\n"), "events.jsonl")
    let strict = CommandResult(["calibrate", events, "--max-bad", "0", "--output", scratch.path("out")])
    #expect(strict.code == .invalidInput)
    #expect(
      strict.error.contains("rejected lines: 1, more than the 0 that are allowed")
        && strict.error.contains("line \(Self.lines.count + 1): "))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("out")))
    let lenient = CommandResult(["calibrate", events, "--max-bad", "1", "-n", "2", "-j", "1"])
    #expect(lenient.code == .success && lenient.error.contains("1 line rejected"))
    #expect(lenient.out.contains("1 line rejected (1 malformed)"))
  }

  @Test(arguments: [
    (["calibrate"], ExitCode.usage, "EVENTS is missing"),
    (["calibrate", "nowhere.jsonl"], .missingInput, "nowhere.jsonl: no such file"),
    (["calibrate", "."], .missingInput, "is a directory"),
    (["calibrate", "-"], .invalidInput, "no event of the specifications"),
    (["calibrate", "-", "--format", "md"], .usage, "--format needs --output"),
    (["calibrate", "-", "--scenario", "nowhere.json"], .missingInput, "nowhere.json: no such file"),
    (["calibrate", "-", "--max-bad", "-1"], .usage, "--max-bad"),
    (["calibrate", "-", "--set", "population.size=no"], .invalidInput, "population.size"),
  ])
  func refuses(arguments: [String], code: ExitCode, message: String) {
    let result = CommandResult(arguments)
    #expect(result.code == code && result.out.isEmpty)
    #expect(result.error.contains(message), "\(result.error)")
  }

  @Test func aStoryHasNoPopulation() throws {
    let story = Checkout.root.appending(path: "scenarios/races/double-tap-acknowledge.json").path
    let result = CommandResult(["calibrate", "-", "--scenario", story])
    #expect(result.code == .invalidInput && result.error.contains("has a `story`"))
  }
}

/// The options that determine how a log is read.
struct LogOptionTests {
  private static let csv = "what;when;who\napp_launched;01.03.2026 10:00;a\n"

  @Test("`--explain` prints how lines are read, and runs no fit")
  func explains() throws {
    let scratch = try Scratch()
    let map = try scratch.write(
      #"{"fields": {"name": "what", "time": "when", "user": "who"}, "timeForm": "dd.MM.yyyy HH:mm", "zone": "Europe/Berlin"}"#,
      "map.json")
    let result = CommandResult(["calibrate", "-", "--explain", "--map", map], input: Self.csv)
    #expect(result.code == .success)
    #expect(result.out.contains("Read as CSV: a table with semicolons."))
    #expect(
      result.out.contains(
        "line 2: app_launched (what) at 2026-03-01T09:00:00.000Z: time 01.03.2026 10:00 (when), account a"))
  }

  @Test("`--from` takes each format by name")
  func from() {
    #expect(CommandTable.logFormats == EventExport.allCases.map(\.rawValue))
    let refused = CommandResult(["calibrate", "-", "--from", "excel"])
    #expect(refused.code == .usage && refused.error.contains("amplitude"))
    let other = CommandResult(["calibrate", "-", "--from", "mixpanel", "--explain"], input: Self.csv)
    #expect(other.out.contains("Read as Mixpanel"))
  }

  @Test("Both commands refuse an unreadable file and name the command that converts it")
  func unreadable() throws {
    let scratch = try Scratch()
    let file = try scratch.write("PK\u{3}\u{4}…", "export.zip")
    for command in ["calibrate", "check-events"] {
      let result = CommandResult([command, file])
      #expect(result.code == .invalidInput && result.error.contains("unzip -p FILE"), "\(result.error)")
    }
  }

  @Test("A log without events has a problem", arguments: ["", "\n"])
  func emptyLog(log: String) {
    for options in [[], ["--json"]] {
      let result = CommandResult(["check-events", "-"] + options, input: log)
      #expect(result.code == .invalidInput && result.error.contains("so nothing was checked"), "\(result.error)")
      #expect(result.out.isEmpty)
    }
  }

  @Test("`check-events` reads the same formats, and counts events and properties")
  func checks() throws {
    let lines = [
      #"{"type":"identify","anonymousId":"p","userId":"a","messageId":"1"}"#,
      #"{"type":"track","event":"tab_changed","anonymousId":"p","messageId":"2","timestamp":"2026-03-01T10:00:00Z","properties":{"tab":"home"}}"#,
      #"{"type":"track","event":"tab_changed","anonymousId":"p","messageId":"3","timestamp":"2026-03-01T10:01:00Z","properties":{"tab":"shop"}}"#,
      #"{"type":"track","event":"tab_changed","anonymousId":"p","messageId":"4","timestamp":"2026-03-01T10:02:00Z","properties":{}}"#,
    ]
    let result = CommandResult(["check-events", "-", "--json"], input: lines.joined(separator: "\n"))
    let root = try JSONReader.read(result.out)
    #expect(result.code == .targetMissed && root["format"]?.string == "Segment")
    #expect(root["calls"]?.number == 1 && root["properties"]?["tab_changed"]?["tab"]?.number == 2)
    let problems = root["problems"]?.elements?.map { "\($0["kind"]?.string ?? "") \($0["line"]?.text ?? "")" }
    #expect(Set(problems ?? []) == ["type 3", "missing 4"])
  }
}
