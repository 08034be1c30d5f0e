/// A value or a key of a JSON document. Tokens are in the document's order: an array is followed by its elements, an
/// object by its keys, each with its value.
struct JSONToken: BitwiseCopyable {
  enum Kind: UInt8 {
    case null, `false`, `true`, number, string, array, object
  }

  var kind: Kind
  /// Whether a text is ASCII without escapes, so that its bytes are its content.
  var isPlain: Bool
  /// The index of the first token after this value and everything inside it.
  var next: UInt32
  private var content: UInt64

  /// - Parameter content: the bits of a number, the ``place(_:)`` of a text, or the index of the token that contains an
  ///   array or object, -1 for none.
  init(kind: Kind, isPlain: Bool, next: UInt32, _ content: UInt64) {
    self.kind = kind
    self.isPlain = isPlain
    self.next = next
    self.content = content
  }

  /// The byte range of a string, without its quotes, packed into 64 bits.
  static func place(_ range: Range<Int>) -> UInt64 {
    UInt64(truncatingIfNeeded: range.lowerBound) << 32 | UInt64(truncatingIfNeeded: range.upperBound)
  }

  var outer: Int { Int(Int64(bitPattern: content)) }
  var number: Double { Double(bitPattern: content) }
  var place: Range<Int> { Int(content >> 32)..<Int(content & 0xFFFF_FFFF) }
}

/// A list of tokens in manually managed memory, which its owner must free. An array would check for shared storage at
/// every token.
struct JSONTokens {
  private(set) var start: UnsafeMutablePointer<JSONToken>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  func deallocate() { start.deallocate() }

  @inline(__always)
  mutating func append(_ kind: JSONToken.Kind, _ content: UInt64 = 0, isPlain: Bool = true) {
    if count == capacity { self = grown }
    let next = UInt32(truncatingIfNeeded: count + 1)
    (start + count).initialize(to: JSONToken(kind: kind, isPlain: isPlain, next: next, content))
    count += 1
  }

  /// Ends the array or object at an index.
  ///
  /// - Returns: the index of the enclosing array or object.
  @inline(__always)
  mutating func close(_ container: Int) -> Int {
    start[container].next = UInt32(truncatingIfNeeded: count)
    return start[container].outer
  }

  /// The same tokens in a larger allocation; the old one is freed.
  @inline(never)
  private var grown: JSONTokens {
    var larger = JSONTokens(capacity: capacity * 2 + 8)
    larger.start.moveInitialize(from: start, count: count)
    larger.count = count
    deallocate()
    return larger
  }
}
