import Foundation
import GTSDModel
import GTSDSim
import TestSupport
import Testing

@testable import GTSDFields
@testable import GTSDStudies
@testable import gtsd_sim

/// Scenarios by name, in code and on command lines.
struct ScenarioLibraryTests {
  private static let files = ScenarioLibrary.files(in: Checkout.root.path)

  @Test("The built-in scenarios are the files in the folder `scenarios`")
  func builtInIsTheFolder() throws {
    let list = Self.files.map {
      "{\"\($0.id)\", (const char[]){\n#embed \"../../scenarios/\($0.id).json\" suffix(,)\n0}},\n"
    }
    let file = Checkout.root.appending(path: "Sources/CFolders/scenarios.h")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" { try Data(list.joined().utf8).write(to: file) }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == list.joined(),
      "RECORD_SNAPSHOTS=1 swift test --filter ScenarioLibraryTests writes the list anew")
    #expect(Self.files.count > 300)
    #expect(ScenarioLibrary.builtIn.map(\.id) == Self.files.map(\.id))
    for (builtIn, file) in zip(ScenarioLibrary.builtIn, Self.files) {
      #expect(try builtIn.read() == file.read(), "\(file.id)")
    }
    #expect(Scenario.libraryNames == Self.files.map(\.id))
  }

  @Test("No two scenarios of the library have the same name")
  func namesAreUnique() {
    let names = ScenarioLibrary.builtIn.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test(
    "A scenario is found by its name, with or without its folder",
    arguments: [
      "first-day", "double-tap-acknowledge", "races/double-tap-acknowledge", "load/smoke",
    ])
  func isFoundByItsName(name: String) throws {
    let scenario = try Scenario.library(name)
    #expect(name.hasSuffix(scenario.name))
    let changed = try Scenario.library(name, overrides: ScenarioOverrides(seed: 77))
    #expect(changed.seed == 77)
    #expect(try Scenario.named(name, in: "/nowhere") == scenario)
    #expect(try Scenario.named(name, in: Checkout.root.path) == scenario)
  }

  @Test(
    "A name that no scenario has is refused, with the nearest that one has",
    arguments: [
      ("first-dya", "first-day"), ("direct-to-plan", "direct-to-plans"),
      ("stale-get", "races/stale-get-overwrites-ack"),
      ("races/double-tap", "races/double-tap-acknowledge"), ("scenarios/first-day.json", "first-day"), ("zzz", nil),
      ("", nil), ("races", nil),
    ] as [(String, String?)])
  func unknownNamesAreRefused(name: String, nearest: String?) {
    #expect(throws: ScenarioFileError.unknown(name: name, nearest: nearest)) { try Scenario.library(name) }
  }

  @Test("A file, but not a folder, takes precedence over a library scenario of the same name")
  func filesComeFirst() throws {
    let scratch = try Scratch()
    let file = try scratch.write(#"{"name": "own"}"#, "first-day")
    #expect(try Scenario.named(file, in: "/nowhere").name == "own")
    let folder = scratch.path("scenarios")
    try FileManager.default.createDirectory(atPath: folder + "/races", withIntermediateDirectories: true)
    #expect(throws: ScenarioFileError.unreadable(path: folder, reason: "is a directory, not a file")) {
      try Scenario.named(folder, in: "/nowhere")
    }
    // The folder `scenarios` of the directory takes precedence over built-in scenarios, name by name.
    _ = try scratch.write(#"{"name": "week-one", "seed": 5}"#, "scenarios/week-one.json")
    _ = try scratch.write(#"{"name": "mine"}"#, "scenarios/races/mine.json")
    #expect(try Scenario.named("week-one", in: scratch.url.path).seed == 5)
    #expect(try Scenario.named("mine", in: scratch.url.path).name == "mine")
    #expect(try Scenario.named("first-day", in: scratch.url.path) == Scenario.library("first-day"))
    let entries = ScenarioLibrary.entries(in: scratch.url.path)
    #expect(entries.count == ScenarioLibrary.builtIn.count + 1)
    #expect(entries.filter { $0.file != nil }.map(\.id) == ["week-one", "races/mine"])
  }

  @Test("Commands find the scenario library from any directory")
  func commandsKnowTheLibraryAnywhere() throws {
    let nowhere = try Scratch()
    func run(_ words: String...) -> CommandResult { CommandResult(words, directory: nowhere.url.path) }
    #expect(run("validate", "first-day", "races/double-tap-acknowledge", "load/smoke", "-q").code == .success)
    let list = run("list", "scenarios", "--json")
    #expect(try JSONReader.read(list.out).elements?.count == ScenarioLibrary.builtIn.count)
    let hazards = try #require(try JSONReader.read(run("list", "hazards", "--json").out).elements)
    let row = try #require(hazards.first { $0["id"]?.string == "double-tap-acknowledge" })
    #expect(row["scenario"]?.string == "races/double-tap-acknowledge")
    let searched = run(
      "explore", "--hazard", "double-tap-acknowledge", "--schedules", "40", "--no-minimize", "-q", "--json")
    #expect(searched.code == .violation)
    let token = try #require(try Report(json: Data(searched.out.utf8)).exploration?.finds.first?.token)
    #expect(run("replay", token, "-q").code == .violation)
    let shelf = StudioShelf(operand: nil, directory: nowhere.url.path)
    #expect(shelf.first == "first-day" && shelf.paths.contains("load/smoke"))
    #expect(try shelf.text("races/double-tap-acknowledge").hasPrefix("// Shows "))
  }

  @Test(
    "What is mistyped is answered with the nearest file or name",
    arguments: [
      ("first-dya.json", "first-day"), ("first-dya", "first-day"), ("first-day.json", "first-day"),
      ("double-tap", "races/double-tap-acknowledge"),
    ])
  func mistypedOperandsAreAnswered(operand: String, nearest: String) throws {
    let nowhere = try Scratch()
    let result = CommandResult(["validate", operand], directory: nowhere.url.path)
    #expect(result.code == .missingInput)
    #expect(result.error == "\(operand): no such file, and no scenario of the library; did you mean `\(nearest)`?\n")
  }

  @Test("The error for a mistyped path names the nearest file in that directory")
  func mistypedPathsAreAnswered() throws {
    let scratch = try Scratch()
    _ = try scratch.write("{}", "my-day.json")
    #expect(
      throws: ScenarioFileError.unreadable(
        path: scratch.path("my-dya.json"), reason: "no such file; did you mean `\(scratch.path("my-day.json"))`?")
    ) { try Scenario.load(scratch.path("my-dya.json")) }
    let report = CommandResult(["report", scratch.path("my-dya.json")])
    #expect(report.error.contains("did you mean `\(scratch.path("my-day.json"))`?"))
  }
}
