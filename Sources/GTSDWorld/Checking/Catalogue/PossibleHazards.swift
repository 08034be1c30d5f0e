package import GTSDModel

/// The hazards whose names a run may use.
///
/// A hazard is identified by its switch. If every arm already has that switch at its sound choice, the hazard's name
/// would be wrong, however similar the history looks. No name is better than a wrong one.
package struct PossibleHazards: Sendable {
  /// The hazards. An array, since a set would hash the names, and there are few.
  private let names: [HazardID]

  /// The hazards that are possible in any arm of a scenario.
  package init(_ scenario: Scenario) {
    let generations = [scenario.generation] + (scenario.experiment?.arms ?? []).compactMap(\.generation)
    names = HazardID.allCases.filter { hazard in generations.contains { hazard.isPossible(under: $0) } }
  }

  /// The hazard's name for a violation whose history looks like it; nil if it is not possible.
  package func name(_ hazard: HazardID?) -> HazardID? { hazard.flatMap { names.contains($0) ? $0 : nil } }
}

extension HazardID {
  /// Whether the hazard's switch differs from its sound choice.
  fileprivate func isPossible(under generation: Generation) -> Bool {
    switch self {
    // Any number is sound that is large enough.
    case .cacheEviction: generation.photo.cacheItems < 50
    default: twin.map { generation.applying(strategy: $0) != generation } ?? true
    }
  }
}
