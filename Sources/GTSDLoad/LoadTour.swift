import GTSDModel
import GTSDWorld
import Interleaving
import Randomness

/// A new user who requests every endpoint at least once, in an order that an account permits: the actions of weeks,
/// with both ways of uploading a photo.
///
/// Nobody else changes the data that it writes, and each write is read back. A server that mixes up accounts, loses
/// data, or reports a failure for a write that it carried out therefore contradicts itself.
///
/// `@unchecked Sendable`: used on the thread of one world.
final class LoadTour: @unchecked Sendable {
  private let person: PersonModel
  private let caller: Caller
  private let backend: HTTPBackend
  private let scheduler: Scheduler
  private let timeout: Int64
  private let isOver: () -> Bool
  private var accessToken: String?
  private var calls: Int32 = 0
  /// The prefix of this tour's idempotency keys. Each run has its own prefix, since servers may store keys for days.
  private let keys: StableHash
  /// The metrics row whose acknowledgment the server has confirmed.
  private var acknowledged: HealthMetrics?
  /// Requests that a correct server refuses; nil if users share accounts.
  private let probes: ServerProbes?
  /// The previous tour. This tour checks that its account has no access to the previous tour's account.
  private weak var before: LoadTour?
  /// The writes that stored a photo with their idempotency keys, by the server's number of the photo.
  private var stored: [Int: (request: APIRequest, key: UInt64)] = [:]
  /// The account's id at the server, and the id of a photo that the tour does not delete.
  private var (accountID, keptPhoto): (Int?, Int?) = (nil, nil)
  /// Whether the run ended before a read could show that an acknowledgment is stored.
  private var isAcknowledgmentOpen = false
  /// The two simultaneous writes that the server confirmed; nil before.
  private var pair: SimultaneousWrites?

  /// The number of attempts to read metrics that are not computed yet, and the nanoseconds between attempts.
  private static let (patience, pause) = (20, 250 * Nanoseconds.millisecond)
  /// The number of attempts to read a row that the server may never compute.
  private static let rowPatience = 8
  /// The size of a photo in bytes: enough for a picture, and little to send.
  private static let photoSize = 20_000

  init(
    person: PersonModel, user: UInt32, run: String, backend: HTTPBackend, scheduler: Scheduler, timeout: Int64,
    probing: ServerProbes.Handlers? = nil, after before: LoadTour? = nil, isOver: @escaping () -> Bool
  ) {
    var keys = StableHash(of: run.utf8)
    keys.combine(UInt64(user))
    self.keys = keys
    self.person = person
    let caller = Caller(user: user, account: 0, device: 0)
    self.caller = caller
    self.backend = backend
    self.scheduler = scheduler
    self.timeout = timeout
    self.isOver = isOver
    self.before = before
    probes = probing.map {
      ServerProbes(person, caller: caller, backend: backend, timeout: timeout, handlers: $0)
    }
  }

  /// Whether the round has ended or was cut off.
  private var isDone = false

  func make() async {
    defer { isDone = true }
    _ = await send(.health)
    guard let session = await signUp() else { return }
    await onboard()
    await acknowledge()
    await changeProfile()
    _ = await send(.tasksToday)
    // Without a list of tasks, no evidence can be submitted.
    if !backend.isLeftOut(.tasksToday) { _ = await send(.submitEvidence(taskID: 1)) }
    _ = await send(.streak)
    await uploadPhotos()
    if !isOver(), let before, let others = before.probes {
      await probes?.trespass(
        on: others, photo: before.keptPhoto, token: accessToken, othersToken: before.accessToken,
        othersID: before.accountID)
    }
    await renew(session)
    _ = await send(.exportData)
    if !isOver() { await probes?.deletion() }
    await acknowledgeNewest()
  }

  // MARK: Parts of a tour

  private func signUp() async -> SessionPayload? {
    let identity = person.identity
    let reply = await send(
      .signUp(SignUpRequest(email: identity.email, password: identity.password, name: identity.name)))
    // The server may have created the account although it reported a failure.
    let session = if let session = reply?.session { session } else { await logIn() }
    (accessToken, accountID) = (session?.accessToken, session?.user.id)
    probes?.accountID = accountID
    if session != nil { _ = await send(.me) }
    if session != nil, !isOver() { await probes?.access(accessToken) }
    return session
  }

  private func logIn() async -> SessionPayload? {
    let identity = person.identity
    return await send(.logIn(email: identity.email, password: identity.password))?.session
  }

  private func onboard() async {
    var body = person.body.onboarding
    body.preferences.allergies = ["\(caller.user)"]
    _ = await send(.onboard(body))
    _ = await send(.me)
    _ = await send(.howItWorks)
    probes?.compare(await send(.profile), with: person.body.onboarding.profile)
    _ = await send(.preferences)
  }

