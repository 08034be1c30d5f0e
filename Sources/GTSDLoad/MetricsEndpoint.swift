import Foundation
import GTSDModel
import HTTPLoop
import Synchronization

/// Shows what a load run has measured so far to whoever asks on this machine, at one path.
package final class MetricsEndpoint: Sendable {
  /// Where it is, as in `http://127.0.0.1:9091/metrics`.
  package let url: String
  private let shared: Shared

  /// What is made of a run for those who ask.
  package struct Page: Sendable {
    var path: String
    var contentType: String
    /// Fields beside the type.
    var headers: [(name: String, value: String)]
    /// What is shown; made when it is asked for, and of nothing before the first second.
    var text: @Sendable (LoadFold?) -> String

    /// OpenMetrics text.
    package static let metrics = Page(
      path: "/metrics", contentType: OpenMetrics.contentType, headers: [],
      text: { $0.map { OpenMetrics.text($0) } ?? "# EOF\n" })

    /// A page for people, which browsers load anew every two seconds.
    package static func dashboard(_ text: @escaping @Sendable (LoadFold?) -> String) -> Page {
      Page(
        path: "/", contentType: "text/html; charset=utf-8",
        headers: [("Refresh", "2"), ("Cache-Control", "no-store"), ("X-Frame-Options", "DENY")], text: text)
    }
  }

  private final class Shared: Sendable {
    let page: Page
    let fold = Mutex<LoadFold?>(nil)
    let isEnding = Atomic<Bool>(false)

    init(_ page: Page) { self.page = page }
  }

  /// Serves on a thread of its own until it is closed.
  ///
  /// - Parameter port: 0 for a free one.
  package init(port: Int, _ page: Page = .metrics) throws(ServeFailure) {
    let place = "127.0.0.1:\(port)"
    let shared = Shared(page)
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
    url = "http://\(server.address)\(page.path)"
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
  package func show(_ fold: LoadFold) { shared.fold.withLock { $0 = fold } }

  /// Ends it, within a fifth of a second.
  package func close() { shared.isEnding.store(true, ordering: .relaxed) }

  private static func answer(_ incoming: HTTPIncoming, _ slot: HTTPReplySlot, _ shared: Shared) {
    let page = shared.page
    guard incoming.target == page.path else {
      return slot.send(HTTPOutgoing(status: 404, contentType: "text/plain", body: Array("see \(page.path)\n".utf8)))
    }
    let text = page.text(shared.fold.withLock { $0 })
    slot.send(
      HTTPOutgoing(status: 200, contentType: page.contentType, headers: page.headers, body: Array(text.utf8)))
  }
}
