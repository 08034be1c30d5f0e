import GTSDModel

// The parts of replies that screens draw. A reference phone stores these and not the replies, which are larger: it is
// copied for each schedule of a search.

/// The part of a summary that Home draws.
struct DrawnSummary: Equatable, Sendable {
  var targets: Int64
  /// Whether its profile is incomplete, so that Home may show the zero state.
  var isIncomplete: Bool

  init(_ summary: SummaryPayload) {
    targets = summary.targets.drawn
    isIncomplete = summary.profile.isPlaceholder
  }
}

/// The part of a plan that Plans draws.
struct DrawnPlan: Sendable {
  var id: Int64
  var targets: Int64

  init(_ plan: PlanPayload) {
    id = Int64(plan.id)
    targets = plan.targets.drawn
  }
}

/// The part of a row of metrics that the acknowledgment screen draws.
struct DrawnRow: Sendable {
  var computedAt: Timestamp
  var numbers: DrawnMetrics
  var isAcknowledged: Bool

  init(_ row: MetricsPayload) {
    computedAt = row.metrics.computedAt
    numbers = DrawnMetrics(row.metrics)
    isAcknowledged = row.acknowledged
  }
}

extension NutritionTargets {
  /// The targets as one number, as a screen renders them: calories, protein and water.
  fileprivate var drawn: Int64 { Int64(calories) | Int64(protein) << 20 | Int64(water) << 36 }
}
