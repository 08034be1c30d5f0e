/// The times of a request's steps, in nanoseconds of its loop's clock.
package struct HTTPTiming: Hashable, Sendable {
  /// The time at which `send` was called.
  package var queuedAt: Int64 = 0
  /// The time at which a connection was begun for the request; nil if it used an existing one.
  package var connectBeganAt: Int64?
  /// The time at which its first byte was written; nil if none was.
  package var sentAt: Int64?
  /// The time at which the first bytes of a response were received.
  package var firstByteAt: Int64?
  /// The time at which the last byte of the response was received, or the request failed.
  package var endedAt: Int64 = 0
  /// The longest time for which the last bytes may have lain unread: see ``EventLoop/attentiveSince``.
  package var unread: Int64 = 0
  /// The time that making the connection took, including TLS; nil if the request used an existing one.
  package var connectedIn: Int64?
  /// The number of bytes sent for the request, its head included.
  package var bytesSent = 0
  /// The number of bytes received for the response, its head included.
  package var bytesReceived = 0

  package init() {}

  /// Whether the request was sent on a connection that had served another request.
  package var reusedConnection: Bool { sentAt != nil && connectedIn == nil }
}

/// The receiver of a request's result: called exactly once, on the loop's thread, and never from within
/// `HTTPClient.send`.
package protocol HTTPExchangeHandler: AnyObject {
  func ended(_ result: Result<HTTPResponse, HTTPFailure>, _ timing: HTTPTiming)
}

/// A request in progress. Touch it only on the loop's thread.
package final class HTTPExchange {
  enum State {
    /// The request waits for a connection.
    case waiting
    case running(HTTPConnection)
    case streaming(HTTP2Call)
    #if canImport(Darwin)
      /// The request was passed to the system's own client.
      case remote(Int)
    #endif
    /// The request has failed; its handler is called in the loop's next turn.
    case failed(HTTPFailure)
    case ended
  }

  package let client: HTTPClient
  let request: HTTPRequest
  var state = State.waiting
  var timing = HTTPTiming()
  /// The number of retries because a server had not processed the request.
  var restarts = 0
  private var handler: (any HTTPExchangeHandler)?

  /// The time by which the request must have ended.
  var deadline: Int64 { timing.queuedAt + client.limits.total }

  init(_ request: HTTPRequest, _ client: HTTPClient, _ handler: any HTTPExchangeHandler) {
    self.request = request
    self.client = client
    self.handler = handler
  }

  /// Cancels the request: it ends as `.cancelled` before this returns, unless it has ended already.
  package func cancel() {
    switch state {
    case .waiting:
      state = .failed(.cancelled)
      client.forgetOneWaiting()
      end(.failure(.cancelled))
    case .running(let connection): connection.fail(.cancelled)
    case .streaming(let call): call.fail(.cancelled)
    #if canImport(Darwin)
      case .remote(let identifier):
        client.remote?.stop(identifier)
        end(.failure(.cancelled))
    #endif
    case .failed, .ended: break
    }
  }

  /// Ends the request, and passes the result to its handler.
  func end(_ result: Result<HTTPResponse, HTTPFailure>) {
    if case .ended = state { preconditionFailure("a request ended twice") }
    state = .ended
    if case .failure = result { timing.endedAt = client.loop.readClock() }
    let handler = self.handler
    self.handler = nil
    handler?.ended(result, timing)
  }
}
