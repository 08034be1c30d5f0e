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

struct PlayCommandTests {
  private static let root = Checkout.root.path
  private static let newUser = "\(root)/scenarios/acceptance/new-user-acknowledges.json"

  @Test func aStoryThatPassesShowsEachStep() throws {
    let result = CommandResult(["play", Self.newUser])
    #expect(result.code == .success)
    #expect(result.error.isEmpty)
    #expect(result.out.contains("step-2, phone 1: reviewCard\n      took effect; tab home → plans"))
    #expect(result.out.contains("on screen: plans, plan, BMI 24.69, BMR 1760, TDEE 2728, toast plan generated until"))
    #expect(result.out.contains("stored in the end: profile complete, metrics acknowledged, 1 plan\n"))
    #expect(result.out.contains("passes: 5 expectations, nothing broken"))
    // The same result again, with the same order of equal times.
    #expect(CommandResult(["play", Self.newUser, "-q"]).out == result.out)
  }

  @Test("A play writes the requested formats and timings")
  func filesAreThoseAskedFor() throws {
    let scratch = try Scratch()
    let line = ["play", Self.newUser, "--output", scratch.path("out"), "--format", "html,json"]
    #expect(CommandResult(line + ["--timings", scratch.path("t.json")]).code == .success)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("out"))
    #expect(names.sorted() == ["play.html", "play.json"])
    #expect(try String(contentsOfFile: scratch.path("t.json"), encoding: .utf8).contains("wallSeconds"))
    let other = CommandResult(["play", Self.newUser, "--output", scratch.path("b"), "--format", "csv"])
    #expect(other.code == .usage && other.error.contains("unknown choice `csv`; one of json, md, html, junit"))
    #expect(CommandResult(["play", Self.newUser, "--format", "md"]).error.contains("--format needs --output"))
  }

  @Test("A play writes the analytics events of its story, which keep to the event definitions")
  func analyticsEventsAreWritten() throws {
    let scratch = try Scratch()
    let result = CommandResult(["play", Self.newUser, "--events", scratch.path("events.jsonl")])
    #expect(result.code == .success && result.out.contains("passes: 5 expectations"))
    let text = try String(contentsOfFile: scratch.path("events.jsonl"), encoding: .utf8)
    let names = text.matches(of: /"event_name":"(\w+)"/).map { String($0.output.1) }
    // Those of the steps before the search come first.
    #expect(names.first == "app_launched" && names.contains("onboarding_completed"))
    #expect(names.filter { $0 == "metrics_acknowledged" }.count == 1, "\(names)")
    #expect(CommandResult(["check-events", scratch.path("events.jsonl")]).code == .success)
    #expect(CommandResult(["play", Self.newUser, "--events", "-"]).out == text)
    let both = CommandResult(["play", Self.newUser, "--events", "-", "--json"])
    #expect(both.code == .usage && both.error.contains("one of --json, --events and --timings"))
  }

  @Test func failedExpectationExitsWith11AndSaysSo() throws {
    let result = CommandResult(["play", Self.newUser, "--generation", "seed-current"])
    #expect(result.code == .violation)
    #expect(result.out.contains("does not hold: expected the card hidden, observed it shown"))
    #expect(result.out.contains("expectation/unclassified/step-9:card: "))
    let scratch = try Scratch()
    let line = ["play", Self.newUser, "-g", "seed-current", "--no-fail", "--output", scratch.path("out")]
    #expect(CommandResult(line).code == .success)
    let junit = try String(contentsOfFile: scratch.path("out/junit.xml"), encoding: .utf8)
    #expect(try JUnitCheck.problems(in: junit) == [])
    #expect(junit.contains("<failure type=\"expectation\" message=\"does not hold: expected the card hidden"))
    #expect(!junit.contains("name=\"expectation/"))
  }

