/// The reason why a block of fields cannot be decompressed (RFC 7541).
package enum HPACKProblem: Error, Hashable, Sendable {
  /// The block ends within a field.
  case cutShort
  /// An integer above the limit of 28 bits.
  case number
  /// An entry of the table that does not exist.
  case index(Int)
  /// A text in Huffman code with an invalid end.
  case huffman
  /// A table size above the agreed one, or a change of the size at a place where it is not allowed.
  case tableSize(Int)
}

extension HPACKProblem {
  /// The problem in words.
  package var words: String {
    switch self {
    case .cutShort: "the block ends within a field"
    case .number: "a number is too large"
    case .index(let index): "the table has no entry \(index)"
    case .huffman: "a text in Huffman code has a wrong end"
    case .tableSize(let size): "the table must not get a size of \(size) here"
    }
  }
}
