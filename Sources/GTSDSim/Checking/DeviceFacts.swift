import GTSDModel

/// What a checker knows of one device: who is signed in, what is in flight, which flags are set, how things ended
/// lately.
struct DeviceFacts {
  /// How the latest attempt of an operation ended.
  enum Ending: UInt8 {
    case none, success, refused, failed, unknown, cancelled
  }

  struct InFlight {
    var request: Int32
    var endpoint: Endpoint
    var operation: Operation
    var account: UInt8
    var intent: Int32
    /// An acknowledgment was committed while this request was in flight.
    var crossedAcknowledgment = false
    /// Revision of the last completed task that the device knew of when it sent this, -1 for none.
    var tasksWritten: Int32
  }

  var session: UInt16 = 0
  /// The signed-in account, nil when signed out.
  var account: UInt8?
  var isRunning = false
  var isForeground = false
  var tab: Tab = .home
  /// Bit n: the variable of raw value n is above 0.
  var flags: UInt64 = 0
  /// Operations begun and not ended, by kind.
  private var begun = SIMD32<UInt8>(repeating: 0)
  private var operations: Int32 = 0
  private(set) var inFlight: [InFlight] = []
  /// The last metrics reply received crossed an acknowledgment's commit.
  private(set) var crossed = false
  private var endings = SIMD32<UInt8>(repeating: 0)
  /// Highest revision in any reply received, by account.
  var known = SIMD2<Int32>(repeating: -1)
  /// Revision of the latest metrics read if it was answered (200 or 404), -1 if it failed or there was none, or if an
  /// acknowledgment refused since has told that it no longer holds.
  var metricsRead: Int32 = -1
  /// What Plans shows.
  var plansScreen = PlansScreen.nothing
  /// The intent of the acknowledgment that a reply was last received for.
  var acknowledgeIntent: Int32 = 0
  /// What the latest reply was to.
  private(set) var lastReply: Endpoint?
  /// The revision that it was read at, -1 for none.
  private(set) var lastReplyRevision: Int32 = -1
  /// The intent of the onboarding that a reply was last received for.
  var onboardingIntent: Int32 = 0
  /// The row on the acknowledgment screen, the one before it, and since when; nanoseconds.
  private var shownRow: Int64 = -1
  private var shownBefore: Int64 = -1
  private var shownSince: Int64 = 0
  /// What the person did last.
  var lastAction: PersonAction?
  /// The last status of an acknowledgment, nil for none.
  var acknowledgeStatus: Int16?
  /// The last status of a plan request, nil for none, or if the metrics were read since.
  var planStatus: Int16?
  /// The person dismissed the card in this session.
  var dismissedThisSession = false
  /// Virtual time of the last refresh gesture on Plans.
  var refreshedPlanAt: Int64 = -1
  /// The last metrics reply applied had been in flight when an acknowledgment was committed, and was read before it.
  var appliedAcrossAcknowledgment = false
  /// Revision of the last task that this device completed for the signed-in account, -1 for none.
  var tasksWritten: Int32 = -1
  /// The last metrics applied are older than the reply that came last, so came with none: the app had stored them.
  var appliedFromStore = false
  /// A metrics row was committed while an acknowledgment was in flight.
  var rowDuringAcknowledgment = false

  /// Nothing in flight, no operation begun and not ended.
  var isQuiet: Bool { operations == 0 && inFlight.isEmpty }

  func isSet(_ variable: StateVariable) -> Bool {
    flags & (1 << UInt64(variable.rawValue)) != 0
  }

  func count(_ operation: Operation) -> Int { Int(begun[Int(operation.rawValue)]) }

  func ending(_ operation: Operation) -> Ending {
    Ending(rawValue: endings[Int(operation.rawValue)]) ?? .none
  }

  func isInFlight(_ operation: Operation) -> Bool {
    inFlight.contains { $0.operation == operation }
  }

  func countInFlight(_ endpoint: Endpoint) -> Int {
    inFlight.reduce(0) { $0 + ($1.endpoint == endpoint ? 1 : 0) }
  }

  // MARK: Inputs

  /// The row that the person sees on the acknowledgment screen: a change is on screen one frame later.
  func drawnRow(at time: Int64) -> Int64 {
    time - shownSince >= PublishedState.frame ? shownRow : shownBefore
  }

  mutating func published(_ variable: StateVariable, _ value: Int64, at time: Int64) {
    let bit: UInt64 = 1 << UInt64(variable.rawValue)
    flags = value > 0 ? flags | bit : flags & ~bit
    switch variable {
    case .tab: tab = Tab(published: value) ?? .home
    case .plansRow:
      shownBefore = drawnRow(at: time)
      shownRow = value
      shownSince = time
    case .plansScreen: plansScreen = PlansScreen(published: value) ?? .nothing
    default: break
    }
  }

  mutating func began(_ operation: Operation) {
    begun[Int(operation.rawValue)] &+= 1
    operations += 1
  }

  mutating func ended(_ operation: Operation) {
    // An operation of a process that has ended may still come to its end.
    guard begun[Int(operation.rawValue)] > 0 else { return }
    begun[Int(operation.rawValue)] -= 1
    operations -= 1
  }

  mutating func sent(_ endpoint: Endpoint, request: Int32, operation: Operation, account: UInt8, intent: Int32) {
    inFlight.append(
      InFlight(
        request: request, endpoint: endpoint, operation: operation, account: account, intent: intent,
        tasksWritten: tasksWritten))
    if endpoint == .acknowledge { rowDuringAcknowledgment = false }
  }

  /// Takes a request out of flight; nil if it belongs to a process that has ended.
  mutating func received(request: Int32, outcome: SimulationEvent.Outcome, revision: Int32) -> InFlight? {
    guard let index = inFlight.firstIndex(where: { $0.request == request }) else { return nil }
    let entry = inFlight.remove(at: index)
    known[Int(entry.account)] = max(known[Int(entry.account)], revision)
    lastReply = entry.endpoint
    lastReplyRevision = revision
    let ending = Ending(outcome)
    endings[Int(entry.operation.rawValue)] = ending.rawValue
    if entry.operation == .acknowledge { acknowledgeIntent = entry.intent }
    if entry.operation == .onboarding { onboardingIntent = entry.intent }
    switch entry.endpoint {
    case .todayMetrics:
      crossed = entry.crossedAcknowledgment
      metricsRead = outcome == .status(200) || outcome == .status(404) ? revision : -1
      planStatus = nil
    case .generatePlan: planStatus = outcome.statusCode
    case .acknowledge:
      acknowledgeStatus = outcome.statusCode
      if ending == .refused { metricsRead = -1 }
    default: break
    }
    return entry
  }

  /// The server committed something for the signed-in account.
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

  /// The app's process began anew: nothing of the old one is visible or in flight.
  mutating func coldStart() {
    flags = 0
    begun = SIMD32(repeating: 0)
    operations = 0
    inFlight.removeAll(keepingCapacity: true)
    endings = SIMD32(repeating: 0)
    metricsRead = -1
    shownRow = -1
    shownBefore = -1
    acknowledgeStatus = nil
    planStatus = nil
    tab = .home
    plansScreen = .nothing
    refreshedPlanAt = -1
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
    case .undecodable, .network, .timedOut: self = .unknown
    case .cancelled: self = .cancelled
    }
  }
}
