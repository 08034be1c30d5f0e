/// Cuts bytes into records: lines, rows of a table with line breaks between quotation marks, or the objects of JSON
/// text with any line breaks.
package struct RecordSplitter: Codable, Sendable {
  package struct Record {
    /// The record without its line break.
    package var bytes: [UInt8]
    /// The line on which the record begins, from 1; in ``Mode/values``, the number of the object.
    package var line: Int
    package var isTooLong: Bool
  }

  /// The rule by which records are separated.
  enum Mode: Codable, Sendable, Equatable {
    case lines
    case table(delimiter: UInt8, isQuoted: Bool)
    /// JSON objects in any layout: in an array, one after the other, or over several lines.
    ///
    /// - Parameter wrapper: the key of the array that contains the objects, if each array is itself in an object;
    ///   otherwise nil.
    case values(wrapper: String?)
  }

  var mode = Mode.lines
  private var bytes: [UInt8] = []
  private var line = 1
  private var first = 1
  private var isQuoted = false
  private var isTooLong = false
  /// The byte before the next one; a line break before the first.
  private var last = UInt8(ascii: "\n")
  private var values = ValueState()

  /// The state of reading JSON text.
  fileprivate struct ValueState: Codable, Sendable {
    /// The number of open brackets within the object.
    var depth = 0
    /// The number of open brackets around the object.
    var around = 0
    var isInText = false
    var isEscaped = false
    var count = 0
    /// Whether bytes are of the object around an array of objects, and not in that array.
    var isOutside = false
    /// The last text read in the enclosing object, and the last key of that object.
    var text: [UInt8] = []
    var key: [UInt8] = []
  }

  init() {}

  /// Skips bytes that contain no records.
  mutating func skip(_ piece: ArraySlice<UInt8>) { line += piece.count { $0 == UInt8(ascii: "\n") } }

  /// Takes the next record from a piece of the file, beginning at `start`; nil at the end of the piece.
  package mutating func take(_ piece: [UInt8], from start: inout Int) -> Record? {
    switch mode {
    case .lines: takeLine(piece, &start)
    case .table(let delimiter, let isQuoted): takeRow(piece, &start, delimiter, isQuoted: isQuoted)
    case .values(let wrapper): takeValue(piece, &start, wrapper)
    }
  }

  private mutating func takeLine(_ piece: [UInt8], _ start: inout Int) -> Record? {
    guard start < piece.count else { return nil }
    let end = piece[start...].firstIndex(of: UInt8(ascii: "\n"))
    append(piece[start..<(end ?? piece.count)])
    start = (end ?? piece.count) + 1
    guard end != nil else { return nil }
    line += 1
    return cut()
  }

  /// Reads a byte of a row. A quotation mark begins a quotation only at the start of a field. Right after a closing
  /// mark it stands for the mark itself.
  private mutating func takeRow(
    _ piece: [UInt8], _ start: inout Int, _ delimiter: UInt8, isQuoted hasQuotes: Bool
  ) -> Record? {
    let (mark, end) = (UInt8(ascii: "\""), UInt8(ascii: "\n"))
    var index = start
    while index < piece.count {
      let byte = piece[index]
      if byte == mark, hasQuotes {
        if isQuoted {
          isQuoted = false
        } else if last == delimiter || last == end || last == mark {
          isQuoted = true
        }
      } else if byte == end {
        line += 1
        if !isQuoted || isTooLong {
          append(piece[start..<index])
          start = index + 1
          last = end
          return cut()
        }
      }
      last = byte
      index += 1
    }
    if start < piece.count { append(piece[start...]) }
    start = piece.count
    return nil
  }

  private mutating func takeValue(_ piece: [UInt8], _ start: inout Int, _ wrapper: String?) -> Record? {
    let wrapper = wrapper.map { Array($0.utf8) }
    var index = start
    defer { start = index }
    while index < piece.count {
      let byte = piece[index]
      if values.isOutside, let wrapper {
        index += 1
        values.passBy(byte, wrapper)
        continue
      }
      if values.depth == 0 {
        index += 1
        if let record = takeBetween(byte, isWrapped: wrapper != nil) { return record }
        continue
      }
      let from = index
      while index < piece.count, values.depth > 0 {
        values.see(piece[index])
        index += 1
      }
      append(piece[from..<index])
      if values.depth == 0 { return cutValue() }
    }
    return nil
  }

  /// Handles a byte between objects: blanks, commas and brackets separate records, and any other byte begins an invalid
  /// record.
  private mutating func takeBetween(_ byte: UInt8, isWrapped: Bool) -> Record? {
    switch byte {
    case UInt8(ascii: "{"):
      let stray = bytes.isEmpty ? nil : cutValue()
      append(byte)
      values.depth = 1
      return stray
    case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\t"),
      UInt8(ascii: "\r"), UInt8(ascii: "\n"):
      if byte == UInt8(ascii: "[") { values.around += 1 }
      if byte == UInt8(ascii: "]") { values.around -= 1 }
      if isWrapped, values.around <= 0 {
        // One bracket is still open: that of the object around the array.
        (values.isOutside, values.depth, values.around) = (true, 1, 0)
        values.key = []
      }
      return bytes.isEmpty ? nil : cutValue()
    default:
      append(byte)
      return nil
    }
  }

  private mutating func cutValue() -> Record {
    values.count += 1
    var record = cut()
    record.line = values.count
    return record
  }

  /// Ends the file, and returns the record after the last line break; nil if there is none.
  package mutating func finish() -> Record? {
    guard !bytes.isEmpty || isTooLong else { return nil }
    if case .values = mode { return cutValue() }
    return cut()
  }

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
    // Files that were put one after the other may each begin with a byte order mark.
    if bytes.first == 0xEF, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let record = Record(bytes: bytes, line: first, isTooLong: isTooLong)
    bytes.removeAll(keepingCapacity: true)
    first = line
    isQuoted = false
    isTooLong = false
    return record
  }
}

extension RecordSplitter.ValueState {
  /// Reads a byte of an object that contains arrays of objects, up to the bracket that opens the next such array.
  fileprivate mutating func passBy(_ byte: UInt8, _ wrapper: [UInt8]) {
    let wasInText = isInText
    if depth > 0 || byte == UInt8(ascii: "{") { see(byte) }
    if isInText {
      if !wasInText { text = [] } else if text.count <= wrapper.count { text.append(byte) }
    } else if !wasInText, byte == UInt8(ascii: ":"), depth == 1 {
      key = text
    } else if !wasInText, byte == UInt8(ascii: "["), depth == 2, key == wrapper {
      (isOutside, depth, around) = (false, 0, 1)
    } else if depth == 0 {
      key = []
    }
  }

  /// Updates the state of reading by a byte of an object.
  fileprivate mutating func see(_ byte: UInt8) {
    if isInText {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInText = false
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
  }
}
