/// Decodes a chunked body, however its bytes are divided into pieces.
package struct HTTPChunkDecoder: Sendable {
  private enum State {
    /// In the digits of a size; whether the first digit was read.
    case size(hasDigit: Bool)
    /// In the white space between the size and an extension.
    case gap
    case extensions
    /// The line feed that ends the line of a chunk's size.
    case sizeFeed
    case data
    case dataReturn
    case dataFeed
    /// The beginning of a trailer's line.
    case trailer
    case trailerName
    case trailerValue
    case trailerFeed
    case lastFeed
    case done
  }

  /// The largest number of bytes in a chunk's line besides its size, and in all trailers. All of them are ignored.
  private static let maxIgnored = 8_192

  private var state = State.size(hasDigit: false)
  private var size = 0
  private var ignored = 0

  package init() {}

  /// Whether the last byte of the body has been taken.
  package var isDone: Bool {
    if case .done = state { true } else { false }
  }

  /// Takes bytes and appends those of the body.
  ///
  /// - Parameter limit: the largest length of the body.
  /// - Returns: the number of bytes taken: all, or those up to the end of the body.
  /// - Throws: `HTTPProblem.chunk`, or `.bodyTooLarge` as soon as a size announces it.
  package mutating func take(
    _ bytes: UnsafeRawBufferPointer, into body: inout [UInt8], limit: Int
  ) throws(HTTPProblem) -> Int {
    var index = 0
    while index < bytes.count {
      if case .data = state {
        let count = min(size, bytes.count - index)
        body.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[index..<index + count]))
        index += count
        size -= count
        if size == 0 { state = .dataReturn }
        continue
      }
      state = try next(bytes[index], room: limit - body.count)
      index += 1
      if isDone { break }
    }
    return index
  }

  /// Takes a byte that is not part of the body, and returns the state after it.
  private mutating func next(_ byte: UInt8, room: Int) throws(HTTPProblem) -> State {
    switch state {
    case .size(let hasDigit):
      if let digit = Self.hexadecimal(byte) {
        if size == 0 { try ignore() }
        // Checks whether the number fits without computing it, since it could overflow.
        guard size <= (room - digit) >> 4 else { throw .bodyTooLarge }
        size = size * 16 + digit
        return .size(hasDigit: true)
      }
      guard hasDigit else { throw .chunk }
      ignored = 0
      switch byte {
      case HTTPHeadScan.carriageReturn: return .sizeFeed
      case UInt8(ascii: ";"): return .extensions
      case _ where HTTPCharacter.isSpace(byte): return .gap
      default: throw .chunk
      }
    case .gap:
      try ignore()
      if byte == UInt8(ascii: ";") { return .extensions }
      guard HTTPCharacter.isSpace(byte) else { throw .chunk }
      return .gap
    case .extensions:
      if byte == HTTPHeadScan.carriageReturn { return .sizeFeed }
      guard HTTPCharacter.isValue(byte) else { throw .chunk }
      try ignore()
      return .extensions
    case .sizeFeed:
      guard byte == HTTPHeadScan.lineFeed else { throw .chunk }
      ignored = 0
      return size == 0 ? .trailer : .data
    case .dataReturn:
      guard byte == HTTPHeadScan.carriageReturn else { throw .chunk }
      return .dataFeed
    case .dataFeed:
      guard byte == HTTPHeadScan.lineFeed else { throw .chunk }
      return .size(hasDigit: false)
    case .trailer:
      if byte == HTTPHeadScan.carriageReturn { return .lastFeed }
      guard HTTPCharacter.isToken(byte) else { throw .chunk }
      try ignore()
      return .trailerName
    case .trailerName:
      try ignore()
      if byte == UInt8(ascii: ":") { return .trailerValue }
      guard HTTPCharacter.isToken(byte) else { throw .chunk }
      return .trailerName
    case .trailerValue:
      if byte == HTTPHeadScan.carriageReturn { return .trailerFeed }
      guard HTTPCharacter.isValue(byte) else { throw .chunk }
      try ignore()
      return .trailerValue
    case .trailerFeed:
      guard byte == HTTPHeadScan.lineFeed else { throw .chunk }
      return .trailer
    case .lastFeed:
      guard byte == HTTPHeadScan.lineFeed else { throw .chunk }
      return .done
    case .data, .done:
      throw .chunk
    }
  }

  private mutating func ignore() throws(HTTPProblem) {
    ignored += 1
    guard ignored <= Self.maxIgnored else { throw .chunk }
  }

  private static func hexadecimal(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
