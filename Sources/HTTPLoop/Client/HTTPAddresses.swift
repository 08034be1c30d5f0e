import Dispatch
import Synchronization

/// The addresses of a server, used in turn: each new connection goes to the next one, and one that refused is left out
/// for a while. From time to time the name is looked up again in the background.
package final class HTTPAddresses: Sendable {
  private struct Entry {
    var address: SocketAddress
    var text: String
    var refusedUntil: Int64 = .min
    var use: Use

    init(address: SocketAddress, text: String) {
      (self.address, self.text, use) = (address, text, Use(address: text))
    }
  }

  /// The use of one address so far.
  package struct Use: Sendable, Equatable {
    /// The address in digits.
    package var address: String
    /// The number of connections that were made, and of those that were refused or timed out.
    package var connections = 0
    package var refused = 0
    /// The number of replies, and the sum of the times from sending to their ends, in nanoseconds.
    package var replies = 0
    package var time: Int64 = 0
    /// The number of requests that were answered with 5xx, or that had no whole answer.
    package var failures = 0

    package init(address: String) { self.address = address }
  }

  private struct State {
    var entries: [Entry]
    var next = 0
    var resolvedAt: Int64
    var isResolving = false
  }

  private let state: Mutex<State>
  /// Looks the name up again, and returns the allowed addresses; nil if a look-up cannot change them.
  private let resolve: (@Sendable () -> [SocketAddress])?
  /// The age of the addresses, in nanoseconds, from which a new connection looks the name up again.
  private let lifetime: Int64

  /// The time, in nanoseconds, after which the name is looked up again. Many services let the addresses of a name be
  /// cached that long.
  package static let standardLifetime: Int64 = 30_000_000_000
  /// The time, in nanoseconds, for which an address that refused a connection is not used, as long as another address
  /// is left.
  static let penalty: Int64 = 10_000_000_000

  package init(
    _ addresses: [SocketAddress], lifetime: Int64 = standardLifetime, resolve: (@Sendable () -> [SocketAddress])? = nil
  ) {
    self.resolve = resolve
    self.lifetime = lifetime
    state = Mutex(
      State(entries: addresses.map { Entry(address: $0, text: $0.host) }, resolvedAt: MonotonicClock.nanoseconds))
  }

  /// Every address.
  package var all: [SocketAddress] { state.withLock { $0.entries.map(\.address) } }

  /// The use of each address so far, in the order of the name's answer.
  package var uses: [Use] { state.withLock { $0.entries.map(\.use) } }

  /// Whether the name has several addresses.
  var isPlural: Bool { state.withLock { $0.entries.count > 1 } }

  /// Records the end of a request to an address.
  ///
  /// - Parameter time: the nanoseconds from its sending to its end.
  func note(_ result: Result<HTTPResponse, HTTPFailure>, of text: String, took time: Int64) {
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.text == text }) else { return }
      switch result {
      case .success(let response):
        state.entries[index].use.replies += 1
        state.entries[index].use.time += time
        if response.status >= 500 { state.entries[index].use.failures += 1 }
      case .failure(let failure): if failure.isOfServer { state.entries[index].use.failures += 1 }
      }
    }
  }

  /// The addresses for a new connection, in the order in which they are to be tried.
  func forConnection(now: Int64 = MonotonicClock.nanoseconds) -> ArraySlice<SocketAddress> {
    state.withLock { state in takeTurn(now, &state).map { state.entries[$0].address }[...] }
  }

  /// The address whose turn it is, in digits, and the addresses for a new connection to it; nil if the name has only
  /// one address.
  func nextTurn(now: Int64 = MonotonicClock.nanoseconds) -> (place: String, addresses: ArraySlice<SocketAddress>)? {
    state.withLock { state in
      guard state.entries.count > 1 else { return nil }
      let order = takeTurn(now, &state)
      return (state.entries[order[0]].text, order.map { state.entries[$0].address }[...])
    }
  }

  /// The indices of the entries in the order in which they are to be tried. The next turn begins with another address.
  private func takeTurn(_ now: Int64, _ state: inout State) -> [Int] {
    if let resolve, !state.isResolving, now - state.resolvedAt > lifetime {
      state.isResolving = true
      DispatchQueue.global().async { self.replace(resolve()) }
    }
    let count = state.entries.count
    let turn = (0..<count).map { (state.next + $0) % count }
    let good = turn.filter { state.entries[$0].refusedUntil <= now }
    if let first = good.first ?? turn.first { state.next = (first + 1) % count }
    return good + turn.filter { state.entries[$0].refusedUntil > now }
  }

  /// Records whether a connection to an address succeeded.
  func note(_ address: SocketAddress, isMade: Bool, now: Int64 = MonotonicClock.nanoseconds) {
    let text = address.host
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.text == text }) else { return }
      if isMade { state.entries[index].use.connections += 1 } else { state.entries[index].use.refused += 1 }
      state.entries[index].refusedUntil = isMade ? .min : now + Self.penalty
    }
  }

  /// Continues with new addresses of the name. If the name has none for a moment, the old ones are kept.
  private func replace(_ addresses: [SocketAddress]) {
    state.withLock { state in
      state.isResolving = false
      state.resolvedAt = MonotonicClock.nanoseconds
      guard !addresses.isEmpty else { return }
      state.entries = addresses.map { address in
        let text = address.host
        return state.entries.first { $0.text == text } ?? Entry(address: address, text: text)
      }
      state.next %= state.entries.count
    }
  }
}
