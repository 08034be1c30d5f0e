#if os(Linux)
  import Glibc

  /// The functions of OpenSSL that are used. They are found at run time, not linked. If the library is missing, only
  /// `https` is unavailable.
  ///
  /// `@unchecked Sendable`: pointers to functions and to a table of them, which are never changed.
  struct OpenSSL: @unchecked Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    typealias Text = UnsafePointer<CChar>
    typealias Move = @convention(c) (Pointer, UnsafeMutableRawPointer?, Int32) -> Int32
    typealias Control = @convention(c) (Pointer, Int32, Int, Pointer?) -> Int

    static let libraries = ["libssl.so.3", "libssl.so.1.1"]
    static let shared = Result { () throws(TLSUnavailable) in try OpenSSL(libraries) }

    // Contexts.
    let clientMethod: @convention(c) () -> Pointer?
    let newContext: @convention(c) (Pointer?) -> Pointer?
    let freeContext: @convention(c) (Pointer) -> Void
    let controlContext: Control
    let setVerify: @convention(c) (Pointer, Int32, Pointer?) -> Void
    let trustSystem: @convention(c) (Pointer) -> Int32
    let trustFile: @convention(c) (Pointer, Text?, Text?) -> Int32
    let useCertificates: @convention(c) (Pointer, Text) -> Int32
    let useKey: @convention(c) (Pointer, Text, Int32) -> Int32
    let checkKey: @convention(c) (Pointer) -> Int32
    // Sessions.
    let new: @convention(c) (Pointer) -> Pointer?
    let free: @convention(c) (Pointer) -> Void
    let control: Control
    let setHost: @convention(c) (Pointer, Text) -> Int32
    let parameters: @convention(c) (Pointer) -> Pointer?
    let setAddress: @convention(c) (Pointer?, Text) -> Int32
    let setProtocols: @convention(c) (Pointer, UnsafePointer<UInt8>, UInt32) -> Int32
    let chosenProtocol:
      @convention(c) (
        Pointer, UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafeMutablePointer<UInt32>
      ) -> Void
    let setStream: @convention(c) (Pointer, Pointer, Pointer) -> Void
    let beClient: @convention(c) (Pointer) -> Void
    let handshake: @convention(c) (Pointer) -> Int32
    let read: Move
    let write: @convention(c) (Pointer, UnsafeRawPointer?, Int32) -> Int32
    let shutdown: @convention(c) (Pointer) -> Int32
    let pending: @convention(c) (Pointer) -> Int32
    let error: @convention(c) (Pointer, Int32) -> Int32
    let verifyResult: @convention(c) (Pointer) -> Int
    let verifyText: @convention(c) (Int) -> Text?
    // Errors, of this thread.
    let clearErrors: @convention(c) () -> Void
    let nextError: @convention(c) () -> UInt
    let errorText: @convention(c) (UInt) -> Text?
    // Streams.
    let newStream: @convention(c) (Pointer) -> Pointer?
    let setData: @convention(c) (Pointer, Pointer?) -> Void
    let data: @convention(c) (Pointer) -> Pointer?
    let setReady: @convention(c) (Pointer, Int32) -> Void
    let setFlags: @convention(c) (Pointer, Int32) -> Void
    let clearFlags: @convention(c) (Pointer, Int32) -> Void
    /// The table of functions by which ``TLSSession`` moves bytes.
    let streamMethod: Pointer

    /// Loads the library and its functions.
    ///
    /// - Parameter names: the libraries to try; the first that exists is used.
    init(_ names: [String]) throws(TLSUnavailable) {
      let (library, name) = try Self.open(names)
      func find<Function>(_ symbol: String) throws(TLSUnavailable) -> Function {
        guard let address = dlsym(library, symbol) else { throw .function(symbol, library: name) }
        return unsafeBitCast(address, to: Function.self)
      }
      clientMethod = try find("TLS_client_method")
      newContext = try find("SSL_CTX_new")
      freeContext = try find("SSL_CTX_free")
      controlContext = try find("SSL_CTX_ctrl")
      setVerify = try find("SSL_CTX_set_verify")
      trustSystem = try find("SSL_CTX_set_default_verify_paths")
      trustFile = try find("SSL_CTX_load_verify_locations")
      useCertificates = try find("SSL_CTX_use_certificate_chain_file")
      useKey = try find("SSL_CTX_use_PrivateKey_file")
      checkKey = try find("SSL_CTX_check_private_key")
      new = try find("SSL_new")
      free = try find("SSL_free")
      control = try find("SSL_ctrl")
      setHost = try find("SSL_set1_host")
      parameters = try find("SSL_get0_param")
      setAddress = try find("X509_VERIFY_PARAM_set1_ip_asc")
      setProtocols = try find("SSL_set_alpn_protos")
      chosenProtocol = try find("SSL_get0_alpn_selected")
      setStream = try find("SSL_set_bio")
      beClient = try find("SSL_set_connect_state")
      handshake = try find("SSL_do_handshake")
      read = try find("SSL_read")
      write = try find("SSL_write")
      shutdown = try find("SSL_shutdown")
      pending = try find("SSL_pending")
      error = try find("SSL_get_error")
      verifyResult = try find("SSL_get_verify_result")
      verifyText = try find("X509_verify_cert_error_string")
      clearErrors = try find("ERR_clear_error")
      nextError = try find("ERR_get_error")
      errorText = try find("ERR_reason_error_string")
      newStream = try find("BIO_new")
      setData = try find("BIO_set_data")
      data = try find("BIO_get_data")
      setReady = try find("BIO_set_init")
      setFlags = try find("BIO_set_flags")
      clearFlags = try find("BIO_clear_flags")

      let newMethod: @convention(c) (Int32, Text) -> Pointer? = try find("BIO_meth_new")
      let newIndex: @convention(c) () -> Int32 = try find("BIO_get_new_index")
      let setRead: @convention(c) (Pointer, Move) -> Int32 = try find("BIO_meth_set_read")
      let setWrite: @convention(c) (Pointer, Move) -> Int32 = try find("BIO_meth_set_write")
      let setControl: @convention(c) (Pointer, Control) -> Int32 = try find("BIO_meth_set_ctrl")
      guard let method = newMethod(newIndex() | Self.sourceAndSink, "socket")
      else { throw .function("BIO_meth_new", library: name) }
      _ = setRead(method, TLSSession.streamRead)
      _ = setWrite(method, TLSSession.streamWrite)
      _ = setControl(method, TLSSession.streamControl)
      streamMethod = method
    }

    /// The constant `BIO_TYPE_SOURCE_SINK`.
    private static let sourceAndSink: Int32 = 0x0400

    private static func open(_ names: [String]) throws(TLSUnavailable) -> (library: Pointer, name: String) {
      var reason = ""
      for name in names {
        if let library = dlopen(name, RTLD_NOW) { return (library, name) }
        if reason.isEmpty { reason = dlerror().map { String(cString: $0) } ?? "" }
      }
      throw .library(tried: names, reason: reason)
    }

    /// The text of this thread's first OpenSSL error. The others are discarded.
    func takeError() -> String {
      defer { clearErrors() }
      return errorText(nextError()).map { String(cString: $0) } ?? "no reason given"
    }
  }
#endif
