package import GTSDModel
package import GTSDWorld
import Interleaving

/// The accounts for single requests. Requests that change nothing share accounts. Each other kind of request has its
/// own, so that none changes the state that another needs.
///
/// `@unchecked Sendable`: used on the thread of one world.
package final class AccountPreparation: @unchecked Sendable {
  private struct Group {
    var stage: AccountStage
    var accounts: [SingleAccount] = []
    /// Accounts without a request in progress, for requests that use up a resource.
    var free: [SingleAccount] = []
    var next = 0
  }

  private let world: World
  private let backend: HTTPBackend
  private let roster: PopulationRoster
  private let stranger: () -> UInt32
  /// The groups of accounts, indexed by the raw value of the endpoint that owns them.
  private var groups = [Group?](repeating: nil, count: Endpoint.allCases.count)
  private var failure: LoadFailure?
  private var left = 0

  /// The number of accounts of a group.
  package static let size = 8

  /// Creates the preparation; no account is created yet.
  ///
  /// - Parameter stranger: returns the name of a user whom the server does not know yet, a new one on each call.
  package init(
    world: World, backend: HTTPBackend, roster: PopulationRoster, stranger: @escaping () -> UInt32
  ) {
    self.world = world
    self.backend = backend
    self.roster = roster
    self.stranger = stranger
  }

  /// The endpoint whose accounts an endpoint's requests use. Reads share the accounts of `me`.
  private static func owner(of endpoint: Endpoint) -> Int {
    Int((endpoint.route.method == .get ? Endpoint.me : endpoint).rawValue)
  }

  /// Creates the accounts that requests to these endpoints need, and returns once they have reached the necessary
  /// stage.
  ///
  /// - Throws: the failure of the first account that did not reach it.
  /// - Returns: the accounts of the first endpoint.
  @discardableResult
  package func prepare(for endpoints: [Endpoint], accounts: Int = size) throws(LoadFailure) -> [SingleAccount] {
    var order: [Int] = []
    for endpoint in endpoints {
      let owner = Self.owner(of: endpoint)
      let stage = endpoint.single.stage
      if let known = groups[owner]?.stage {
        if stage.rawValue > known.rawValue { groups[owner]?.stage = stage }
      } else {
        groups[owner] = Group(stage: stage)
        order.append(owner)
      }
    }
    for owner in order {
      guard let stage = groups[owner]?.stage else { continue }
      let made = (0..<(stage == .nobody ? 1 : accounts)).map { _ in make() }
      groups[owner]?.accounts = made
      groups[owner]?.free = made
      guard stage.rawValue > AccountStage.newcomer.rawValue else { continue }
      left += made.count
      for account in made { world.scheduler.spawn { await self.prepare(account, to: stage) } }
    }
    if left > 0 { world.scheduler.run() }
    if let failure { throw failure }
    return order.first.flatMap { groups[$0]?.accounts } ?? []
  }

  private func make() -> SingleAccount {
    SingleAccount(user: stranger(), world: world, backend: backend, roster: roster)
  }

  private func prepare(_ account: SingleAccount, to stage: AccountStage) async {
    do throws(LoadFailure) {
      try await account.prepare(to: stage)
    } catch {
      failure = failure ?? error
    }
    left -= 1
    if left == 0 { world.scheduler.stop() }
  }

  /// The account of the next request; nil if the request uses up a resource and every account is in use.
  func ready(for endpoint: Endpoint) -> SingleAccount? {
    let owner = Self.owner(of: endpoint)
    guard endpoint.single.spent == nil else { return groups[owner]?.free.popLast() }
    guard let next = groups[owner]?.next, let count = groups[owner]?.accounts.count else { return nil }
    groups[owner]?.next += 1
    return groups[owner]?.accounts[next % count]
  }

  /// Prepares another account when none is ready. The request is sent late by the time that this takes, which counts as
  /// the generator's lateness.
  func another(for endpoint: Endpoint) async -> SingleAccount {
    let account = make()
    // A server that refuses the preparation still receives the measured request, and refuses that as well.
    try? await account.prepare(to: endpoint.single.stage)
    return account
  }

  /// Renews an account after a request, for the next request. If that fails, later requests with the account fail too
  /// and are counted.
  func giveBack(_ account: SingleAccount, after endpoint: Endpoint, _ reply: APIReply?) async {
    try? await account.renew(after: endpoint, reply, stranger: stranger)
    groups[Self.owner(of: endpoint)]?.free.insert(account, at: 0)
  }
}
