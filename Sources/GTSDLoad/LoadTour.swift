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

  /// The number of attempts to read metrics that are not computed yet, and the nanoseconds between attempts.
  private static let (patience, pause) = (20, 250 * Nanoseconds.millisecond)
  /// The size of a photo in bytes: enough for a picture, and little to send.
  private static let photoSize = 20_000

  init(
    person: PersonModel, user: UInt32, run: String, backend: HTTPBackend, scheduler: Scheduler, timeout: Int64,
    isOver: @escaping () -> Bool
  ) {
    var keys = StableHash(of: run.utf8)
    keys.combine(UInt64(user))
    self.keys = keys
    self.person = person
    caller = Caller(user: user, account: 0, device: 0)
    self.backend = backend
    self.scheduler = scheduler
    self.timeout = timeout
    self.isOver = isOver
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
    // Without a list of tasks, nobody can hand in evidence for one.
    if !backend.isLeftOut(.tasksToday) { _ = await send(.submitEvidence(taskID: 1)) }
    _ = await send(.streak)
    await uploadPhotos()
    await renew(session)
  }

  // MARK: Parts of the round

  private func signUp() async -> SessionPayload? {
    let identity = person.identity
    let reply = await send(
      .signUp(SignUpRequest(email: identity.email, password: identity.password, name: identity.name)))
    // A server that says that it failed may have made the account all the same.
    let session = if let session = reply?.session { session } else { await logIn() }
    accessToken = session?.accessToken
    if session != nil { _ = await send(.me) }
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
    _ = await send(.profile)
    _ = await send(.preferences)
  }

  private func acknowledge() async {
    guard let metrics = await metrics() else { return }
    _ = await send(.todayMetrics)
    if await sendTwice(.acknowledge(version: metrics.version, metricsComputedAt: metrics.computedAt))?.isSuccess == true
    {
      acknowledged = metrics
      await awaitAcknowledgment()
    }
    _ = await sendTwice(.generatePlan(forceRecompute: false))
    _ = await send(.todayMetrics)
  }

  /// Reads until the acknowledgment is shown, to distinguish a late one from a lost one.
  private func awaitAcknowledgment() async {
    for _ in 0..<Self.patience {
      guard case .metrics(let payload)? = await send(.todayMetrics)?.body else { return }
      guard payload.metrics == acknowledged, !payload.acknowledged else { return }
      await scheduler.sleep(Self.pause, kind: .timer)
    }
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
    let weight = person.body.onboarding.profile.currentWeight
    _ = await send(.updateProfile(ProfileUpdate(currentWeight: weight < 100 ? weight + 1 : weight - 1)))
    _ = await send(.profile)
    _ = await send(.todayMetrics)
    _ = await send(.todayMetrics)
    _ = await send(.updateBasicProfile(name: "Tour \(caller.user)", email: nil))
  }

  private func uploadPhotos() async {
    let size = Self.photoSize
    _ = await sendTwice(
      .uploadPhoto(PhotoUpload(taskID: 1, item: PhotoItemID(0), contentType: .jpeg, fileSize: size)))
    _ = await send(.photos(taskID: nil, limit: 50, offset: 0))
    if case .presigned(let key)? = await send(
      .presignPhoto(fileName: "photo.jpg", contentType: .jpeg, fileSize: size))?.body,
      await send(.storePhoto(fileKey: key, contentType: .jpeg, fileSize: size))?.isSuccess == true
    {
      _ = await sendTwice(
        .confirmPhoto(
          PhotoConfirmation(fileKey: key, item: PhotoItemID(1), contentType: .jpeg, fileSize: size, taskID: 1)))
    }
    let list = await send(.photos(taskID: nil, limit: 50, offset: 0))
    if case .photos(let photos)? = list?.body, let first = photos.first { _ = await send(.deletePhoto(id: first.id)) }
    _ = await send(.photos(taskID: nil, limit: 50, offset: 0))
  }

  private func renew(_ session: SessionPayload) async {
    var refreshToken = session.refreshToken
    if case .tokens(let access, let refresh)? = await send(.refresh(refreshToken: refreshToken))?.body {
      accessToken = access
      refreshToken = refresh
    }
    _ = await send(.me)
    _ = await send(.logOut(refreshToken: refreshToken))
    accessToken = await logIn()?.accessToken
    if accessToken != nil { _ = await send(.me) }
  }

  /// Reads all data of the round once more, after all of its other requests.
  func readAgain() async {
    // A tour that is cut off may still be signing out.
    while !isDone { await scheduler.sleep(Self.pause, kind: .timer) }
    guard accessToken != nil else { return }
    for request in [APIRequest.me, .profile, .preferences, .todayMetrics, .photos(taskID: nil, limit: 50, offset: 0)] {
      _ = await send(request, isLast: true)
    }
  }

  /// Repeats a write with its idempotency key, as a phone does that did not receive the first reply, and returns the
  /// second reply. A correct server carries the write out once.
  private func sendTwice(_ request: APIRequest) async -> APIReply? {
    var key = keys
    key.combine(UInt64(calls))
    let first = await send(request, key: key.value | 1)
    guard first?.isSuccess == true else { return first }
    return await send(request, key: key.value | 1) ?? first
  }

  /// Sends a request and returns the reply; nil without a reply, after the run, or for an endpoint that the server
  /// lacks.
  ///
  /// - Parameter isLast: whether to send it even if the run is over.
  private func send(_ request: APIRequest, key: UInt64 = 0, isLast: Bool = false) async -> APIReply? {
    guard isLast || !isOver(), !backend.isLeftOut(request.endpoint) else { return nil }
    calls += 1
    return try? await backend.respond(
      to: APICall(
        request: request, accessToken: accessToken, idempotencyKey: key, caller: caller, id: calls, timeout: timeout))
  }
}

extension APIReply {
  fileprivate var session: SessionPayload? {
    if case .session(let session) = body { session } else { nil }
  }
}
