/// Fields ready to be sent: encoded once, shared by any number of messages.
package struct HTTPFields: Hashable, Sendable {
  /// Lines of a head, each with its end.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// - Throws: `HTTPProblem.field`, as ``append(_:_:)``.
  package init(_ fields: [(name: String, value: String)]) throws(HTTPProblem) {
    for (name, value) in fields { try append(name, value) }
  }

  /// Adds a field.
  ///
  /// - Throws: `HTTPProblem.field` for a name that is no token or a value with a character that none may hold: a line feed
  ///   would begin a field, or a message, of the value's own.
  package mutating func append(_ name: String, _ value: String) throws(HTTPProblem) {
    guard !name.isEmpty, name.utf8.allSatisfy(HTTPCharacter.isToken), value.utf8.allSatisfy(HTTPCharacter.isValue)
    else { throw .field }
    bytes.append(contentsOf: name.utf8)
    bytes.append(contentsOf: [UInt8(ascii: ":"), UInt8(ascii: " ")])
    bytes.append(contentsOf: value.utf8)
    bytes.append(contentsOf: [HTTPHeadScan.carriageReturn, HTTPHeadScan.lineFeed])
  }
}

/// A head as it came, in which fields are looked up only when somebody asks.
package struct HTTPHead: Hashable, Sendable {
  /// From the start line to the empty line.
  package let bytes: [UInt8]
  /// Where the fields begin.
  private let fieldStart: Int

  /// - Parameters:
  ///   - bytes: A whole head that has been found good.
  ///   - fieldStart: Where the line behind the start line begins.
  package init(_ bytes: [UInt8], fieldStart: Int) {
    self.bytes = bytes
    self.fieldStart = fieldStart
  }

  /// The value of the first field of a name, in whatever capitals.
  package subscript(name: String) -> String? {
    values(of: name, atMost: 1).first
  }

  /// The values of all fields of a name, in their order.
  package func values(of name: String) -> [String] { values(of: name, atMost: .max) }

  private func values(of name: String, atMost limit: Int) -> [String] {
    var found: [String] = []
    bytes.withUnsafeBytes { head in
      var scanner = HTTPFieldScanner(head: head, from: fieldStart, limit: .max)
      while found.count < limit, let field = try? scanner.next() {
        let isIt = head[field.name].elementsEqual(name.utf8) { HTTPCharacter.lowered($0) == HTTPCharacter.lowered($1) }
        if isIt { found.append(String(decoding: head[field.value], as: UTF8.self)) }
      }
    }
    return found
  }
}
