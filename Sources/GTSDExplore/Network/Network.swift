internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Who answers the requests of one world.
struct Network {
  typealias Answer = @Sendable (URLRequest) async throws -> ExploredResponse

  private var hosts: [(name: String?, answer: Answer)] = []

  /// Lets requests to a host be answered, to any if it has no name.
  mutating func add(host: String?, _ answer: @escaping Answer) {
    hosts.removeAll { $0.name == host }
    hosts.append((host?.lowercased(), answer))
  }

  /// Who answers a request; by its host before anybody who answers all.
  func answer(to request: URLRequest) -> Answer? {
    let host = request.url?.host()?.lowercased()
    return (hosts.first { $0.name != nil && $0.name == host } ?? hosts.first { $0.name == nil })?.answer
  }
}

/// The way of a request of `URLSession` into the world of the thread that sends it. In no world, it takes none.
final class WorldProtocol: URLProtocol {
  /// Carries one into the task that answers it.
  ///
  /// `@unchecked Sendable`: everything about it happens on the thread that runs the world.
  private struct Carried: @unchecked Sendable {
    let request: WorldProtocol
  }

  private var loading: Task<Void, Never>?

  override class func canInit(with request: URLRequest) -> Bool {
    CapturedWorld.current?.network.answer(to: request) != nil
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let answer = CapturedWorld.current?.network.answer(to: request) else {
      client?.urlProtocol(self, didFailWithError: URLError(.cannotConnectToHost))
      return
    }
    let carried = Carried(request: self)
    loading = Task { [request] in
      do {
        let response = try await answer(request)
        if !Task.isCancelled { carried.request.finish(response) }
      } catch {
        if !Task.isCancelled { carried.request.fail(error as? URLError ?? URLError(.unknown)) }
      }
    }
  }

  private func finish(_ response: ExploredResponse) {
    guard let url = request.url,
      let head = HTTPURLResponse(
        url: url, statusCode: response.status, httpVersion: "HTTP/1.1", headerFields: response.headers)
    else { preconditionFailure("a reply of status \(response.status) to \(request) could not be made") }
    client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
    if !response.body.isEmpty { client?.urlProtocol(self, didLoad: response.body) }
    client?.urlProtocolDidFinishLoading(self)
  }

  private func fail(_ error: URLError) {
    client?.urlProtocol(self, didFailWithError: error)
  }

  override func stopLoading() {
    loading?.cancel()
  }
}
