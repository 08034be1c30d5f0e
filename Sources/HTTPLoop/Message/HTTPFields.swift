#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Fields ready to be sent: encoded once, shared by any number of messages.
package struct HTTPFields: Hashable, Sendable {
  /// Lines of a head, each with its end.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Creates fields.
  ///
  /// - Throws: `HTTPProblem.field`, like ``append(_:_:)``.
  package init(_ fields: [(name: String, value: String)]) throws(HTTPProblem) {
    for (name, value) in fields { try append(name, value) }
  }

  /// Reserves memory for this many bytes, so that adding fields does not move them.
  package init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Adds a field whose name is known to be valid, with a prefix of its value.
  ///
  /// - Throws: `HTTPProblem.field` for a value with a forbidden character.
  @inline(__always)
  package mutating func append(
    named name: StaticString, prefix: StaticString = "", _ value: String
  ) throws(HTTPProblem) {
    var value = value
    let isGood = value.withUTF8 { value in
      guard HTTPCharacter.areValue(UnsafeRawBufferPointer(value)) else { return false }
      append(named: name) { bytes in
        if prefix.utf8CodeUnitCount > 0 {
          bytes.append(contentsOf: UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
        }
        bytes.append(contentsOf: value)
      }
      return true
    }
    guard isGood else { throw .field }
  }

  /// Adds a field whose name is known to be valid.
  ///
  /// - Parameter write: appends the value, which must not have a forbidden character.
  @inline(__always)
  package mutating func append(named name: StaticString, _ write: (inout [UInt8]) -> Void) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: ":"))
    bytes.append(UInt8(ascii: " "))
    write(&bytes)
    bytes.append(HTTPHeadScan.carriageReturn)
    bytes.append(HTTPHeadScan.lineFeed)
  }

  /// Creates fields from fields that are already formatted as lines.
  package init(_ fields: [HTTPHeaderField]) { bytes = fields.flatMap(\.line) }

  /// Adds fields.
  @inline(__always)
  package mutating func append(_ fields: HTTPFields) { bytes.append(contentsOf: fields.bytes) }

  /// Adds a field.
  ///
  /// - Throws: `HTTPProblem.field` for a name that is not a token, or a value with a forbidden character. A line feed,
  ///   for example, would begin another field or message.
  package mutating func append(_ name: String, _ value: String) throws(HTTPProblem) {
    guard !name.isEmpty, name.utf8.allSatisfy(HTTPCharacter.isToken), value.utf8.allSatisfy(HTTPCharacter.isValue)
    else { throw .field }
    bytes.append(contentsOf: name.utf8)
    bytes.append(contentsOf: [UInt8(ascii: ":"), UInt8(ascii: " ")])
    bytes.append(contentsOf: value.utf8)
    bytes.append(contentsOf: [HTTPHeadScan.carriageReturn, HTTPHeadScan.lineFeed])
  }
}
