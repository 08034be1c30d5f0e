/// Cuts bytes into lines; in a table, line breaks between quotation marks belong to a field.
package struct RecordSplitter: Sendable {
  package struct Record {
    /// Without the line break.
    package var bytes: [UInt8]
    /// The line on which it begins, from 1.
    package var line: Int
    package var isTooLong: Bool
  }

  package var quotes = false
  private var bytes: [UInt8] = []
  private var line = 1
  private var first = 1
  private var isQuoted = false
  private var isTooLong = false

  /// The next record of a piece of the file, from a place in it on; nil at the end of the piece.
  package mutating func take(_ piece: [UInt8], from start: inout Int) -> Record? {
    while start < piece.count {
      if quotes {
        start += 1
        if let record = take(piece[start - 1]) { return record }
        continue
      }
      let end = piece[start...].firstIndex(of: UInt8(ascii: "\n"))
      append(piece[start..<(end ?? piece.count)])
      start = (end ?? piece.count) + 1
      if end != nil {
        line += 1
        return cut()
      }
    }
    return nil
  }

  private mutating func take(_ byte: UInt8) -> Record? {
    if quotes, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
    guard byte == UInt8(ascii: "\n") else {
      append(byte)
      return nil
    }
    line += 1
    guard !isQuoted || isTooLong else {
      append(byte)
      return nil
    }
    return cut()
  }

  /// What is left after the last line break.
  package mutating func finish() -> Record? { bytes.isEmpty && !isTooLong ? nil : cut() }

  private mutating func append(_ slice: ArraySlice<UInt8>) {
    let room = EventLines.longest - bytes.count
    bytes.append(contentsOf: slice.prefix(room))
    if slice.count > room { isTooLong = true }
  }

  private mutating func append(_ byte: UInt8) {
    if bytes.count < EventLines.longest { bytes.append(byte) } else { isTooLong = true }
  }

  private mutating func cut() -> Record {
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    let record = Record(bytes: bytes, line: first, isTooLong: isTooLong)
    bytes.removeAll(keepingCapacity: true)
    first = line
    isQuoted = false
    isTooLong = false
    return record
  }
}
