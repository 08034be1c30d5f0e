import GTSDModel

extension Scenario {
  /// The number of arms by which users are counted; 1 without an experiment.
  package var armCount: Int { experiment?.arms.count ?? 1 }
}
