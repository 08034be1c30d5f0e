import Foundation
package import GTSDModel
import HTTPLoop
import Synchronization

/// The latest measurements of a load's other generators, for one dashboard of all generators.
///
/// A thread requests them every second. Generators on other machines are reached through a tunnel, because a dashboard
/// answers its own machine only.
package final class OtherGenerators: Sendable {
  /// The latest measurements of one other generator.
  private struct State {
    var fold: LoadFold?
    /// The number of requests since its last reply.
    var unanswered = 0
    /// Whether its latest reply contained no measurements of this scenario.
    var isForeign = false
  }

  /// An address that is no dashboard of this machine.
  package struct BadAddress: Error, CustomStringConvertible {
    var text: String
    var reason: String

    package var description: String { "`\(text)`: \(reason)" }
  }

  private let addresses: [HTTPOrigin.Address]
  private let settings: LoadSettings
  private let states: Mutex<[State]>
  private let isEnding = Atomic<Bool>(false)

  /// The number of requests without a reply after which a generator counts as silent.
  private static let patience = 3

  /// The longest wait for a reply, in nanoseconds. A dashboard shows figures of the last seconds.
  package static let standardLimit: Int64 = 2 * Nanoseconds.second

  /// - Parameter dashboards: the addresses of the others' dashboards on this machine.
  /// - Throws: the reason why an address cannot be used, with the remedy.
  package init(_ dashboards: [String], _ settings: LoadSettings) throws(BadAddress) {
    addresses = try dashboards.map { text throws(BadAddress) in
      guard let address = try? HTTPOrigin.Address(text), address.scheme == .http, ["", "/"].contains(address.path)
      else {
        throw BadAddress(text: text, reason: "expected a dashboard's address, such as http://127.0.0.1:9091")
      }
      guard MetricsEndpoint.isOwn(host: address.host) else {
        throw BadAddress(
          text: text,
          reason: "a dashboard answers its own machine only; forward its port, as with "
            + "ssh -L \(address.port):127.0.0.1:\(address.port) \(address.host)")
      }
      return address
    }
    self.settings = settings
    states = Mutex(addresses.map { _ in State() })
  }

  /// Starts the thread that requests the measurements.
  package func begin() {
    guard !addresses.isEmpty else { return }
    Thread.detachNewThread { [self] in poll() }
  }

  /// Ends the thread within two seconds.
  package func close() { isEnding.store(true, ordering: .relaxed) }

  /// Requests the measurements of each other generator once, on the calling thread, and waits for the replies.
  ///
  /// - Parameter limit: the longest wait in nanoseconds.
  package func pollOnce(limit: Int64 = standardLimit) {
    guard let loop = try? EventLoop() else { return }
    poll(on: loop, limit: limit)
  }

  /// The sum of this generator's measurements and the latest ones of all others.
  package func added(to fold: LoadFold) -> LoadFold {
    states.withLock { states in
      states.compactMap(\.fold).reduce(into: fold) { $0.merge($1) }
    }
  }

  /// A sentence about the number of generators in the sum, and one for each generator with missing or old measurements.
  package var notes: [String] {
    let states = states.withLock { $0 }
    guard !states.isEmpty else { return [] }
    let used = states.count { $0.fold != nil }
    return ["The figures are the sum of \(used + 1) of \(states.count + 1) generators."]
      + zip(addresses, states).compactMap { address, state in
        let name = "The generator at \(address.host):\(address.port)"
        if state.isForeign { return "\(name) runs another scenario or version: its figures are left out." }
        guard state.unanswered >= Self.patience || state.fold == nil else { return nil }
        return state.fold == nil ? "\(name) has not answered yet." : "\(name) is silent: its figures are old."
      }
  }

  private func poll() {
    guard let loop = try? EventLoop() else { return }
    while !isEnding.load(ordering: .relaxed) {
      poll(on: loop, limit: Self.standardLimit)
      let next = loop.readClock() + Nanoseconds.second
      while loop.readClock() < next, !isEnding.load(ordering: .relaxed) {
        loop.turn(until: min(next, loop.now + 200 * Nanoseconds.millisecond))
      }
    }
  }

  /// Requests the measurements of each other generator once. Waits for the replies, at most for the given time in
  /// nanoseconds.
  private func poll(on loop: EventLoop, limit: Int64) {
    var limits = HTTPClientLimits()
    limits.total = limit
    let requests: [(client: HTTPClient, reply: Reply)?] = addresses.map { address in
      guard let origin = try? HTTPOrigin(scheme: .http, host: address.host, port: address.port) else { return nil }
      let (client, reply) = (HTTPClient(loop: loop, origin: origin, limits: limits), Reply())
      client.send(HTTPRequest(.get, MetricsEndpoint.Page.foldPath), reply)
      return (client, reply)
    }
    while requests.contains(where: { $0.map { $0.reply.result == nil } ?? false }) {
      loop.turn(until: loop.now + 200 * Nanoseconds.millisecond)
    }
    for (index, request) in requests.enumerated() { note(request?.reply.result, of: index) }
    for request in requests { request?.client.close() }
  }

  private func note(_ result: Result<HTTPResponse, HTTPFailure>?, of index: Int) {
    guard case .success(let response)? = result, response.status == 200 else {
      states.withLock { $0[index].unanswered += 1 }
      return
    }
    let fold = LoadFold(settings, kept: response.body)
    states.withLock { states in
      states[index].unanswered = 0
      states[index].isForeign = fold == nil
      states[index].fold = fold
    }
  }

  private final class Reply: HTTPExchangeHandler {
    private(set) var result: Result<HTTPResponse, HTTPFailure>?
    func ended(_ result: Result<HTTPResponse, HTTPFailure>, _ timing: HTTPTiming) { self.result = result }
  }
}
