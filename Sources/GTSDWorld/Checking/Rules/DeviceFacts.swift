import GTSDModel

/// A checker's knowledge of one device: the account, the requests in flight, the flags, and recent endings.
struct DeviceFacts {
  /// The result of an operation's latest attempt.
  enum Ending: UInt8 {
    case none, success, refused, failed, unknown, cancelled
  }

  struct InFlight {
    var request: Int32
    var endpoint: Endpoint
    var operation: Operation
    var account: UInt8
    var intent: Int32
    /// Whether an acknowledgment was committed while this request was in flight.
    var crossedAcknowledgment = false
    /// The revision of the last completed task that the device knew of when it sent this request, -1 for none.
    var tasksWritten: Int32
    /// The number of successful token refreshes before this request was sent.
    var refreshes: Int32
  }

  /// The metrics as one view shows them.
  struct ViewMetrics {
    /// Whether the view has applied a reply or published an acknowledgment, without a failed or cancelled read since.
    var isLoaded = false
    /// Revision of the last reply applied, -1 for none.
    var revision: Int32 = -1

    /// Whether the view has applied a successful read in this session.
    @inline(__always)
    var isRead: Bool { isLoaded && revision >= 0 }

    /// Records that the view published whether an acknowledgment is needed, and the cause.
    mutating func published(_ cause: Cause) {
      switch cause {
      case .failure, .cancellation, .signOut, .launch: isLoaded = false
      case .acknowledgment: isLoaded = true
      case .dismissal, .start, .reply, .person, .settle: break
      }
    }

    mutating func applied(revision: Int32) {
      isLoaded = true
      self.revision = revision
    }
  }

  /// The device's number, 0 or 1.
  let ordinal: UInt8
  var session: UInt16 = 0
  /// The signed-in account, nil when signed out.
  private(set) var account: UInt8?
  /// The account that was signed in before.
  private(set) var accountBefore: UInt8?
  /// For each account, the revision at which the latest log-in or sign-up that this device received was served; -1 for
  /// none. It does not apply to an account that was created or deleted after it.
  private(set) var signInRevisions = SIMD2<Int32>(repeating: -1)
  var isRunning = false
  var isForeground = false
  var tab: Tab = .home
  /// The variables above 0: bit n belongs to raw value n.
  var flags: UInt64 = 0
  /// A bit for each loading flag (by raw value) that has been up at some time since the first of its operations began.
  private var raised: UInt64 = 0
  /// The loading flags whose operations have begun again since then: bit n belongs to raw value n.
  private var overlapped: UInt64 = 0
  /// The number of operations that have begun and not ended, by kind.
  private var begun = SIMD32<UInt8>(repeating: 0)
  private var operations: Int32 = 0
  private(set) var inFlight: [InFlight] = []
  /// The request that was answered last.
  private(set) var answered: InFlight?
  /// Whether an acknowledgment was committed between the request and the receipt of the last metrics reply.
  private(set) var crossed = false
  private var endings = SIMD32<UInt8>(repeating: 0)
  /// Bit n: the latest attempt of the operation with raw value n failed.
  private(set) var failed: UInt32 = 0
  /// Bit n: a token renewal failed while the operation with raw value n ran, and may have been for that operation.
  private(set) var lackedToken: UInt32 = 0
  /// Bit n: the latest attempt of the operation with raw value n succeeded.
  private var succeeded: UInt32 = 0
  private(set) var homeMetrics = ViewMetrics()
  /// Revision at which the summary that Home holds was read, -1 for none.
  private(set) var homeSummary: Int32 = -1
  private(set) var plansMetrics = ViewMetrics()
  /// Revision of the plan that Plans holds, -1 for none.
  private(set) var heldPlan: Int32 = -1
  /// The task whose photos are on screen, 0 if there is none.
  private(set) var openTask: Int64 = 0
  /// The time at which the person last removed a photo, closed the section or left, when items may leave the
  /// selection.
  private(set) var handledPhotosAt: Int64 = -1
  /// Highest revision in any reply received, by account.
  var known = SIMD2<Int32>(repeating: -1)
  /// The revision of the latest metrics read if it was answered (200 or 404), or of an acknowledgment granted since. It
  /// is -1 if the read failed or there was none, or if an acknowledgment refused since (not for its token) has shown
  /// that the revision is outdated.
  var metricsRead: Int32 = -1
  /// The newest known revision when that read was answered, if the read was older; otherwise -1.
  var metricsOutdatedBy: Int32 = -1
  /// The content of Plans.
  var plansScreen = PlansScreen.nothing
  /// The intent of the acknowledgment to which the last reply belongs.
  var acknowledgeIntent: Int32 = 0
  /// The endpoint of the latest reply.
  private(set) var lastReply: Endpoint?
  /// The revision at which the last reply was read, -1 for none.
  private(set) var lastReplyRevision: Int32 = -1
  /// The intent of the onboarding to which the last reply belongs.
  var onboardingIntent: Int32 = 0
  /// The row on the acknowledgment screen, the previous one, and the time of the change in nanoseconds.
  private var shownRow: Int64 = -1
  private var shownBefore: Int64 = -1
  private var shownSince: Int64 = 0
  /// The person's last action.
  var lastAction: PersonAction?
  /// Whether a retry, rather than a change of the selection, last caused photos to be sent.
  private(set) var sendsPhotosByRetry = false
  /// The last status of an acknowledgment, nil if there is none.
  var acknowledgeStatus: Int16?
  /// The last status of a plan request, nil if there is none, or if the metrics were read since.
  var planStatus: Int16?
  /// Whether the person dismissed the card in this session.
  var dismissedThisSession = false
  /// The operation that requested the last plan; nil for none in this process.
  private(set) var planOperation: Operation?
  /// Whether the last metrics reply was read before an acknowledgment and arrived after it was committed.
  var appliedAcrossAcknowledgment = false
  /// Revision of the last task that this device completed for the signed-in account, -1 for none.
  var tasksWritten: Int32 = -1
  /// Whether the last applied metrics are older than the last reply, so that they were read from the app's own storage.
  var appliedFromStore = false
  /// Whether a metrics row was committed while an acknowledgment was being sent.
  var rowDuringAcknowledgment = false
  /// The number of successful token refreshes of this process.
  private(set) var refreshes: Int32 = 0

