import Foundation
import GTSDModel
import HTTPLoop
import Synchronization

/// A small HTTP server for this machine that shows a load run's measurements so far, at one path.
package final class MetricsEndpoint: Sendable {
  /// The address, such as `http://127.0.0.1:9091/metrics`.
  package let url: String
  private let shared: Shared

  /// A page that is made of a run's measurements.
  package struct Page: Sendable {
    var path: String
    var contentType: String
    /// The fields of the response beside its type.
    var headers: [(name: String, value: String)]
    /// Whether the measurements themselves are handed on, too.
    var handsOn = false
    /// The page's text, made on request; the fold is nil before the first second.
    var text: @Sendable (LoadFold?) -> String

    /// The path at which a dashboard hands its measurements to another generator's dashboard.
    static let foldPath = "/fold"

    /// The page with the measurements as OpenMetrics text.
    package static let metrics = Page(
      path: "/metrics", contentType: OpenMetrics.contentType, headers: [],
      text: { $0.map { OpenMetrics.text($0) } ?? "# EOF\n" })

    /// A page for people, which browsers reload every two seconds.
    package static func dashboard(_ text: @escaping @Sendable (LoadFold?) -> String) -> Page {
      Page(
        path: "/", contentType: "text/html; charset=utf-8",
        headers: [("Refresh", "2"), ("Cache-Control", "no-store"), ("X-Frame-Options", "DENY")], handsOn: true,
        text: text)
    }
  }

  private final class Shared: Sendable {
    let page: Page
    let fold = Mutex<LoadFold?>(nil)
    let isEnding = Atomic<Bool>(false)

    init(_ page: Page) { self.page = page }
  }

  /// Starts a server on its own thread, which runs until it is closed.
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
    // Ownership is passed to the thread: nothing else refers to the server.
    let handed = Handed(server: server)
    Thread.detachNewThread {
      while !shared.isEnding.load(ordering: .relaxed) { loop.turn(until: loop.now + 200 * Nanoseconds.millisecond) }
      handed.server.close()
    }
  }

  /// `@unchecked Sendable`: used on one thread at a time.
  private struct Handed: @unchecked Sendable {
    let server: HTTPServer
  }

  /// Sets the measurements to show from now on.
  package func show(_ fold: LoadFold) { shared.fold.withLock { $0 = fold } }

  /// Closes the server, within a fifth of a second.
  package func close() { shared.isEnding.store(true, ordering: .relaxed) }

  /// Whether the `Host` field of a client's request names this machine. Any port is allowed, since a tunnel may lead
  /// here from another port.
  static func isOwn(host: String?) -> Bool {
    guard let host, let address = try? HTTPOrigin.Address("http://\(host)"), address.path.isEmpty else { return false }
    return ["127.0.0.1", "localhost", "::1"].contains(address.host.lowercased())
  }

  private static func answer(_ incoming: HTTPIncoming, _ slot: HTTPReplySlot, _ shared: Shared) {
    let page = shared.page
    guard isOwn(host: incoming.header("Host")) else {
      // A foreign Host may come from a web page that wants to read the dashboard (DNS rebinding).
      return slot.send(
        HTTPOutgoing(
          status: 403, contentType: "text/plain", body: Array("request it as 127.0.0.1 or localhost\n".utf8)))
    }
    if page.handsOn, incoming.target == Page.foldPath, let fold = shared.fold.withLock({ $0 }) {
      return slot.send(HTTPOutgoing(status: 200, contentType: "application/json", body: fold.kept))
    }
    guard incoming.target == page.path else {
      return slot.send(HTTPOutgoing(status: 404, contentType: "text/plain", body: Array("see \(page.path)\n".utf8)))
    }
    let text = page.text(shared.fold.withLock { $0 })
    slot.send(
      HTTPOutgoing(status: 200, contentType: page.contentType, headers: page.headers, body: Array(text.utf8)))
  }
}
