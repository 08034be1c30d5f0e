import Foundation
package import GTSDModel
import HTTPLoop
import Synchronization

/// The measurements so far of the other generators of a load, for one dashboard of all of them.
///
/// A thread asks each of them every second. Generators on other machines are reached through a tunnel, since a dashboard
/// answers to this machine only.
package final class OtherGenerators: Sendable {
  /// What is known of one of the others.
  private struct State {
    var fold: LoadFold?
    /// The number of questions since its last answer.
    var unanswered = 0
    /// Whether its answer was no measurement of this scenario.
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

  /// The number of questions without an answer after which a generator counts as silent.
  private static let patience = 3

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
          reason: "a dashboard answers to its own machine only; lead a port here, as with "
            + "ssh -L \(address.port):127.0.0.1:\(address.port) \(address.host)")
      }
      return address
    }
    self.settings = settings
    states = Mutex(addresses.map { _ in State() })
  }

  /// Begins to ask.
  package func begin() {
    guard !addresses.isEmpty else { return }
    Thread.detachNewThread { [self] in ask() }
  }

  /// Stops asking, within two seconds.
  package func close() { isEnding.store(true, ordering: .relaxed) }

  /// One question for each of the others, on the calling thread, until it is answered or given up.
  package func askOnce() {
    guard let loop = try? EventLoop() else { return }
    ask(on: loop)
  }

  /// The measurements of this generator and the latest of all others.
  package func added(to fold: LoadFold) -> LoadFold {
    states.withLock { states in
      states.compactMap(\.fold).reduce(into: fold) { $0.merge($1) }
    }
  }

  /// A sentence on whose measurements are added up, and one for each generator whose measurements are missing or old.
  package var notes: [String] {
    let states = states.withLock { $0 }
    guard !states.isEmpty else { return [] }
    let used = states.count { $0.fold != nil }
    return ["The figures add up \(used + 1) of \(states.count + 1) generators."]
      + zip(addresses, states).compactMap { address, state in
        let name = "The generator at \(address.host):\(address.port)"
        if state.isForeign { return "\(name) runs another scenario or version: its figures are left out." }
        guard state.unanswered >= Self.patience || state.fold == nil else { return nil }
        return state.fold == nil ? "\(name) has not answered yet." : "\(name) is silent: its figures are old."
      }
  }

  private func ask() {
    guard let loop = try? EventLoop() else { return }
    while !isEnding.load(ordering: .relaxed) {
      ask(on: loop)
      let next = loop.readClock() + Nanoseconds.second
      while loop.readClock() < next, !isEnding.load(ordering: .relaxed) {
        loop.turn(until: min(next, loop.now + 200 * Nanoseconds.millisecond))
      }
    }
  }

  /// Asks each of the others once, and waits for the answers, two seconds at most.
  private func ask(on loop: EventLoop) {
    var limits = HTTPClientLimits()
    limits.total = 2 * Nanoseconds.second
    let questions: [(client: HTTPClient, answer: Answer)?] = addresses.map { address in
      guard let origin = try? HTTPOrigin(scheme: .http, host: address.host, port: address.port) else { return nil }
      let (client, answer) = (HTTPClient(loop: loop, origin: origin, limits: limits), Answer())
      client.send(HTTPRequest(.get, MetricsEndpoint.Page.foldPath), answer)
      return (client, answer)
    }
    while questions.contains(where: { $0.map { $0.answer.result == nil } ?? false }) {
      loop.turn(until: loop.now + 200 * Nanoseconds.millisecond)
    }
    for (index, question) in questions.enumerated() { note(question?.answer.result, of: index) }
    for question in questions { question?.client.close() }
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

  private final class Answer: HTTPExchangeHandler {
    private(set) var result: Result<HTTPResponse, HTTPFailure>?
    func ended(_ result: Result<HTTPResponse, HTTPFailure>, _ timing: HTTPTiming) { self.result = result }
  }
}
