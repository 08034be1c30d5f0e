import GTSDModel

/// What a tab that is looked at, at rest and without an error, has to have read.
extension ReferencePhone {
  mutating func judgeNewest(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    guard options.waitsForNewest, options.readsAnew, self[.onboarded] > 0, self[.summarySheet] == 0, !isCovered,
      !isDeleting
    else { return }
    if options.plansReadsOnAppear, self[.tab] == Tab.plans.published { judgePlans(options, &found) }
    if options.homeReadsOnAppear, self[.tab] == Tab.home.published { judgeHome(options, &found) }
  }

  /// Where the newest metrics are acknowledged, Plans shows a plan, and one from after the latest edit that it has heard
  /// of.
  private mutating func judgePlans(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    let hasFailed = self[.plansError] > 0 || self[.metricsError] > 0 || self[.acknowledgeError] > 0
    guard self[.plansNeed] <= 0, !hasFailed, !areMetricsMissing else { return }
    // Of an older read, or none, it may still have to learn that there is something to acknowledge.
    let isAcknowledged = (metrics.value ?? nil)?.acknowledged == true && metrics.version >= known
    if isAcknowledged { expect(.plansScreen, self[.plansPlan] != -1, &found) }
    let isOld =
      options.dropsOlderPlans && options.recomputesOnEdit && !hasRenewed && self[.plansPlan] != -1
      && plan.version < targetsHeard
    if isOld, !isOlder.plans { found.append(.loadNeverBegan(.generatePlan)) }
    isOlder.plans = isOld
  }

  /// Home tells of the targets after the latest edit that it has heard of, and of the tasks handed in from here.
  private mutating func judgeHome(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    guard self[.homeError] <= 0, hasHomeSummary, homeSummary.value != nil else { return }
    let isOld = !options.keepsSummary && !hasRenewed && homeSummary.version < targetsHeard
    let isTaskMissing = homeTasks.value != nil && homeTasks.version < taskHandedIn
    if isOld || isTaskMissing, !isOlder.home { found.append(.loadNeverBegan(isOld ? .howItWorks : .tasksToday)) }
    isOlder.home = isOld || isTaskMissing
    let mustShow =
      options.showsCard && !hasDismissed && self[.homeNeed] > 0 && self[.homeZeroState] <= 0 && !isPutOff
      && metrics.version >= known
    expect(.homeCard, !mustShow || self[.homeCard] == HomeCard.shown.rawValue, &found)
  }
}
