/// Writes an object from its members, which must be written in the byte order of their keys. Members without a value
/// are left out.
///
/// The bytes are those of ``JSONValue``, made without a tree of values.
struct JSONObjectWriter {
  private var writer: JSONBodyWriter
  private var isEmpty = true

  /// Creates a writer of one object.
  ///
  /// - Parameter capacity: the number of bytes reserved at first.
  init(capacity: Int = 512) {
    writer = JSONBodyWriter(capacity: capacity)
    writer.put(byte: UInt8(ascii: "{"))
  }

  /// The object, when all members are written.
  consuming func finish() -> [UInt8] {
    writer.put(byte: UInt8(ascii: "}"))
    return writer.bytes
  }

  private mutating func begin(_ key: StaticString) {
    if !isEmpty { writer.put(byte: UInt8(ascii: ",")) }
    isEmpty = false
    writer.put(byte: UInt8(ascii: "\""))
    writer.put(key)
    writer.put(byte: UInt8(ascii: "\""))
    writer.put(byte: UInt8(ascii: ":"))
  }

  mutating func put(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    begin(key)
    writer.put(value)
  }

  mutating func put(_ key: StaticString, _ value: Double?) {
    guard let value else { return }
    begin(key)
    writer.put(value)
  }

  mutating func put(_ key: StaticString, _ value: Int?) { put(key, value.map { Double($0) }) }

  mutating func put(_ key: StaticString, _ value: Timestamp?) { put(key, value?.iso8601) }

  mutating func put(_ key: StaticString, _ value: Bool) {
    begin(key)
    writer.put(value ? "true" : "false" as StaticString)
  }

  mutating func put(_ key: StaticString, _ values: [String]?) {
    guard let values else { return }
    begin(key)
    writer.put(byte: UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { writer.put(byte: UInt8(ascii: ",")) }
      writer.put(value)
    }
    writer.put(byte: UInt8(ascii: "]"))
  }

  mutating func put(_ key: StaticString, tree value: JSONValue) {
    begin(key)
    writer.put(value)
  }
}
