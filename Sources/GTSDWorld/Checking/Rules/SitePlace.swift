import GTSDModel

/// The subject of a violation, without details. Two violations with the same subject are one fault observed twice.
struct SitePlace: Sendable {
  /// The topics, except flags and errors.
  private var topics: FindTopic
  /// The flags and error slots, as one bit each.
  private var slots: UInt64

  static let none = SitePlace(topics: [], slots: 0)

  init(_ topics: FindTopic) { self.init(topics: topics, slots: 0) }

  private init(topics: FindTopic, slots: UInt64) {
    self.topics = topics
    self.slots = slots
  }

  /// Finds the place of a variable. A flag has a place of its own; all other values of a topic share one.
  init(_ variable: StateVariable?) {
    guard let variable else {
      self = .none
      return
    }
    self = variable.isFlag ? SitePlace(topics: [], slots: 1 << UInt64(variable.rawValue)) : SitePlace(variable.topic)
  }

  mutating func formUnion(_ other: SitePlace) {
    topics.formUnion(other.topics)
    slots |= other.slots
  }

  func meets(_ other: SitePlace) -> Bool { !topics.isDisjoint(with: other.topics) || slots & other.slots != 0 }
}

extension Site {
  /// The subject of the site, without details.
  var place: SitePlace {
    switch kind {
    case .homeNeedsPlansDoesNot, .plansNeedsHomeDoesNot, .needAfterAcknowledgment, .noNeedThoughUnacknowledged,
      .otherRowAcknowledged, .cardReturned, .cardMissing, .cardMissingAfterOther, .needFlipped, .cardMissingAfterError,
      .rowAcknowledgedTwice, .rowRepeated, .askedAnew, .olderRowAcknowledged, .rowOlderThanProfile, .bmiDiffers,
      .metricsNeverMade:
      SitePlace(.metrics)
    case .acknowledgmentUnreported: SitePlace(.acknowledgeError).and(.metrics)
    case .planRequestedUnacknowledged, .planCommittedUnacknowledged, .planOlderThanProfile, .secondPlanOfWeek,
      .planWithOlderSummary:
      SitePlace(.plan)
    case .planUnreported, .gateNotShown: SitePlace(.plansError).and(.plan)
    case .zeroStateWithCard, .zeroStateThoughComplete: SitePlace([.summary, .metrics])
    case .leftSheetShown, .summaryShownAgain, .summaryNotShown, .onboardingForgotten: SitePlace(.summary)
    case .onboardingUnreported: SitePlace(.onboardingError).and(.summary)
    case .shownDiffersFromSaved, .unseenValueOverwritten, .typedTextDropped, .typedFieldNotStored,
      .untypedFieldWritten, .targetsNotStored, .targetsInReplyDiffer, .targetsJumped:
      // Targets are shown beside the plan and in the summary, so both share a place.
      SitePlace(
        kind == .targetsJumped || kind == .targetsNotStored || kind == .targetsInReplyDiffer
          ? [.profile, .plan, .summary] : .profile)
    case .savePartly, .saveConflictsWithItself: SitePlace(.editError).and(.profile)
    case .photoStoredTwice, .photoReportedNotStored, .photoStoredNotReported, .photoSentAgain, .photoSentTwice,
      .photoDropped, .photoUnreported, .photosNotShown, .imagesOfOldSelection, .otherPhotoRemoved, .progressUnfounded,
      .progressAhead, .progressDiffers, .photoOutOfTurn, .tooManyUploads:
      SitePlace(.photosError).and(.photos)
    case .readBeforeOwnWrite, .streakCountedTwice, .otherCategoryShown, .listNotReadAgain: SitePlace(.tasks)
    case .refreshedAtOnce, .refreshedTwice, .loggedOutByError, .expiredNotRefreshed, .askedToLogInAgain,
      .sentAfterLogOut, .logOutRefused:
      SitePlace(.session)
    case .loadingWhenQuiet, .idleWhenLoading, .loadsOverlap, .cancellationShown, .outdatedError, .errorLost,
      .errorUnseen, .shownOther, .errorNotShown, .movedUnasked, .waitsOther, .spinsAtRest, .cameBack, .leftAtSignOut,
      .tapWithoutEffect, .disappeared:
      SitePlace(StateVariable(rawValue: detail))
    case .repliesWentBack, .appliedForOther, .heldForOther: SitePlace(Resource(rawValue: detail)?.topic ?? [])
    case .committedTwice, .reportedTwice, .storedUngranted:
      switch CommitKind(rawValue: detail) {
      case .account, nil: SitePlace(.session)
      case .onboarding: SitePlace(.summary)
      case .profile, .preferences: SitePlace(.profile)
      case .acknowledgment: SitePlace(.metrics)
      case .plan: SitePlace(.plan)
      case .evidence: SitePlace(.tasks)
      case .photo: SitePlace(.photos)
      }
    case .planGrantedUnacknowledged, .planWithoutMetrics: SitePlace(.plan)
    case .sentAsOther, .replyOfOtherAccount, .reportedForOther: SitePlace(.session)
    case .replyMismatch, .granted, .refused, .refusedOtherwise, .sentAgain, .sentOther, .sentUnasked, .lostByItself,
      .sentWithOldToken, .renewedEarly, .brokenOff, .repeatedAtOnce, .readAgain, .grantedOtherwise, .keyShared,
      .keyRenewed, .revisionDiffers, .repeatedUnread, .outwaited:
      SitePlace(Endpoint(rawValue: detail)?.topic ?? [])
    case .successUnfounded, .neverEnds, .tapIgnored, .givenUp: SitePlace(Operation(rawValue: detail)?.topic ?? [])
    case .reportedOther, .reportedAgain, .unreported:
      switch AnalyticsEvent.allNames[Int(detail)] {
      case "metrics_acknowledged": SitePlace(.metrics)
      case "preferences_saved": SitePlace(.profile)
      case "photo_uploaded": SitePlace(.photosError).and(.photos)
      case "signup_completed": SitePlace(.session)
      case "onboarding_completed", "onboarding_skipped": SitePlace(.summary)
      default: .none
      }
    case .loadNeverBegan, .neitherShown, .staysOld: .none
    }
  }
}

extension SitePlace {
  fileprivate func and(_ topics: FindTopic) -> SitePlace {
    var result = self
    result.formUnion(SitePlace(topics))
    return result
  }
}
