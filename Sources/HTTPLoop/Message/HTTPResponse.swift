/// A complete response.
package struct HTTPResponse: Hashable, Sendable {
  package var status: Int
  package var version: HTTPVersion
  package var head: HTTPHead
  package var body: [UInt8]

  /// The value of the first field with a name, ignoring case.
  package func header(_ name: String) -> String? { head[name] }
}