  @Test func ignoredStepSaysWhy() throws {
    let scratch = try Scratch()
    let taps = """
      "launch", "acknowledge", {"do": "openTab", "tab": "plans"}, "reviewCard", "saveEdit", "retryPhotos", "terminate",
      "pullToRefresh"
      """
    let path = try scratch.write(
      #"{"generation": "correct", "story": {"given": ["onboard"], "when": [\#(taps)]}}"#, "ignored.json")
    let result = CommandResult(["play", path])
    #expect(result.code == .success)
    for reason in [
      "the app runs already", "the tab plans is not in front", "the tab home is not in front", "no form is open",
      "no photos are open", "the app is closed",
    ] {
      #expect(result.out.contains("ignored: \(reason)"), "\(reason)")
    }
    #expect(result.out.contains("nothing was expected"))
  }

  /// A typed number is in no state variable until it is saved, but counts as an effect.
  @Test func typedStepTakesEffect() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      """
      {"generation": "correct", "story": {
        "given": ["onboard", {"do": "openTab", "tab": "profile"}],
        "when": [
          {"do": "openEdit", "until": "tabSettled"},
          {"do": "typeEdit", "weight": 77.5, "until": "editReady"},
          {"do": "closeEdit", "after": "1s"},
          {"do": "typeEdit", "weight": 76}
        ]
      }}
      """, "typed.json")
    let out = CommandResult(["play", path]).out
    #expect(out.contains("typeEdit, weight 77.5\n      took effect"))
    #expect(out.contains("typeEdit, weight 76\n      ignored: no form is open"))
  }

  @Test func filesAndJSONHoldTheSame() throws {
    let scratch = try Scratch()
    let result = CommandResult(["play", Self.newUser, "--json", "--output", scratch.path("out")])
    #expect(result.code == .success)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("out")).sorted()
    #expect(names == ["junit.xml", "play.html", "play.json", "play.md"])
    #expect(try String(contentsOfFile: scratch.path("out/play.json"), encoding: .utf8) == result.out)
    let json = try JSONReader.read(result.out)
    #expect(json["passes"]?.text == "true")
    let steps = try #require(json["steps"]?.elements)
    #expect(steps.contains { $0["id"]?.string == "step-4" && $0["outcome"]?.string == "tookEffect" })
    let page = try String(contentsOfFile: scratch.path("out/play.html"), encoding: .utf8)
    #expect(page.contains("<svg") && page.contains("step-9 holds"))
    #expect(PageCheck.foreign(in: page) == [])
  }

  @Test func onlyStoriesCanBePlayed() {
    let result = CommandResult(["play", "\(Self.root)/scenarios/first-day.json"])
    #expect(result.code == .invalidInput)
    #expect(result.error.contains("has no `story` to play; `gtsd-sim run "))
    #expect(CommandResult(["play"]).code == .usage)
    #expect(CommandResult(["play", "no-such.json"]).code == .missingInput)
  }

  @Test(arguments: ["actions", "expectations", "endpoints", "personas"])
  func listsNameWhatThereIs(what: String) throws {
    let rows = try #require(try JSONReader.read(CommandResult(["list", what, "--json"]).out).elements)
    let ids = rows.compactMap { $0["id"]?.string }
    #expect(ids.count == rows.count && Set(ids).count == ids.count)
    let known = [
      "actions": "reviewCard", "expectations": "photos.uploaded", "endpoints": "today-metrics", "personas": "casual",
    ]
    #expect(ids.contains(try #require(known[what])))
    let text = CommandResult(["list", what]).out
    #expect(text.split(separator: "\n").count >= ids.count)
  }

  // MARK: The matrix

  @Test func aMatrixTakesFilesAndDirectories() throws {
    let scratch = try Scratch()
    for name in ["straight-to-plans", "photo-uploads"] {
      _ = try scratch.write(
        String(contentsOfFile: "\(Self.root)/scenarios/acceptance/\(name).json", encoding: .utf8), "\(name).json")
    }
    let line = ["run", scratch.path(""), "--matrix", "--schedules", "5", "-q"]
    let result = CommandResult(line + ["--output", scratch.path("out")])
    #expect(result.code == .success)
    #expect(result.out.contains("✓ correct keeps all of 2 cases in 5 schedules each"))
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("out")).sorted()
    #expect(names == ["junit.xml", "matrix.html", "matrix.json", "matrix.md"])
    let page = try String(contentsOfFile: scratch.path("out/matrix.html"), encoding: .utf8)
    #expect(PageCheck.foreign(in: page) == [])
    let red = CommandResult(line + ["--generation", "seed-current", "--json"])
    #expect(red.code == .violation)
    #expect(try JSONReader.read(red.out)["deciding"]?.string == "seed-current")
    let junit = try String(contentsOfFile: scratch.path("out/junit.xml"), encoding: .utf8)
    #expect(try JUnitCheck.problems(in: junit) == [])
    #expect(junit.contains("name=\"matrix.correct\" tests=\"2\" failures=\"0\""))
    #expect(junit.contains("Violated, but correct decides: expectation/"))
    _ = CommandResult(line + ["-g", "seed-current", "--output", scratch.path("red"), "--format", "junit"])
    let broken = try String(contentsOfFile: scratch.path("red/junit.xml"), encoding: .utf8)
    #expect(broken.contains("<failure type=\"violated\" message=\"expectation/"))
    #expect(CommandResult(line + ["-g", "seed-current", "--no-fail"]).code == .success)
  }

  @Test func optionsThatAMatrixLacksAreUsageErrors() throws {
    let scratch = try Scratch()
    let line = ["run", "\(Self.root)/scenarios/acceptance", "--matrix"]
    for extra in [["--users", "5"], ["--replications", "2"], ["--events", "-"], ["--generation", "other"]] {
      #expect(CommandResult(line + extra).code == .usage, "\(extra)")
    }
    #expect(CommandResult(["run", "\(Self.root)/scenarios/first-day.json", "--schedules", "5"]).code == .usage)
    #expect(CommandResult(["run", "\(Self.root)/scenarios/first-day.json", "--matrix"]).code == .invalidInput)
    #expect(CommandResult(["run", scratch.path(""), "--matrix"]).code == .missingInput)
  }
}
