package import GTSDModel

/// A reply that arrived.
package struct APIReply: Sendable, Equatable {
  /// HTTP status.
  package var status: Int
  /// Revision of the account's data at which the server read what it answers; -1 where the server does not tell.
  package var asOf: Int32
  package var body: APIResponse

  package init(status: Int, asOf: Int32, body: APIResponse) {
    self.status = status
    self.asOf = asOf
    self.body = body
  }

  /// Whether the status is 2xx.
  package var isSuccess: Bool { (200..<300).contains(status) }
}
