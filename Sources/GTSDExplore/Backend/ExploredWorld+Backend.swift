public import GTSDModel
public import InterleavingTesting

extension ExploredWorld {
  /// Answers requests with the simulated backend of a scenario: its latencies, limits, faults and lost replies in
  /// virtual time, by the contract's routes and codecs.
  ///
  /// Checks all requests automatically. A request that is sent twice, stored twice, lost, out of order or sent for
  /// another account is a finding.
  ///
  /// - Parameters:
  ///   - faults: faults in addition to those of the scenario.
  ///   - host: the host whose HTTP requests are answered; nil for all hosts without a handler of their own.
  /// - Returns: the backend, for code with its own client instead of `URLSession`.
  @discardableResult
  public func backend(_ scenario: Scenario, faults: [Fault] = [], host: String? = nil) -> ExploredBackend {
    var scenario = scenario
    scenario.faults += faults
    let guest = ContractGuest(scenario, in: world)
    world.hasGuests = true
    intercept(host: host) { request in try await guest.answer(request) }
    return ExploredBackend(guest)
  }

  /// Answers requests with the simulated backend of one of the app's generations, like ``backend(_:faults:host:)`` with
  /// that of a scenario.
  @discardableResult
  public func backend(
    _ generation: Generation.Preset, faults: [Fault] = [], host: String? = nil
  ) -> ExploredBackend {
    var scenario = Scenario(name: "backend")
    scenario.generation = .preset(generation)
    return backend(scenario, faults: faults, host: host)
  }
}
