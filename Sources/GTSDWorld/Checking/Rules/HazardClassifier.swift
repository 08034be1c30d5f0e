import GTSDModel

/// Names the catalogued hazard behind a violation from the history alone: the place, the order of events, and the
/// outcomes of requests. It does not use the generation or the scenario. Returns nil if none fits; reports then say
/// unclassified. A check that can mean only one hazard names it itself, as `hazard:`.
enum HazardClassifier {
  /// The hazard to name when a view and the server, or two views, disagree on whether an acknowledgment is needed.
  ///
  /// - Parameters:
  ///   - needs: whether the wrong view asks for the acknowledgment.
  ///   - appliedRevision: the revision of the last metrics reply that this view applied.
  ///   - otherNeeds: whether the other view asks for it, nil if that view has not loaded.
  static func disagreement(
    needs: Bool, appliedRevision: Int32, otherNeeds: Bool?, _ facts: DeviceFacts, _ account: AccountHistory
  ) -> HazardID? {
    if needs {
      // The acknowledgment is stored, and this view does not show it.
      if facts.ending(.acknowledge) == .unknown { return .ackCommittedReplyLost }
      if facts.appliedAcrossAcknowledgment { return .staleGetOverwritesAck }
      // The view's model has applied the acknowledgment, and the view has not.
      if account.acknowledgedRevision >= 0, appliedRevision >= account.acknowledgedRevision {
        return .singletonNotObserved
      }
      if facts.appliedFromStore { return .httpCacheStaleGet }
      if otherNeeds == false { return .bannerAfterAckInstanceDrift }
      return nil
    }
    if facts.acknowledgeStatus == 404 { return .ackStaleVersion }
    if account.acknowledgedOlder { return olderRow(facts) }
    if facts.rowDuringAcknowledgment { return .ackMarksNewerSummary }
    if appliedRevision >= 0, appliedRevision < account.rowRevision, otherNeeds == true {
      return .bannerAfterAckInstanceDrift
    }
    // The plan was refused for lack of an acknowledgment, which should have shown the need.
    if facts.planStatus == 400 { return unrecognisedGate(facts, account) }
    // The view has not read the newer row of an edit or a repeated onboarding. The catalogue has no hazard for that.
    return nil
  }

  /// The hazard when a plan was refused for lack of an acknowledgment and the phone does not ask for one. Nil if the
  /// phone received confirmation of an acknowledgment that the server does not have.
  static func unrecognisedGate(_ facts: DeviceFacts, _ account: AccountHistory) -> HazardID? {
    let isConfirmed = facts.acknowledgeStatus.map { (200..<300).contains($0) } ?? false
    // A 404 to an acknowledgment is a separate case. Its effect on the need is a hazard of its own.
    return isConfirmed && account.acknowledgedRevision < 0 || facts.acknowledgeStatus == 404
      ? nil : .gateErrorNotRecognised
  }

  /// The hazard to name when a view replaced a newer value with the value of an older reply.
  static func reorder(
    _ resource: Resource, _ view: View, from: Int32, to: Int32, _ facts: DeviceFacts, _ account: AccountHistory
  ) -> HazardID? {
    switch (resource, view) {
    case (.metrics, _):
      // The reply to an acknowledgment was applied to a row that arrived while the acknowledgment was in progress.
      if facts.lastReply == .acknowledge, facts.rowDuringAcknowledgment { return .ackMarksNewerSummary }
      return account.acknowledgedRevision > to && account.acknowledgedRevision <= from
        ? .staleGetOverwritesAck : .concurrentHomeLoadsReorder
    case (.plan, _), (.summary, .plans): return .planResponseReorder
    case (.tasks, .home), (.streak, .home), (.summary, .home): return .concurrentHomeLoadsReorder
    case (.profile, _), (.streak, .profile), (.preferences, _), (.user, _): return .saveThenDismissRace
    case (.photos, _): return .deletePhotoResurrection
    default: return nil
    }
  }

  static func zeroStateWithCard(_ facts: DeviceFacts) -> HazardID? {
    switch facts.ending(.homeSummary) {
    case .failed, .unknown, .cancelled: .zeroStateOnSummaryError
    case .refused, .success, .none: .zeroStateVsCardRace
    }
  }

  static func staysLoading(_ flag: StateVariable, _ facts: DeviceFacts) -> HazardID? {
    let operations = Operation.allCases.filter {
      LoadingRule.flag(of: $0) == flag || flag == .homeMetricsLoading && $0 == .homeMetrics
    }
    return operations.contains { facts.ending($0) == .cancelled } ? .cancelledLeavesLoading : nil
  }

