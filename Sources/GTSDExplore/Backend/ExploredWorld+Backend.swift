public import GTSDModel
public import InterleavingTesting

extension ExploredWorld {
  /// Lets the simulated backend of a scenario answer: its latencies, limits, faults and lost replies in virtual
  /// time, by the contract's routes and codecs.
  ///
  /// Whatever is sent to it is judged without further words: what is sent twice, stored twice, lost, out of order or of
  /// another account is a finding.
  ///
  /// - Parameters:
  ///   - faults: what goes wrong besides what the scenario says.
  ///   - host: the host to answer HTTP requests for, nil for all that have no answer of their own.
  /// - Returns: the backend, for code that has a client of its own beside `URLSession`.
  @discardableResult
  public func backend(_ scenario: Scenario, faults: [Fault] = [], host: String? = nil) -> ExploredBackend {
    var scenario = scenario
    scenario.faults += faults
    let guest = ContractGuest(scenario, in: world)
    world.hasGuests = true
    intercept(host: host) { request in try await guest.answer(request) }
    return ExploredBackend(guest)
  }

  /// Lets the simulated backend of one of the app's generations answer, as ``backend(_:faults:host:)`` does that of a
  /// scenario.
  @discardableResult
  public func backend(
    _ generation: Generation.Preset, faults: [Fault] = [], host: String? = nil
  ) -> ExploredBackend {
    var scenario = Scenario(name: "backend")
    scenario.generation = .preset(generation)
    return backend(scenario, faults: faults, host: host)
  }
}
