#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension ExploredWorld {
  /// Answers the HTTP requests of this world: those of `URLSession.shared`, and those of sessions whose configuration
  /// comes from ``sessionConfiguration()`` or includes `WorldProtocol`.
  ///
  /// - Parameters:
  ///   - host: the host whose requests are answered; nil for all hosts without a handler of their own.
  ///   - answer: makes the response. It runs as a task of the world and may sleep to simulate latency. An error that it
  ///     throws becomes an error of the connection.
  public func intercept(
    host: String? = nil, _ answer: @escaping @Sendable (URLRequest) async throws -> ExploredResponse
  ) {
    world.network.add(host: host, answer)
  }

  /// A configuration whose sessions are answered by the handlers given to ``intercept(host:_:)``.
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
