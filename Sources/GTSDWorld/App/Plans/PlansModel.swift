import GTSDModel
import Interleaving

/// The Plans tab's own state.
struct PlansModel {
  var plan: PlanPayload?
  var planStamp = VersionStamp()
  var summaryStamp = VersionStamp()
  /// The body mass index as it comes out of the summary's kilograms and centimetres taken for pounds and inches,
  /// hundredths; -1 without a summary.
  var confusedBMI: Int64 = -1
  /// What was known when the profile was last changed from here; a plan read before that fits it no more.
  var changedAsOf: Int32 = -1
  /// At which revision newer metrics were read than those that the held plan came with; -1 for none.
  var outdatedBy: Int32 = -1
  /// Operations under way that go on to the plan themselves where nothing is in its way.
  var leading = 0
  /// What a plan was asked for that nobody else had asked for.
  var reread = Reread()
  /// Acknowledgments under way.
  var acknowledging = 0
  /// Who waits for the load under way; nil when none is.
  var flight: [TruthShot]?

  /// What Plans does once the metrics check has ended.
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

  /// What it shows. Of a model of its own it would be asked with a copy of it.
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
