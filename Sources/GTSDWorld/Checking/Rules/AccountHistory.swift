import GTSDModel

/// A checker's copy of the server's side of one account, with which client state is compared.
struct AccountHistory {
  // MARK: Metrics
  /// The whole second of the newest metrics row; -1 without a row.
  var newestRow: Int64 = -1
  /// The revision at which the row was committed.
  var rowRevision: Int32 = -1
  /// Whether the newest row is acknowledged.
  var acknowledged = false
  /// Revision of the last committed acknowledgment.
  var acknowledgedRevision: Int32 = -1
  /// Whether the last committed acknowledgment was for an older row.
  var acknowledgedOlder = false
  /// Revision of the last metrics row or acknowledgment.
  var relevantRevision: Int32 = -1
  /// Whether height and weight are stored.
  var complete = false
  /// The revision of the commit that completed the profile; -1 for an incomplete profile.
  var completedRevision: Int32 = -1
  /// Whether the server must compute a new metrics row: inputs were stored since the newest one.
  var needsRow = false
  /// The revision of the last edit of a complete profile after which no row was computed yet; -1 for none.
  var unfollowedEdit: Int32 = -1
  /// Hashes of the inputs of metrics: of those stored now, and of those of the newest row.
  private var inputs: Int32 = 0
  private var rowInputs: Int32 = 0
  /// Whether the computation of metrics has refused the stored profile.
  var isRefused = false
  /// Revision of the last onboarding.
  var onboardedRevision: Int32 = -1

  // MARK: Profile and preferences
  /// Revision of the last profile change.
  var profileRevision: Int32 = -1
  var preferences = PreferencesLedger()
  var intents = IntentLedger()
  var photos = PhotoLedger()
  var targets = TargetsRule()
  var metricsEpisode = false
  var planEpisode = false
  var planRequests = PlanRequests()

  /// Handles a commit of the server.
  mutating func committed(_ commit: Commit, revision: Int32) {
    switch commit {
    case .metrics(let row):
      if row != newestRow {
        newestRow = row
        acknowledged = false
      }
      rowRevision = revision
      rowInputs = inputs
      needsRow = false
      isRefused = false
      unfollowedEdit = -1
      relevantRevision = max(relevantRevision, revision)
    case .metricsRefused: isRefused = true
    case .acknowledgment(_, let newest, _):
      if newest { acknowledged = true }
      acknowledgedOlder = !newest
      acknowledgedRevision = revision
      relevantRevision = max(relevantRevision, revision)
    case .onboarded(let complete):
      onboardedRevision = revision
      stored(complete: complete, revision, changesInputs: true)
      unfollowedEdit = -1
      profileRevision = revision
    case .profile(let complete, let changed):
      // Metrics depend on neither name nor target date.
      let isFollowed = changed.isEmpty || !changed.subtracting([.name, .targetDate]).isEmpty
      stored(complete: complete, revision, changesInputs: isFollowed)
      // An onboarding since the newest row has already required another row, computed from the data stored at that
      // time. No row follows if these data equal those of the newest row.
      let isAsked = onboardedRevision > rowRevision
      if !complete { unfollowedEdit = -1 } else if isFollowed, newestRow >= 0, !isAsked { unfollowedEdit = revision }
      profileRevision = revision
    case .preferences(_, let after, let device):
      preferences = PreferencesLedger(stored: after, writer: device, revision: revision)
    case .targets(_, _, let inputs, _):
      self.inputs = inputs
      if rowRevision >= profileRevision { rowInputs = inputs }
      // The profile was edited back to the values of the row, so no other row follows, whatever the age is by now.
      if (inputs ^ rowInputs) & ~Commit.ageBits == 0 { unfollowedEdit = -1 }
    case .accountDeleted:
      var photos = photos
      photos.ended(at: revision)
      self = AccountHistory()
      self.photos = photos
    case .account, .basicProfile, .plan, .photo, .photoDeleted, .signedIn, .rotated, .refreshRefused,
      .loggedOut, .evidence:
      break
    }
  }

  private mutating func stored(complete: Bool, _ revision: Int32, changesInputs: Bool) {
    if changesInputs { isRefused = false }
    if complete, !self.complete { completedRevision = revision }
    self.complete = complete
    if changesInputs { needsRow = true }
  }

  /// Whether a row is the second one for the same profile on the same UTC day.
  func repeats(row: Int64) -> Bool {
    func day(_ second: Int64) -> Int64 { Timestamp(milliseconds: second * Milliseconds.second).daysSinceEpoch }
    return newestRow >= 0 && !needsRow && day(row) == day(newestRow)
  }
}

/// Requests for plans at the server. Shows whether the request behind a plan had arrived before the previous plan was
/// made.
struct PlanRequests {
  /// The number of plan requests that may still be running, and of those that arrived since the last plan.
  private var open = 0
  private var sincePlan = 0

  /// Records the arrival of a plan request.
  ///
  /// - Parameter isAlone: whether no other request is in progress.
  mutating func arrived(isAlone: Bool) {
    open = isAlone ? 1 : open + 1
    sincePlan += 1
  }

  /// Records that a plan was made.
  ///
  /// - Returns: whether two requests raced for it: this one had arrived before the previous plan was made.
  mutating func committed() -> Bool {
    let isRace = open > 0 && sincePlan == 0
    open = max(0, open - 1)
    sincePlan = 0
    return isRace
  }
}
