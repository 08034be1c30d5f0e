import Foundation
import GTSDModel
import Synchronization

/// Shows what a load run has measured so far to whoever asks on this machine: OpenMetrics text at `/metrics`.
package final class MetricsEndpoint: Sendable {
  /// Where it is, as in `http://127.0.0.1:9091/metrics`.
  package let url: String
  private let shared: Shared

  private final class Shared: Sendable {
    let text = Mutex("# EOF\n")
    let isEnding = Atomic<Bool>(false)
  }

  /// Serves on a thread of its own until it is closed.
  ///
  /// - Parameter port: 0 for a free one.
  package init(port: Int) throws(ServeFailure) {
    let place = "127.0.0.1:\(port)"
    let shared = Shared()
    let loop: EventLoop
    let server: HTTPServer
    do {
      loop = try EventLoop()
      server = try HTTPServer(loop: loop, address: try SocketAddress.resolve(host: "127.0.0.1", port: port)[0]) {
        Self.answer($0, $1, shared)
      }
    } catch {
      throw ServeFailure(address: place, reason: "\(error)")
    }
    url = "http://\(server.address)/metrics"
    self.shared = shared
    // Handed over: nobody else has the server.
    let handed = Handed(server: server)
    Thread.detachNewThread {
      while !shared.isEnding.load(ordering: .relaxed) { loop.turn(until: loop.now + 200 * Nanoseconds.millisecond) }
      handed.server.close()
    }
  }

  /// `@unchecked Sendable`: used on one thread after the other.
  private struct Handed: @unchecked Sendable {
    let server: HTTPServer
  }

  /// What it shows from here on.
  package func show(_ text: String) { shared.text.withLock { $0 = text } }

  /// Ends it, within a fifth of a second.
  package func close() { shared.isEnding.store(true, ordering: .relaxed) }

  private static func answer(_ incoming: HTTPIncoming, _ slot: HTTPReplySlot, _ shared: Shared) {
    guard incoming.target == "/metrics" else {
      return slot.send(HTTPOutgoing(status: 404, contentType: "text/plain", body: Array("see /metrics\n".utf8)))
    }
    let text = shared.text.withLock { $0 }
    slot.send(
      HTTPOutgoing(
        status: 200, contentType: "application/openmetrics-text; version=1.0.0; charset=utf-8", body: Array(text.utf8)))
  }
}
