package import GTSDModel

/// A request with its identity. An object, since it is passed on several times and kept until its reply.
package final class WireCall: Sendable {
  /// The number of the request on its phone; 0 for one whose reply is not awaited.
  package let id: Int32
  package let body: APIRequest
  package let accessToken: String?
  /// The key of the request; 0 if there is none.
  package let key: UInt64
  /// The screen's purpose of the request, which the server does not see; nil for a request that no screen sent.
  package let operation: Operation?

  package init(id: Int32, body: APIRequest, accessToken: String?, key: UInt64, operation: Operation?) {
    self.id = id
    self.body = body
    self.accessToken = accessToken
    self.key = key
    self.operation = operation
  }
}
