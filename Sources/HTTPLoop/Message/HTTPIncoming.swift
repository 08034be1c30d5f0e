/// A request that was received completely.
package struct HTTPIncoming: Sendable {
  package let method: HTTPMethod
  package let version: HTTPVersion
  /// The request line and the fields as received.
  package let head: HTTPHead
  /// The byte range of the target in the head.
  let targetRange: Range<Int>
  /// Whether the connection may serve another request after this one.
  let keepsAlive: Bool
  /// The content, without its framing.
  package var body: [UInt8] = []
  /// The address of the other end in digits, without its port.
  package var peer = ""

  /// The path and query as received; `*` for `OPTIONS *`. A new string at each access.
  package var target: String {
    targetRange.isEmpty ? "/" : String(decoding: head.bytes[targetRange], as: UTF8.self)
  }

  /// The value of the first field with a name, ignoring case.
  package func header(_ name: String) -> String? { head[name] }
}
