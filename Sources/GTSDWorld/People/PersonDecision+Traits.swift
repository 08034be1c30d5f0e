import GTSDModel

extension PersonDecision {
  /// The trait that influences this decision, and the sign of its influence; nil if there is none.
  var loading: (trait: PersonMemory.Trait, sign: Double)? {
    switch self {
    case .returnNextDay, .returnSameDay, .goToPlansDirectly, .visitTasks, .visitStreaks, .visitProfile, .pullToRefresh,
      .editPreferences, .editProfile, .uploadPhotos, .refreshPlan, .completeTask:
      (.engagement, 1)
    case .readSummaryToEnd, .expandSummary, .followCard, .acknowledge, .exitSummaryByButton: (.thoroughness, 1)
    case .dismissCard: (.thoroughness, -1)
    case .skipOnboarding, .abandonOnboarding, .maybeLater: (.formAversion, 1)
    case .completeAfterAbandon, .completeProfile, .finishProfile: (.formAversion, -1)
    case .retryAfterError, .retryPhoto: (.patience, 1)
    case .continueAfterWait: (.patience, -1)
    case .doubleTapComplete, .exitSummaryBySwipe, .doubleTapAcknowledge, .pullDuringLoad, .tabBurst, .background,
      .switchAccount, .useSecondDevice, .clearPreferences, .typeDuringSave, .deleteHealthData, .addDuringUpload,
      .invalidPhoto, .complain, .exportData, .deleteAccount, .filterTasks, .deletePhoto,
      .editOtherFields, .pullElsewhere, .lookAgain, .correctAnswers, .leaveOpen:
      nil
    }
  }

  /// The offer that the person declines if the decision is negative; nil if there is none.
  var offer: PersonMemory.Offer? {
    switch self {
    case .followCard: .card
    case .acknowledge: .acknowledgment
    case .completeProfile: .zeroState
    case .completeAfterAbandon: .onboarding
    default: nil
    }
  }

  /// Whether earlier experiences influence the decision, as they do for returning and trying again.
  var isOfReturn: Bool {
    switch self {
    case .returnSameDay, .retryAfterError, .retryPhoto: true
    default: false
    }
  }
}

extension PeopleMemory.Traits {
  /// The standard deviation over people of the influences on a decision, in log-odds.
  func deviation(of decision: PersonDecision) -> Double {
    switch decision.loading?.trait {
    case .engagement: engagement
    case .thoroughness: thoroughness
    case .formAversion: formAversion
    case .patience: patience
    case nil: 0
    }
  }
}