  private func acknowledge() async {
    guard let metrics = await metrics() else { return }
    // A row that only one of two reads shows may belong to another account, which is a finding of its own.
    if case .metrics(let again)? = await send(.todayMetrics)?.body, again.metrics == metrics {
      probes?.judge(metrics, of: person.body.onboarding.profile)
    }
    let acknowledge = APIRequest.acknowledge(version: metrics.version, metricsComputedAt: metrics.computedAt)
    let first = await sendTwice(acknowledge)
    if first?.isCarriedOut == true {
      await awaitAcknowledgment(of: metrics)
      // Sent later and without a key, so that the server does not repeat a stored reply.
      probes?.compare(first, again: await send(acknowledge))
    }
    _ = await sendTwice(.generatePlan(forceRecompute: false))
    _ = await send(.todayMetrics)
  }

  /// Acknowledges the row that the server computed from the changed weight. No later row replaces it, so that the read
  /// at the end of the run shows whether the acknowledgment was lost after some time.
  private func acknowledgeNewest() async {
    guard let acknowledged else { return }
    for _ in 0..<Self.rowPatience {
      guard case .metrics(let payload)? = await send(.todayMetrics)?.body else { return }
      if payload.metrics.computedAt.milliseconds > acknowledged.computedAt.milliseconds, !payload.acknowledged {
        let request = APIRequest.acknowledge(
          version: payload.metrics.version, metricsComputedAt: payload.metrics.computedAt)
        if await send(request)?.isCarriedOut == true { await awaitAcknowledgment(of: payload.metrics) }
        return
      }
      await scheduler.sleep(Self.pause, kind: .timer)
    }
  }

  /// Reads until the acknowledgment is shown, to distinguish a late one from a lost one.
  ///
  /// - Parameter isLast: whether to read even if the run is over.
  private func awaitAcknowledgment(of metrics: HealthMetrics, isLast: Bool = false) async {
    acknowledged = metrics
    isAcknowledgmentOpen = true
    for _ in 0..<Self.patience {
      guard case .metrics(let payload)? = await send(.todayMetrics, isLast: isLast)?.body else { return }
      guard payload.metrics == metrics, !payload.acknowledged else { break }
      await scheduler.sleep(Self.pause, kind: .timer)
    }
    isAcknowledgmentOpen = false
  }

  /// Today's metrics. Waits for them if the server computes them later.
  private func metrics() async -> HealthMetrics? {
    for _ in 0..<Self.patience {
      guard let reply = await send(.todayMetrics) else { return nil }
      if case .metrics(let payload) = reply.body { return payload.metrics }
      guard reply.status == 404 else { return nil }
      await scheduler.sleep(Self.pause, kind: .timer)
    }
    return nil
  }

  private func changeProfile() async {
    let allergies = ["\(caller.user)", "\(caller.user) too"]
    _ = await sendTwice(
      .updatePreferences(PreferencesUpdate(dietaryPreferences: ["vegan"], allergies: allergies, mealsPerDay: 4)))
    _ = await send(.preferences)
    _ = await send(.me)
    _ = await send(.preferences)
    var body = person.body.onboarding.profile
    body.currentWeight += body.currentWeight < 100 ? 1 : -1
    let isWritten = await send(.updateProfile(ProfileUpdate(currentWeight: body.currentWeight)))?.isCarriedOut == true
    let shown = await send(.profile)
    if isWritten { probes?.compare(shown, with: body, isUpdate: true) }
    _ = await send(.todayMetrics)
    _ = await send(.todayMetrics)
    await writeAtOnce(body)
    let name = "Tour \(caller.user)"
    guard await send(.updateBasicProfile(name: name, email: nil))?.isCarriedOut == true else { return }
    probes?.compare(await send(.me), name: name)
  }

  /// Writes the weight and the preferences at the same time, as two phones do. Both must be stored.
  private func writeAtOnce(_ body: HealthProfile) async {
    var body = body
    let earlier = body.currentWeight
    body.currentWeight += body.currentWeight < 100 ? 1 : -1
    let update = ProfileUpdate(currentWeight: body.currentWeight)
    let other = OneShot<APIReply?>(scheduler: scheduler)
    scheduler.spawn { other.fulfil(await self.send(.updateProfile(update))) }
    let meals = await send(.updatePreferences(PreferencesUpdate(mealsPerDay: 5)))
    guard let weight = await other.value() ?? nil, weight.isCarriedOut, meals?.isCarriedOut == true else { return }
    _ = await send(.preferences)
    _ = await send(.profile)
    pair = SimultaneousWrites(weight: body.currentWeight, meals: 5, before: (earlier, 4))
  }

