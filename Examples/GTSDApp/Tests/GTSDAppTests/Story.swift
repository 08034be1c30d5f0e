import GTSDApp
import GTSDExplore
import Testing

/// User actions that break an app in some order of events if one of its repairs is left out.
struct Story: Sendable, CustomTestStringConvertible {
  /// The name in the specifications' catalogue; `gtsd-sim list hazards` describes it.
  var hazard: String
  /// The repair that prevents the defect.
  var repair: Repairs
  /// The text with which the expected finding begins.
  var finding: String
  /// The events, and the conditions that must hold at the end.
  var body: @Sendable (ExploredWorld, Repairs) async throws -> Void

  var testDescription: String { hazard }

  static let all = home + plans + photos + onboarding + preferences
}

struct StoryTests {
  /// The app as it is shipped has no finding.
  @Test(arguments: Story.all) func isSilentWithAllRepairs(story: Story) async throws {
    try await Exploration.search(schedules: Size.sound) { world in try await story.body(world, .all) }
  }

  /// Every repair is needed: in an app without it, a search soon finds a failure.
  @Test(arguments: Story.all) func isFoundWithoutItsRepair(story: Story) async throws {
    var needed: [Int] = []
    for seed in Size.seeds {
      let result = try await Exploration.run(schedules: Size.broken, seed: seed) { world in
        try await story.body(world, .all.subtracting(story.repair))
      }
      let finding = result.findings.first { $0.message.hasPrefix(story.finding) }
      needed.append(finding?.schedule ?? .max)
      if seed == 1, finding == nil { Issue.record("\(result.findings)") }
    }
    #expect(needed.sorted()[needed.count / 2] <= 100, "schedules until it was found: \(needed)")
    if Size.isLong { print("\(story.hazard): \(needed.map { $0 == .max ? "-" : "\($0)" }.joined(separator: " "))") }
  }

  @Test func everyRepairHasItsStory() {
    #expect(Story.all.reduce(Repairs()) { $0.union($1.repair) } == .all)
    #expect(Set(Story.all.map(\.hazard)).count == Story.all.count)
  }
}
