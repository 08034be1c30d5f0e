import GTSDModel

extension Scenario {
  /// The number of arms that users are counted under; 1 without an experiment.
  package var armCount: Int { experiment?.arms.count ?? 1 }
}
