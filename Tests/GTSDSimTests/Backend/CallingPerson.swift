import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// A caller that keeps its session, as a client does.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
final class CallingPerson: @unchecked Sendable {
  let backend: any Backend
  let user: UInt32
  private let pausing: @Sendable (TimeSpan) async -> Void
  var account: UInt8 = 0
  var accessToken: String?
  var refreshToken = ""
  private var lastID: Int32 = 0

  init(backend: any Backend, user: UInt32, pausing: @escaping @Sendable (TimeSpan) async -> Void) {
    self.backend = backend
    self.user = user
    self.pausing = pausing
  }

  var email: String { "u\(user).\(account)@example.com" }

  @discardableResult
  func send(
    _ request: APIRequest, key: UInt64 = 0, timeout: TimeSpan = .seconds(30)
  ) async throws(TransportError) -> APIReply {
    lastID += 1
    let call = APICall(
      request: request, accessToken: accessToken, idempotencyKey: key,
      caller: Caller(user: user, account: account, device: 0), id: lastID, intent: lastID,
      timeout: timeout.nanoseconds)
    return try await backend.respond(to: call)
  }

  func signUp() async throws {
    try keepSession(
      try await send(.signUp(SignUpRequest(email: email, password: "Passw0rd!", name: "Ann"))), status: 201)
  }

  func logIn() async throws {
    try keepSession(try await send(.logIn(email: email, password: "Passw0rd!")), status: 200)
  }

  func keepSession(_ reply: APIReply, status: Int) throws {
    #expect(reply.status == status)
    guard case .session(let session) = reply.body else { throw UnexpectedReply(reply: reply) }
    accessToken = session.accessToken
    refreshToken = session.refreshToken
  }

  func onboard(weight: Double = 80) async throws {
    let reply = try await send(.onboard(.sample(weight: weight)))
    #expect(reply.status == 201)
  }

  func metrics() async throws -> MetricsPayload {
    let reply = try await send(.todayMetrics)
    guard case .metrics(let payload) = reply.body else { throw UnexpectedReply(reply: reply) }
    return payload
  }

  /// Signs up or logs in until one of them works.
  func insistOnSession() async throws {
    while accessToken == nil {
      let body = SignUpRequest(email: email, password: "Passw0rd!", name: "Ann")
      for request in [APIRequest.signUp(body), .logIn(email: email, password: "Passw0rd!")] where accessToken == nil {
        if case .session(let session)? = try? await send(request).body { accessToken = session.accessToken }
      }
    }
  }

  func acknowledge(_ payload: MetricsPayload, key: UInt64 = 0) async throws -> APIReply {
    try await send(
      .acknowledge(version: payload.metrics.version, metricsComputedAt: payload.metrics.computedAt), key: key)
  }

  func pause(_ span: TimeSpan) async {
    await pausing(span)
  }
}

struct UnexpectedReply: Error {
  var reply: APIReply
}

extension OnboardingRequest {
  /// A profile of the contract's test vectors.
  static func sample(weight: Double = 80) -> OnboardingRequest {
    OnboardingRequest(
      profile: HealthProfile(
        dateOfBirth: Timestamp(iso8601: "1991-06-01")!, gender: .male, currentWeight: weight, targetWeight: 75,
        height: 180, primaryGoal: .loseWeight, targetDate: Timestamp(iso8601: "2026-12-01")!,
        activityLevel: .moderatelyActive),
      preferences: DietPreferences(dietaryPreferences: ["vegan"], allergies: ["nuts"]))
  }
}

extension APIReply {
  /// The reason for a refusal; nil for a success.
  var reason: APIErrorPayload.Reason? {
    if case .failure(let payload) = body { payload.reason } else { nil }
  }
}
