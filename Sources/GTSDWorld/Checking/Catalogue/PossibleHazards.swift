package import GTSDModel

/// The hazards that a run may name as the cause of a violation.
///
/// A hazard is identified by its switch. If every arm already has the correct choice at that switch, the hazard's name
/// would be wrong, however similar the history looks. No name is better than a wrong one.
package struct PossibleHazards: Sendable {
  /// The hazards. An array, since a set would hash the names, and there are few.
  private let names: [HazardID]

  /// Finds the hazards that are possible in any arm of a scenario.
  package init(_ scenario: Scenario) {
    let generations = [scenario.generation] + (scenario.experiment?.arms ?? []).compactMap(\.generation)
    names = HazardID.allCases.filter { hazard in generations.contains { hazard.isPossible(under: $0) } }
  }

  /// The hazard to name for a violation: the given one if the scenario allows it, otherwise an allowed hazard that
  /// looks the same in the history; nil if there is none.
  package func name(_ hazard: HazardID?) -> HazardID? {
    guard let hazard else { return nil }
    if names.contains(hazard) { return hazard }
    return hazard.indistinguishableHazard.flatMap { names.contains($0) ? $0 : nil }
  }
}

extension HazardID {
  /// The hazard that leaves the same history as this one, to be named where this one is not possible. From outside,
  /// nobody can see whether a new row comes before or while the server handles an acknowledgment.
  fileprivate var indistinguishableHazard: HazardID? { self == .ackMidRecompute ? .ackOfOlderRowAccepted : nil }

  /// Whether the hazard's switch has another choice than the correct one.
  fileprivate func isPossible(under generation: Generation) -> Bool {
    switch self {
    // Any number that is large enough is correct.
    case .cacheEviction: generation.photo.cacheItems < 50
    default: twin.map { generation.applying(strategy: $0) != generation } ?? true
    }
  }
}
