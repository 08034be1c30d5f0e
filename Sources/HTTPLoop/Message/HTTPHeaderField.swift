/// A field that the user adds to requests. Its value may be secret and is never shown.
package struct HTTPHeaderField: Hashable, Sendable {
  /// The line with its end.
  let line: [UInt8]
  /// The name in lower case.
  package let name: String

  /// The reason why a text is not a valid field. No case contains the value, which may be secret.
  package enum Problem: Error, Hashable, Sendable {
    /// Not of the form `NAME: VALUE`.
    case noField
    /// The field may not be given, since the client sets it itself.
    case own(name: String)
  }

  private static let own = [
    "authorization", "connection", "content-length", "content-type", "host", "idempotency-key", "te", "traceparent",
    "transfer-encoding", "x-request-id",
  ]

  /// Reads a field from a text, `NAME: VALUE`.
  package init(_ text: String) throws(Problem) {
    guard let colon = text.firstIndex(of: ":") else { throw .noField }
    let name = String(text[..<colon])
    let value = text[text.index(after: colon)...].drop { $0 == " " }
    guard !Self.own.contains(name.lowercased()) else { throw .own(name: name) }
    try self.init(name, String(value))
  }

  /// Creates a field.
  package init(_ name: String, _ value: String) throws(Problem) {
    self.name = name.lowercased()
    do throws(HTTPProblem) {
      line = try HTTPFields([(name, value)]).bytes
    } catch {
      throw .noField
    }
  }
}
