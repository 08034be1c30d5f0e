import Foundation
import GTSDCommandLine
import GTSDModel
import GTSDSim
import HTTPLoop

/// The studio over HTTP on this machine only, until it is stopped.
///
/// One thread creates and runs it; a second thread, which it starts, does the work.
final class StudioServer {
  /// The largest size of a request in bytes, since a log of events may be long.
  static let maxBody = 256 << 20
  /// The interval in nanoseconds at which the server checks whether to end.
  private static let pollInterval: Int64 = 100_000_000

  private let loop: EventLoop
  private let server: HTTPServer
  private let desk = StudioDesk()
  private let token = StudioGate.randomToken()
  let shelf: StudioShelf

  /// Creates a server that listens already, and answers once it runs.
  init(shelf: StudioShelf, directory: String, port: Int, jobs: Int? = nil) throws(CommandFailure) {
    self.shelf = shelf
    let box = Box()
    do {
      let loop = try EventLoop()
      let address = try SocketAddress.resolve(host: "127.0.0.1", port: port, isNumeric: true)[0]
      var limits = HTTPServerLimits()
      limits.request.body = Self.maxBody
      server = try HTTPServer(loop: loop, address: address, limits: limits) { box.service?.handle($0, $1) }
      self.loop = loop
    } catch {
      let isTaken = (error as? SocketError)?.errno == EADDRINUSE
      throw CommandFailure(
        code: .failure,
        message: "gtsd-sim: cannot listen at 127.0.0.1:\(port): \(error)\(isTaken ? "; --port 0 picks a free one" : "")"
      )
    }
    box.service = StudioService(
      loop: loop, gate: StudioGate(token: token, port: server.address.port), shelf: shelf,
      work: StudioWork(directory: directory, jobs: jobs), desk: desk)
  }

  private final class Box { var service: StudioService? }

  /// The address of the studio, with the token that opens it.
  var url: String { "http://\(server.address)/\(token)/" }

  /// Answers requests until `isCancelled`, which is checked ten times a second; then stops the current run.
  func run(isCancelled: () -> Bool) {
    let ended = DispatchSemaphore(value: 0)
    let worker = Thread { [desk] in
      desk.run()
      ended.signal()
    }
    worker.stackSize = 16 << 20
    worker.start()
    while !isCancelled() { loop.turn(until: loop.now + Self.pollInterval) }
    desk.close()
    server.close()
    ended.wait()
  }
}
