public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A reply to a request that a world answers.
public struct ExploredResponse: Sendable {
  /// The HTTP status code.
  public var status: Int
  /// The header fields by name.
  public var headers: [String: String]
  /// The body of the reply.
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
