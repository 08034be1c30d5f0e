import GTSDModel

extension Scenario {
  /// Arms that users are counted under: 1 without an experiment.
  package var armCount: Int { experiment?.arms.count ?? 1 }
}
