/// Takes a chunked body apart, however its bytes are cut on the way.
///
/// Strict, since a lenient reader next to a strict one is what request smuggling lives on: lines end in CRLF, nothing
/// stands between a size and its extension, sizes have at most sixteen digits. Extensions and trailers are read and dropped.
struct ChunkedBody: Sendable {
  private enum Phase {
    /// Before a size, and within one that has had so many digits.
    case size(digits: Int)
    case `extension`
    case sizeLineFeed
    case data
    case dataReturn
    case dataLineFeed
    /// At the start of a line after the last chunk.
    case trailer
    case trailerName
    case trailerValue
    case trailerLineFeed
    case lastLineFeed
  }

  private var phase = Phase.size(digits: 0)
  /// What is left of the chunk, or its size as far as it is read.
  private var remaining = 0
  /// Bytes of extensions and trailers so far: what makes a small body dear.
  private var overhead = 0
  private let bodyLimit: Int
  private let overheadLimit: Int

  /// A body of at most `bodyLimit` bytes, with at most `overheadLimit` bytes of extensions and trailers.
  init(bodyLimit: Int, overheadLimit: Int) {
    // So that a size can be read digit by digit without overflow.
    self.bodyLimit = min(bodyLimit, 1 << 48)
    self.overheadLimit = overheadLimit
  }

  /// Takes bytes from `offset` on, appends what they carry to `body`, and moves `offset` behind what was taken.
  ///
  /// - Returns: Whether the body is complete; what follows belongs to the next message.
  /// - Throws: `chunk` or `field` for bytes that are no chunked body, `bodyTooLarge` and `headTooLarge` beyond the limits.
  mutating func decode(
    _ bytes: Span<UInt8>, from offset: inout Int, into body: inout [UInt8]
  ) throws(HTTPProblem) -> Bool {
    while offset < bytes.count {
      if case .data = phase {
        let count = min(remaining, bytes.count - offset)
        bytes.extracting(offset..<offset + count).withUnsafeBufferPointer { body.append(contentsOf: $0) }
        offset += count
        remaining -= count
        if remaining == 0 { phase = .dataReturn }
        continue
      }
      let character = bytes[offset]
      offset += 1
      if try take(character, bodyCount: body.count) { return true }
    }
    return false
  }

  /// Takes a byte of the framing; whether it was the last one.
  private mutating func take(_ character: UInt8, bodyCount: Int) throws(HTTPProblem) -> Bool {
    switch phase {
    case .size(let digits):
      if let value = HTTPCharacter.hexadecimal(character) {
        guard digits < 16 else { throw .chunk }
        // Beyond the limit the value does not matter any more, and may not overflow.
        guard remaining <= bodyLimit - bodyCount else { throw .bodyTooLarge }
        remaining = remaining << 4 | value
        phase = .size(digits: digits + 1)
        return false
      }
      guard digits > 0 else { throw .chunk }
      guard remaining <= bodyLimit - bodyCount else { throw .bodyTooLarge }
      switch character {
      case HTTPCharacter.carriageReturn: phase = .sizeLineFeed
      case HTTPCharacter.semicolon: phase = .extension
      default: throw .chunk
      }
    case .extension:
      if character == HTTPCharacter.carriageReturn {
        phase = .sizeLineFeed
      } else {
        try spend()
        guard HTTPCharacter.isValue(character) else { throw .chunk }
      }
    case .sizeLineFeed:
      guard character == HTTPCharacter.lineFeed else { throw .chunk }
      phase = remaining == 0 ? .trailer : .data
    case .dataReturn:
      guard character == HTTPCharacter.carriageReturn else { throw .chunk }
      phase = .dataLineFeed
    case .dataLineFeed:
      guard character == HTTPCharacter.lineFeed else { throw .chunk }
      phase = .size(digits: 0)
    case .data:
      preconditionFailure("data is not taken byte by byte")
    case .trailer, .trailerName, .trailerValue, .trailerLineFeed, .lastLineFeed:
      return try takeTrailer(character)
    }
    return false
  }

  private mutating func takeTrailer(_ character: UInt8) throws(HTTPProblem) -> Bool {
    if case .trailer = phase, character == HTTPCharacter.carriageReturn {
      phase = .lastLineFeed
      return false
    }
    if case .lastLineFeed = phase {
      guard character == HTTPCharacter.lineFeed else { throw .field }
      return true
    }
    try spend()
    switch phase {
    case .trailer:
      guard HTTPCharacter.isToken(character) else { throw .field }
      phase = .trailerName
    case .trailerName:
      if character == HTTPCharacter.colon {
        phase = .trailerValue
      } else {
        guard HTTPCharacter.isToken(character) else { throw .field }
      }
    case .trailerValue:
      if character == HTTPCharacter.carriageReturn {
        phase = .trailerLineFeed
      } else {
        guard HTTPCharacter.isValue(character) else { throw .field }
      }
    default:
      guard character == HTTPCharacter.lineFeed else { throw .field }
      phase = .trailer
    }
    return false
  }

  private mutating func spend() throws(HTTPProblem) {
    overhead += 1
    guard overhead <= overheadLimit else { throw .headTooLarge }
  }
}
