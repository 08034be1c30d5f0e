/// A request on a stream of a connection.
final class HTTP2Call: DeadlineHandler {
  let exchange: HTTPExchange
  let stream: UInt32
  private unowned let connection: HTTP2Connection
  private var deadline: HTTPDeadline?

  init(_ exchange: HTTPExchange, stream: UInt32, of connection: HTTP2Connection) {
    self.exchange = exchange
    self.stream = stream
    self.connection = connection
    deadline = HTTPDeadline(of: self)
  }

  func set(_ time: Int64) { deadline?.set(time, on: exchange.client.loop) }

  /// Fails this request. The connection stays open for other requests.
  func fail(_ failure: HTTPFailure) { connection.abandon(self, failure) }

  func deadlineReached() {
    let isOutOfTime = exchange.client.loop.now >= exchange.deadline || exchange.timing.firstByteAt != nil
    fail(isOutOfTime ? .totalTimedOut : .firstByteTimedOut)
  }
}
