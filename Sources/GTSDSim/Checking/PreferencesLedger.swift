import GTSDModel

/// The server's side of the preferences of one account.
struct PreferencesLedger {
  /// Hash of what is stored, 0 before the first write that was seen.
  var stored: Int64 = 0
  /// Device that wrote it, 255 for the server.
  var writer: UInt8 = 255
  /// Counts writes.
  var writes: Int32 = 0
}

/// I-ROUND and I-LOST on one device: what the edit form and the Profile tab show against what was saved.
///
/// - I-ROUND: after the app reported preferences with hash v as saved, and as long as nobody else wrote and no later
///   save of this device committed, each load of form or Profile tab that began after the report and ended well shows
///   v. Evaluated when such a load ends; vacuous without a reported save.
/// - I-LOST: a commit of preferences replaces a value that the form had loaded, or that this form itself had written
///   since it was opened. Evaluated at each commit that changes something other than the empty default; vacuous at
///   others.
struct PreferencesRule {
  /// Hash last reported as saved, by account; 0 when nothing binds.
  private var saved = SIMD2<Int64>(repeating: 0)
  /// Whether a commit carried that hash.
  private var wasCommitted = false
  private var lastCommitted: Int64 = 0
  /// What the form started from, 0 before it is known.
  private var formBase: Int64 = 0
  private var formShows: Int64 = 0
  private var profileShows: Int64 = 0
  private var isTyped = false
  private var editExpects: Int64 = 0
  private var profileExpects: Int64 = 0
  private var editDiffers = false
  private var profileDiffers = false

  static let empty = DietPreferences().stableHash

  mutating func published(_ variable: StateVariable, _ value: Int64, _ cause: Cause, account: UInt8) {
    switch variable {
    case .editPreferences:
      formShows = value
      if cause == .person {
        isTyped = true
      } else {
        formBase = value
        isTyped = false
      }
    case .profilePreferences:
      profileShows = value
    case .preferencesSaved where value != 0 && value != -1:
      saved[Int(account)] = value
      wasCommitted = lastCommitted == value
      editExpects = 0
      profileExpects = 0
    default: break
    }
  }

  mutating func opened() {
    isTyped = false
  }

  mutating func began(_ operation: Operation, account: UInt8) {
    switch operation {
    case .editLoad: editExpects = saved[Int(account)]
    case .profileLoad: profileExpects = saved[Int(account)]
    default: break
    }
  }

  mutating func ended(_ operation: Operation, well: Bool, account: UInt8, _ log: inout CheckLog) {
    switch operation {
    case .editLoad:
      if !isTyped { formBase = formShows }
      defer { editExpects = 0 }
      guard well, editExpects != 0, editExpects == saved[Int(account)], !isTyped else {
        log.vacuous(.round)
        return
      }
      log.check(
        .round, formShows == editExpects, episode: &editDiffers, Site(.shownDiffersFromSaved, View.edit),
        hazard: wasCommitted ? .prefsEmptyLoadOverwrite : .prefsCannotClear)
    case .profileLoad:
      defer { profileExpects = 0 }
      guard well, profileExpects != 0, profileExpects == saved[Int(account)] else {
        log.vacuous(.round)
        return
      }
      log.check(
        .round, profileShows == profileExpects, episode: &profileDiffers, Site(.shownDiffersFromSaved, View.profile),
        hazard: wasCommitted ? HazardID.profileShowsLoginSnapshot : .prefsCannotClear)
    default: break
    }
  }

  /// Preferences were committed, by this device or not.
  mutating func committed(
    before: Int64, after: Int64, byThis: Bool, account: UInt8, _ ledger: PreferencesLedger, _ log: inout CheckLog
  ) {
    saved[Int(account)] = 0
    guard byThis else { return }
    lastCommitted = after
    if before == after || before == 0 || before == Self.empty || formBase == 0 {
      log.vacuous(.lost)
    } else {
      let byOther = ledger.writer != log.device && ledger.writer != 255 && ledger.stored == before
      let base = formBase
      log.check(
        .lost, before == formBase, Site(.unseenValueOverwritten),
        hazard: base == Self.empty ? .prefsEmptyLoadOverwrite : byOther ? .prefsTwoWriters : nil)
    }
    formBase = after
  }

  /// Somebody else replaced the stored preferences.
  mutating func forget(account: UInt8) {
    saved[Int(account)] = 0
  }

  mutating func reset() {
    formBase = 0
    formShows = 0
    profileShows = 0
    isTyped = false
    editExpects = 0
    profileExpects = 0
    editDiffers = false
    profileDiffers = false
  }
}
