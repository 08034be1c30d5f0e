import GTSDModel

/// I-ERR: visible errors are true.
///
/// - Cancellation: no error slot is set because a request was cancelled. Evaluated at each error that is shown.
/// - Lost: an error slot is not emptied by the start, or by the reply, of an operation that has another slot. Evaluated
///   whenever a start or a reply empties one. A metrics read may settle an acknowledgment's error.
/// - Unseen: the error of a person's action is not emptied by the start of a read in the instant in which it is shown,
///   unless the instant also has a tap or another reply, which may have started the read.
/// - Outdated: when the device is quiet, an error belongs to an operation whose latest attempt failed, or had no token;
///   the error about photos only if a failed reply set it, since unfit photos have one as well. Evaluated at the end of
///   each quiet instant while an error is shown.
struct ErrorRule: DeviceRule {
  static let follows: EventKinds = .action | .began | .received | .published

  /// The slots that show an error to be judged when the device is quiet: bit n belongs to the slot of raw value n.
  private var shown: UInt64 = 0
  private var outdated: UInt64 = 0
  private var lastBegan: Operation?
  private var lastReceived: Operation?
  /// The latest error of an action that was shown, with its instant, in nanoseconds.
  private var latest: (variable: StateVariable, operation: Operation, time: Int64)?
  /// The instant of the latest reply, in nanoseconds.
  private var receivedAt: Int64 = -1
  /// The latest instant with a tap or a second reply, in nanoseconds.
  private var crowdedAt: Int64 = -1

  /// The operations that a person's tap begins and that change something, except those whose repetition has a button.
  private static func isAction(_ operation: Operation) -> Bool {
    switch operation {
    case .evidence, .editSave, .photoDelete, .photoUpload, .accountDeletion, .dataExport: true
    default: false
    }
  }

  /// The error slot of an operation, nil for one without.
  static func slot(of operation: Operation) -> StateVariable? {
    switch operation {
    case .onboarding: .onboardingError
    case .homeLoad, .homeTasks, .homeStreak, .homeSummary: .homeError
    case .homeMetrics: .homeMetricsError
    case .plansMetrics: .metricsError
    case .plansFetch, .plansRefresh: .plansError
    case .acknowledge: .acknowledgeError
    case .profileLoad, .accountDeletion, .dataExport: .profileError
    case .editLoad, .editSave: .editError
    case .photoUpload, .photoDelete: .photosError
    case .photosLoad: .photosListError
    case .tasksLoad, .evidence: .tasksError
    case .streaksLoad: .streaksError
    case .signUp, .logIn, .logOut, .restore, .refreshToken, .summary, .photoImages: nil
    }
  }

  /// Whether an operation writes to a slot: Home's read of the metrics to its own, or to the one that it shares
  /// with Plans.
  private static func writes(_ operation: Operation, to variable: StateVariable) -> Bool {
    slot(of: operation) == variable || operation == .homeMetrics && variable == .metricsError
  }

  private static let slots: [StateVariable] = [
    .onboardingError, .homeError, .homeMetricsError, .metricsError, .plansError, .acknowledgeError, .profileError,
    .editError,
    .photosError, .photosListError, .tasksError, .streaksError,
  ]
  private static let mask = slots.reduce(UInt64(0)) { $0 | 1 << UInt64($1.rawValue) }
  /// Operations that write to each slot.
  private static let writers: [UInt32] = slots.map { slot in
    Operation.allCases.reduce(0) { writes($1, to: slot) ? $0 | 1 << UInt32($1.rawValue) : $0 }
  }

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .began(let operation): lastBegan = operation
    case .action: crowdedAt = event.time
    case .received:
      lastReceived = facts.answered?.operation
      if receivedAt == event.time { crowdedAt = event.time }
      receivedAt = event.time
    case .published(let variable, let value, let cause): published(variable, value, cause, at: event.time, &log)
    default: break
    }
  }

  private mutating func published(
    _ variable: StateVariable, _ value: Int64, _ cause: Cause, at time: Int64, _ log: inout CheckLog
  ) {
    let bit: UInt64 = 1 << UInt64(variable.rawValue)
    guard Self.mask & bit != 0 else { return }
    if value > 0 {
      log.check(
        .err, cause != .cancellation, Site(.cancellationShown, variable), hazard: .cancelledReportedAsNetworkError)
      // A cancellation is judged above, and unfit photos have an error without a failure.
      let isJudged = cause != .launch && cause != .cancellation && variable != .photosError
      if cause == .failure || isJudged { shown |= bit }
      if cause == .failure, let by = lastReceived, Self.isAction(by), Self.writes(by, to: variable) {
        latest = (variable, by, time)
      }
      return
    }
    let wasShown = shown & bit != 0
    shown &= ~bit
    outdated &= ~bit
    guard wasShown, cause == .start || cause == .reply, let by = cause == .start ? lastBegan : lastReceived else {
      return
    }
    if cause == .start, let latest, latest.variable == variable, latest.time == time, crowdedAt != time {
      log.check(.err, latest.operation == by || Self.isAction(by), Site(.errorUnseen, variable), hazard: nil)
    }
    // A read that shows that the acknowledgment is stored, or that its row is gone, resolves the failed attempt.
    let isSettled = variable == .acknowledgeError && cause == .reply && Self.writes(by, to: .metricsError)
    log.check(.err, isSettled || Self.writes(by, to: variable), Site(.errorLost, variable), hazard: .siblingClearsError)
  }

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {
    guard facts.isQuiet else { return }
    guard shown != 0 else {
      log.vacuous(.err)
      return
    }
    for (index, slot) in Self.slots.enumerated() {
      let bit: UInt64 = 1 << UInt64(slot.rawValue)
      guard shown & bit != 0 else { continue }
      var episode = outdated & bit != 0
      let hasFailed = (facts.failed | facts.lackedToken) & Self.writers[index] != 0
      log.check(.err, hasFailed, episode: &episode, Site(.outdatedError, slot), hazard: .siblingClearsError)
      outdated = episode ? outdated | bit : outdated & ~bit
    }
  }

  mutating func reset(_ occasion: ResetOccasion) {
    if occasion == .process { self = ErrorRule() }
  }
}
