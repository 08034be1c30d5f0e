import GTSDModel

/// The findings of a person's reference model, reported as breaches of invariants, each fault only once.
///
/// Where a rule judges the same place in the same process, its violation is more precise, so the model's finding is
/// dropped. Rules wait for quiet instants; the model's findings therefore wait for the next one as well.
struct ReferenceJudgments {
  private var reference: PersonReference
  /// The breaches found and not reported yet.
  private var pending: [CheckLog.Breach] = []
  /// Places at which a rule, or the model itself, has found a breach in the current process of some phone.
  private var reported = SitePlace.none

  init(_ options: ReferenceOptions) { reference = PersonReference(options) }

  mutating func takeBuffers() -> PersonReference.ReusedBuffers { reference.takeBuffers() }
  mutating func move(into buffers: inout PersonReference.ReusedBuffers) { reference.move(into: &buffers) }

  mutating func observe(_ event: WireEvent, device: UInt8, at time: Int64, _ log: CheckLog) {
    reference.observe(event, device: device, at: time)
    if !reference.found.isEmpty { takeFound(log) }
  }

  mutating func observe(_ event: SimulationEvent, _ log: CheckLog) {
    if case .sessionStarted(cold: true) = event.kind { reported = .none }
    reference.observe(event)
    if !reference.found.isEmpty { takeFound(log) }
  }

  /// Ends the judgments, because the server has stored something for a request that it did not grant.
  mutating func loseTrack() { reference.loseTrack() }

  /// Handles the end of an instant on a phone.
  mutating func settle(_ facts: DeviceFacts.Glance, _ log: inout CheckLog) {
    reference.settle(device: facts.ordinal, isQuiet: facts.isQuiet, isInFront: facts.isForeground)
    if !reference.found.isEmpty { takeFound(log) }
    if facts.isQuiet, !pending.isEmpty { report(&log) }
  }

  /// Records violations that rules have found, so that they are not reported twice.
  mutating func noted(_ breaches: [CheckLog.Breach]) {
    for breach in breaches { reported.formUnion(breach.site.place) }
  }

  private mutating func takeFound(_ log: CheckLog) {
    for divergence in reference.found {
      // The reference model does not name hazards.
      pending.append(
        CheckLog.Breach(
          invariant: divergence.invariant, site: divergence.site, hazard: nil, time: log.time, device: log.device,
          session: log.session))
    }
    reference.found.removeAll(keepingCapacity: true)
  }

  /// Reports the differences from the reference that no rule has reported.
  mutating func report(_ log: inout CheckLog) {
    for breach in pending where !reported.meets(breach.site.place) {
      log.take(breach)
      reported.formUnion(breach.site.place)
    }
    pending.removeAll(keepingCapacity: true)
  }
}

extension Divergence {
  fileprivate var invariant: Invariant {
    switch self {
    case .replyMismatch(let endpoint), .granted(let endpoint), .refused(let endpoint), .refusedOtherwise(let endpoint),
      .grantedOtherwise(let endpoint):
      switch endpoint {
      case .howItWorks, .todayMetrics, .generatePlan, .updateProfile: .fresh
      case .acknowledge, .onboard, .submitEvidence: .once
      case .signUp, .logIn, .refresh, .logOut, .me, .deleteAccount: .user
      case .uploadPhoto, .presignPhoto, .storePhoto, .confirmPhoto, .deletePhoto: .photo
      case .updatePreferences, .updateBasicProfile, .preferences, .profile, .photos, .tasksToday, .streak, .health,
        .exportData:
        .round
      }
    case .revisionMismatch: .mono
    case .progressAhead, .progressDiffers, .tooManyUploads: .photo
    case .planBeforeAcknowledgment, .planWithoutMetrics: .gate
    case .shownOther(let variable):
      switch variable {
      case .homeSummary, .plansPlan, .plansTargets, .plansBmi: .fresh
      case .homeNeed, .plansNeed, .plansRow: .agree
      case .homeZeroState: .prec
      case .profilePreferences, .editPreferences, .editTyped, .photosShown, .photosPicked, .photosSelected: .round
      case .signedIn, .summarySheet, .photosUploading: .live
      case .photosImages: .photo
      case .photosError, .photosErrorText, .photosRetry, .editConflict, .acknowledgeError: .err
      case .editSaved: .commit
      default: .mono
      }
    case .errorNotShown: .err
    case .successUnfounded: .commit
    case .loadNeverBegan, .neitherShown, .staysOld, .tapIgnored, .waitsOther, .lostByItself, .brokenOff,
      .repeatedAtOnce, .readAgain,
      .outwaited, .tapWithoutEffect, .givenUp:
      .live
    case .disappeared(.homeCard): .agree
    case .disappeared(.plansPlan): .fresh
    case .disappeared: .prec
    case .repeatedUnread: .once
    case .movedUnasked, .sentUnasked, .sentAgain, .keyShared, .keyRenewed: .once
    case .reportedOther, .reportedAgain, .unreported: .once
    case .sentWithOldToken, .renewedEarly: .token
    case .sentAsOther, .replyOfOtherAccount, .leftAtSignOut: .user
    case .sentOther(let endpoint):
      switch endpoint {
      case .generatePlan: .fresh
      case .uploadPhoto, .confirmPhoto: .photo
      case .logOut, .refresh: .token
      case .acknowledge: .agree
      default: .round
      }
    }
  }

