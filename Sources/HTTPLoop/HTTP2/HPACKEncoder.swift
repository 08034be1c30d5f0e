/// Compresses the fields of messages in one direction of a connection.
package struct HPACKEncoder: Sendable {
  /// The representation of a field.
  package enum Form: Sendable {
    /// The field is added to the table, since it is likely to be sent again.
    case indexed
    /// The field is not added, since its value is not likely to be sent again.
    case plain
    /// The field is secret. No intermediary may add it to a table.
    case secret

    fileprivate var pattern: (prefix: UInt8, bits: Int) {
      switch self {
      case .indexed: (0x40, 6)
      case .plain: (0x00, 4)
      case .secret: (0x10, 4)
      }
    }
  }

  private var table = HPACKTable()
  /// The smallest table size that was set since the last block. The next block must announce it.
  private var smallest: Int?
  /// Whether texts are written in Huffman code where that is not longer.
  private let isCompact: Bool

  package init(isCompact: Bool = true) { self.isCompact = isCompact }

  /// Sets the table size that the other side allows. At most the standard's default size is used.
  package mutating func setLimit(_ limit: Int) {
    let limit = min(limit, HPACKTable.standardLimit)
    guard limit != table.limit || smallest != nil else { return }
    smallest = min(smallest ?? limit, limit)
    table.setLimit(limit)
  }

  /// The size of the fields that were sent and are still in the table.
  package var tableSize: Int { table.dynamicSize }

  /// Begins a block of fields.
  package mutating func begin(into output: inout [UInt8]) {
    guard let smallest else { return }
    if smallest < table.limit { Self.put(smallest, prefix: 0x20, bits: 5, into: &output) }
    Self.put(table.limit, prefix: 0x20, bits: 5, into: &output)
    self.smallest = nil
  }

  /// Adds a field to a block.
  package mutating func put(_ field: HPACKField, _ form: Form = .indexed, into output: inout [UInt8]) {
    let found = table.find(field)
    if let found, found.isWhole { return Self.put(found.index, prefix: 0x80, bits: 7, into: &output) }
    let pattern = form.pattern
    Self.put(found?.index ?? 0, prefix: pattern.prefix, bits: pattern.bits, into: &output)
    if found == nil { put(field.name, into: &output) }
    put(field.value, into: &output)
    if case .indexed = form { table.add(field) }
  }

  private func put(_ text: [UInt8], into output: inout [UInt8]) {
    let count = HPACKHuffman.encodedCount(text)
    if isCompact, !text.isEmpty, count <= text.count {
      Self.put(count, prefix: 0x80, bits: 7, into: &output)
      HPACKHuffman.encode(text, into: &output)
    } else {
      Self.put(text.count, prefix: 0, bits: 7, into: &output)
      output.append(contentsOf: text)
    }
  }

  /// Writes an integer whose first bits follow a prefix in the same byte (RFC 7541, section 5.1).
  static func put(_ number: Int, prefix: UInt8, bits: Int, into output: inout [UInt8]) {
    let most = 1 << bits - 1
    guard number >= most else { return output.append(prefix | UInt8(number)) }
    output.append(prefix | UInt8(most))
    var rest = number - most
    while rest >= 0x80 {
      output.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    output.append(UInt8(rest))
  }
}
