/// A field of a message as HTTP/2 sends it: its name in lower case, and its value.
package struct HPACKField: Hashable, Sendable {
  package var name: [UInt8]
  package var value: [UInt8]

  package init(_ name: [UInt8], _ value: [UInt8]) {
    (self.name, self.value) = (name, value)
  }

  package init(_ name: String, _ value: String) {
    self.init(Array(name.utf8), Array(value.utf8))
  }

  /// The size that counts towards limits: the bytes of name and value, and 32 for the overhead of an entry.
  package var size: Int { name.count + value.count + 32 }
}