  // Inlined, since a call would copy these large facts.

  /// Whether no request is in flight and no operation in progress.
  @inline(__always)
  var isQuiet: Bool { operations == 0 && inFlight.isEmpty }

  @inline(__always)
  func isSet(_ variable: StateVariable) -> Bool {
    flags & (1 << UInt64(variable.rawValue)) != 0
  }

  @inline(__always)
  func count(_ operation: Operation) -> Int { Int(begun[Int(operation.rawValue)]) }

  /// The facts that the reference model needs at the end of an instant. A separate type, because passing all facts
  /// would copy them.
  struct Glance {
    let ordinal: UInt8
    let session: UInt16
    let isRunning: Bool
    let isQuiet: Bool
    let isForeground: Bool
  }

  @inline(__always)
  var glance: Glance {
    Glance(ordinal: ordinal, session: session, isRunning: isRunning, isQuiet: isQuiet, isForeground: isForeground)
  }

  /// Whether some operation is begun more than once.
  @inline(__always)
  var isDoubled: Bool { begun.max() > 1 }

  @inline(__always)
  func ending(_ operation: Operation) -> Ending {
    Ending(rawValue: endings[Int(operation.rawValue)]) ?? .none
  }

  /// Whether a request for a plan may still be in service although the phone no longer waits for it.
  @inline(__always)
  var hasGivenUpPlan: Bool {
    func isGivenUp(_ ending: Ending) -> Bool { ending == .cancelled || ending == .unknown }
    return isGivenUp(ending(.plansFetch)) || isGivenUp(ending(.plansRefresh))
  }

  /// Whether the latest attempt of an operation was answered without a failure.
  @inline(__always)
  func wentWell(_ operation: Operation) -> Bool {
    succeeded & ~failed & (1 << UInt32(operation.rawValue)) != 0
  }

  @inline(__always)
  func isInFlight(_ operation: Operation) -> Bool {
    inFlight.contains { $0.operation == operation }
  }

  @inline(__always)
  func countInFlight(_ endpoint: Endpoint) -> Int {
    inFlight.reduce(0) { $0 + ($1.endpoint == endpoint ? 1 : 0) }
  }

  // MARK: Inputs

  /// The row that the person sees on the acknowledgment screen. A change is visible one frame later.
  func drawnRow(at time: Int64) -> Int64 {
    time - shownSince >= StateVariable.frame ? shownRow : shownBefore
  }

  init(ordinal: UInt8) { self.ordinal = ordinal }

  // Reuses memory for callers that restart from a checkpoint.
  mutating func takeBuffers() -> [InFlight] { inFlight.takeBuffers() }
  mutating func move(into buffers: inout [InFlight]) { inFlight.move(into: &buffers) }

  mutating func acted(_ action: PersonAction, at time: Int64) {
    lastAction = action
    switch action {
    case .retryPhotos: sendsPhotosByRetry = true
    case .pickPhotos, .removePhoto: sendsPhotosByRetry = false
    default: break
    }
    switch action {
    case .removePhoto, .closePhotos, .logOut, .logIn, .signUp, .terminate: handledPhotosAt = time
    default: break
    }
  }

