import GTSDModel

/// Judges whether the visible tab, on an idle phone and without an error, has read the newest data.
extension ReferencePhone {
  mutating func judgeNewest(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    guard options.waitsForNewest, options.rereadsData, screen[.onboarded] > 0, screen[.summarySheet] == 0, !isDeleting
    else { return }
    if options.homeReadsOnAppear, screen[.tab] == Tab.home.published, !isCovered || isOnlyInBackground {
      judgeHomeDay(options, &found)
    }
    guard !isCovered || isOnlyInBackground else { return }
    judgeUnread(options, &found)
    guard !isCovered else { return }
    if options.plansReadsOnAppear, screen[.tab] == Tab.plans.published { judgePlans(options, &found) }
    if options.homeReadsOnAppear, screen[.tab] == Tab.home.published { judgeHome(options, &found) }
  }

  /// Checks that the visible tab has read its data, or says that it could not. A load that was given up is begun again.
  private mutating func judgeUnread(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    let missing: Endpoint?
    switch Tab(published: screen[.tab]) {
    case .home where options.homeReadsOnAppear && homeTasks.value == nil && screen[.homeError] <= 0:
      missing = .tasksToday
    case .tasks where !hasTasks && screen[.tasksError] <= 0: missing = .tasksToday
    case .streaks where !hasStreaks && screen[.streaksError] <= 0: missing = .streak
    default: missing = nil
    }
    if let missing, !isOlder.unread { found.append(.neitherShown(missing)) }
    isOlder.unread = missing != nil
  }

  /// Checks Plans: once the newest metrics are acknowledged it must show a plan, and the plan must be newer than the
  /// latest edit that the phone has received.
  private mutating func judgePlans(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    let hasFailed = screen[.plansError] > 0 || screen[.metricsError] > 0 || screen[.acknowledgeError] > 0
    guard screen[.plansNeed] <= 0, !hasFailed, !areMetricsMissing else { return }
    // After an older read, or none, the phone may not know yet that an acknowledgment is needed.
    let isAcknowledged = (metrics.value ?? nil)?.isAcknowledged == true && metrics.version >= known
    if isAcknowledged { expect(.plansScreen, screen[.plansPlan] != -1, &found) }
    let isOld =
      options.dropsOlderPlans && options.recomputesOnEdit && !hasRenewed && screen[.plansPlan] != -1
      && plan.version < targetsReceived
    if isOld, !isOlder.plans { found.append(.staysOld(.generatePlan)) }
    isOlder.plans = isOld
  }

  /// Checks that Home, opened on another day, shows the tasks and the streak of today.
  ///
  /// Exceptions: the person has set the phone's clock, the server's clock was moved, or a read failed.
  private mutating func judgeHomeDay(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    guard options.clockOnlyAdvances, !reports.isClockSet, screen[.homeError] <= 0 else { return }
    let areTasksOld = homeTasks.value != nil && homeTasks.day < homeDay
    let isStreakOld = homeStreak.value != nil && hasHomeStreak && homeStreak.day < homeDay
    if areTasksOld { found.append(.staysOld(.tasksToday)) }
    if isStreakOld { found.append(.staysOld(.streak)) }
  }

  /// The day of an instant by the server's clock.
  static func day(at time: Int64) -> Int32 { Int32(clamping: WorldCalendar.timestamp(at: time).daysSinceEpoch) }

  /// Checks that Home shows the targets after the latest edit, and the tasks after the latest completion, that this
  /// phone has received.
  private mutating func judgeHome(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    guard screen[.homeError] <= 0, hasHomeSummary, homeSummary.value != nil else { return }
    let summary = options.keepsSummary ? max(homeSummary.version, receivedSummary.version) : homeSummary.version
    let isOld = !hasRenewed && summary < targetsReceived
    let completed = hasRenewed ? taskHandedIn : max(taskHandedIn, tasksReceived)
    let areTasksOld = homeTasks.value != nil && homeTasks.version < completed
    if isOld || areTasksOld, !isOlder.home { found.append(.staysOld(isOld ? .howItWorks : .tasksToday)) }
    isOlder.home = isOld || areTasksOld
    let mustShow =
      options.showsCard && !hasDismissed && screen[.homeNeed] > 0 && screen[.homeZeroState] <= 0 && !isPutOff
      && metrics.version >= known
    expect(.homeCard, !mustShow || screen[.homeCard] == HomeCard.shown.rawValue, &found)
  }
}
