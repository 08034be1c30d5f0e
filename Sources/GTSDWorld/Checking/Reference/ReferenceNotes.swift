import GTSDModel

/// The messages that a phone's screen must show besides values: that a save was stored or conflicted with newer values,
/// that photos can be retried, and that onboarding is over. After a sign-out, nothing of the account may remain.
struct ReferenceNotes: Sendable {
  /// The photos whose rows say that they failed, or cannot be sent.
  private var failedPhotos: [(item: PhotoItemID, isSendable: Bool)] = []
  /// The photos that wait for their upload or are being uploaded.
  private var pendingPhotos: [PhotoItemID] = []
  /// Whether the latest write of a save was refused because of newer stored values.
  private var isConflict = false
  var toasts = ReferenceToasts()
  /// Whether a save of the open form was reported as stored at this instant, and nothing has been typed since its tap.
  var mustConfirmSave = false
  /// The tasks whose section was left with an error, and whether the section that was just opened is one of them.
  var photosWithError: Set<Int64> = []
  var mustShowPhotosError = false
  /// Whether something was typed into the form since it was reported as stored.
  private(set) var isTypedSinceSaved = false
  /// Whether answers were stored since onboarding was opened again.
  private var areAnswersStored = false
  /// The steps of onboarding.
  var steps = ReferenceSteps()
  /// Whether the account signed out at this instant.
  private(set) var hasSignedOut = false
  /// A sign-in that was tapped and whose request was not sent yet.
  var requiredSignIn: Endpoint?
  /// The latest write that failed without ending the session, since the last tap.
  private var failedWrite: (endpoint: Endpoint, key: UInt64, time: Int64)?
  /// The latest write without a key whose outcome is unknown, since the last tap or the last read that shows it.
  private var unknownWrite: Endpoint?
  /// The writes without an idempotency key that are in progress: all saves, and other writes since the last tap.
  private var underWay: [(id: Int32, endpoint: Endpoint, outlivesTaps: Bool)] = []
  /// The keys of writes since the last tap, each with the data that its request stores.
  private var keys: [(endpoint: Endpoint, subject: Int64, key: UInt64)] = []
  /// The highest revision in any reply of this sign-in.
  private var known: Int32 = -1
  /// The revision of the latest granted read of the metrics.
  private var rowRevision: Int32 = -1
  /// The latest read and its time, if the phone knew of nothing newer.
  private var newest: (endpoint: Endpoint, time: Int64)?
  /// The number of consecutive reads of data in the instant in which the data arrived.
  private var rereads = 0
  /// The photos that are being sent, and their rows of progress.
  var uploads = ReferenceUploads()
  /// The drawings beside values, and the reads since the last tap.
  var drawings = ReferenceDrawings()
  var reads = ReferenceReads()

  mutating func signedOut(isByLaunch: Bool) {
    self = ReferenceNotes()
    hasSignedOut = !isByLaunch
  }

  mutating func photo(_ item: PhotoItemID, _ state: PhotoItemState) {
    uploads.changed(item, state)
    if state == .selected || state == .uploading {
      if !pendingPhotos.contains(item) { pendingPhotos.append(item) }
    } else {
      pendingPhotos.removeAll { $0 == item }
    }
    let isFailed = state == .failed || state == .invalid
    guard isFailed || !failedPhotos.isEmpty else { return }
    failedPhotos.removeAll { $0.item == item }
    if isFailed { failedPhotos.append((item, state == .failed)) }
  }

  mutating func tapped(_ action: UserAction, signsIn: Bool) {
    (failedWrite, unknownWrite, newest, rereads) = (nil, nil, nil, 0)
    reads.stirred()
    if !keys.isEmpty { keys.removeAll(keepingCapacity: true) }
    if !underWay.isEmpty { underWay.removeAll { !$0.outlivesTaps } }
    steps.tapped(action)
    toasts.excusePlan()
    switch action {
    case .dismissCard: toasts.allow(.reviewLater)
    case .signUp where signsIn: requiredSignIn = .signUp
    case .logIn where signsIn: requiredSignIn = .logIn
    case .typeEdit: (isTypedSinceSaved, mustConfirmSave) = (true, false)
    case .completeProfile: areAnswersStored = false
    default: break
    }
  }

  mutating func saveBegan() { isConflict = false }

  /// Records that a save was reported as stored, possibly by a read after a refusal.
  mutating func saved() { (isConflict, isTypedSinceSaved) = (false, false) }

  /// Handles a reply, or the end of the wait for one.
  mutating func received(_ request: borrowing WireCall, status: Int, isGranted: Bool, isCancelled: Bool, at time: Int64)
  {
    let endpoint = request.body.endpoint
    let id = request.id
    reads.received(request, isGranted: isGranted || endpoint == .todayMetrics && status == 404)
    if !underWay.isEmpty { underWay.removeAll { $0.id == id } }
    if isGranted, request.operation == .editSave { unknownWrite = nil }
    guard !isCancelled, endpoint.route.method != .get else { return }
    // Only a save is sent again without a key.
    let isUnknown = !isGranted && (status == 0 || (200..<300).contains(status))
    if isUnknown, request.key == 0, request.operation == .editSave { unknownWrite = endpoint }
    if request.operation == .editSave { isConflict = status == 409 }
    if endpoint == .onboard, isGranted { areAnswersStored = true }
    if !isGranted, status != 401 { failedWrite = (endpoint, request.key, time) }
  }

