package import GTSDModel

/// The subject of a violation: the wrong value, or a request or commit that should not exist.
package enum FindVariable: Equatable, Sendable {
  /// A value on a phone's screen.
  case shown(StateVariable)
  /// A resource's value that a view holds.
  case held(Resource, View)
  /// A value stored by the server, named by the subject of the commit.
  case stored(String)
  /// A request that was sent, or should have been.
  case request(Endpoint)
  /// A picked photo.
  case photo
  /// The account that is signed in.
  case account
  /// An event that the app reports to analytics, by its name in kebab case.
  case report(String)

  /// The name in reports. It is the name in the code, if there is one.
  var name: String {
    switch self {
    case .shown(let variable): "\(variable)"
    case .held(let resource, let view): "\(resource) held by \(StateWords.view(view))"
    case .stored(let subject): "stored \(subject)"
    case .request(let endpoint): "request \(StateWords.endpoint(endpoint))"
    case .photo: "state of a picked photo"
    case .account: "signed-in account"
    case .report(let name): "report \(name)"
    }
  }

  /// The verb for its last change.
  var verb: String {
    switch self {
    case .request, .report: "is sent last"
    case .stored: "is stored last"
    case .held: "is taken over last"
    case .shown, .photo, .account: "is written last"
    }
  }

  /// Finds the variable that an event writes; nil for an event that writes none, such as a tap.
  init?(writtenBy event: SimulationEvent) {
    switch event.kind {
    case .published(let variable, _, _): self = .shown(variable)
    case .applied(let resource, let view, _, _), .cleared(let resource, let view): self = .held(resource, view)
    case .committed(let commit, _, _): self = .stored(StateWords.kind(commit))
    case .sent(let endpoint, _, _, _): self = .request(endpoint)
    case .photoItem, .photoProgress: self = .photo
    case .authenticated: self = .account
    case .analytics(let report): self = .report(AnalyticsEvent.allNames[report.nameIndex].replacing("_", with: "-"))
    default: return nil
    }
  }
}

