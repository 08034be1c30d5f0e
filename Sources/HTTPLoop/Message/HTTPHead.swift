#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A received head, whose fields are parsed only when they are looked up.
package struct HTTPHead: Hashable, Sendable {
  /// The received bytes, from the start line to the empty line.
  package let bytes: [UInt8]
  /// The offset of the first field.
  private let fieldStart: Int

  /// Creates a head.
  ///
  /// - Parameters:
  ///   - bytes: a complete and valid head.
  ///   - fieldStart: the index of the line after the start line.
  package init(_ bytes: [UInt8], fieldStart: Int) {
    self.bytes = bytes
    self.fieldStart = fieldStart
  }

  /// The value of the first field with a name, ignoring case.
  package subscript(name: String) -> String? {
    var wanted = name
    return wanted.withUTF8 { wanted in
      bytes.withUnsafeBytes { head in
        nextValue(of: UnsafeRawBufferPointer(wanted), in: head, from: fieldStart).map {
          String(decoding: UnsafeRawBufferPointer(rebasing: head[$0]), as: UTF8.self)
        }
      }
    }
  }

  /// The values of all fields of a name, in their order.
  package func values(of name: String) -> [String] {
    let wanted = Array(name.utf8)
    var found: [String] = []
    wanted.withUnsafeBytes { wanted in
      bytes.withUnsafeBytes { head in
        var start = fieldStart
        while let value = nextValue(of: wanted, in: head, from: start) {
          found.append(String(decoding: UnsafeRawBufferPointer(rebasing: head[value]), as: UTF8.self))
          start = Self.lineEnd(head, from: value.upperBound)
        }
      }
    }
    return found
  }

  /// The next value of a field. Lines are not checked, since their syntax was checked when the head was received.
  private func nextValue(
    of name: UnsafeRawBufferPointer, in head: UnsafeRawBufferPointer, from start: Int
  ) -> Range<Int>? {
    var line = start
    while line < head.count {
      let end = Self.lineEnd(head, from: line)
      let colon = line + name.count
      if colon < end, head[colon] == UInt8(ascii: ":"), Self.spells(name, head, at: line) {
        var (lower, upper) = (colon + 1, end - 2)
        while lower < upper, HTTPCharacter.isSpace(head[lower]) { lower += 1 }
        while upper > lower, HTTPCharacter.isSpace(head[upper - 1]) { upper -= 1 }
        return lower..<upper
      }
      line = end
    }
    return nil
  }

  @inline(__always)
  private static func spells(_ name: UnsafeRawBufferPointer, _ head: UnsafeRawBufferPointer, at start: Int) -> Bool {
    for index in 0..<name.count
    where HTTPCharacter.lowered(name[index]) != HTTPCharacter.lowered(head[start + index]) {
      return false
    }
    return true
  }

  @inline(__always)
  private static func lineEnd(_ head: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = head.baseAddress, start < head.count,
      let found = memchr(base + start, Int32(HTTPHeadScan.lineFeed), head.count - start)
    else { return head.count }
    return UnsafeRawPointer(found) - base + 1
  }
}