  private func uploadPhotos() async {
    let size = Self.photoSize
    _ = await sendTwice(
      .uploadPhoto(PhotoUpload(taskID: 1, item: PhotoItemID(0), contentType: .jpeg, fileSize: size)))
    _ = await send(.photos(taskID: nil, limit: 50, offset: 0))
    if case .presigned(let key)? = await send(
      .presignPhoto(fileName: "photo.jpg", contentType: .jpeg, fileSize: size))?.body,
      await send(.storePhoto(fileKey: key, contentType: .jpeg, fileSize: size))?.isCarriedOut == true
    {
      _ = await sendTwice(
        .confirmPhoto(
          PhotoConfirmation(fileKey: key, item: PhotoItemID(1), contentType: .jpeg, fileSize: size, taskID: 1)))
    }
    let list = await send(.photos(taskID: nil, limit: 50, offset: 0))
    if case .photos(let photos)? = list?.body, let first = photos.first {
      if !isOver() { await probes?.pages(of: photos, token: accessToken) }
      keptPhoto = photos.dropFirst().first?.id
      _ = await send(.deletePhoto(id: first.id))
    }
    _ = await send(.photos(taskID: nil, limit: 50, offset: 0))
  }

  private func renew(_ session: SessionPayload) async {
    var refreshToken = session.refreshToken
    if case .tokens(let access, let refresh)? = await send(.refresh(refreshToken: refreshToken))?.body {
      accessToken = access
      refreshToken = refresh
    }
    _ = await send(.me)
    let isLoggedOut = await send(.logOut(refreshToken: refreshToken))?.isCarriedOut == true
    if isLoggedOut, !isOver() {
      await probes?.afterLogOut(accessToken: accessToken, refreshToken: refreshToken)
      await probes?.exchangeTwice()
    }
    // A tour that the run's end interrupts keeps its session, so that its data can be read again.
    if isLoggedOut { accessToken = nil }
    if let again = await logIn() { accessToken = again.accessToken }
    if accessToken != nil { _ = await send(.me) }
  }

  /// Reads all data of the round once more, after all of its other requests.
  func readAgain() async {
    // An interrupted tour may still be signing out.
    while !isDone { await scheduler.sleep(Self.pause, kind: .timer) }
    guard accessToken != nil else { return }
    // A phone that was offline for long repeats a write late. The server must still recognise the idempotency key and
    // store no second photo.
    if let keptPhoto, let write = stored[keptPhoto] { _ = await send(write.request, key: write.key, isLast: true) }
    _ = await send(.me, isLast: true)
    for request in [APIRequest.profile, .preferences] {
      let reply = await send(request, isLast: true)
      if let pair { probes?.compare(reply, with: pair) }
    }
    if isAcknowledgmentOpen, let acknowledged {
      await awaitAcknowledgment(of: acknowledged, isLast: true)
    } else {
      _ = await send(.todayMetrics, isLast: true)
    }
    _ = await send(.photos(taskID: nil, limit: 50, offset: 0), isLast: true)
  }

  /// Repeats a write with its idempotency key, like a phone that has not received the first reply. Returns the second
  /// reply. A correct server stores the write once.
  private func sendTwice(_ request: APIRequest) async -> APIReply? {
    var key = keys
    key.combine(UInt64(calls))
    let first = await send(request, key: key.value | 1)
    guard let first, first.isCarriedOut else { return first }
    if case .photo(let photo) = first.body { stored[photo.id] = (request, key.value | 1) }
    return await send(request, key: key.value | 1) ?? first
  }

  /// Sends a request and returns the reply; nil without a reply, after the run, or for an endpoint that the server
  /// lacks.
  ///
  /// - Parameter isLast: whether to send it even if the run is over.
  private func send(_ request: APIRequest, key: UInt64 = 0, isLast: Bool = false) async -> APIReply? {
    guard isLast || !isOver(), !backend.isLeftOut(request.endpoint) else { return nil }
    calls += 1
    probes?.latest = calls
    return try? await backend.respond(
      to: APICall(
        request: request, accessToken: accessToken, idempotencyKey: key, caller: caller, id: calls, timeout: timeout),
      for: .round)
  }
}

/// Two writes of different fields that were made at the same time, with the values before them.
struct SimultaneousWrites {
  var weight: Double
  var meals: Int
  var before: (weight: Double, meals: Int)
}

extension APIReply {
  fileprivate var session: SessionPayload? {
    if case .session(let session) = body { session } else { nil }
  }
}
