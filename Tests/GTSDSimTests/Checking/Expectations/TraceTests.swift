import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDFields
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld

/// The specifications line by line: the check that covers each line, and the strategies that make each case fail.
struct TraceTests {
  private static let page = Checkout.root.appending(path: "Sources/GTSDSim/GTSDSim.docc/Acceptance.md")

  @Test("Each line of the specifications names an existing test or the reason why there is none")
  func linesAreHeld() throws {
    let tests = try SourceLintTests.sources("Tests").map { $0.lines.joined(separator: "\n") }.joined(separator: "\n")
    let events = Set(AnalyticsDefinition.all.map(\.name))
    for line in try SpecificationTrace().lines {
      #expect(line.held.isEmpty != (line.exemption == nil), "\(line.quote)")
      #expect(line.exemption.map { $0.count > 20 } ?? true, "\(line.quote): a reason is a sentence")
      for holder in line.held {
        let isThere: Bool =
          switch holder {
          case .expectation(let name, let facts):
            try SpecificationTrace.expectations(of: name).contains { $0.includes(facts) }
          case .indicator(let id, let target): Self.has(id, target)
          case .event(let name): events.contains(name)
          case .scenario(let name): ScenarioFiles.names.contains("\(name).json")
          case .test(let name):
            // A `Check` is one of the checks that each backend must pass.
            ["func \(name)(", "@Test(\"\(name)\"", "Check(\"\(name)\""].contains { tests.contains($0) }
          }
        #expect(isThere, "\(line.document.title), \(line.part): \(line.quote): there is no \(holder.words)")
      }
    }
  }

  private static func has(_ id: String, _ target: (comparison: String, value: String)?) -> Bool {
    guard let indicator = KPI(rawValue: id) else { return false }
    guard let target else { return true }
    return indicator.definition.targets.contains { own in
      let value =
        switch own.value {
        case .number(let number): JSONNode.number(number).text
        case .range(let low, let high): JSONNode.array([.number(low), .number(high)]).text
        }
      return own.comparison.rawValue == target.comparison && value == target.value
    }
  }

  @Test("Each acceptance case covers a line of the specifications and is listed in the table")
  func casesHoldLines() throws {
    let named = Set(
      try SpecificationTrace().lines.flatMap(\.held).compactMap { holder in
        if case .expectation(let name, _) = holder { name } else { nil }
      })
    let all = AcceptanceTests.cases.map { String($0.dropFirst("acceptance/".count).dropLast(".json".count)) }
    #expect(named == Set(all))
    #expect(try AcceptanceCases().cases.map(\.name) == all.sorted())
  }

  @Test("An expectation that states something else does not cover a line")
  func otherFactsHoldNothing() throws {
    let facts = try JSONReader.read(#"{"card": "hidden", "server": {"plans": 1, "photos": 2}}"#)
    #expect(facts.includes(try JSONReader.read(#"{"server": {"photos": 2}}"#)))
    #expect(!facts.includes(try JSONReader.read(#"{"card": "shown"}"#)))
    #expect(!facts.includes(try JSONReader.read(#"{"toast": "shown"}"#)))
  }

  @Test("Each choice of each preset cites a line, and no citation names a missing choice")
  func choicesCiteLines() {
    var made: Set<String> = []
    for preset in Generation.Preset.allCases {
      for item in Generation.switches {
        let name = item.name(in: .preset(preset))
        made.insert(name)
        #expect(item.citation(in: preset) != nil, "\(preset.rawValue): \(name)")
        // The lines that describe behaviour are in the specifications, which say nothing about the public app.
        if preset == .correct, let citation = item.citation(in: preset), citation.document == .repository {
          #expect(name == "plan.status=tests", "\(name)")
        }
      }
    }
    #expect(Citation.choices.subtracting(made) == [])
  }

  @Test("A failing cell of a specification's generation names one of its choices as the cause")
  func redCellsHaveReasons() throws {
    for item in try AcceptanceCases().cases {
      #expect(item.cells.last == .passes, "\(item.name)")
      for (preset, cell) in zip(AcceptanceCases.presets, item.cells) where preset != .head {
        guard case .fails(let strategy) = cell else { continue }
        let reason = try #require(strategy, "\(item.name), \(preset.rawValue)")
        let generation = Generation.preset(preset)
        #expect(generation.applying(strategy: reason) == generation, "\(item.name), \(preset.rawValue): \(reason)")
        #expect(Generation.preset(.correct).applying(strategy: reason) != .preset(.correct), "\(reason)")
      }
    }
  }

  /// The suite checks a part of the cases, `.ci/run` all of them.
  @Test(arguments: Sample.of(try AcceptanceCases().cases, each: 4))
  func missingStrategyFailsItsCase(_ item: AcceptanceCases.Case) throws {
    let reasons = item.cells.compactMap { cell in if case .fails(let strategy) = cell { strategy } else { nil } }
    for strategy in Set(reasons + [item.alone]).sorted() {
      var scenario = try AcceptanceTests.scenario(item.name)
      scenario.generation = try #require(scenario.generation.applying(strategy: strategy))
      let cell = AcceptanceMatrix.cell(scenario, schedules: 20)
      guard case .fails(let breakage) = cell else {
        Issue.record("\(strategy) leaves \(item.name) green")
        continue
      }
      // Not only a rule that judges every story: what the case itself expects fails.
      guard strategy == item.alone else { continue }
      #expect(breakage.finds.contains { $0.key.hasPrefix("expectation/") }, "\(strategy): \(item.name)")
    }
  }

  @Test("The acceptance page contains the current text of both tables")
  func thePageShowsTheTables() throws {
    let old = try String(contentsOf: Self.page, encoding: .utf8)
    let heading = "## Which generation passes which case?\n"
    let prose = try #require(old.range(of: heading)).lowerBound
    let new = try old[..<prose] + AcceptancePage(cases: AcceptanceCases(), trace: SpecificationTrace()).text
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" { try Data(new.utf8).write(to: Self.page) }
    #expect(old == new, "RECORD_SNAPSHOTS=1 swift test --filter TraceTests writes the page anew")
  }
}
