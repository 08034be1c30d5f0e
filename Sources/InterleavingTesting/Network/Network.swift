import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The handlers that answer the requests of one world.
struct Network {
  typealias Answer = @Sendable (URLRequest) async throws -> ExploredResponse

  private var hosts: [(name: String?, answer: Answer)] = []

  /// Adds the handler of requests to a host; without a host, of requests to any host.
  mutating func add(host: String?, _ answer: @escaping Answer) {
    hosts.removeAll { $0.name == host }
    hosts.append((host?.lowercased(), answer))
  }

  /// The handler for requests to the host of this request; if there is none, the handler for all hosts.
  func answer(to request: URLRequest) -> Answer? {
    let host = request.url?.host()?.lowercased()
    return (hosts.first { $0.name != nil && $0.name == host } ?? hosts.first { $0.name == nil })?.answer
  }
}
