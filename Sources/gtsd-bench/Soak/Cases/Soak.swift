package import GTSDModel
import GTSDStudies
import GTSDWorld

/// Tests a generation with randomly drawn cases, and shrinks the cases that break an invariant.
package struct Soak: Sendable {
  /// A case with a violation.
  package struct Find: Sendable {
    package var original: SoakCase
    package var smallest: SoakCase
    /// The failures of the smallest case, as signatures.
    package var signatures: [String]
  }

  /// The preset that is tested, and the strategies `path=value` that replace some of its own.
  package var generation = "correct"
  package var strategies: [String] = []
  /// The number of schedules of each story.
  package var schedules: Int

  package init(schedules: Int = 200) {
    self.schedules = schedules
  }

  /// The failures of a case, in order; empty if there are none.
  package func signatures(of attack: SoakCase) throws(ScenarioError) -> [String] {
    let scenario = try attack.scenario(generation: generation, strategies: strategies)
    switch attack.kind {
    case .population:
      let unit = RunUnit(0, of: scenario)
      guard let fold = UnitRun.run(unit, of: scenario, keepsEvents: false, isCancelled: { false }) else { return [] }
      return fold.violations.entries.map(\.key.signature)
    case .story:
      do {
        let stage = try StoryStage(scenario)
        let fold = Exploration(scenario, schedules: schedules, jobs: 1).search(stage)
        return fold.sortedEntries.map(\.signature)
      } catch {
        // The steps before the search never end.
        return ["\(error)"]
      }
    }
  }

  /// Runs a case, and reduces it to a smaller one that fails in the same way; nil if the case does not fail.
  ///
  /// - Parameter tries: the largest number of smaller cases to run.
  package func find(in attack: SoakCase, tries: Int = 400) throws(ScenarioError) -> Find? {
    let found = try signatures(of: attack)
    guard let target = found.first else { return nil }
    var find = Find(original: attack, smallest: attack, signatures: found)
    find.smallest = attack.smallest(tries: tries) { smaller in
      // A smaller case may be no valid scenario, if another part refers to the part that was left out.
      guard let signatures = try? self.signatures(of: smaller), signatures.contains(target) else { return false }
      find.signatures = signatures
      return true
    }
    return find
  }
}
