package import HTTPLoop
import TestSupport
package import Testing

/// The other end of a connection, on the same loop and thread as the tested code. It sends given bytes and stores what
/// it receives.
package final class LoopClient: EventHandler {
  package let loop: EventLoop
  package let descriptor: Int32
  package private(set) var received: [UInt8] = []
  /// Whether the server has closed, or the connection has broken.
  package private(set) var isEnded = false
  package private(set) var failure: Int32?
  private var unsent: ArraySlice<UInt8> = []
  private var endsWriting = false
  private var isOpen = true
  package var isReading = true {
    didSet { watch() }
  }

  package init(to address: SocketAddress, on loop: EventLoop) throws {
    self.loop = loop
    descriptor = try Socket.connect(to: address)
    try loop.add(descriptor, for: [.read, .write], self)
  }

  package func send(_ text: String) { send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) {
    unsent += bytes
    watch()
  }

  /// Announces the end of sending, after all bytes.
  package func endWriting() {
    endsWriting = true
    watch()
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    loop.remove(descriptor)
    _ = Socket.close(descriptor)
  }

  package var hasSentAll: Bool { unsent.isEmpty && !endsWriting }

  package func ready(_ readiness: Readiness) {
    if readiness.contains(.write) { write() }
    if isReading, !readiness.isDisjoint(with: [.read, .hangUp]) { read() }
    watch()
  }

  private func write() {
    if !unsent.isEmpty {
      switch unsent.withUnsafeBytes({ Socket.write(descriptor, $0) }) {
      case .moved(let count): unsent = unsent.dropFirst(count)
      case .wouldBlock: break
      case .ended: unsent = []
      case .failed(let error):
        unsent = []
        failure = error
      }
    }
    if unsent.isEmpty, endsWriting {
      endsWriting = false
      Socket.endWriting(descriptor)
    }
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    switch buffer.withUnsafeMutableBytes({ Socket.read(descriptor, into: $0) }) {
    case .moved(let count): received += buffer[..<count]
    case .wouldBlock: break
    case .ended: isEnded = true
    case .failed(let error):
      isEnded = true
      failure = failure ?? error
    }
    if isEnded { close() }
  }

  private func watch() {
    guard isOpen else { return }
    var interest: Readiness = isReading ? .read : []
    if !unsent.isEmpty || endsWriting { interest.insert(.write) }
    loop.change(descriptor, to: interest)
  }
}

extension EventLoop {
  /// Turns the loop until a condition holds; records an issue if it does not within the time limit.
  package func turn(_ sourceLocation: SourceLocation = #_sourceLocation, until isSo: () -> Bool) {
    let deadline = readClock() + HangLimit.ofLoop
    repeat {
      if isSo() { return }
      turn(until: readClock() + 5_000_000)
    } while readClock() < deadline
    Issue.record("it does not come about", sourceLocation: sourceLocation)
  }

  /// Turns the loop until nothing more is likely to happen.
  package func settle() {
    for _ in 0..<5 { turn(until: readClock() + 1_000_000) }
  }
}

extension SocketAddress {
  /// A free port of this machine.
  package static func loopback() throws -> SocketAddress { try resolve(host: "127.0.0.1", port: 0)[0] }
}
