package import GTSDModel

/// A request with what names it.
package struct WireCall {
  /// Counts the requests of a phone; 0 for one that nobody waits for.
  package var id: Int32
  package var body: APIRequest
  package var accessToken: String?
  /// 0 for none.
  package var key: UInt64
  /// What the screen wants it for; nil at the server.
  package var operation: Operation?

  package init(id: Int32, body: APIRequest, accessToken: String?, key: UInt64, operation: Operation?) {
    self.id = id
    self.body = body
    self.accessToken = accessToken
    self.key = key
    self.operation = operation
  }
}