  /// The hazard when a flag is down while its operation continues. If the flag was never up, no other operation can
  /// have cleared it.
  static func idleWhileLoading(_ flag: StateVariable, _ facts: DeviceFacts) -> HazardID? {
    guard facts.wasRaised(flag) else { return nil }
    let isOfHome = flag == .homeLoading || flag == .homeMetricsLoading
    if isOfHome, facts.count(.homeLoad) > 1 || facts.hasOverlapped(.homeLoading) { return .concurrentHomeLoadsReorder }
    // Home's own flag is lowered only by Home's reads.
    if flag == .homeMetricsLoading { return nil }
    // An operation that joined another one of its kind counts as idle when that one ends.
    return facts.hasOverlapped(flag) ? nil : .sharedLoadingFlag
  }

  /// The hazard of two loads of one tab that run at the same time.
  static func overlap(_ operation: Operation, _ facts: DeviceFacts) -> HazardID? {
    facts.lastAction == .pullToRefresh && operation == .homeLoad ? .concurrentHomeLoadsReorder : .rapidTabSwitchStorm
  }

  /// The hazard when a photo is sent again: for a retry, or because the selection changed.
  static func photoRepeated(byRetry: Bool) -> HazardID {
    byRetry ? .photoRetryDuplicates : .photoOnchangeReentrancy
  }

  /// The hazard when a plan was requested before the acknowledgment.
  static func bypass(_ facts: DeviceFacts, _ account: AccountHistory) -> HazardID? {
    if facts.planOperation == .plansRefresh { return .ackBypassToolbar }
    if let status = facts.acknowledgeStatus, [401, 403, 404].contains(status) { return .ack404GeneratesPlan }
    if account.acknowledgedOlder { return olderRow(facts) }
    if facts.rowDuringAcknowledgment { return .ackMarksNewerSummary }
    if facts.metricsRead < 0 { return .ackBypassOnFetchError }
    if facts.dismissedThisSession { return .dismissalDisablesPlansGate }
    return nil
  }

  /// The hazard when a user was signed out without logging out.
  ///
  /// - Parameters:
  ///   - refused: the refresh token was refused.
  ///   - byRival: another refresh of the same device was in progress when that one was sent.
  ///   - atLaunch: the session was being restored.
  static func loggedOut(refused: Bool, byRival: Bool, atLaunch: Bool) -> HazardID? {
    guard refused else { return atLaunch ? .launchOfflineLogout : nil }
    return byRival ? .tokenRefreshStampede : nil
  }

  /// The hazard to name when the targets do not follow from the profile.
  ///
  /// If the metabolic rates are equal, the targets come from another formula. Otherwise an edit kept the old targets,
  /// because the difference was small or the recomputation failed.
  static func targetsNotStored(stored: Int64, demanded: Int64) -> HazardID {
    let (old, new) = (NutritionTargets(published: stored), NutritionTargets(published: demanded))
    if (new.bmr, new.tdee, new.calories) == (old.bmr, old.tdee, old.calories) { return .targetsJumpOnFirstPlan }
    return new.isSignificantChange(from: old) ? .putOkRecomputeFailed : .recomputeBelowThreshold
  }

  /// The hazard to name for a repeated row: two reads computed it at once, or the server's day differs from the user's.
  static func rowRepeated(_ row: Int64, after newest: Int64) -> HazardID {
    row - newest > 60 ? .metricsDateBoundary : .doubleComputeOnFirstRead
  }

  /// The hazard to name when an acknowledgment of a row was stored that is not the newest. The newest row was committed
  /// during the request, or before it.
  static func olderRow(_ facts: DeviceFacts) -> HazardID {
    facts.rowDuringAcknowledgment ? .ackMidRecompute : .ackOfOlderRowAccepted
  }

  /// The hazard that explains why an intent had two effects.
  ///
  /// - Parameter isRace: two requests for a plan were at the server at the same time.
  static func committedTwice(_ commit: Commit, taps: Int, isRace: Bool, _ facts: DeviceFacts) -> HazardID? {
    switch commit {
    case .acknowledgment:
      taps > 1 ? .doubleTapAcknowledge : facts.ending(.acknowledge) == .unknown ? .ackCommittedReplyLost : nil
    case .onboarded: facts.ending(.onboarding) == .unknown ? .onboardingReplyLost : .doubleCompleteOnboarding
    case .plan: isRace ? .duplicateWeeklyPlan : nil
    default: nil
    }
  }
}
