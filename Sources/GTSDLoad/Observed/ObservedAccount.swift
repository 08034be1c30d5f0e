import GTSDModel
import GTSDWorld

/// The state of one account as its replies show it.
struct ObservedAccount: Sendable {
  /// The e-mail addresses that the account has or may have, in lower case.
  private(set) var emails: [String]
  /// The server's id of the account; nil before a reply contained it.
  private(set) var id: Int?
  var acknowledgment = ObservedLinearizability<ObservedAcknowledgment>()
  var preferences = ObservedLinearizability<ObservedPreferences>()
  var photos = ObservedPhotos()
  private var failedAcknowledgments = FailedWrites<ObservedAcknowledgment.State>()
  private var failedPreferences = FailedWrites<ObservedPreferences.State>()
  /// The failed sign-ups and onboardings: whether the account exists, and whether it is onboarded.
  private var failedSignUp = FailedWrites<Bool>(known: false)
  private var failedOnboarding = FailedWrites<Bool>(known: false)
  /// The lists of preferences that the account is known to have had.
  private var lists: [Int64] = []
  /// The numbers of meals that the account has had.
  private var meals: Set<Int64> = []
  /// The values of reads that were not checked yet.
  private var unjudged: [ObservedPreferences.State] = []

  /// An acknowledgment that may be late or lost.
  private(set) var doubt: DoubtfulAcknowledgment?

  private static let listLimit = 64

  init(email: String) {
    emails = [email.lowercased()]
  }

  func isCalled(_ email: String) -> Bool { emails.contains(email.lowercased()) }

  /// Records a request for another address, whether or not the server accepts it.
  mutating func asked(for email: String) {
    guard !isCalled(email) else { return }
    if emails.count >= 8 { emails.remove(at: 1) }
    emails.append(email.lowercased())
  }

  // MARK: Identity

  /// The account that a reply names: its id and email address.
  static func identity(in body: APIResponse) -> (id: Int, email: String)? {
    switch body {
    case .session(let session): (session.user.id, session.user.email)
    case .me(let me): (me.id, me.email)
    case .user(let user): (user.id, user.email)
    case .profile(let profile): (profile.user.id, profile.user.email)
    default: nil
    }
  }

  /// Checks that a reply names the account of the request; returns the breach if it does not.
  mutating func named(_ identity: (id: Int, email: String), by request: ObservedRequest) -> ObservedBreach? {
    defer { id = id ?? identity.id }
    guard !isCalled(identity.email) || id != nil && id != identity.id else { return nil }
    // Addresses may be personal data; the ids of the accounts are enough.
    let known = id.map { "of user \($0)" } ?? "of another address"
    return ObservedBreach(
      oracle: .invariant(.user), site: "identity", time: request.endedAt,
      summary: "\(request.text), requested for the account \(known), was answered for user \(identity.id)")
  }

  // MARK: Late or lost acknowledgments

  /// Compares a read with a doubtful acknowledgment; returns a breach once it is decided whether the acknowledgment is
  /// late or lost.
  mutating func decideDoubtful(by call: APICall, _ result: Result<APIReply, TransportError>, _ request: ObservedRequest)
    -> ObservedBreach?
  {
    guard doubt != nil, case .success(let reply) = result, case .metrics(let payload) = reply.body else { return nil }
    let shown = ObservedAcknowledgment.State(
      row: payload.metrics.computedAt.wholeSecond, isAcknowledged: payload.acknowledged)
    switch doubt?.read(shown, by: request) {
    case nil, .open: return nil
    case .late(let breach), .replaced(let breach):
      doubt = nil
      // The contradiction is reported; later reads are compared with the state shown now.
      acknowledgment = ObservedLinearizability()
      return breach
    }
  }

  /// Filters the judgment of an acknowledgment. A breach that may turn out to be late or lost is held back until that
  /// is known.
  mutating func withholdingDoubtful(_ judgement: ObservedJudgement?) -> ObservedJudgement? {
    guard case .breach(let breach)? = judgement else { return judgement }
    if doubt != nil, breach.oracle == .readYourWrites { return .holds }
    guard let doubtful = DoubtfulAcknowledgment(breach) else { return judgement }
    doubt = doubtful
    return .holds
  }

  // MARK: Replies

  /// Records the start of a call that may change checked values.
  mutating func began(_ request: APIRequest) {
    switch request {
    case .signUp: failedSignUp.began()
    case .acknowledge: failedAcknowledgments.began()
    case .onboard:
      failedOnboarding.began()
      failedPreferences.began()
    default: if Self.update(in: request) != nil { failedPreferences.began() }
    }
  }

