package import GTSDModel

/// An account at the remote server that single requests are made for.
package struct PreparedAccount: Sendable {
  var caller: Caller
  package var accessToken: String
}

/// Signs people up and onboards them before a run of single requests, so that there is something to ask for.
///
/// `@unchecked Sendable`: used on the thread of one world.
package final class AccountPreparation: @unchecked Sendable {
  private let world: World
  private let backend: HTTPBackend
  private let roster: PopulationRoster
  private let requests: [Endpoint]
  private let users: Range<UInt32>
  private var accounts: [PreparedAccount] = []
  private var failure: LoadFailure?
  private var left: Int

  /// Nanoseconds for which metrics are waited for.
  private static let patience = 30 * Nanoseconds.second

  package init(
    world: World, backend: HTTPBackend, roster: PopulationRoster, requests: [Endpoint], users: Range<UInt32>
  ) {
    self.world = world
    self.backend = backend
    self.roster = roster
    self.requests = requests
    self.users = users
    left = users.count
  }

  /// The request to an endpoint that needs nothing but an account; `health` for one that needs more.
  static func request(_ endpoint: Endpoint) -> APIRequest {
    switch endpoint {
    case .me: .me
    case .preferences: .preferences
    case .howItWorks: .howItWorks
    case .profile: .profile
    case .todayMetrics: .todayMetrics
    case .photos: .photos(taskID: nil, limit: 50, offset: 0)
    case .tasksToday: .tasksToday
    case .streak: .streak
    default: .health
    }
  }

  /// Runs the world until every account is there.
  ///
  /// - Throws: what kept the first account from being made.
  package func prepare() throws(LoadFailure) -> [PreparedAccount] {
    for user in users {
      world.scheduler.spawn { await self.make(user) }
    }
    world.scheduler.run()
    if let failure { throw failure }
    return accounts
  }

  private func make(_ user: UInt32) async {
    do throws(LoadFailure) {
      accounts.append(try await account(user))
    } catch {
      failure = failure ?? error
    }
    left -= 1
    if left == 0 { world.scheduler.stop() }
  }

  private func account(_ user: UInt32) async throws(LoadFailure) -> PreparedAccount {
    let person = roster.person(user, arrivingAt: world.scheduler.now)
    let identity = person.identity
    let caller = Caller(user: user, account: 0, device: 0)
    var account = PreparedAccount(caller: caller, accessToken: "")
    var number: Int32 = 0
    func send(_ request: APIRequest) async throws(LoadFailure) -> APIReply {
      number += 1
      do throws(TransportError) {
        return try await backend.respond(
          to: APICall(
            request: request, accessToken: account.accessToken.isEmpty ? nil : account.accessToken, caller: caller,
            id: number, timeout: Self.patience))
      } catch {
        throw .noAccount(step: request.endpoint.name, reason: "\(error)")
      }
    }
    let signUp = try await send(
      .signUp(SignUpRequest(email: identity.email, password: identity.password, name: identity.name)))
    guard case .session(let session) = signUp.body else {
      throw .noAccount(step: "sign-up", reason: "status \(signUp.status)")
    }
    account.accessToken = session.accessToken
    let onboarding = try await send(.onboard(person.body.onboarding))
    guard onboarding.isSuccess else { throw .noAccount(step: "onboard", reason: "status \(onboarding.status)") }
    guard requests.contains(.todayMetrics) else { return account }
    let limit = world.scheduler.now + Self.patience
    while try await !send(.todayMetrics).isSuccess {
      guard world.scheduler.now < limit else {
        throw .noAccount(step: "today-metrics", reason: "no metrics within 30 s of onboarding")
      }
      await world.scheduler.sleep(250 * Nanoseconds.millisecond, kind: .timer)
    }
    return account
  }
}
