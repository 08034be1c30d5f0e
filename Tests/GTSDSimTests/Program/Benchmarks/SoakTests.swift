import Foundation
import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_bench

/// A few of the random cases with which `gtsd-bench soak` tests `correct`; `GTSD_SOAK=200 swift test --filter
/// SoakTests` tries more.
struct SoakTests {
  private static let count = UInt64(ProcessInfo.processInfo.environment["GTSD_SOAK"] ?? "") ?? 3

  @Test(arguments: 1...count) func harshPopulationsBreakNothing(seed: UInt64) throws {
    var attack = SoakGenerator.make(.population, seed: seed)
    attack.users = 12
    #expect(try Soak(schedules: 1).signatures(of: attack) == [], "\(attack.text())\(attack.settings)")
  }

  @Test(arguments: 1...4 * count) func randomStoriesBreakNothing(seed: UInt64) throws {
    let attack = SoakGenerator.make(.story, seed: seed)
    #expect(try Soak(schedules: 25).signatures(of: attack) == [], "\(attack.text())\(attack.settings)")
  }

  /// Every case is a valid scenario, the same for its seed, and the cases cover the intended kinds.
  @Test func casesAreScenariosOfAllKinds() throws {
    var settings: Set<String> = []
    var steps: Set<String> = []
    var faults: Set<String> = []
    var devices: Set<Int> = []
    for seed in UInt64(1)...150 {
      for kind in SoakCase.Kind.allCases {
        let attack = SoakGenerator.make(kind, seed: seed)
        #expect(attack == SoakGenerator.make(kind, seed: seed))
        _ = try attack.scenario()
        settings.formUnion(attack.settings.map { String($0.prefix { $0 != "=" }) })
        for step in attack.steps { steps.insert(String(step.prefix { $0 != "," })) }
        for fault in attack.faults { faults.insert(String(fault.prefix { $0 != "," && $0 != "}" })) }
        devices.insert(attack.devices)
      }
    }
    #expect(settings.count > 90 && steps.count > 30 && devices == [1, 2])
    #expect(faults.count == 12, "\(faults.sorted())")
  }

  /// Past finds are read completely, and the cases near them are valid scenarios.
  @Test func pastFindsAreReadWhole() throws {
    for find in PastFind.all + PastFind.worlds {
      let attack = try #require(SoakCase(find), "\(find.name)")
      var expected = try Scenario.parse(
        find.text, overrides: ScenarioOverrides(generation: "correct", seed: attack.seed, sets: find.sets))
      var read = try attack.scenario()
      (expected.name, read.name) = ("", "")
      #expect(read == expected, "\(find.name)")
    }
    for place in UInt64(0)..<200 { _ = try SoakGenerator.near(place: place, seed: place).scenario() }
  }

  @Test(arguments: 1...4 * count) func casesNearPastFindsBreakNothing(seed: UInt64) throws {
    let attack = SoakGenerator.near(place: seed * 7, seed: seed)
    #expect(try Soak(schedules: 25).signatures(of: attack) == [], "\(attack.text())\(attack.settings)")
  }

  /// The drawn switches of the generation, except numbers, are exactly those on the list of excuses.
  @Test func soundChoicesAreThoseThatAreExcused() {
    // A later choice is not drawn: it would change the programs of all recorded seeds.
    let later = ["metrics.fetch=whenMissingOnPlans"]
    let excused = Excuse.all.map(\.strategy).filter { $0.contains("=") && !later.contains($0) }
    #expect(SoakGenerator.choices.sorted() == excused.sorted())
  }

  /// An app without a retry sends no key with an upload: a network that repeats the upload makes two photos of it.
  @Test func repeatedUploadsHaveAKey() {
    let drawn = (UInt64(1)...3000).map { SoakGenerator.make(.story, seed: $0) }
    let keyless = drawn.filter { $0.settings.contains("generation.photo.retry=none") }
    #expect(keyless.count > 50)
    let repeating = keyless.flatMap(\.faults).filter { $0.contains(#""duplicate""#) }
    #expect(repeating.count > 2)
    #expect(repeating.allSatisfy { $0.contains("endpoints") && !$0.contains("photo") }, "\(repeating)")
  }

  /// A defect is found, and every part that is left in the shrunk case is needed.
  @Test func failingCaseIsMadeSmall() throws {
    var soak = Soak(schedules: 16)
    soak.strategies = ["replies.apply=arrival"]
    let find = try #require(
      try (UInt64(1)...60).lazy.compactMap {
        try soak.find(in: SoakGenerator.make(.story, seed: $0), tries: 250)
      }.first)
    let target = try #require(try soak.signatures(of: find.original).first)
    #expect(try soak.signatures(of: find.smallest) == find.signatures)
    let parts = { (attack: SoakCase) in
      attack.settings.count + attack.faults.count + attack.given.count + attack.steps.count
    }
    #expect(parts(find.smallest) < parts(find.original))
    for smaller in find.smallest.smaller.filter({ parts($0) == parts(find.smallest) - 1 }) {
      guard let signatures = try? soak.signatures(of: smaller) else { continue }
      #expect(!signatures.contains(target), "\(smaller.text())")
    }
  }
}