extension Finding {
  /// The wrong variables of this violation, the most informative first; empty for a site that names none.
  var variables: [FindVariable] {
    let parts = site.split(separator: ":").map(String.init)
    guard let kind = Site.Kind.allCases.first(where: { $0.name == parts.first }) else {
      return ofChecker(parts)
    }
    let details = parts.dropFirst()
    func shown() -> [FindVariable] { StateVariable.named(details.first).map { [.shown($0)] } ?? [] }
    func held() -> [FindVariable] {
      guard let resource = Resource.named(details.first), let view = View.named(details.last) else { return [] }
      return [.held(resource, view)]
    }
    func need() -> [FindVariable] { View.named(details.first) == .plans ? [.shown(.plansNeed)] : [.shown(.homeNeed)] }
    switch kind {
    case .homeNeedsPlansDoesNot: return [.shown(.homeNeed)]
    case .plansNeedsHomeDoesNot: return [.shown(.plansNeed)]
    case .needAfterAcknowledgment, .noNeedThoughUnacknowledged, .needFlipped: return need()
    case .repliesWentBack, .appliedForOther, .heldForOther: return held()
    case .committedTwice, .storedUngranted: return committed(details.first)
    case .reportedTwice:
      switch details.first {
      case "acknowledgment": return [.shown(.toast)]
      case "onboarding": return [.shown(.onboarded)]
      case "preferences": return [.shown(.preferencesSaved)]
      default: return committed(details.first)
      }
    case .otherRowAcknowledged, .olderRowAcknowledged, .rowAcknowledgedTwice: return [.stored("acknowledgment")]
    case .planRequestedUnacknowledged, .planWithoutMetrics: return [.request(.generatePlan)]
    case .planCommittedUnacknowledged, .secondPlanOfWeek: return [.stored("plan")]
    case .cardReturned, .cardMissing, .cardMissingAfterOther: return [.shown(.homeCard)]
    case .zeroStateWithCard: return [.shown(.homeCard)]
    case .zeroStateThoughComplete: return [.shown(.homeZeroState)]
    case .loadingWhenQuiet, .idleWhenLoading, .loadsOverlap, .cancellationShown, .outdatedError, .errorLost,
      .errorUnseen:
      return shown()
    case .shownDiffersFromSaved:
      return View.named(details.first) == .edit ? [.shown(.editPreferences)] : [.shown(.profilePreferences)]
    case .unseenValueOverwritten: return [.stored("preferences")]
    case .photoStoredTwice, .photoSentAgain, .photoSentTwice, .photoReportedNotStored:
      return [.stored("photo"), .photo]
    case .photoStoredNotReported, .photoDropped, .photoUnreported, .otherPhotoRemoved, .photoOutOfTurn: return [.photo]
    case .planOlderThanProfile: return [.held(.plan, .plans), .shown(.plansPlan)]
    case .refreshedAtOnce, .refreshedTwice: return [.request(.refresh)]
    case .expiredNotRefreshed: return [.request(.refresh)]
    case .loggedOutByError, .askedToLogInAgain: return [.shown(.signedIn), .account]
    case .sentAfterLogOut: return [.account, .shown(.signedIn)]
    case .logOutRefused: return [.request(.logOut)]
    case .acknowledgmentUnreported: return [.shown(.acknowledgeError)]
    case .onboardingUnreported: return [.shown(.onboardingError), .shown(.onboarded)]
    case .planUnreported: return [.shown(.plansError)]
    case .savePartly, .saveConflictsWithItself: return [.shown(.editError)]
    case .leftSheetShown, .summaryShownAgain, .summaryNotShown: return [.shown(.summarySheet)]
    case .rowRepeated, .askedAnew, .rowOlderThanProfile: return [.stored("metrics")]
    case .targetsNotStored, .targetsInReplyDiffer, .targetsJumped: return [.stored("targets")]
    case .metricsNeverMade: return [.stored("metrics refused")]
    case .readBeforeOwnWrite: return [.held(.streak, .home), .held(.tasks, .home), .shown(.homeStreak)]
    case .streakCountedTwice: return [.stored("evidence")]
    case .typedTextDropped: return [.shown(.editTyped), .shown(.editPreferences)]
    case .cardMissingAfterError: return [.shown(.homeNeed)]
    case .photosNotShown: return [.shown(.photosShown)]
    case .onboardingForgotten: return [.shown(.onboarded)]
    case .typedFieldNotStored, .untypedFieldWritten: return [.stored("profile")]
    case .planWithOlderSummary: return [.held(.summary, .plans)]
    case .gateNotShown: return [.shown(.plansError), .shown(.plansScreen)]
    case .otherCategoryShown: return [.shown(.tasksShown)]
    case .listNotReadAgain: return [.held(.tasks, .tasks), .shown(.tasksShown)]
    case .imagesOfOldSelection: return [.shown(.photosImages)]
    case .progressUnfounded, .progressAhead, .progressDiffers, .tooManyUploads: return [.photo]
    case .bmiDiffers: return [.shown(.plansBmi)]
    case .shownOther, .errorNotShown, .movedUnasked, .waitsOther, .spinsAtRest, .cameBack, .leftAtSignOut,
      .tapWithoutEffect, .disappeared:
      return shown()
    case .sentAsOther, .reportedForOther: return [.account]
    case .replyMismatch, .replyOfOtherAccount, .granted, .refused, .refusedOtherwise, .loadNeverBegan, .neitherShown,
      .staysOld, .sentAgain,
      .sentOther,
      .sentUnasked, .lostByItself, .sentWithOldToken, .renewedEarly, .brokenOff, .repeatedAtOnce, .readAgain,
      .grantedOtherwise, .keyShared, .keyRenewed, .revisionDiffers, .repeatedUnread, .outwaited:
      return Endpoint.allCases.first { $0.name == details.first }.map { [.request($0)] } ?? []
    case .planGrantedUnacknowledged: return [.stored("plan")]
    case .reportedOther, .reportedAgain: return details.first.map { [.report($0)] } ?? []
    case .tapIgnored, .givenUp:
      let operation = Operation.named(details.first)
      let flag = operation.flatMap { LoadingRule.flag(of: $0) }.map { [FindVariable.shown($0)] } ?? []
      return flag + (operation == .editSave ? [.shown(.editTyped)] : [])
    case .successUnfounded, .neverEnds, .unreported: return []
    }
  }

  /// The endpoint whose answer is wrong; nil if a phone is at fault.
  var answeredEndpoint: Endpoint? {
    let parts = site.split(separator: ":").map(String.init)
    let kinds: [Site.Kind] = [
      .replyMismatch, .replyOfOtherAccount, .granted, .grantedOtherwise, .refused, .refusedOtherwise,
    ]
    guard kinds.contains(where: { $0.name == parts.first }) else {
      return parts.first == Site.Kind.planGrantedUnacknowledged.name ? .generatePlan : nil
    }
    return Endpoint.allCases.first { $0.name == parts.last }
  }

  private func committed(_ kind: String?) -> [FindVariable] {
    kind.map { [.stored($0)] } ?? []
  }

