/// A request's body that is sent in parts.
struct HTTP2Body: Sendable {
  private let pieces: [[UInt8]]
  private var index = 0
  private var offset = 0

  init(_ pieces: [[UInt8]]) {
    self.pieces = pieces.filter { !$0.isEmpty }
  }

  /// Whether nothing is left.
  var isDone: Bool { index == pieces.count }

  /// The next part, of at most this many bytes; nil at the end.
  mutating func next(_ size: Int) -> ArraySlice<UInt8>? {
    guard !isDone else { return nil }
    let piece = pieces[index]
    let part = piece[offset..<min(piece.count, offset + size)]
    offset = part.endIndex
    if offset == piece.count { (index, offset) = (index + 1, 0) }
    return part
  }
}
