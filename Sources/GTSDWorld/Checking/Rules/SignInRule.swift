import GTSDModel

/// I-USER and I-TOKEN: accounts do not mix, and sign-ins last.
///
/// - I-USER, applied: a view applies only replies to the signed-in account. Evaluated at each applied reply on a device
///   on which somebody has signed out in this process.
/// - I-USER, held: no view has a value of another account than the signed-in one. Evaluated at the end of each instant
///   in which something changed, once a second account has signed in within one process.
/// - I-USER, reported: an event is reported under the signed-in account. Evaluated at each event on a device on which
///   somebody has signed out in this process.
/// - I-USER, sent: after the person's log-out, nothing but the log-out itself is sent for the account. Evaluated at
///   each request from the tap until somebody signs in or the session is dropped.
/// - I-TOKEN: no refresh is sent while another one of the same device is in flight. After a rotation, one token of a
///   log-in is live. The signed-in account becomes nil only by the person's log-out or after a refusal (401 or 403) of
///   the refresh token. Such a refusal counts only if no token of the same log-in still worked when the server refused
///   it.
/// - I-TOKEN, expired: after a 401 for the signed-in account, the device refreshes the token or signs out before it is
///   quiet. Evaluated at each 401 and at quiet instants after it. Three cases are excused:
///   - The 401 answers a request that was sent before the last refresh ended, so it concerns the previous token.
///   - The 401 answers the repetition of a request with a new token, which another refresh would not change.
///   - Several requests of a kind, or several operations of one, are in progress at once, so repetitions cannot be
///     recognised. It is then enough that the token was renewed since the first of them began.
/// - I-TOKEN, log-out: the server does not answer it with 404. Evaluated at each answer with a revision, which shows
///   that the server decided it. A gateway's refusal says nothing about the token, and a deleted account has none.
/// - I-TOKEN, launch: a person who was signed in when the last process ended is not asked to log in. Evaluated at each
///   tap on log-in or sign-up.
struct SignInRule: DeviceRule {
  static let follows: EventKinds =
    .applied | .cleared | .action | .authenticated | .began | .ended | .sent | .received | .committed
    | .analytics | .published
  static var needsSignIn: Bool { false }

