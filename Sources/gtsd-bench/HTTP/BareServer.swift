import Foundation
import GTSDStudies
import HTTPLoop
import Synchronization

/// The HTTP server of this package without a backend, on its own thread. It answers every request with the same body.
final class BareServer: Sendable {
  private struct State {
    var url = ""
    var loop: EventLoop?
    var failure: BenchmarkFailure?
  }

  private let state = Mutex(State())
  private let isOver = Atomic<Bool>(false)
  private let listening = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Serves on the server's core until it is ended.
  init(_ body: [UInt8]) throws(BenchmarkFailure) {
    let thread = Thread { [self] in
      Machine.bind(to: .server)
      serve(body)
      ended.signal()
    }
    thread.start()
    listening.wait()
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  var url: String { state.withLock { $0.url } }

  private func serve(_ body: [UInt8]) {
    do {
      let loop = try EventLoop()
      let reply = HTTPOutgoing(status: 200, contentType: "application/json; charset=utf-8", body: body)
      let server = try HTTPServer(loop: loop, address: SocketAddress.resolve(host: "127.0.0.1", port: 0)[0]) {
        $1.send(reply)
      }
      state.withLock {
        $0.url = "http://\(server.address)"
        $0.loop = loop
      }
      listening.signal()
      while !isOver.load(ordering: .acquiring) { loop.turn(until: .max) }
      server.close()
    } catch {
      state.withLock { $0.failure = BenchmarkFailure("no server of ours: \(error)") }
      listening.signal()
    }
  }

  func end() {
    isOver.store(true, ordering: .releasing)
    state.withLock { $0.loop }?.wake()
    ended.wait()
  }
}
