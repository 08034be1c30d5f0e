public import Foundation
public import GTSDModel

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A reply to a request that a world answers.
public struct ExploredResponse: Sendable {
  /// The HTTP status code.
  public var status: Int
  /// The header fields by name.
  public var headers: [String: String]
  /// The body.
  public var body: Data

  /// Creates a reply.
  public init(status: Int = 200, headers: [String: String] = [:], body: Data = Data()) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Creates a reply with a JSON body.
  public static func json(_ text: String, status: Int = 200) -> ExploredResponse {
    ExploredResponse(status: status, headers: ["Content-Type": "application/json"], body: Data(text.utf8))
  }
}

extension ExploredWorld {
  /// Answers the HTTP requests of this world: those of `URLSession.shared`, and of sessions whose configuration is from
  /// ``sessionConfiguration()``, or has `WorldProtocol`'s class in it by other means.
  ///
  /// - Parameters:
  ///   - host: the host to answer for, nil for all that have no answer of their own.
  ///   - answer: what answers; it runs as a task of the world and may sleep, which is then the latency. An error that
  ///     it throws is one of the connection.
  public func intercept(
    host: String? = nil, _ answer: @escaping @Sendable (URLRequest) async throws -> ExploredResponse
  ) {
    world.network.add(host: host, answer)
  }

  /// Answers requests by the simulated backend of a scenario: with its latencies, limits, faults and lost replies in
  /// virtual time, by the contract's routes and codecs.
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

  /// Answers requests by the simulated backend of an app generation, like ``backend(_:faults:host:)`` for a scenario.
  @discardableResult
  public func backend(
    _ generation: Generation.Preset, faults: [Fault] = [], host: String? = nil
  ) -> ExploredBackend {
    var scenario = Scenario(name: "backend")
    scenario.generation = .preset(generation)
    return backend(scenario, faults: faults, host: host)
  }

  /// A configuration for sessions whose requests go to the handlers of ``intercept(host:_:)``.
  public func sessionConfiguration() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [WorldProtocol.self]
    return configuration
  }

  /// A session whose requests go to the handlers of ``intercept(host:_:)``.
  public func urlSession() -> URLSession {
    URLSession(configuration: sessionConfiguration())
  }
}