  /// The views that have a value of a resource, by account: bit r of lane v stands for resource r in view v.
  private var heldOwn = SIMD16<UInt16>(repeating: 0)
  private var heldOther = SIMD16<UInt16>(repeating: 0)
  private var hasSignedOut = false
  private var isLoggingOut = false
  /// The revision at which each account was last deleted, -1 for none. The server does not know tokens of sign-ins that
  /// were served before.
  private var deleted = SIMD2<Int32>(repeating: -1)
  /// The accounts whose latest log-out on this phone belongs to a sign-in that ended in this way, as one bit each.
  private var endedAtLogOut: UInt8 = 0
  /// Whether the device has received the refusal of its refresh token.
  private var isRefused = false
  /// Whether the server refused the token although another token of the same log-in worked.
  private var wasRefusedInVain = false
  private var foreignApplied = false
  private var foreignHeld = false
  /// The number of refreshes answered when each operation in progress began.
  private var renewals = SIMD32<Int32>(repeating: 0)
  /// The operations that were running twice at once, or had several requests of one kind at once, as one bit each.
  private var overlapping: UInt32 = 0
  /// The requests that were answered with 401 and not sent again yet, with the number of refreshes answered before
  /// they were sent.
  private var refusals: [(operation: Operation, endpoint: Endpoint, refreshes: Int32)] = []
  /// Whether the app has received a 401 and not reacted to it yet.
  private var isExpired = false
  private var staysExpired = false
  /// Whether a user has been signed in since the process started.
  private var isEstablished = false
  /// Whether the latest refresh was sent while another was in progress.
  private var hasRefreshedAtOnce = false

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .applied(let resource, let view, _, let origin): applied(resource, view: view, origin: origin, &facts, &log)
    case .cleared(let resource, let view): cleared(resource, view: view)
    case .published(let variable, let value, .signOut) where value == variable.initial:
      // Nothing of it is on screen any more, whatever the app says of it.
      if let (resource, view) = Self.shown(by: variable) { cleared(resource, view: view) }
    case .action(let action, _): acted(action, &facts, &log)
    case .authenticated(let account): authenticated(account, before: facts.accountBefore, facts, &log)
    case .sent(let endpoint, _, let operation, _): sent(endpoint, operation, &facts, &log)
    case .received(let endpoint, _, let outcome, let revision, _):
      received(endpoint, outcome, revision: revision, &facts, &log)
    case .began(let operation):
      // If there are several at once, the first counts.
      if facts.count(operation) == 1 {
        renewals[Int(operation.rawValue)] = facts.refreshes
        overlapping &= ~(1 << UInt32(operation.rawValue))
      } else {
        overlapping |= 1 << UInt32(operation.rawValue)
      }
    case .ended(let operation) where !refusals.isEmpty:
      // A refused request that is not sent again was given up, together with its operation or for lack of a new token.
      let count = facts.refreshes
      refusals.removeAll { operation == .refreshToken && $0.refreshes == count }
      if facts.count(operation) == 0 { refusals.removeAll { $0.operation == operation } }
    case .committed(.accountDeleted, let revision, _):
      deleted[Int(event.account & 1)] = revision
      endedAtLogOut |= 1 << event.account
    case .committed(.refreshRefused(let live, let device), _, _):
      if device == facts.ordinal, event.account == facts.account { wasRefusedInVain = live > 0 }
    case .analytics(let analytics):
      guard let account = facts.account, hasSignedOut else { return }
      log.check(
        .user, event.account == account, Site(.reportedForOther, eventName: analytics.nameIndex), hazard: nil)
    default: break
    }
  }

  private mutating func applied(
    _ resource: Resource, view: View, origin: UInt8, _ facts: inout DeviceFacts, _ log: inout CheckLog
  ) {
    let bit: UInt16 = 1 << UInt16(resource.rawValue)
    let lane = Int(view.rawValue)
    // The signed-in user is replaced at each sign-in and is not a value that a view holds.
    if resource != .user {
      heldOwn[lane] = origin == 0 ? heldOwn[lane] | bit : heldOwn[lane] & ~bit
      heldOther[lane] = origin == 0 ? heldOther[lane] & ~bit : heldOther[lane] | bit
    }
    guard hasSignedOut else {
      log.vacuous(.user)
      return
    }
    log.check(
      .user, facts.account == origin, episode: &foreignApplied, Site(.appliedForOther, resource, view),
      hazard: .responseAfterLogout)
  }

  /// The value that a variable shows by itself.
  private static func shown(by variable: StateVariable) -> (Resource, View)? {
    switch variable {
    case .homeTasks: (.tasks, .home)
    case .homeStreak: (.streak, .home)
    case .homeSummary: (.summary, .home)
    case .plansPlan: (.plan, .plans)
    default: nil
    }
  }

  private mutating func cleared(_ resource: Resource, view: View) {
    let bit: UInt16 = 1 << UInt16(resource.rawValue)
    heldOwn[Int(view.rawValue)] &= ~bit
    heldOther[Int(view.rawValue)] &= ~bit
  }

  private mutating func acted(_ action: PersonAction, _ facts: inout DeviceFacts, _ log: inout CheckLog) {
    switch action {
    case .logOut: isLoggingOut = facts.account != nil
    case .logIn, .signUp:
      log.check(
        .token, facts.account == nil || isEstablished, Site(.askedToLogInAgain), hazard: .sessionNotRestored)
    default: break
    }
  }

  private mutating func authenticated(
    _ account: UInt8?, before: UInt8?, _ facts: DeviceFacts, _ log: inout CheckLog
  ) {
    foreignApplied = false
    isExpired = false
    refusals.removeAll()
    defer {
      isRefused = false
      wasRefusedInVain = false
    }
    guard account == nil else {
      isEstablished = true
      isLoggingOut = false
      return
    }
    hasSignedOut = true
    guard let before else { return }
    log.check(
      .token, isLoggingOut || hasEnded(before, facts) || isRefused && !wasRefusedInVain, Site(.loggedOutByError),
      hazard: HazardClassifier.loggedOut(
        refused: isRefused, byRival: hasRefreshedAtOnce,
        atLaunch: facts.count(.restore) > 0 || facts.answered?.operation == .restore))
    isLoggingOut = false
  }

  /// Whether the latest sign-in to an account on this device was served before the account was deleted.
  private func hasEnded(_ account: UInt8, _ facts: DeviceFacts) -> Bool {
    facts.signInRevisions[Int(account & 1)] < deleted[Int(account & 1)]
  }

  private mutating func sent(
    _ endpoint: Endpoint, _ operation: Operation, _ facts: inout DeviceFacts, _ log: inout CheckLog
  ) {
    if isLoggingOut {
      log.check(.user, operation == .logOut, Site(.sentAfterLogOut), hazard: .logoutWaitsForNetwork)
    }
    let count = facts.inFlight.reduce(0) { $0 + ($1.endpoint == endpoint && $1.operation == operation ? 1 : 0) }
    if count > 1 { overlapping |= 1 << UInt32(operation.rawValue) }
    if endpoint == .logOut, let account = facts.inFlight.last?.account {
      endedAtLogOut = hasEnded(account, facts) ? endedAtLogOut | 1 << account : endedAtLogOut & ~(1 << account)
    }
    guard endpoint == .refresh else { return }
    isExpired = false
    let isAlone = facts.countInFlight(.refresh) == 1
    hasRefreshedAtOnce = !isAlone
    log.check(.token, isAlone, Site(.refreshedAtOnce), hazard: .tokenRefreshStampede)
  }

  private mutating func received(
    _ endpoint: Endpoint, _ outcome: SimulationEvent.Outcome, revision: Int32, _ facts: inout DeviceFacts,
    _ log: inout CheckLog
  ) {
    if endpoint == .logOut { loggedOut(outcome, revision: revision, of: facts.answered?.account, &log) }
    guard let answered = facts.answered, answered.account == facts.account else { return }
    switch answered.operation {
    case .signUp, .logIn, .logOut: break
    case .refreshToken: refreshed(outcome, revision: revision)
    default:
      let earlier = refusals.firstIndex {
        $0.operation == answered.operation && $0.endpoint == answered.endpoint && $0.refreshes < answered.refreshes
      }
      if let earlier { refusals.remove(at: earlier) }
      guard outcome == .status(401) else { return }
      if earlier == nil { refusals.append((answered.operation, answered.endpoint, answered.refreshes)) }
      refused(answered, isRepetition: earlier != nil, &facts, &log)
    }
  }

  /// Handles the answer to a refresh of the token.
  private mutating func refreshed(_ outcome: SimulationEvent.Outcome, revision: Int32) {
    switch outcome {
    case .status(401) where revision >= 0: isRefused = true
    case .status(401), .status(403):
      // Such a refusal comes from a gateway. The server refused another delivery, whose reply nobody receives.
      isRefused = true
      wasRefusedInVain = false
    case .status(let status) where status < 300:
      isRefused = false
      wasRefusedInVain = false
    case .garbled, .network, .timedOut: wasRefusedInVain = false
    case .status, .undecodable, .cancelled: break
    }
  }

  /// Handles an answer of 401 to a request for the signed-in account.
  private mutating func refused(
    _ answered: DeviceFacts.InFlight, isRepetition: Bool, _ facts: inout DeviceFacts, _ log: inout CheckLog
  ) {
    let place = answered.operation.rawValue
    let isOfTokenBefore = answered.refreshes != facts.refreshes
    let isRenewed = overlapping & (1 << UInt32(place)) != 0 && renewals[Int(place)] != facts.refreshes
    guard facts.countInFlight(.refresh) == 0, !isOfTokenBefore, !isRepetition, !isRenewed else {
      return log.vacuous(.token)
    }
    isExpired = true
  }

  /// Handles the reply to the log-out: 404 means that the server does not know the token, and has revoked none.
  private mutating func loggedOut(
    _ outcome: SimulationEvent.Outcome, revision: Int32, of account: UInt8?, _ log: inout CheckLog
  ) {
    let isEnded = account.map { endedAtLogOut >> $0 & 1 == 1 } ?? false
    guard case .status(let status) = outcome, revision >= 0, !isEnded else { return log.vacuous(.token) }
    log.check(.token, status != 404, Site(.logOutRefused), hazard: .logoutDoesNotRevoke)
  }

  mutating func settle(_ facts: inout DeviceFacts, _ record: inout AccountHistory, _ log: inout CheckLog) {
    if isExpired || staysExpired, facts.isQuiet {
      log.check(
        .token, !isExpired, episode: &staysExpired, Site(.expiredNotRefreshed), hazard: .fifteenMinuteCliff)
    }
    guard let account = facts.account, hasSignedOut else { return }
    let foreign = account == 0 ? heldOther : heldOwn
    let holds = foreign == SIMD16(repeating: 0)
    log.check(
      .user, holds, episode: &foreignHeld, Self.site(of: foreign),
      hazard: .crossUserSingleton)
  }

  private static func site(of held: SIMD16<UInt16>) -> Site {
    for view in View.allCases where held[Int(view.rawValue)] != 0 {
      let resource = Resource(rawValue: UInt8(held[Int(view.rawValue)].trailingZeroBitCount))
      if let resource { return Site(.heldForOther, resource, view) }
    }
    return Site(.heldForOther)
  }

  /// Resets the state. A new process has no data, even if a user is still signed in.
  mutating func reset(_ occasion: ResetOccasion) {
    guard occasion == .process else { return }
    heldOwn = SIMD16(repeating: 0)
    heldOther = SIMD16(repeating: 0)
    hasSignedOut = false
    foreignApplied = false
    foreignHeld = false
    isLoggingOut = false
    isExpired = false
    staysExpired = false
    isEstablished = false
    isRefused = false
    wasRefusedInVain = false
    renewals = SIMD32(repeating: 0)
    refusals.removeAll()
    hasRefreshedAtOnce = false
  }
}
