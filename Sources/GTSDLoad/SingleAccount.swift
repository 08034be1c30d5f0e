package import GTSDModel
package import GTSDWorld
import Interleaving

/// An account at the remote server for single requests.
///
/// `@unchecked Sendable`: used on the thread of one world.
package final class SingleAccount: @unchecked Sendable {
  private(set) var caller: Caller
  package private(set) var accessToken = ""
  private var material: RequestMaterial
  private let world: World
  private let backend: HTTPBackend
  private let roster: PopulationRoster
  /// The number of the last request, from 1.
  private var calls: Int32 = 0

  /// The time to wait for a reply, and for metrics, in nanoseconds.
  private static let patience = 30 * Nanoseconds.second

  package init(user: UInt32, world: World, backend: HTTPBackend, roster: PopulationRoster) {
    self.world = world
    self.backend = backend
    self.roster = roster
    let person = roster.person(user, arrivingAt: world.scheduler.now)
    caller = Caller(user: user, account: 0, device: 0)
    material = Self.material(of: person)
  }

  private static func material(of person: PersonModel) -> RequestMaterial {
    let identity = person.identity
    return RequestMaterial(
      identity: SignUpRequest(email: identity.email, password: identity.password, name: identity.name),
      onboarding: person.body.onboarding)
  }

  // MARK: Measured requests

  /// The next request to an endpoint, whose necessary stage the account must have reached.
  func call(_ endpoint: Endpoint, timeout: Int64) -> APICall {
    calls = calls == .max ? 1 : calls + 1
    material.number = calls
    return APICall(
      request: endpoint.single.make(material), accessToken: accessToken.isEmpty ? nil : accessToken, caller: caller,
      id: calls, timeout: timeout)
  }

  /// Restores the resource that a request has used up, from the request's reply or by requests that are not measured.
  ///
  /// - Parameter stranger: creates the name of a user whom the server does not know yet.
  func renew(after endpoint: Endpoint, _ reply: APIReply?, stranger: () -> UInt32) async throws(LoadFailure) {
    switch endpoint.single.spent {
    case nil: return
    case .account:
      let user = stranger()
      (caller, calls, accessToken) = (Caller(user: user, account: 0, device: 0), 0, "")
      material = Self.material(of: roster.person(user, arrivingAt: world.scheduler.now))
      try await prepare(to: endpoint.single.stage)
    case .refreshToken:
      if case .tokens(let access, let refresh)? = reply?.body {
        (accessToken, material.refreshToken) = (access, refresh)
      } else {
        let identity = material.identity
        take(try await send(.logIn(email: identity.email, password: identity.password)))
      }
    case .photo: try await upload()
    }
  }

  // MARK: Preparation

  /// Brings the account to a stage by requests that are not measured.
  package func prepare(to stage: AccountStage) async throws(LoadFailure) {
    switch stage {
    case .nobody, .newcomer: return
    case .signedUp: try await signUp()
    case .onboarded:
      try await prepare(to: .signedUp)
      _ = try await succeed(.onboard(material.onboarding))
    case .measured:
      try await prepare(to: .onboarded)
      try await awaitMetrics()
    case .acknowledged:
      try await prepare(to: .measured)
      _ = try await succeed(material.acknowledge)
    case .presigned:
      try await prepare(to: .onboarded)
      let reply = try await succeed(material.presign)
      if case .presigned(let key) = reply.body { material.fileKey = key }
    case .stored:
      try await prepare(to: .presigned)
      _ = try await succeed(material.store)
    case .photographed:
      try await prepare(to: .onboarded)
      try await upload()
    }
  }

  private func signUp() async throws(LoadFailure) {
    let reply = try await send(.signUp(material.identity))
    guard take(reply) else { throw .noAccount(step: "sign-up", reason: "status \(reply.status)") }
  }

  @discardableResult
  private func take(_ reply: APIReply) -> Bool {
    guard case .session(let session) = reply.body else { return false }
    (accessToken, material.refreshToken) = (session.accessToken, session.refreshToken)
    return true
  }

  private func upload() async throws(LoadFailure) {
    if case .photo(let photo) = try await succeed(material.upload).body { material.photo = photo.id }
  }

  private func awaitMetrics() async throws(LoadFailure) {
    guard !backend.isLeftOut(.todayMetrics) else { return }
    let limit = world.scheduler.now + Self.patience
    while true {
      if case .metrics(let payload) = try await send(.todayMetrics).body { return material.metrics = payload.metrics }
      guard world.scheduler.now < limit else {
        throw .noAccount(step: "today-metrics", reason: "no metrics within 30 s of onboarding")
      }
      await world.scheduler.sleep(250 * Nanoseconds.millisecond, kind: .timer)
    }
  }

  private func succeed(_ request: APIRequest) async throws(LoadFailure) -> APIReply {
    // An endpoint that the server lacks is left out of the preparation.
    guard !backend.isLeftOut(request.endpoint) else { return APIReply(status: 200, asOf: -1, body: .done) }
    let reply = try await send(request)
    guard reply.isCarriedOut else {
      let body = reply.isSuccess ? ", with a body that reports a failure or cannot be read" : ""
      throw .noAccount(step: request.endpoint.name, reason: "status \(reply.status)\(body)")
    }
    return reply
  }

  private func send(_ request: APIRequest) async throws(LoadFailure) -> APIReply {
    calls += 1
    material.number = calls
    do throws(TransportError) {
      return try await backend.respond(
        to: APICall(
          request: request, accessToken: accessToken.isEmpty ? nil : accessToken, caller: caller, id: calls,
          timeout: Self.patience), scheduledAt: world.scheduler.now, for: .preparation)
    } catch {
      throw .noAccount(step: request.endpoint.name, reason: "\(error)")
    }
  }
}
