import GTSDModel

/// The server's side of the preferences of one account.
struct PreferencesLedger {
  /// The hash of the stored value, 0 before the first observed write.
  var stored: Int64 = 0
  /// The device that wrote the value, 255 for none.
  var writer: UInt8 = 255
  /// The revision of the last write, -1 for none.
  var revision: Int32 = -1
}

/// I-ROUND and I-LOST on one device: the edit form and the Profile tab show what was saved, and no save is lost.
///
/// - I-ROUND: after the app has reported preferences with hash v as saved, each successful load of the form or of the
///   Profile tab that began later shows v, unless the person has typed values that are not stored. Evaluated when such
///   a load ends, if no commit of preferences has followed the saved one, and none of the other device came between
///   that commit and the report.
/// - I-LOST: a commit of preferences by a form replaces only a value that this form had read between its opening and
///   the save, or had written itself, even if it was closed and opened since. Evaluated at each commit that replaces a
///   value other than the empty default by another one. Writes of onboarding are left out.
/// - I-LOST, typed: a form that closes by itself holds no preferences typed since its last save began. Evaluated at the
///   end of the instant in which an open form loses its values and the person did not close it.
struct PreferencesRule: DeviceRule {
  static let follows: EventKinds = .action | .began | .ended | .published | .applied | .cleared | .committed
  static var needsSignIn: Bool { false }

  /// For each account, the hash of the preferences last reported as saved; 0 if no later read is checked against it.
  private var saved = SIMD2<Int64>(repeating: 0)
  /// The highest revision of stored preferences that the open form has read or written, -1 for none.
  private var formRevision: Int32 = -1
  /// The form's revision when the last save began, or the revision that this save wrote, by account; -2 before the
  /// first.
  private var savedFrom = SIMD2<Int32>(repeating: -2)
  /// The revision of the last reply that the Profile tab applied, -1 for none.
  private var profileRevision: Int32 = -1
  private var formShows: Int64 = 0
  private var profileShows: Int64 = 0
  /// Whether the form is on screen and filled.
  private var isOpen = false
  private var isTyped = false
  /// Whether the form has applied a reply since its load began.
  private var isFilled = false
  private var editExpects: Int64 = 0
  private var profileExpects: Int64 = 0
  private var editDiffers = false
  private var profileDiffers = false
  private var isTypedSinceSave = false
  /// Whether the form must keep a typed value, because it was typed before a save that may not have been stored.
  private var keepsTyped = false
  /// Whether the last save was tapped on the Profile tab, which stores no preferences but deletes health data.
  private var deletesHealthData = false
  /// Whether the other device has sent or stored a write since this device's save began.
  private var hasOtherWritten = false
  private var isClosedByHand = false
  private var hasClosed = false