  /// Records a sign-in or sign-out.
  ///
  /// - Returns: whether the account differs from the previous one.
  mutating func authenticated(_ account: UInt8?) -> Bool {
    accountBefore = self.account
    self.account = account
    if let account, answered?.endpoint == .logIn || answered?.endpoint == .signUp {
      signInRevisions[Int(account & 1)] = lastReplyRevision
    }
    guard account != accountBefore else { return false }
    homeMetrics = ViewMetrics()
    homeSummary = -1
    plansMetrics = ViewMetrics()
    heldPlan = -1
    openTask = 0
    metricsRead = -1
    metricsOutdatedBy = -1
    dismissedThisSession = false
    tasksWritten = -1
    return true
  }

  mutating func published(_ variable: StateVariable, _ value: Int64, _ cause: Cause, at time: Int64) {
    let bit: UInt64 = 1 << UInt64(variable.rawValue)
    // A text in the card's place does not count as a card.
    let isSet = variable == .homeCard ? value == HomeCard.shown.rawValue : value > 0
    flags = isSet ? flags | bit : flags & ~bit
    if isSet { raised |= bit }
    switch variable {
    case .tab: tab = Tab(published: value) ?? .home
    case .plansRow:
      shownBefore = drawnRow(at: time)
      shownRow = value
      shownSince = time
    case .homeNeed: homeMetrics.published(cause)
    case .plansNeed: plansMetrics.published(cause)
    case .photosTask: openTask = value
    case .plansScreen: plansScreen = PlansScreen(published: value) ?? .nothing
    default: break
    }
  }

  /// Whether a loading flag was set at some time since the operations that it shows began.
  func wasRaised(_ flag: StateVariable) -> Bool { raised & (1 << UInt64(flag.rawValue)) != 0 }

  /// Whether a second operation began while the operations that a loading flag shows were in progress.
  func hasOverlapped(_ flag: StateVariable) -> Bool { overlapped & (1 << UInt64(flag.rawValue)) != 0 }

  mutating func began(_ operation: Operation) {
    if let flag = LoadingRule.flag(of: operation) {
      let bit: UInt64 = 1 << UInt64(flag.rawValue)
      let isFirst = LoadingRule.kin[Int(operation.rawValue)].allSatisfy { count($0) == 0 }
      if isFirst { raised = raised & ~bit | flags & bit }
      // A load of Home has several parts, which run concurrently.
      let joins = flag == .homeLoading ? operation == .homeLoad && count(.homeLoad) > 0 : true
      overlapped = isFirst ? overlapped & ~bit : joins ? overlapped | bit : overlapped
    }
    begun[Int(operation.rawValue)] &+= 1
    operations += 1
    failed &= ~(1 << UInt32(operation.rawValue))
    lackedToken &= ~(1 << UInt32(operation.rawValue))
    succeeded &= ~(1 << UInt32(operation.rawValue))
  }

  mutating func ended(_ operation: Operation) {
    // An operation of a process that has ended may still end later.
    guard begun[Int(operation.rawValue)] > 0 else { return }
    begun[Int(operation.rawValue)] -= 1
    operations -= 1
    guard operation == .refreshToken, !wentWell(.refreshToken) else { return }
    for waiting in Operation.allCases where count(waiting) > 0 { lackedToken |= 1 << UInt32(waiting.rawValue) }
  }

  mutating func sent(_ endpoint: Endpoint, request: Int32, operation: Operation, account: UInt8, intent: Int32) {
    inFlight.append(
      InFlight(
        request: request, endpoint: endpoint, operation: operation, account: account, intent: intent,
        tasksWritten: tasksWritten, refreshes: refreshes))
    if endpoint == .generatePlan { planOperation = operation }
    if endpoint == .acknowledge { rowDuringAcknowledgment = false }
  }

