import GTSDModel

/// The state of an idle backend as a value, from which a backend in another world can continue.
package struct BackendMemory: Sendable {
  /// The faults; a search leaves some of them out.
  package var faults: FaultPlan
  /// Service times by the endpoint's raw value.
  let service: [Distribution]
  /// The cell's servers, `Int.max` for no limit.
  let servers: Int
  let queueLimit: Int
  var state: BackendState
  var limiter: RateLimiter?

  init(
    faults: FaultPlan, service: [Distribution], servers: Int, queueLimit: Int, state: BackendState,
    limiter: RateLimiter?
  ) {
    self.faults = faults
    self.service = service
    self.servers = servers
    self.queueLimit = queueLimit
    self.state = state
    self.limiter = limiter
  }

  /// Creates the state of a world's backend before the first call.
  package init(world: World) {
    let scenario = world.scenario
    let configuration = scenario.backend
    func share(_ whole: Int?) -> Int {
      whole.map { scenario.population.share(of: $0, users: world.users) } ?? Int.max
    }
    faults = FaultPlan(scenario.faults, horizon: scenario.horizon)
    service = Endpoint.allCases.map { endpoint in
      configuration.serviceByEndpoint.first { $0.endpoint == endpoint }?.service ?? configuration.service
    }
    servers = share(configuration.servers)
    precondition(servers > 0, "cell \(world.cell) has no share of the servers: \(world.users)")
    queueLimit = share(configuration.queueLimit)
    state = BackendState(rules: BackendRules(scenario: scenario))
    let perUser = scenario.generation.limits.mode == .perUser
    limiter =
      scenario.generation.limits.mode == .off
      ? nil
      : RateLimiter(
        limit: configuration.requestsPerMinute, usersPerKey: perUser ? 1 : configuration.usersPerAddress,
        users: world.users)
  }
}
