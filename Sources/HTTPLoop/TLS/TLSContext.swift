#if os(Linux)
  import Glibc

  /// The trusted certificates of secure connections: TLS 1.2 or later; certificates and their host names are always
  /// checked.
  ///
  /// `@unchecked Sendable`: OpenSSL's contexts may be used by all threads, and this one is not changed.
  package final class TLSContext: @unchecked Sendable {
    let library: OpenSSL
    let pointer: OpenSSL.Pointer

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - caFile: a file in PEM form with the authorities to trust instead of the system's.
    ///   - certificate: the client's certificate, for servers that request one.
    /// - Throws: `TLSUnavailable`, which names the missing part.
    package init(caFile: String? = nil, certificate: ClientCertificate? = nil) throws(TLSUnavailable) {
      let library = try OpenSSL.shared.get()
      guard let pointer = library.newContext(library.clientMethod())
      else { throw .trust(file: nil, reason: library.takeError()) }
      self.library = library
      self.pointer = pointer
      _ = library.controlContext(pointer, Self.setMinimumVersion, Self.version12, nil)
      _ = library.controlContext(pointer, Self.setMode, Self.partialWrites | Self.movingBuffers, nil)
      library.setVerify(pointer, Self.verifyPeer, nil)
      let result = if let caFile { library.trustFile(pointer, caFile, nil) } else { library.trustSystem(pointer) }
      guard result == 1 else { throw .trust(file: caFile, reason: library.takeError()) }
      guard let certificate else { return }
      guard library.useCertificates(pointer, certificate.certificate) == 1 else {
        throw .ownCertificate(file: certificate.certificate, reason: library.takeError())
      }
      guard library.useKey(pointer, certificate.key, Self.pem) == 1, library.checkKey(pointer) == 1 else {
        throw .ownCertificate(file: certificate.key, reason: library.takeError())
      }
    }

    deinit { library.freeContext(pointer) }

    // Constants that OpenSSL's headers define as macros.
    private static let setMinimumVersion: Int32 = 123
    private static let version12 = 0x0303
    private static let setMode: Int32 = 33
    private static let partialWrites = 1
    private static let movingBuffers = 2
    private static let pem: Int32 = 1
    private static let verifyPeer: Int32 = 1
  }
#endif
