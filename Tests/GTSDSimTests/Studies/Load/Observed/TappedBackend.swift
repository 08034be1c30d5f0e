import GTSDModel

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// A backend observed like a remote one: every reply passes a tap, and no revision is sent.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
final class TappedBackend: Backend, @unchecked Sendable {
  /// Changes the backend's replies.
  typealias Lie = (APICall, inout APIReply) -> Void

  private let inner: any Backend
  private let scheduler: Scheduler
  private let tap: any ReplyTap
  var lie: Lie

  init(_ inner: any Backend, scheduler: Scheduler, tap: any ReplyTap, lie: @escaping Lie = { _, _ in }) {
    self.inner = inner
    self.scheduler = scheduler
    self.tap = tap
    self.lie = lie
  }

  func respond(to call: APICall) async throws(TransportError) -> APIReply {
    tap.began(call)
    let sentAt = scheduler.now
    let result: Result<APIReply, TransportError>
    do throws(TransportError) {
      var reply = try await inner.respond(to: call)
      reply.asOf = -1
      lie(call, &reply)
      result = .success(reply)
    } catch {
      result = .failure(error)
    }
    tap.replied(to: call, result, sentAt: sentAt, endedAt: scheduler.now)
    return try result.get()
  }
}

/// Passes calls and replies to a checker at chosen times, as one person's phone would make them.
final class ObservedFeed {
  let checker: ObservedChecker
  private let caller: Caller
  private var number: Int32 = 0
  private var token: String

  init(_ checker: ObservedChecker = ObservedChecker(), user: UInt32 = 7) {
    self.checker = checker
    caller = Caller(user: user, account: 0, device: 0)
    token = "t\(user)"
  }

  var email: String { "u\(caller.user)@example.com" }

  /// The breaches found, as oracle and site.
  var found: [String] { checker.fold.entries.map { "\($0.oracle.id) \($0.site)" } }

  func begin(_ request: APIRequest) -> APICall {
    number += 1
    let call = APICall(request: request, accessToken: token, caller: caller, id: number, timeout: 1)
    checker.began(call)
    return call
  }

  func end(_ call: APICall, _ body: APIResponse, status: Int = 200, from: Int64, to: Int64) {
    let reply = APIReply(status: status, asOf: -1, body: body)
    checker.replied(to: call, .success(reply), sentAt: from, endedAt: to)
  }

  func lose(_ call: APICall, from: Int64, to: Int64) {
    checker.replied(to: call, .failure(.timedOut), sentAt: from, endedAt: to)
  }

  func exchange(_ request: APIRequest, _ body: APIResponse, status: Int = 200, from: Int64, to: Int64) {
    end(begin(request), body, status: status, from: from, to: to)
  }

  func signUp(id: Int = 7) {
    let user = UserPayload(id: id, email: email, name: "Ann", hasCompletedOnboarding: false)
    exchange(
      .signUp(SignUpRequest(email: email, password: "Passw0rd!", name: "Ann")),
      .session(SessionPayload(user: user, accessToken: token, refreshToken: "r" + token)), status: 201, from: 0, to: 1)
  }

  // MARK: Shorthands

  static func metrics(second: Int64 = 100, _ isAcknowledged: Bool) -> APIResponse {
    let row = HealthMetrics(
      bmi: 22, bmr: 1700, tdee: 2000, computedAt: Timestamp(milliseconds: second * 1000), version: 1)
    return .metrics(MetricsPayload(metrics: row, acknowledged: isAcknowledged))
  }

  static func acknowledge(second: Int64 = 100) -> APIRequest {
    .acknowledge(version: 1, metricsComputedAt: Timestamp(milliseconds: second * 1000 + 250))
  }

  static let acknowledged = APIResponse.acknowledged(
    Acknowledgement(acknowledgedAt: Timestamp(milliseconds: 200_000), version: 1))
  static let refused = APIResponse.failure(APIErrorPayload(.notFound))
  static let broken = APIResponse.failure(APIErrorPayload(.server))

  static func meals(_ count: Int, _ diet: [String] = []) -> APIResponse {
    .preferences(
      PreferencesPayload(preferences: DietPreferences(dietaryPreferences: diet, mealsPerDay: count)))
  }

  static func save(_ count: Int, _ diet: [String]? = nil) -> APIRequest {
    .updatePreferences(PreferencesUpdate(dietaryPreferences: diet, mealsPerDay: count))
  }

  static func upload(_ item: Int32) -> APIRequest {
    .uploadPhoto(PhotoUpload(taskID: 1, item: PhotoItemID(item), contentType: .jpeg, fileSize: 900))
  }

  static func photo(_ id: Int) -> APIResponse { .photo(PhotoPayload(id: id, taskID: 1, fileSize: 900)) }

  static let list = APIRequest.photos(taskID: nil, limit: 50, offset: 0)
  static func photos(_ ids: [Int]) -> APIResponse {
    .photos(ids.map { PhotoPayload(id: $0, taskID: 1, fileSize: 900) })
  }
}
