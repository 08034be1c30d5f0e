import GTSDFields
import GTSDModel
import GTSDWorld
import Interleaving

/// Finds the strategies that a violation needs. It repeats searches with some strategies replaced by the correct ones,
/// each search once.
final class StrategyBisection {
  private let scenario: Scenario
  /// The switches that the scenario's `twin` sets to make the app correct; nil without a twin.
  private let knownStrategy: String?
  /// The number of schedules of each search.
  private let schedules: Int
  private var searches: [[String]: SoundSearch?] = [:]
  private let isAbandoned: () -> Bool
  /// The correct choice of every switch for which the scenario has another choice.
  let differing: [SoundStrategy]

  /// The largest number of switches that are tried one by one, which also shows alternatives.
  private static let singlesLimit = 12

  init(_ scenario: Scenario, known: SoundSearch?, isAbandoned: @escaping () -> Bool) {
    self.scenario = scenario
    self.isAbandoned = isAbandoned
    knownStrategy = known?.strategies.first
    schedules = scenario.story == nil ? 1 : 100
    let sound = Generation.preset(.correct)
    differing = Generation.switches.filter { $0.choice(sound) != $0.choice(scenario.generation) }.map { item in
      let (choice, here) = (item.choice(sound), item.choice(scenario.generation))
      return SoundStrategy(
        text: "\(item.path)=\(choice.string ?? choice.text)", here: here.string ?? here.text, doc: item.doc)
    }
    if let known { searches[known.strategies] = known }
  }

  /// The search with these strategies replaced by the correct ones.
  func search(_ strategies: [String]) -> SoundSearch? {
    if let known = searches[strategies] { return known }
    let made = SoundSearch(of: scenario, strategies, schedules: schedules, isAbandoned: isAbandoned)
    searches[strategies] = made
    return made
  }

  /// Whether setting only these strategies makes a violation pass.
  func passes(_ strategies: [String], _ finding: Finding, in schedule: Schedule, _ trace: [TracedArrival]) -> Bool {
    search(strategies)?.passes(finding, in: schedule, trace) ?? false
  }

  /// Describes strategies with the names of their switches.
  func words(_ strategies: [String]) -> [SoundStrategy] {
    strategies.map { text in
      if let known = differing.first(where: { $0.text == text }) { return known }
      let item = Generation.switches.first { text.hasPrefix("\($0.path)=") }
      let here = item?.choice(scenario.generation)
      return SoundStrategy(text: text, here: here.map { $0.string ?? $0.text } ?? "otherwise", doc: item?.doc ?? "")
    }
  }

  /// The smallest set of strategies whose correction prevents a violation, and other strategies that would do so alone.
  /// Empty if no switch prevents it.
  func needed(
    _ finding: Finding, in schedule: Schedule, _ trace: [TracedArrival]
  ) -> (strategies: [String], alternatives: [String]) {
    var singles: [String] = []
    let label = finding.hazard?.twin
    // The switch that the story names is tried first: it is the one that the author and the catalogue consider the
    // cause.
    let all = differing.map(\.text)
    let first = [knownStrategy, label.flatMap { all.contains($0) ? $0 : nil }].compactMap { $0 }
    let rest = all.count <= Self.singlesLimit ? all : []
    for strategy in first + rest where !singles.contains(strategy) {
      if passes([strategy], finding, in: schedule, trace) { singles.append(strategy) }
    }
    if let found = singles.first { return ([found], Array(singles.dropFirst())) }
    guard all.count > 1, passes(all, finding, in: schedule, trace) else { return ([], []) }
    return (minimized(all) { passes($0, finding, in: schedule, trace) }, [])
  }

  /// Reduces a set of strategies: leaves out halves, then ever smaller parts, as long as the remaining ones are enough.
  private func minimized(_ all: [String], _ suffices: ([String]) -> Bool) -> [String] {
    var kept = all
    var size = kept.count / 2
    while size >= 1 {
      var start = 0
      while start < kept.count, kept.count > 1 {
        let without = Array(kept[..<start] + kept[min(kept.count, start + size)...])
        if !without.isEmpty, suffices(without) { kept = without } else { start += size }
      }
      size /= 2
    }
    return kept
  }
}
