import GTSDModel

/// The Plans tab's own state.
struct PlansModel {
  var plan: PlanPayload?
  var planStamp = VersionStamp()
  var summaryStamp = VersionStamp()
  /// The body mass index computed from the summary's kilograms and centimetres as if they were pounds and inches, in
  /// hundredths; -1 without a summary.
  var confusedBMI: Int64 = -1
  /// The revision known when the profile was last changed on this phone. A plan read before it is outdated.
  var changedAsOf: Int32 = -1
  /// The revision of a metrics read that is newer than the plan's metrics; -1 for none.
  var outdatedBy: Int32 = -1
  /// The number of operations in progress that load the plan at their end, unless an acknowledgment is needed.
  var leading = 0
  /// The revision for which a plan was read again automatically.
  var reread = Reread()
  /// The number of acknowledgments in progress.
  var acknowledging = 0
  /// The load of the plan, under `plan.loads: singleFlight`.
  var flight = Flight()

  /// The next step of Plans once the metrics check has ended.
  enum Next: Equatable { case showAcknowledgment, loadPlan, showError, wait, keepPlan }

  func next(_ metrics: MetricsModel, _ strategy: Generation.Plan.OnMetricsError) -> Next {
    if metrics.need { return .showAcknowledgment }
    switch strategy {
    case .proceed: break
    case .block:
      if metrics.hasFailed { return .showError }
      guard metrics.row != nil else { return .wait }
    }
    return plan == nil || planStamp.revision < outdatedBy ? .loadPlan : .keepPlan
  }

  mutating func tookSummary(_ profile: HealthProfile) {
    guard !profile.isPlaceholder else { return }
    confusedBMI = Int64((703 * profile.currentWeight / (profile.height * profile.height) * 100).rounded())
  }

  /// The content of the tab. Static, because calling it on the model would copy the model.
  @inline(__always)
  static func screen(
    hasPlan: Bool, _ metrics: MetricsModel, isLoading: Bool, hasError: Bool, strategy: Generation.Plan.OnMetricsError
  ) -> PlansScreen {
    if metrics.need { return .acknowledgment }
    if hasPlan { return .plan }
    if isLoading { return .spinner }
    if hasError || strategy == .block && metrics.hasFailed && !metrics.isLoaded { return .error }
    return .nothing
  }
}