  fileprivate var site: Site {
    switch self {
    case .replyMismatch(let endpoint): Site(.replyMismatch, endpoint)
    case .granted(let endpoint): Site(.granted, endpoint)
    case .refused(let endpoint): Site(.refused, endpoint)
    case .refusedOtherwise(let endpoint): Site(.refusedOtherwise, endpoint)
    case .grantedOtherwise(let endpoint): Site(.grantedOtherwise, endpoint)
    case .leftAtSignOut(let variable): Site(.leftAtSignOut, variable)
    case .repeatedAtOnce(let endpoint): Site(.repeatedAtOnce, endpoint)
    case .readAgain(let endpoint): Site(.readAgain, endpoint)
    case .revisionMismatch(let endpoint): Site(.revisionDiffers, endpoint)
    case .repeatedUnread(let endpoint): Site(.repeatedUnread, endpoint)
    case .progressAhead: Site(.progressAhead)
    case .progressDiffers: Site(.progressDiffers)
    case .tooManyUploads: Site(.tooManyUploads)
    case .outwaited(let endpoint): Site(.outwaited, endpoint)
    case .replyOfOtherAccount(let endpoint): Site(.replyOfOtherAccount, endpoint)
    case .planBeforeAcknowledgment: Site(.planGrantedUnacknowledged)
    case .planWithoutMetrics: Site(.planWithoutMetrics)
    case .shownOther(let variable): Site(.shownOther, variable)
    case .errorNotShown(let variable): Site(.errorNotShown, variable)
    case .successUnfounded(let operation): Site(.successUnfounded, operation)
    case .loadNeverBegan(let endpoint): Site(.loadNeverBegan, endpoint)
    case .neitherShown(let endpoint): Site(.neitherShown, endpoint)
    case .staysOld(let endpoint): Site(.staysOld, endpoint)
    case .tapIgnored(let operation): Site(.tapIgnored, operation)
    case .givenUp(let operation): Site(.givenUp, operation)
    case .tapWithoutEffect(let variable): Site(.tapWithoutEffect, variable)
    case .disappeared(let variable): Site(.disappeared, variable)
    case .movedUnasked(let variable): Site(.movedUnasked, variable)
    case .sentUnasked(let endpoint): Site(.sentUnasked, endpoint)
    case .sentAsOther(let endpoint): Site(.sentAsOther, endpoint)
    case .sentWithOldToken(let endpoint): Site(.sentWithOldToken, endpoint)
    case .brokenOff(let endpoint): Site(.brokenOff, endpoint)
    case .renewedEarly: Site(.renewedEarly, Endpoint.refresh)
    case .sentAgain(let endpoint): Site(.sentAgain, endpoint)
    case .sentOther(let endpoint): Site(.sentOther, endpoint)
    case .keyShared(let endpoint): Site(.keyShared, endpoint)
    case .keyRenewed(let endpoint): Site(.keyRenewed, endpoint)
    case .reportedOther(let name): Site(.reportedOther, eventName: name)
    case .waitsOther(let variable): Site(.waitsOther, variable)
    case .lostByItself(let endpoint): Site(.lostByItself, endpoint)
    case .reportedAgain(let name): Site(.reportedAgain, eventName: name)
    case .unreported(let name): Site(.unreported, eventName: name)
    }
  }
}