  /// Removes a request from those in flight.
  ///
  /// - Returns: false if it belongs to a process that has ended.
  mutating func received(request: Int32, outcome: SimulationEvent.Outcome, revision: Int32) -> Bool {
    guard let index = inFlight.firstIndex(where: { $0.request == request }) else { return false }
    let entry = inFlight.remove(at: index)
    answered = entry
    // The reply to a log-out belongs to the session that it ended. No other request outlives its session.
    if entry.endpoint != .logOut { known[Int(entry.account)] = max(known[Int(entry.account)], revision) }
    lastReply = entry.endpoint
    lastReplyRevision = revision
    let ending = Ending(outcome)
    endings[Int(entry.operation.rawValue)] = ending.rawValue
    if ending == .success {
      succeeded |= 1 << UInt32(entry.operation.rawValue)
    } else {
      failed |= 1 << UInt32(entry.operation.rawValue)
    }
    if entry.operation == .acknowledge { acknowledgeIntent = entry.intent }
    if entry.operation == .onboarding { onboardingIntent = entry.intent }
    switch entry.endpoint {
    case .todayMetrics:
      crossed = entry.crossedAcknowledgment
      // A refusal because of an expired token says nothing about the metrics, since the read is repeated. A plan that
      // was already requested is not withdrawn either if a read does not show the outcome of an acknowledgment.
      let isAnswered = outcome == .status(200) || outcome == .status(404)
      let goesOn = entry.operation == .acknowledge && count(.plansFetch) + count(.plansRefresh) > 0
      if outcome != .status(401), isAnswered || !goesOn {
        metricsRead = isAnswered ? revision : -1
        metricsOutdatedBy = revision < known[Int(entry.account)] ? known[Int(entry.account)] : -1
      }
      planStatus = nil
    case .generatePlan: planStatus = outcome.statusCode
    case .acknowledge:
      acknowledgeStatus = outcome.statusCode
      if ending == .refused, outcome != .status(401) { metricsRead = -1 }
      // A granted acknowledgment shows the same as a read at its revision. The reply to a repetition shows nothing if
      // it is older than data received since.
      if ending == .success, revision >= known[Int(entry.account)] { metricsRead = revision }
    case .submitEvidence: if outcome == .status(201) { tasksWritten = revision }
    case .refresh: if ending == .success { refreshes += 1 }
    default: break
    }
    return true
  }

  /// Records that a view applied a reply.
  ///
  /// - Parameter acknowledgedRevision: the revision of the last acknowledgment committed for the reply's account.
  mutating func applied(_ resource: Resource, _ view: View, revision: Int32, acknowledgedRevision: Int32) {
    switch resource {
    case .metrics:
      appliedAcrossAcknowledgment = crossed && revision < acknowledgedRevision
      appliedFromStore = revision < lastReplyRevision
      if view == .home { homeMetrics.applied(revision: revision) }
      if view == .plans { plansMetrics.applied(revision: revision) }
    case .plan: heldPlan = revision
    case .summary: if view == .home { homeSummary = revision }
    default: break
    }
  }

  /// Records that a view dropped its data.
  mutating func cleared(_ resource: Resource, _ view: View) {
    switch (resource, view) {
    case (.metrics, .home): homeMetrics.isLoaded = false
    case (.metrics, .plans): plansMetrics.isLoaded = false
    case (.summary, .home): homeSummary = -1
    case (.plan, _): heldPlan = -1
    default: break
    }
  }

  /// Records a commit of the server for the signed-in account.
  mutating func serverCommitted(_ commit: Commit) {
    switch commit {
    case .acknowledgment:
      for index in inFlight.indices where inFlight[index].endpoint == .todayMetrics {
        inFlight[index].crossedAcknowledgment = true
      }
    case .metrics:
      if countInFlight(.acknowledge) > 0 { rowDuringAcknowledgment = true }
    default: break
    }
  }

  mutating func sessionStarted(_ number: UInt16) {
    session = number
    isRunning = true
    isForeground = true
    dismissedThisSession = false
    homeMetrics = ViewMetrics()
    plansMetrics = ViewMetrics()
  }

  /// Records that the app's process started again: nothing of the old one is visible or in flight.
  mutating func coldStart() {
    answered = nil
    failed = 0
    lackedToken = 0
    succeeded = 0
    heldPlan = -1
    homeSummary = -1
    openTask = 0
    flags = 0
    raised = 0
    begun = SIMD32(repeating: 0)
    operations = 0
    inFlight.removeAll(keepingCapacity: true)
    endings = SIMD32(repeating: 0)
    metricsRead = -1
    metricsOutdatedBy = -1
    shownRow = -1
    shownBefore = -1
    acknowledgeStatus = nil
    planStatus = nil
    tab = .home
    plansScreen = .nothing
    planOperation = nil
    refreshes = 0
    appliedAcrossAcknowledgment = false
    appliedFromStore = false
    rowDuringAcknowledgment = false
    dismissedThisSession = false
    crossed = false
    known = SIMD2(repeating: -1)
    tasksWritten = -1
  }
}

extension DeviceFacts.Ending {
  init(_ outcome: SimulationEvent.Outcome) {
    switch outcome {
    case .status(let status): self = status < 300 ? .success : status < 500 ? .refused : .failed
    case .undecodable, .garbled, .network, .timedOut: self = .unknown
    case .cancelled: self = .cancelled
    }
  }
}
