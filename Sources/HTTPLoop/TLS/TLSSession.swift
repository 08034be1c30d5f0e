#if os(Linux)
  import Glibc

  /// The TLS session of one connection, over a socket that never blocks.
  ///
  /// OpenSSL reads and writes by functions of this class. Its own functions would end the process by a signal if the
  /// other end has closed the connection.
  final class TLSSession {
    enum Handshake {
      case done
      case wouldBlock(until: Readiness)
      case failed(HTTPFailure)
    }

    private let context: TLSContext
    private let library: OpenSSL
    private let session: OpenSSL.Pointer
    private let host: String
    private let descriptor: Int32
    /// The result of reading or writing the socket, if the connection ended during the current call.
    private var socketEnd: IOResult?
    private var isEstablished = false
    /// Whether the other side announced the end of its data. Without that, an attacker may have cut the data short.
    private(set) var endedProperly = false
    /// The reason why the session failed, if the socket did not fail.
    private(set) var problem: String?

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - host: the name or address that the certificate must have.
    ///   - offered: the protocol that the server may choose for the connection (ALPN); nil to offer none.
    init(_ context: TLSContext, host: String, _ descriptor: Int32, offering offered: String? = nil) {
      self.context = context
      library = context.library
      self.host = host
      self.descriptor = descriptor
      guard let session = library.new(context.pointer), let stream = library.newStream(library.streamMethod)
      else { fatalError("out of memory") }
      self.session = session
      var address = in6_addr()
      if inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1 {
        let result = library.setAddress(library.parameters(session), host)
        precondition(result == 1, "\(host) is an address")
      } else {
        let result = library.setHost(session, host)
        precondition(result == 1, "out of memory")
        _ = host.withCString { library.control(session, Self.setServerName, 0, OpenSSL.Pointer(mutating: $0)) }
      }
      if let offered {
        let list = [UInt8(offered.utf8.count)] + Array(offered.utf8)
        let result = library.setProtocols(session, list, UInt32(list.count))
        precondition(result == 0, "out of memory")
      }
      // It is alive while the session is, which it frees.
      library.setData(stream, Unmanaged.passUnretained(self).toOpaque())
      library.setReady(stream, 1)
      library.setStream(session, stream, stream)
      library.beClient(session)
    }

    deinit { library.free(session) }

    /// The constant `SSL_CTRL_SET_TLSEXT_HOSTNAME`.
    private static let setServerName: Int32 = 55

    /// The protocol that the server has chosen; nil if it has chosen none. Known after the handshake.
    var chosenProtocol: String? {
      var (bytes, count): (UnsafePointer<UInt8>?, UInt32) = (nil, 0)
      library.chosenProtocol(session, &bytes, &count)
      return bytes.map { String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self) }
    }

    // MARK: Bytes

    func handshake() -> Handshake {
      begin()
      let result = library.handshake(session)
      if result == 1 {
        isEstablished = true
        return .done
      }
      switch outcome(of: result) {
      case .wouldBlock(let readiness): return .wouldBlock(until: readiness)
      case .ended: return .failed(.notSecure(reason: "the server closed the connection during the handshake"))
      case .failed(let error):
        return .failed(problem.map { .notSecure(reason: $0) } ?? .broken(errno: error))
      case .moved: return .failed(.notSecure(reason: "the handshake failed"))
      }
    }

    @inline(__always)
    func read(into buffer: UnsafeMutableRawBufferPointer) -> IOResult {
      begin()
      let count = library.read(session, buffer.baseAddress, Int32(clamping: buffer.count))
      return count > 0 ? .moved(Int(count)) : outcome(of: count)
    }

    @inline(__always)
    func write(_ bytes: UnsafeRawBufferPointer) -> IOResult {
      begin()
      let count = library.write(session, bytes.baseAddress, Int32(clamping: bytes.count))
      return count > 0 ? .moved(Int(count)) : outcome(of: count)
    }

    @inline(__always)
    private func begin() {
      socketEnd = nil
      // Errors that earlier calls left on this thread do not belong to this session.
      library.clearErrors()
    }

    /// Announces the end of sending to the other side.
    func close() {
      guard isEstablished, problem == nil, socketEnd == nil else { return }
      begin()
      _ = library.shutdown(session)
    }

    /// Whether the session holds decrypted bytes that were not read yet.
    var holdsBytes: Bool { library.pending(session) > 0 }

    private func outcome(of result: Int32) -> IOResult {
      // The numbers are those of OpenSSL's headers.
      switch library.error(session, result) {
      case 2: return .wouldBlock(until: .read)
      case 3: return .wouldBlock(until: .write)
      case 6:
        endedProperly = true
        return .ended
      default:
        let verified = library.verifyResult(session)
        if verified != 0 {
          problem = explain(verified)
          library.clearErrors()
          return .failed(errno: EPROTO)
        }
        if let socketEnd {
          library.clearErrors()
          return socketEnd
        }
        problem = explain(library.takeError())
        return .failed(errno: EPROTO)
      }
    }

    private func explain(_ verified: Int) -> String {
      let words = library.verifyText(verified).map { String(cString: $0) } ?? "error \(verified)"
      let advice =
        switch verified {
        case 18...21: "the authority that signed the certificate is not trusted here; name the file of that authority"
        case 62: "the certificate is not for \(host); use a name that is in it"
        case 64: "the certificate is not for the address \(host); use a name or an address that is in it"
        case 9, 10: "check the certificate's dates and this machine's clock"
        default: "the server's certificate is not accepted"
        }
      return "\(words): \(advice)"
    }

    private func explain(_ words: String) -> String {
      switch words {
      case "wrong version number", "http request", "packet length too long", "record layer failure":
        "\(words): the server does not speak TLS at this port"
      case "unsupported protocol", "tlsv1 alert protocol version":
        "\(words): the server does not speak TLS 1.2 or later"
      case "tlsv1 alert no application protocol":
        "\(words): the server does not speak the offered version of HTTP"
      default: words
      }
    }

    // MARK: Called by OpenSSL

    static let streamRead: OpenSSL.Move = { stream, bytes, count in
      TLSSession.of(stream)?.move(stream, TLSSession.reads) { descriptor in
        Socket.read(descriptor, into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
      } ?? -1
    }

    static let streamWrite: OpenSSL.Move = { stream, bytes, count in
      TLSSession.of(stream)?.move(stream, TLSSession.writes) { descriptor in
        Socket.write(descriptor, UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      } ?? -1
    }

    /// The control function of the stream: OpenSSL asks only to flush it, and there is nothing to flush.
    static let streamControl: OpenSSL.Control = { _, command, _, _ in command == 11 ? 1 : 0 }

    private static let reads: Int32 = 1
    private static let writes: Int32 = 2
    private static let retry: Int32 = 8

    private static func of(_ stream: OpenSSL.Pointer) -> TLSSession? {
      guard case .success(let library) = OpenSSL.shared, let data = library.data(stream) else { return nil }
      return Unmanaged<TLSSession>.fromOpaque(data).takeUnretainedValue()
    }

    private func move(_ stream: OpenSSL.Pointer, _ direction: Int32, _ body: (Int32) -> IOResult) -> Int32 {
      library.clearFlags(stream, Self.reads | Self.writes | Self.retry)
      let result = body(descriptor)
      switch result {
      case .moved(let count): return Int32(count)
      case .wouldBlock:
        library.setFlags(stream, direction | Self.retry)
        return -1
      case .ended:
        socketEnd = result
        return 0
      case .failed:
        socketEnd = result
        return -1
      }
    }
  }
#endif
