import Foundation
import GTSDModel
import Synchronization
import Testing

@testable import GTSDFields
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The cases of the specifications, as stories with expectations.
struct AcceptanceTests {
  static let cases = ScenarioFiles.names.filter { $0.hasPrefix("acceptance/") }

  static func scenario(_ name: String, _ generation: Generation.Preset = .correct) throws -> Scenario {
    try Scenario.load(
      ScenarioFiles.path(name.hasPrefix("acceptance/") ? name : "acceptance/\(name).json"),
      overrides: ScenarioOverrides(generation: generation.rawValue))
  }

  @Test func everyContractCaseIsCovered() throws {
    #expect(Self.cases.count >= 40)
    let text = try Self.cases.map { try String(contentsOfFile: ScenarioFiles.path($0), encoding: .utf8) }.joined()
    for number in 1...14 { #expect(text.contains(try Regex("A\(number)\\b")), "A\(number) has no case") }
  }

  @Test(arguments: cases)
  func correctAppMeetsAllExpectations(name: String) throws {
    let scenario = try Self.scenario(name)
    let story = try #require(scenario.story)
    #expect(story.steps.contains { $0.action == .expect }, "expects nothing")
    #expect(AcceptanceMatrix.cell(scenario, schedules: 3) == .passes)
  }

  /// For each of the three reported issues, and for the defects of the proposed fix, an expectation fails under the
  /// hazard's name.
  @Test(arguments: [
    ("new-user-acknowledges", Generation.Preset.seedCurrent, "card", "banner-after-ack-instance-drift"),
    ("clear-preferences", .seedCurrent, "server-preferences", "prefs-cannot-clear"),
    ("photos-one-fails", .seedCurrent, "photos-message", ""),
    ("dismissal-lasts-a-session", .seedFixed, "card", "dismissal-undone-by-recheck"),
  ])
  func reportedIssuesAreRed(name: String, generation: Generation.Preset, fact: String, hazard: String) throws {
    guard case .fails(let breakage) = AcceptanceMatrix.cell(try Self.scenario(name, generation), schedules: 20) else {
      Issue.record("\(name) is green under \(generation.rawValue)")
      return
    }
    let first = try #require(
      breakage.finds.first { $0.key.hasPrefix("expectation/") && $0.key.hasSuffix(":\(fact)") },
      "\(breakage.finds.map(\.key))")
    if !hazard.isEmpty {
      #expect(breakage.finds.contains { $0.key.contains("/\(hazard)/") }, "\(breakage.finds.map(\.key))")
    }
    // The failures that the matrix names can be run again. Explaining one takes seconds, so one is explained for all.
    let token = try ReplayToken.decode(try #require(first.token))
    guard name == "new-user-acknowledges" else { return }
    #expect(try Replay(token: token, scenario: Self.scenario(name, generation)).run().isReproduced)
  }

  @Test func casesThatTheProposedFixRepairsAreGreen() throws {
    for name in ["new-user-acknowledges", "straight-to-plans", "clear-preferences", "save-preferences"] {
      #expect(AcceptanceMatrix.cell(try Self.scenario(name, .seedFixed), schedules: 20) == .passes, "\(name)")
    }
  }

  @Test func matrixShowsWhichGenerationMeetsWhichExpectation() throws {
    let presets: [Generation.Preset] = [.seedCurrent, .head, .correct]
    let cases = try ["straight-to-plans", "acknowledged-yesterday"].map { name in
      AcceptanceMatrix.Case(path: name, scenarios: try presets.map { try Self.scenario(name, $0) })
    }
    let matrix = AcceptanceMatrix(cases, generations: presets, schedules: 5, jobs: 2)
    let result = try #require(matrix.run())
    #expect(result.passes)
    #expect(result.rows.map { $0.cells[2] } == [.passes, .passes])
    guard case .fails = result.rows[0].cells[0], case .notApplicable(let reason) = result.rows[1].cells[1] else {
      Issue.record("\(result.rows.map(\.cells))")
      return
    }
    let document = AcceptanceDocument(result)
    #expect(document.markdown.contains("| straight-to-plans | ✗ expected card |"))
    #expect(document.markdown.contains(reason))
    #expect(document.text().contains("✓ correct keeps all of 2 cases in 5 schedules each"))
    let json = try JSONReader.read(document.json)
    #expect(json["passes"]?.text == "true")
    #expect(json["cases"]?.elements?[1]["cells"]?["head"]?["outcome"]?.string == "notApplicable")
    let red = json["cases"]?.elements?[0]["cells"]?["seed-current"]
    #expect(red?["violations"]?.elements?.first?["replay"]?.string != nil)
    // The result is the same on more threads, and in a second run.
    let again = AcceptanceMatrix(cases, generations: presets, schedules: 5, jobs: 1)
    #expect(AcceptanceDocument(try #require(again.run())).json == document.json)
    let seed = AcceptanceMatrix.Result(
      generations: [.seedCurrent],
      rows: result.rows.prefix(1).map { ($0.path, $0.name, $0.description, [$0.cells[0]]) }, schedules: 5)
    #expect(!seed.passes && AcceptanceDocument(seed).verdict == "seed-current breaks 1 of 1 case")
    #expect(matrix.run(isCancelled: { true }) == nil)
    // A matrix that is interrupted has what was done by then, and says what it lacks.
    let asked = Atomic<Int>(0)
    let interrupted = again.run(isCancelled: { asked.add(1, ordering: .relaxed).oldValue >= 3 })
    let part = try #require(interrupted)
    #expect(part.rows.map(\.name) == [result.rows[0].name] && part.missing == 1 && !part.isComplete)
    let partial = AcceptanceDocument(part)
    #expect(partial.verdict.hasPrefix("interrupted, 1 case not searched: correct keeps all of 1 case"))
    #expect(try JSONReader.read(partial.json)["complete"]?.text == "false")
  }
}
