import GTSDApp
import GTSDExplore
import Testing

/// Something that people do, which breaks an app without a certain repair in some order of events.
struct Story: Sendable, CustomTestStringConvertible {
  /// What the specifications' catalogue calls it: `gtsd-sim list hazards` tells more.
  var hazard: String
  /// What keeps the app from it.
  var repair: Repairs
  /// How a finding of it begins.
  var finding: String
  /// What happens, and what must hold in the end.
  var body: @Sendable (ExploredWorld, Repairs) async throws -> Void

  var testDescription: String { hazard }

  static let all = home + plans + photos + onboarding + preferences
}

struct StoryTests {
  /// The app as it is shipped breaks nowhere.
  @Test(arguments: Story.all) func isSilentWithAllRepairs(story: Story) async throws {
    try await Exploration.search(schedules: Size.sound) { world in try await story.body(world, .all) }
  }

  /// No repair is there for nothing: an app without it is found to break, soon.
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
