import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Passes a request of `URLSession` to the world of the thread that sends it. Outside a world, it accepts no request.
final class WorldProtocol: URLProtocol {
  /// Carries a request from `URLSession` into the task that answers it.
  ///
  /// `@unchecked Sendable`: used only on the thread that runs the world. ``canInit(with:)`` accepts requests on that
  /// thread alone, and the world runs the task and the timer that receive it there.
  private struct Carried: @unchecked Sendable {
    let request: WorldProtocol
  }

  private var loading: Task<Void, Never>?
  private var isOver = false
  /// The configuration of the request's session; nil before it is known.
  private var configuration: URLSessionConfiguration?

  override class func canInit(with request: URLRequest) -> Bool {
    CapturedWorld.current?.network.answer(to: request) != nil
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let answer = CapturedWorld.current?.network.answer(to: request) else {
      client?.urlProtocol(self, didFailWithError: URLError(.cannotConnectToHost))
      return
    }
    if task is URLSessionDownloadTask {
      // Foundation's own implementation traps for every protocol class.
      CapturedWorld.current?.escaped("a download of a URLSession, which Foundation gives no protocol to answer")
      client?.urlProtocol(self, didFailWithError: URLError(.unsupportedURL))
      return
    }
    let carried = Carried(request: self)
    let request = whole(request)
    loading = Task {
      // A request that was cancelled before it was sent never reaches the server.
      guard !Task.isCancelled else { return }
      do {
        let response = try await answer(request)
        if !Task.isCancelled { carried.request.finish(response) }
      } catch {
        if !Task.isCancelled { carried.request.fail(error as? URLError ?? URLError(.unknown)) }
      }
    }
    if let limit = timeLimit(of: request) {
      CapturedWorld.current?.later(nanoseconds: limit) { carried.request.timedOut() }
    }
  }

  /// The time limit of a request in nanoseconds: its own if it differs from the default, otherwise the session's. Nil
  /// for a limit above the simulator's range.
  private func timeLimit(of request: URLRequest) -> Int64? {
    let usual = 60.0
    let own = request.timeoutInterval
    var seconds = own != usual ? own : configuration?.timeoutIntervalForRequest ?? usual
    seconds = min(seconds, configuration?.timeoutIntervalForResource ?? seconds)
    return seconds > 0 && seconds < 1e9 ? Int64(seconds * 1e9) : nil
  }

  private func timedOut() {
    guard !isOver else { return }
    loading?.cancel()
    fail(URLError(.timedOut))
  }

  /// The request as a server would receive it, with the body of an upload and the headers that the session adds.
  ///
  /// Foundation passes neither to a protocol class. Both are in private fields of the task.
  private func whole(_ request: URLRequest) -> URLRequest {
    var request = request
    guard let task else { return request }
    var mirror: Mirror? = Mirror(reflecting: task)
    while let level = mirror {
      for (label, value) in level.children {
        if label == "knownBody" || label == "_knownBody", let body = Self.data(in: value), request.httpBody == nil {
          request.httpBody = body
        }
        if label == "session" || label == "_session", let session = Self.session(in: value) {
          configuration = session.configuration
          for (name, field) in session.configuration.httpAdditionalHeaders ?? [:] {
            guard let name = name as? String, request.value(forHTTPHeaderField: name) == nil else { continue }
            request.setValue("\(field)", forHTTPHeaderField: name)
          }
        }
      }
      mirror = level.superclassMirror
    }
    return request
  }

  /// The first data within a value, which may be an optional or a case with a payload.
  private static func data(in value: Any) -> Data? {
    if let data = value as? Data { return data }
    if let data = value as? DispatchData { return Data(data) }
    for child in Mirror(reflecting: value).children {
      if let data = data(in: child.value) { return data }
    }
    return nil
  }

  private static func session(in value: Any) -> URLSession? {
    if let session = value as? URLSession { return session }
    for child in Mirror(reflecting: value).children {
      if let session = child.value as? URLSession { return session }
    }
    return nil
  }

  private func finish(_ response: ExploredResponse) {
    isOver = true
    guard let url = request.url,
      let head = HTTPURLResponse(
        url: url, statusCode: response.status, httpVersion: "HTTP/1.1", headerFields: response.headers)
    else { preconditionFailure("a reply of status \(response.status) to \(request) could not be made") }
    client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
    if !response.body.isEmpty { client?.urlProtocol(self, didLoad: response.body) }
    client?.urlProtocolDidFinishLoading(self)
  }

  private func fail(_ error: URLError) {
    isOver = true
    client?.urlProtocol(self, didFailWithError: error)
  }

  override func stopLoading() {
    isOver = true
    loading?.cancel()
  }
}