  /// The subject of a finding of a history checker. Its site names the key, the writer and the reader.
  private func ofChecker(_ parts: [String]) -> [FindVariable] {
    switch oracle {
    case .spinner where site == "summary-sheet": return [.shown(.summarySheet)]
    case .spinner: return [.shown(.photosUploading), .photo]
    case .resurrection where site == "session": return [.account, .shown(.signedIn)]
    case .resurrection: return [.shown(.photosShown), .photo]
    case .expectation where subject != nil: return subject.map { [.shown($0)] } ?? []
    case .expectation: return parts.last.flatMap { ExpectedFact(rawValue: $0) }?.variables ?? []
    default: break
    }
    // The last component is the reader that received the wrong value, or the writer that made it.
    for part in parts.reversed() {
      switch (parts.first, part) {
      case ("acknowledgment", "home"): return [.shown(.homeNeed)]
      case ("acknowledgment", "plans"): return [.shown(.plansNeed)]
      case ("acknowledgment", "acknowledge"): return [.stored("acknowledgment")]
      case ("preferences", "profile"): return [.shown(.profilePreferences)]
      case ("preferences", "form"), ("preferences", "edit-load"): return [.shown(.editPreferences)]
      case ("preferences", "save"), ("preferences", "edit-save"): return [.stored("preferences")]
      default: continue
      }
    }
    return []
  }
}

extension CaseIterable {
  /// The case of this name in kebab case.
  fileprivate static func named(_ name: String?) -> Self? {
    allCases.first { Finding.kebab("\($0)") == name }
  }
}

extension StoryExpectation.ErrorPlace {
  /// The variable that shows errors at this place; nil if the place shows none.
  var slot: StateVariable? {
    switch self {
    case .none: nil
    case .signIn: .signedIn
    case .home: .homeError
    case .plans: .plansError
    case .metrics: .metricsError
    case .acknowledge: .acknowledgeError
    case .onboarding: .onboardingError
    case .summary: .summarySheet
    case .profile: .profileError
    case .edit: .editError
    case .photos: .photosError
    case .tasks: .tasksError
    case .streaks: .streaksError
    }
  }
}

extension ExpectedFact {
  /// The state variables that the fact depends on, the most informative first.
  var variables: [FindVariable] {
    switch self {
    case .running: []
    case .signedIn: [.shown(.signedIn), .account]
    case .onboarded: [.shown(.onboarded)]
    case .onboardingStep: [.shown(.onboardingStep)]
    case .tab: [.shown(.tab)]
    case .loading: StateVariable.loadingFlags.map { .shown($0) }
    case .error: StateVariable.errorSlots.map { .shown($0) }
    case .toast, .toastText: [.shown(.toast)]
    case .card: [.shown(.homeCard), .shown(.homeNeed)]
    case .metrics: [.shown(.homeCard), .shown(.plansBmi), .stored("metrics")]
    case .zeroState: [.shown(.homeZeroState), .shown(.profileFace)]
    case .emptyState: [.shown(.profileFace)]
    case .tasks: [.shown(.homeTasks)]
    case .streak: [.shown(.homeStreak)]
    case .targets: [.shown(.homeSummary)]
    case .plansScreen: [.shown(.plansScreen)]
    case .planTargets: [.shown(.plansTargets)]
    case .bmi: [.shown(.plansBmi)]
    case .summary, .summaryNumbers: [.shown(.summarySheet)]
    case .preferences: [.shown(.profilePreferences), .stored("preferences")]
    case .form: [.shown(.editPreferences), .stored("preferences")]
    case .fields: [.shown(.editTyped), .stored("profile")]
    case .formState: [.shown(.cover)]
    case .saved: [.shown(.editSaved)]
    case .conflict: [.shown(.editConflict)]
    case .photosShown: [.shown(.photosShown), .photo]
    case .photosSelected: [.shown(.photosSelected), .photo]
    case .photosInvalid, .photosUploading, .photosRows, .photosUploaded, .photosFailed, .photosProgress: [.photo]
    case .photosMessage: [.shown(.photosErrorText), .photo]
    case .photosRetry: [.shown(.photosRetry), .photo]
    case .accountExists: [.stored("account")]
    case .profileComplete: [.stored("profile"), .stored("onboarding")]
    case .metricsStored: [.stored("metrics")]
    case .acknowledged: [.stored("acknowledgment"), .stored("metrics")]
    case .plansStored: [.stored("plan")]
    case .preferencesStored: [.stored("preferences")]
    case .photosStored: [.stored("photo")]
    case .evidenceStored: [.stored("evidence")]
    }
  }
}
