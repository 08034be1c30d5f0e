import GTSDModel

/// The values that have a strong effect on acknowledgment. The page shows them first.
enum StudioDriver {
  /// The paths in the order of their importance in sensitivity studies of the usual people.
  static let paths =
    ["habit.returnSameDay", "decisions.goToPlansDirectly", "timings.sessionGap.lognormal.median"].map(ofPeople)
    + ["followCard", "acknowledge", "dismissCard", "skipOnboarding", "abandonOnboarding", "retryAfterError"]
    .map { ofPeople("decisions.\($0)") }
    + [ofPeople("decisions.completeProfile"), "backend.metricsDelay.lognormal.median", "backend.errorRate"]

  private static func ofPeople(_ end: String) -> String { "population.personas.*.\(end)" }
}
