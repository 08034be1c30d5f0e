/// The buffer in which replies are assembled. All connections of a server share it, because the loop sends one
/// reply at a time.
final class HTTPReplyBuffer {
  /// The largest body that is copied behind its head, so that both are sent in one call. Of a longer body, this many
  /// bytes are copied.
  static let piece = 32_768

  private var storage = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
  private(set) var count = 0
  private var date = HTTPDateLine()

  deinit { storage.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[..<count]) }

  /// Composes the head and beginning of a reply.
  ///
  /// - Parameter hasLength: whether the length of the body is known and sent.
  /// - Returns: the number of bytes of the body that are included.
  func compose(
    _ outgoing: HTTPOutgoing, version: HTTPVersion, keepsAlive: Bool, withBody: Bool, hasLength: Bool = true
  ) -> Int {
    count = 0
    append("HTTP/1.1 ")
    append(outgoing.status)
    append(" ")
    append(HTTPOutgoing.reason(outgoing.status))
    append("\r\n")
    date.refresh()
    date.bytes.withUnsafeBytes(append)
    if let contentType = outgoing.contentType {
      append("Content-Type: ")
      append(value: contentType)
      append("\r\n")
    }
    if !outgoing.isBodiless, hasLength {
      append("Content-Length: ")
      append(outgoing.body.count)
      append("\r\n")
    }
    for (name, value) in outgoing.headers {
      append(name: name)
      append(": ")
      append(value: value)
      append("\r\n")
    }
    if !keepsAlive {
      append("Connection: close\r\n")
    } else if version == .http10 {
      append("Connection: keep-alive\r\n")
    }
    append("\r\n")
    guard withBody, !outgoing.isBodiless else { return 0 }
    let share = min(outgoing.body.count, Self.piece)
    outgoing.body.withUnsafeBytes { append(UnsafeRawBufferPointer(rebasing: $0[..<share])) }
    return share
  }

  @inline(__always)
  private func reserve(_ additional: Int) {
    if count + additional > storage.count { grow(additional) }
  }

  private func grow(_ additional: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(storage.count * 2, count + additional), alignment: 16)
    larger.copyMemory(from: bytes)
    storage.deallocate()
    storage = larger
  }

  @inline(__always)
  private func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    reserve(bytes.count)
    (storage.baseAddress! + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  @inline(__always)
  private func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private func append(_ number: Int) {
    reserve(20)
    var divisor = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      storage[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10)
      count += 1
      divisor /= 10
    }
  }

  private func append(value text: String) {
    reserve(text.utf8.count)
    for byte in text.utf8 {
      storage[count] = HTTPCharacter.isValue(byte) ? byte : UInt8(ascii: " ")
      count += 1
    }
  }

  private func append(name text: String) {
    reserve(text.utf8.count)
    for byte in text.utf8 {
      precondition(HTTPCharacter.isToken(byte), "no name of a field: \(text)")
      storage[count] = byte
      count += 1
    }
  }
}