  /// Whether a write that was sent since the last tap is sent again under another key.
  mutating func changesKey(_ endpoint: Endpoint, _ subject: Int64, _ key: UInt64) -> Bool {
    guard let known = keys.first(where: { $0.endpoint == endpoint && $0.subject == subject }) else {
      if keys.count < 16 { keys.append((endpoint, subject, key)) }
      return false
    }
    return known.key != key
  }

  /// The writes whose buttons accept no second tap while a request is in progress.
  private static let single: [Endpoint] = [
    .signUp, .logIn, .deleteAccount, .updateBasicProfile, .updateProfile, .updatePreferences,
  ]

  /// Whether a write is sent while another of its kind is in progress. Except for saves and answers to onboarding, both
  /// must be of the last tap.
  mutating func sendsTwice(_ request: borrowing WireCall) -> Bool {
    let endpoint = request.body.endpoint
    let isOfOnboarding = endpoint == .onboard && request.operation == .onboarding
    guard isOfOnboarding || request.key == 0 && Self.single.contains(endpoint) else { return false }
    let isSecond = underWay.contains { $0.endpoint == endpoint }
    underWay.append((request.id, endpoint, isOfOnboarding || request.operation == .editSave))
    return isSecond
  }

  /// Whether a request repeats one that has just failed.
  mutating func repeatsAtOnce(_ request: borrowing WireCall, at time: Int64) -> Bool {
    let (endpoint, key) = (request.body.endpoint, request.key)
    guard let failed = failedWrite, failed.endpoint == endpoint, failed.key == key else { return false }
    failedWrite = nil
    // A token may be requested again at once. Of the writes without a key, only saves can be distinguished.
    let isDistinguishable = endpoint != .refresh && (key != 0 || request.operation == .editSave)
    return isDistinguishable && time - failed.time < Nanoseconds.second / 10
  }

  /// Whether a write may be stored already, so that a read must precede it.
  func repeatsUnread(_ request: borrowing WireCall) -> Bool {
    request.operation == .editSave && unknownWrite == request.body.endpoint
  }

  /// Handles a reply that arrived on the phone, by its revision.
  mutating func replied(_ endpoint: Endpoint, _ status: Int16, revision: Int32, at time: Int64) {
    known = max(known, revision)
    reads.replied(revision: revision)
    if endpoint == .todayMetrics, status == 200 { rowRevision = max(rowRevision, revision) }
    newest = revision == known ? (endpoint, time) : nil
  }

  /// Whether the phone has received no revision that is newer than that of the metrics that it has read.
  var isRowNewest: Bool { rowRevision >= known }

  /// Whether a request reads, for the second time in a row, data that have just arrived and were the newest. Once is
  /// allowed, since two views may read one after the other.
  mutating func readsAgain(_ endpoint: Endpoint, for operation: Operation, at time: Int64) -> Bool {
    guard let newest, newest.endpoint == endpoint, newest.time == time else {
      rereads = 0
      return false
    }
    // Other loads may be requested again while they run.
    guard operation == .homeMetrics || operation == .plansMetrics else { return false }
    rereads += 1
    return rereads == 2
  }

  // MARK: Judging

  /// The variables that must be gone from the screen when an account signs out.
  private static let passing: [StateVariable] =
    [
      .toast, .tasksFilter, .tasksShown, .photosErrorText, .photosRetry, .editPartStored, .editSaved, .editConflict,
      .summarySheet, .cover, .profileFace,
    ] + StateVariable.errorSlots + StateVariable.loadingFlags

  /// Judges the end of the instant of a sign-out.
  mutating func judgeSignOut(_ screen: RenderedValues, _ found: inout [Divergence]) {
    hasSignedOut = false
    for variable in Self.passing where screen[variable] > 0 { found.append(.leftAtSignOut(variable)) }
  }

  func offersRetry(_ screen: RenderedValues, task: (PhotoItemID) -> Int?) -> Bool {
    failedPhotos.contains { (task($0.item) ?? Int(screen[.photosTask])) == Int(screen[.photosTask]) }
      || screen[.photosListError] > 0
  }

  /// Whether a photo failed that meets a condition and can be sent again.
  func hasFailedPhoto(where matches: (PhotoItemID) -> Bool) -> Bool {
    failedPhotos.contains { $0.isSendable && matches($0.item) }
  }

  /// Whether the form's note about newer values is right, on an idle phone.
  func isConflictRight(_ screen: RenderedValues, isSent: Bool) -> Bool {
    if screen[.editConflict] > 0 { return isConflict }
    return !isConflict || !isSent || screen[.editTyped] == 0 || screen[.editError] <= 0
  }

  /// Whether uploads may be shown as in progress.
  var hasPendingPhotos: Bool { !pendingPhotos.isEmpty }

  func isOnboardingOver(_ screen: RenderedValues) -> Bool {
    !areAnswersStored || screen[.cover] != Cover.onboarding.published
  }
}
