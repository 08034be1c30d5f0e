/// Decompresses the fields of messages in one direction of a connection.
package struct HPACKDecoder: Sendable {
  /// The fields of a block.
  package struct Block: Hashable, Sendable {
    package var fields: [HPACKField] = []
    /// Whether the fields exceed the allowed number or size. Further fields are decompressed, since later blocks depend
    /// on them, but not kept: one byte can stand for a field of kilobytes.
    package var isTooLarge = false
  }

  private var table = HPACKTable()
  private let tableLimit: Int

  /// Creates a decoder.
  ///
  /// - Parameter tableLimit: the size of the table that the other side was allowed to use.
  package init(tableLimit: Int = 4_096) {
    self.tableLimit = tableLimit
    table.setLimit(tableLimit)
  }

  /// The size of the fields that were received and are still in the table.
  package var tableSize: Int { table.dynamicSize }

  /// Decompresses a block.
  ///
  /// - Parameters:
  ///   - size: the largest sum of ``HPACKField/size``.
  ///   - count: the largest number of fields.
  /// - Throws: `HPACKProblem`; do not pass more blocks after that.
  package mutating func decode(_ bytes: [UInt8], size: Int, count: Int) throws(HPACKProblem) -> Block {
    var block = Block()
    var rest = size
    var input = bytes[...]
    var mayResize = true
    while let first = input.first {
      switch first {
      case 0x80...:
        let index = try Self.number(&input, bits: 7)
        guard let field = table[index] else { throw .index(index) }
        keep(field, &block, &rest, count)
      case 0x20..<0x40:
        let limit = try Self.number(&input, bits: 5)
        guard mayResize, limit <= tableLimit else { throw .tableSize(limit) }
        table.setLimit(limit)
        continue
      default:
        let isIndexed = first >= 0x40
        let field = try field(&input, bits: isIndexed ? 6 : 4)
        if isIndexed { table.add(field) }
        keep(field, &block, &rest, count)
      }
      mayResize = false
    }
    return block
  }

  private func keep(_ field: HPACKField, _ block: inout Block, _ rest: inout Int, _ count: Int) {
    rest -= field.size
    if rest < 0 || block.fields.count == count { block.isTooLarge = true }
    if !block.isTooLarge { block.fields.append(field) }
  }

  private func field(_ input: inout ArraySlice<UInt8>, bits: Int) throws(HPACKProblem) -> HPACKField {
    let index = try Self.number(&input, bits: bits)
    guard index > 0 else { return HPACKField(try Self.text(&input), try Self.text(&input)) }
    guard let named = table[index] else { throw .index(index) }
    return HPACKField(named.name, try Self.text(&input))
  }

  private static func text(_ input: inout ArraySlice<UInt8>) throws(HPACKProblem) -> [UInt8] {
    guard let first = input.first else { throw .cutShort }
    let count = try number(&input, bits: 7)
    guard count <= input.count else { throw .cutShort }
    defer { input = input.dropFirst(count) }
    let bytes = input.prefix(count)
    return first & 0x80 == 0 ? Array(bytes) : try HPACKHuffman.decode(bytes)
  }

  /// Reads an integer whose first bits are the last ones of a byte (RFC 7541, section 5.1). Integers of more than 28
  /// bits are refused.
  static func number(_ input: inout ArraySlice<UInt8>, bits: Int) throws(HPACKProblem) -> Int {
    guard let first = input.popFirst() else { throw .cutShort }
    let most = 1 << bits - 1
    var value = Int(first) & most
    guard value == most else { return value }
    var shift = 0
    while true {
      guard let byte = input.popFirst() else { throw .cutShort }
      guard shift < 28 else { throw .number }
      value += Int(byte & 0x7f) << shift
      shift += 7
      guard byte & 0x80 != 0 else { return value }
    }
  }
}
