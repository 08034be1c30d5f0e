import Foundation
import GTSDModel
import GTSDWorld
import HTTPLoop

extension LoadRun {
  /// Sends requests until the server is ready or the time allowed is over.
  func awaitServer(start: Int64) throws(LoadFailure) {
    let limit = MonotonicClock.nanoseconds + patience.nanoseconds
    while true {
      var failure: LoadFailure?
      do throws(LoadFailure) {
        let status = try probe(start: start)
        // Without a waiting time, any response is accepted.
        if patience > .zero, status >= 500 { failure = .notReady(status: status) }
      } catch {
        guard case .unavailable = error else { throw error }
        failure = error
      }
      guard let failure else { return }
      guard MonotonicClock.nanoseconds < limit, !isCancelled() else { throw failure }
      Thread.sleep(forTimeInterval: 0.25)
    }
  }

  /// Sends one request that needs no account, to see whether the server answers.
  ///
  /// - Returns: the status of its response.
  private func probe(start: Int64) throws(LoadFailure) -> Int {
    let loop = try eventLoop(start: start)
    let client = client(on: loop, limits)
    defer { client.close() }
    let probe = Probe()
    let began = loop.readClock()
    var fields = HTTPFields()
    fields.append(HTTPFields(headers))
    let health = APIRequest.health.wire
    let wire = ContractTranslation(scenario.load?.map ?? ContractMap())?[.health]?.outward(health, user: nil) ?? health
    _ = client.send(HTTPRequest(HTTPMethod(wire.method), target.basePath + wire.target, fields: fields), probe)
    while true {
      switch probe.result {
      case .success(let response)?: return response.status
      case .failure(let failure)?: throw .unavailable(failure)
      case nil:
        if loop.now - began > Nanoseconds.second, isCancelled() { throw .unavailable(.cancelled) }
        loop.turn(until: loop.now + 100 * Nanoseconds.millisecond)
      }
    }
  }

  private final class Probe: HTTPExchangeHandler {
    var result: Result<HTTPResponse, HTTPFailure>?
    func ended(_ result: Result<HTTPResponse, HTTPFailure>, _ timing: HTTPTiming) { self.result = result }
  }
}