  static let empty = DietPreferences().stableHash

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .action(let action, _): acted(action)
    case .began(let operation): began(operation, account: event.account)
    case .ended(let operation):
      // If loads overlap, the last one to end determines the content on screen.
      guard facts.count(operation) == 0 else { return }
      let ledger = accounts.with(event.account) { $0.preferences }
      ended(operation, well: facts.wentWell(operation), account: event.account, ledger, &log)
    case .published(let variable, let value, let cause): published(variable, value, cause, account: event.account)
    case .applied(.preferences, _, let revision, _): applied(revision: revision)
    case .applied(.profile, _, let revision, _): profileRevision = revision
    case .cleared(.preferences, .edit): hasClosed = true
    case .committed(.preferences(let before, let after, let device), let revision, _):
      let account = accounts.with(event.account) { (ledger: $0.preferences, onboarded: $0.onboardedRevision) }
      // Onboarding's writes do not come from the form.
      let byForm = account.onboarded != revision - 1
      committed(
        before: before, after: after, revision: revision, byThis: byForm && device == facts.ordinal,
        account: event.account, account.ledger, &log)
    // A person who signs up again after a deletion has saved nothing.
    case .committed(.account, _, _):
      saved[Int(event.account)] = 0
      savedFrom[Int(event.account)] = -2
    default: break
    }
  }

  private mutating func published(_ variable: StateVariable, _ value: Int64, _ cause: Cause, account: UInt8) {
    switch variable {
    case .editPreferences:
      formShows = value
      isTyped = cause == .person
      if isTyped { isTypedSinceSave = true }
    case .profilePreferences:
      profileShows = value
    case .editTyped: isOpen = value != 0
    case .preferencesSaved where value != 0 && value != -1:
      saved[Int(account)] = hasOtherWritten ? 0 : value
      editExpects = 0
      profileExpects = 0
    default: break
    }
  }

  /// Records an action of the person in the form.
  private mutating func acted(_ action: PersonAction) {
    switch action {
    // A form that is already open does not change.
    case .openEdit where !isOpen:
      isTyped = false
      formRevision = -1
      isTypedSinceSave = false
      keepsTyped = false
      isClosedByHand = false
    case .saveEdit: deletesHealthData = false
    case .deleteHealthData: deletesHealthData = true
    case .closeEdit: isClosedByHand = true
    default: break
    }
  }

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {
    guard hasClosed else { return }
    hasClosed = false
    if !isClosedByHand {
      log.check(.lost, !isTypedSinceSave, Site(.typedTextDropped), hazard: .profileReloadClobbersEdits)
    }
    isTypedSinceSave = false
  }

  /// Records that the form has applied the stored values.
  private mutating func applied(revision: Int32) {
    formRevision = max(formRevision, revision)
    isFilled = true
  }

  private mutating func began(_ operation: Operation, account: UInt8) {
    switch operation {
    case .editLoad:
      editExpects = saved[Int(account)]
      isFilled = false
    case .profileLoad: profileExpects = saved[Int(account)]
    // Deleting health data is also a save, but not of preferences. The basis of an earlier save is still valid for that
    // save.
    case .editSave where !deletesHealthData:
      // A tap while a save is in progress begins no other save. Values typed since then remain to be saved.
      keepsTyped = keepsTyped || isTypedSinceSave
      isTypedSinceSave = false
      hasOtherWritten = false
      savedFrom[Int(account)] = formRevision
    default: break
    }
  }

  private mutating func ended(
    _ operation: Operation, well: Bool, account: UInt8, _ ledger: PreferencesLedger, _ log: inout CheckLog
  ) {
    switch operation {
    case .editSave: if well { keepsTyped = false }
    case .editLoad:
      let expected = editExpects
      editExpects = 0
      guard well, expected != 0, expected == saved[Int(account)], isFilled, !isTyped, !isTypedSinceSave, !keepsTyped
      else {
        log.vacuous(.round)
        return
      }
      log.check(
        .round, formShows == expected, episode: &editDiffers, Site(.shownDiffersFromSaved, View.edit),
        hazard: ledger.stored == expected ? HazardID.prefsEmptyLoadOverwrite : .prefsCannotClear)
    case .profileLoad:
      let expected = profileExpects
      profileExpects = 0
      // If a deletion has made the first load outdated, the tab shows nothing and is loaded again.
      guard well, expected != 0, expected == saved[Int(account)], profileShows != 0 else {
        log.vacuous(.round)
        return
      }
      let hazard: HazardID =
        ledger.stored != expected
        ? .prefsCannotClear : isProfileOld(ledger) ? .saveThenDismissRace : .profileShowsLoginSnapshot
      log.check(
        .round, profileShows == expected, episode: &profileDiffers, Site(.shownDiffersFromSaved, View.profile),
        hazard: hazard)
    default: break
    }
  }

  /// Whether the Profile tab shows a reply from before the last write. A tab that shows the values of the log-in
  /// applies no replies.
  private func isProfileOld(_ ledger: PreferencesLedger) -> Bool {
    profileRevision >= 0 && profileRevision < ledger.revision
  }

  /// Records that preferences were committed.
  ///
  /// - Parameters:
  ///   - byThis: whether this device's form committed them.
  ///   - ledger: the preferences stored before.
  private mutating func committed(
    before: Int64, after: Int64, revision: Int32, byThis: Bool, account: UInt8, _ ledger: PreferencesLedger,
    _ log: inout CheckLog
  ) {
    if before != after {
      saved[Int(account)] = 0
      hasOtherWritten = !byThis
    }
    guard byThis else { return }
    if before == after || before == 0 || before == Self.empty {
      log.vacuous(.lost)
    } else {
      let read = savedFrom[Int(account)] == -2 ? formRevision : savedFrom[Int(account)]
      let hasRead = read >= 0
      let byOther = ledger.writer != log.device
      log.check(
        .lost, ledger.revision <= read, Site(.unseenValueOverwritten),
        hazard: !hasRead ? .prefsEmptyLoadOverwrite : byOther ? .prefsTwoWriters : nil)
    }
    formRevision = max(formRevision, revision)
    if savedFrom[Int(account)] != -2 { savedFrom[Int(account)] = max(savedFrom[Int(account)], revision) }
  }

  /// Forgets the values on screen. A save that was already sent may still be stored.
  mutating func reset(_ occasion: ResetOccasion) {
    guard occasion != .session else { return }
    formRevision = -1
    profileRevision = -1
    formShows = 0
    profileShows = 0
    isTyped = false
    isTypedSinceSave = false
    keepsTyped = false
    hasOtherWritten = false
    isClosedByHand = false
    hasClosed = false
    editExpects = 0
    profileExpects = 0
    editDiffers = false
    profileDiffers = false
  }
}
