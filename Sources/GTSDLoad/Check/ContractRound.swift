import GTSDModel
import GTSDWorld
import HTTPLoop
import Interleaving

/// A new user who requests every endpoint once, in the order in which an account can.
actor ContractRound: LaneActor {
  nonisolated let lane: Lane
  private let backend: HTTPBackend
  private let scheduler: Scheduler
  private let person: PersonModel
  private let caller: Caller
  private let hasAccounts: Bool
  private var map: ContractMap
  private let without: [Endpoint]
  private var accessToken: String?
  private var calls: Int32 = 0
  private var rows: [Endpoint: ContractCheck.Row] = [:]
  private var guesses: [NameChange] = []
  private let faults: ContractFaults
  private let probes: ServerProbes

  /// The time to wait for a reply, and the time for which metrics are requested repeatedly, in nanoseconds.
  private static let (timeout, patience) = (10 * Nanoseconds.second, 10 * Nanoseconds.second)
  private static let pause = 250 * Nanoseconds.millisecond
  private static let photoSize = 20_000

  init(
    _ load: LoadSettings, person: PersonModel, user: UInt32, hasAccounts: Bool, backend: HTTPBackend,
    scheduler: Scheduler
  ) {
    (self.person, self.hasAccounts, self.backend, self.scheduler) = (person, hasAccounts, backend, scheduler)
    (map, without) = (load.map, load.without)
    caller = Caller(user: user, account: 0, device: 0)
    lane = Lane(scheduler: scheduler, kind: "contract check")
    let faults = ContractFaults()
    self.faults = faults
    probes = ServerProbes(
      person, caller: caller, backend: backend, timeout: Self.timeout,
      handlers: .init(judged: { faults.note($2, at: $1) }, breach: { faults.note($1, at: $0) }))
    backend.badReplies = { faults.note($1, at: $0) }
    backend.keepsLatest = true
  }

  /// The findings, including endpoints that the round did not reach.
  var check: ContractCheck {
    var check = ContractCheck(
      rows: Endpoint.allCases.map { endpoint in
        rows[endpoint]
          ?? .init(
            endpoint: endpoint, line: line(endpoint), finding: .notAsked(because: "the check was ended"),
            sample: "")
      }, guesses: guesses)
    for index in check.rows.indices {
      let endpoint = check.rows[index].endpoint
      if case .works(let status) = check.rows[index].finding, let found = faults.breaches[endpoint] {
        check.rows[index].finding = .unsound(status: status, found)
      }
    }
    check.nameConsequences()
    check.remarks = faults.remarks
    return check
  }

  /// Sends all requests of the round.
  func make() async {
    _ = await ask(.health)
    let session = await openSession()
    guard let session else {
      let step = hasAccounts ? "log-in" : "sign-up"
      for endpoint in Endpoint.allCases { skip(endpoint, .notAsked(because: "\(step) gives no session")) }
      return
    }
    accessToken = session.accessToken
    _ = await ask(.me)
    await probes.access(accessToken, hasAccounts: hasAccounts)
    await onboard()
    await acknowledge()
    await tasks()
    await photos()
    _ = await ask(.exportData)
    await end(session)
    if !hasAccounts { await probes.deletion() }
  }

  // MARK: Parts of the round

  private func openSession() async -> SessionPayload? {
    let identity = person.identity
    guard !hasAccounts else {
      skip(.signUp, .leftOut(because: "accounts are given"))
      return session(await ask(.logIn(email: identity.email, password: identity.password)))
    }
    let reply = await ask(
      .signUp(SignUpRequest(email: identity.email, password: identity.password, name: identity.name)))
    if let session = session(reply) { return session }
    return session(await ask(.logIn(email: identity.email, password: identity.password)))
  }

  private func session(_ reply: APIResponse?) -> SessionPayload? {
    if case .session(let session)? = reply { session } else { nil }
  }

  private func onboard() async {
    let body = person.body.onboarding
    _ = await ask(.onboard(body))
    _ = await ask(.howItWorks)
    probes.compare(reply(await ask(.profile)), with: body.profile)
    _ = await ask(.preferences)
    _ = await ask(
      .updatePreferences(PreferencesUpdate(dietaryPreferences: ["vegan"], allergies: ["nuts"], mealsPerDay: 4)))
    if await ask(.updateBasicProfile(name: "Check", email: nil)) != nil {
      probes.compare(reply(await ask(.me)), name: "Check")
    }
  }

  /// A success with this content; nil if there is no content.
  private func reply(_ body: APIResponse?) -> APIReply? { body.map { APIReply(status: 200, asOf: -1, body: $0) } }

  private func acknowledge() async {
    var metrics: HealthMetrics?
    // Without a profile there is nothing to compute.
    let isOnboarded = rows[.onboard]?.finding.isFine ?? true
    let limit = scheduler.now + (isOnboarded ? Self.patience : 0)
    while true {
      if case .metrics(let payload)? = await ask(.todayMetrics) { metrics = payload.metrics }
      guard metrics == nil, backend.latest?.outcome == .status(404), scheduler.now < limit else { break }
      await scheduler.sleep(Self.pause, kind: .timer)
    }
    if let metrics {
      probes.judge(metrics, of: person.body.onboarding.profile)
      let acknowledge = APIRequest.acknowledge(version: metrics.version, metricsComputedAt: metrics.computedAt)
      let first = reply(await ask(acknowledge))
      probes.compare(first, again: reply(await ask(acknowledge)))
    } else {
      skip(.acknowledge, .notAsked(because: "today-metrics gives nothing to acknowledge"))
    }
    _ = await ask(.generatePlan(forceRecompute: false))
    var body = person.body.onboarding.profile
    body.currentWeight += body.currentWeight < 100 ? 1 : -1
    if await ask(.updateProfile(ProfileUpdate(currentWeight: body.currentWeight))) != nil {
      probes.compare(reply(await ask(.profile)), with: body, isUpdate: true)
    }
  }

  private func tasks() async {
    _ = await ask(.tasksToday)
    if without.contains(.tasksToday) {
      skip(.submitEvidence, .leftOut(because: "the server lacks tasks-today, which lists the tasks"))
    } else {
      _ = await ask(.submitEvidence(taskID: 1))
    }
    _ = await ask(.streak)
  }

  private func photos() async {
    let size = Self.photoSize
    var photo: Int?
    func take(_ reply: APIResponse?) { if case .photo(let stored)? = reply { photo = stored.id } }
    take(await ask(.uploadPhoto(PhotoUpload(taskID: 1, item: PhotoItemID(0), contentType: .jpeg, fileSize: size))))
    if case .presigned(let key)? = await ask(.presignPhoto(fileName: "photo.jpg", contentType: .jpeg, fileSize: size)) {
      if await ask(.storePhoto(fileKey: key, contentType: .jpeg, fileSize: size)) == .done {
        take(
          await ask(
            .confirmPhoto(
              PhotoConfirmation(fileKey: key, item: PhotoItemID(1), contentType: .jpeg, fileSize: size, taskID: 1))))
      } else {
        skip(.confirmPhoto, .notAsked(because: "store-photo takes no file"))
      }
    } else {
      for endpoint in [Endpoint.storePhoto, .confirmPhoto] {
        skip(endpoint, .notAsked(because: "presign-photo gives no key"))
      }
    }
    if case .photos(let list)? = await ask(.photos(taskID: nil, limit: 50, offset: 0)) {
      photo = photo ?? list.first?.id
      await probes.pages(of: list, token: accessToken)
    }
    if let photo {
      _ = await ask(.deletePhoto(id: photo))
    } else {
      skip(.deletePhoto, .notAsked(because: "no photo could be stored"))
    }
  }

  private func end(_ session: SessionPayload) async {
    var refreshToken = session.refreshToken
    if case .tokens(let access, let refresh)? = await ask(.refresh(refreshToken: refreshToken)) {
      (accessToken, refreshToken) = (access, refresh)
    }
    if await ask(.logOut(refreshToken: refreshToken)) != nil {
      await probes.afterLogOut(accessToken: accessToken, refreshToken: refreshToken)
      if !hasAccounts { await probes.exchangeTwice() }
    }
    let identity = person.identity
    if let again = self.session(await ask(.logIn(email: identity.email, password: identity.password))) {
      accessToken = again.accessToken
    }
    if hasAccounts {
      skip(.deleteAccount, .leftOut(because: "the account existed before"))
    } else {
      _ = await ask(.deleteAccount)
    }
  }

  // MARK: One endpoint

  private func line(_ endpoint: Endpoint) -> String {
    backend.translation?[endpoint]?.line ?? "\(endpoint.route.method.rawValue) \(endpoint.route.path)"
  }

  private func skip(_ endpoint: Endpoint, _ finding: ContractCheck.Finding) {
    guard rows[endpoint] == nil else { return }
    let finding = without.contains(endpoint) ? .leftOut(because: "load.without") : finding
    rows[endpoint] = .init(endpoint: endpoint, line: line(endpoint), finding: finding, sample: "")
  }

  /// Sends a request and reads the reply of a success, with the names that are known or guessed so far.
  private func ask(_ request: APIRequest) async -> APIResponse? {
    let endpoint = request.endpoint
    guard !without.contains(endpoint) else {
      skip(endpoint, .leftOut(because: "load.without"))
      return nil
    }
    calls += 1
    probes.latest = calls
    backend.latest = nil
    let reply = try? await backend.respond(
      to: APICall(
        request: request, accessToken: accessToken, idempotencyKey: UInt64(calls), caller: caller, id: calls,
        timeout: Self.timeout), for: .round)
    let latest = backend.latest
    var row = ContractCheck.Row(
      endpoint: endpoint, line: line(endpoint),
      finding: .silent("the request could not be made"), sample: ReplyProblem.sample(of: latest?.response?.body ?? []))
    var answer = reply?.body
    switch latest?.outcome {
    case nil: break
    case .failure(let failure)?: row.finding = .silent("\(failure)")
    case .status(let status)? where (200..<300).contains(status): row.finding = .works(status: status)
    case .status(404)?, .status(405)?, .status(501)?: row.finding = .missing(status: reply?.status ?? 404)
    case .status(let status)?:
      row.finding = .refused(status: status, said: said(latest?.response, answer))
    case .undecodable(let status)?: (row.finding, answer) = unreadable(latest?.response, status, request)
    }
    // An endpoint that is requested twice keeps its first result, unless a later one is better.
    if rows[endpoint]?.finding.isFine != true { rows[endpoint] = row }
    return row.finding.isFine || isGuessed(answer) ? answer : nil
  }

  /// The reason that the server gives for refusing a request; empty if there is none.
  private func said(_ response: HTTPResponse?, _ answer: APIResponse?) -> String {
    if let response, (300..<400).contains(response.status), let place = response.header("Location") {
      return "a redirect to \(place), which is not followed"
    }
    guard case .failure(let error)? = answer, error.message != error.reason.message else { return "" }
    return error.message
  }

  private func isGuessed(_ answer: APIResponse?) -> Bool {
    if case .failure? = answer { return false }
    return answer != nil && answer != .undecodable
  }

  /// The problem of a successful reply, and its value with nearly matching names replaced by the contract's.
  private func unreadable(
    _ response: HTTPResponse?, _ status: Int, _ request: APIRequest
  ) -> (ContractCheck.Finding, APIResponse?) {
    let endpoint = request.endpoint
    let body = response?.body ?? []
    var problems: [ReplyProblem] = []
    // Each round of guesses may reveal further fields inside the ones found so far.
    for _ in 0..<8 {
      let read = backend.translation?[endpoint]?.inward(body) { response?.header($0) } ?? body
      let answer = APIResponse(status: status, body: read, for: request)
      if answer != .undecodable, !(isRefusal(answer)) { return (.unreadable(status: status, problems), answer) }
      let found = ReplyProblem.all(in: read, for: endpoint).filter { !problems.contains($0) }
      problems += found
      let names = found.compactMap { problem in problem.similarName.map { NameChange(problem.field, $0) } }
        .filter { !guesses.contains($0) }
      guard !names.isEmpty else { break }
      guesses += names
      map.all.reply += names
      for index in map.endpoints.indices { map.endpoints[index].names.reply += names }
      backend.translation = ContractTranslation(map)
    }
    return (.unreadable(status: status, problems), nil)
  }

  private func isRefusal(_ answer: APIResponse) -> Bool {
    if case .failure = answer { true } else { false }
  }
}