  /// Compares a reply with earlier writes that the server reported as failed; returns a write that was carried out
  /// nevertheless.
  ///
  /// - Parameter shown: the ``shownPreferences(_:)`` of the reply.
  mutating func contradicted(
    by call: APICall, _ result: Result<APIReply, TransportError>, _ shown: ObservedPreferences.State?,
    _ request: ObservedRequest
  ) -> ObservedBreach? {
    let isFailure = result.isOwnFailure
    switch call.body {
    case .signUp: failedSignUp.ended(request, isFailure: isFailure) { _ in true }
    case .acknowledge(_, let computedAt):
      failedAcknowledgments.ended(request, isFailure: isFailure) { _ in
        ObservedAcknowledgment.State(row: computedAt.wholeSecond, isAcknowledged: true)
      }
    case .onboard(let body):
      failedOnboarding.ended(request, isFailure: isFailure) { _ in true }
      failedPreferences.ended(request, isFailure: isFailure) { _ in ObservedPreferences.State(body.preferences) }
    default:
      if let update = Self.update(in: call.body) {
        failedPreferences.ended(request, isFailure: isFailure) { known in
          known.map(ObservedPreferences.State(update).over) ?? ObservedPreferences.State(update)
        }
      }
    }
    guard case .success(let reply) = result, reply.isCarriedOut else { return nil }
    func breach(_ write: ObservedRequest?, _ site: String) -> ObservedBreach? {
      write.map { ObservedBreach(commit: $0, site: site, seenIn: request) }
    }
    switch reply.body {
    case .session(let session):
      let signUp = call.body.endpoint == .logIn ? breach(failedSignUp.read(true), "sign-up") : nil
      return signUp ?? breach(failedOnboarding.read(session.user.hasCompletedOnboarding), "onboard")
    case .metrics(let payload):
      let seen = ObservedAcknowledgment.State(
        row: payload.metrics.computedAt.wholeSecond, isAcknowledged: payload.acknowledged)
      return breach(failedAcknowledgments.read(seen), "acknowledgment")
    default:
      if case .me(let me) = reply.body, let isOnboarded = me.hasCompletedOnboarding,
        let found = breach(failedOnboarding.read(isOnboarded), "onboard")
      {
        return found
      }
      guard let shown, Self.update(in: call.body) == nil else { return nil }
      return breach(failedPreferences.read(shown), "preferences")
    }
  }

  private static func update(in request: APIRequest) -> PreferencesUpdate? {
    switch request {
    case .updatePreferences(let update): update
    case .updateProfile(let update) where !ObservedPreferences.State(update.preferences).isEmpty: update.preferences
    default: nil
    }
  }

  /// Lists in a reply that this account never stored. They may belong to another account.
  func foreignLists(in breach: ObservedBreach) -> [Int64] {
    guard let shown = breach.shown, lists.count < Self.listLimit else { return [] }
    let whole = meals.contains(shown.meals) ? nil : shown.whole
    return shown.lists.filter { !lists.contains($0) } + (whole.map { [$0] } ?? [])
  }

  /// Records the result of checking reads. If the check passed, the values read are the account's own.
  mutating func judged(holds: Bool) {
    if holds { for state in unjudged { had(state) } }
    unjudged.removeAll(keepingCapacity: true)
  }

  private mutating func had(_ state: ObservedPreferences.State) {
    if meals.count < Self.listLimit { meals.insert(state.meals) }
    for list in state.lists where !lists.contains(list) && lists.count < Self.listLimit { lists.append(list) }
  }

  /// Records the checked values that a call reads or writes.
  mutating func add(
    _ call: APICall, _ result: Result<APIReply, TransportError>, _ shown: ObservedPreferences.State?, from: Int64,
    to: Int64
  ) {
    let request = ObservedRequest(call, endedAt: to)
    switch call.body {
    case .todayMetrics:
      guard case .success(let reply) = result, case .metrics(let payload) = reply.body else { return }
      acknowledgment.add(
        .read, .row(payload.metrics.computedAt.wholeSecond, isAcknowledged: payload.acknowledged), request, from: from,
        to: to)
    case .acknowledge(_, let computedAt):
      acknowledgment.add(
        .acknowledge(row: computedAt.wholeSecond), Effect(result).of(done: .done, refused: .refused), request,
        from: from, to: to)
    case .updatePreferences(let update): write(ObservedPreferences.State(update), result, request, from, to)
    case .updateProfile(let update): write(ObservedPreferences.State(update.preferences), result, request, from, to)
    case .onboard(let body): write(ObservedPreferences.State(body.preferences), result, request, from, to)
    default:
      guard let shown else { return }
      if unjudged.count < Self.listLimit { unjudged.append(shown) }
      preferences.add(.read, .value(shown), request, from: from, to: to)
    }
  }

  private mutating func write(
    _ written: ObservedPreferences.State, _ result: Result<APIReply, TransportError>, _ request: ObservedRequest,
    _ from: Int64, _ to: Int64
  ) {
    guard !written.isEmpty else { return }
    had(written)
    preferences.add(
      .write(written), Effect(result).of(done: .done, refused: .refused), request, from: from, to: to)
  }

  /// The preferences that a reply shows.
  static func shownPreferences(_ result: Result<APIReply, TransportError>) -> ObservedPreferences.State? {
    guard case .success(let reply) = result else { return nil }
    let shown: DietPreferences? =
      switch reply.body {
      case .preferences(let payload): payload.preferences
      case .me(let me): me.preferences
      case .profile(let profile): profile.preferences.preferences
      default: nil
      }
    return shown.map { ObservedPreferences.State($0) }
  }
}

/// The effect of a write, according to its reply.
private enum Effect {
  case done, refused, unknown

  init(_ result: Result<APIReply, TransportError>) {
    guard case .success(let reply) = result else {
      self = .unknown
      return
    }
    switch reply.status {
    case 200..<300: self = reply.isCarriedOut ? .done : .unknown
    case 400..<500: self = .refused
    // The server may have failed after it stored the data.
    default: self = .unknown
    }
  }

  func of<Answer>(done: Answer, refused: Answer) -> Answer? {
    switch self {
    case .done: done
    case .refused: refused
    case .unknown: nil
    }
  }
}
