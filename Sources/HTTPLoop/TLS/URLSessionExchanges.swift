#if canImport(Darwin)
  import Foundation
  import Security

  /// The trusted certificates of secure connections: TLS 1.2 or later; certificates and their host names are always
  /// checked.
  ///
  /// Written for Darwin, where this project has not been built; never run.
  ///
  /// `@unchecked Sendable`: certificates are never changed.
  package final class TLSContext: @unchecked Sendable {
    /// The authorities to trust; nil for those of the system.
    let authorities: [SecCertificate]?

    /// Creates the system's client.
    ///
    /// - Parameter caFile: a file in PEM form with the authorities to trust instead of the system's.
    /// - Throws: `TLSUnavailable`, which names the missing part.
    package init(caFile: String? = nil, certificate: ClientCertificate? = nil) throws(TLSUnavailable) {
      if let certificate {
        throw .ownCertificate(
          file: certificate.certificate, reason: "the system's client reads them from the keychain only")
      }
      guard let caFile else {
        authorities = nil
        return
      }
      guard let text = try? String(contentsOfFile: caFile, encoding: .utf8)
      else { throw .trust(file: caFile, reason: "it cannot be read") }
      let found = text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap { part in
        let base64 = part.components(separatedBy: "-----END CERTIFICATE-----")[0]
        return Data(base64Encoded: base64, options: .ignoreUnknownCharacters)
          .flatMap { SecCertificateCreateWithData(nil, $0 as CFData) }
      }
      guard !found.isEmpty else { throw .trust(file: caFile, reason: "no certificate is in it") }
      authorities = found
    }
  }

  /// A client's requests to an `https` server by the system's own client (`URLSession`), with its own connections and
  /// time-outs, and this package's limits as far as it supports them. It reports neither the time of a connection nor
  /// that of the first byte, and a body over the limit is noticed only once it is complete.
  ///
  /// Written for Darwin, where this project has not been built; never run.
  ///
  /// `@unchecked Sendable`: `running` is touched on the loop's thread only, everything else is never changed.
  final class URLSessionExchanges: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    private let loop: EventLoop
    private let tls: TLSContext
    private let limits: HTTPClientLimits
    private let base: String
    private var running: [Int: (exchange: HTTPExchange, task: URLSessionTask)] = [:]
    private var made: URLSession?

    init(loop: EventLoop, origin: HTTPOrigin, limits: HTTPClientLimits, tls: TLSContext) {
      self.loop = loop
      self.tls = tls
      self.limits = limits
      base = "https://\(origin.authority)"
    }

    private var session: URLSession {
      if let made { return made }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpMaximumConnectionsPerHost = limits.maxConnections
      configuration.timeoutIntervalForRequest = Double(limits.firstByte) / 1e9
      configuration.timeoutIntervalForResource = Double(limits.total) / 1e9
      configuration.httpCookieStorage = nil
      configuration.urlCache = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalAndRemoteCacheData
      configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
      // The session retains its delegate until it is invalidated, as a client keeps its connections until it is closed.
      let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      made = session
      return session
    }

    // MARK: On the loop's thread

    /// Sends a request.
    ///
    /// - Returns: false if its target cannot be made into a URL.
    func start(_ exchange: HTTPExchange) -> Bool {
      guard let request = urlRequest(exchange.request) else { return false }
      let identifier = Identifier()
      let task = session.dataTask(with: request) { [self] data, response, error in
        loop.submit { [self] in ended(identifier.value, data, response, error) }
      }
      identifier.value = task.taskIdentifier
      running[task.taskIdentifier] = (exchange, task)
      exchange.state = .remote(task.taskIdentifier)
      exchange.timing.sentAt = loop.readClock()
      exchange.timing.bytesSent = exchange.request.body.count
      task.resume()
      return true
    }

    /// Cancels a request, whose handler is then not called.
    func stop(_ identifier: Int) {
      running.removeValue(forKey: identifier)?.task.cancel()
    }

    /// Cancels all requests.
    ///
    /// - Returns: those that have not ended, in the order in which they were sent.
    func close() -> [HTTPExchange] {
      let left = running.sorted { $0.key < $1.key }.map(\.value)
      running = [:]
      for (_, task) in left { task.cancel() }
      made?.invalidateAndCancel()
      made = nil
      return left.map(\.exchange)
    }

    private func ended(_ identifier: Int, _ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
      guard let (exchange, _) = running.removeValue(forKey: identifier) else { return }
      exchange.timing.endedAt = loop.readClock()
      exchange.timing.bytesReceived = data?.count ?? 0
      if let error { return exchange.end(.failure(Self.failure(error))) }
      guard let response = response as? HTTPURLResponse, let head = Self.head(response)
      else { return exchange.end(.failure(.malformed(.startLine))) }
      let body = data.map { Array($0) } ?? []
      guard body.count <= limits.response.body else { return exchange.end(.failure(.malformed(.bodyTooLarge))) }
      exchange.end(
        .success(HTTPResponse(status: response.statusCode, version: .http11, head: head, body: body)))
    }

    private func urlRequest(_ request: HTTPRequest) -> URLRequest? {
      guard let url = URL(string: base + (request.target.isEmpty ? "/" : request.target)) else { return nil }
      var made = URLRequest(url: url)
      made.httpMethod = request.method.rawValue
      for line in String(decoding: request.fields.bytes, as: UTF8.self).components(separatedBy: "\r\n") {
        guard let colon = line.range(of: ": ") else { continue }
        made.addValue(String(line[colon.upperBound...]), forHTTPHeaderField: String(line[..<colon.lowerBound]))
      }
      if !request.body.segments.isEmpty { made.httpBody = Data(request.body.segments.joined()) }
      return made
    }

    /// A head with the fields of a response whose bytes are not available.
    private static func head(_ response: HTTPURLResponse) -> HTTPHead? {
      let named = response.allHeaderFields.compactMap { name, value in
        (name as? String).map { (name: $0, value: "\(value)") }
      }
      guard let fields = try? HTTPFields(named.sorted { $0.name < $1.name }) else { return nil }
      let start = Array("HTTP/1.1 \(response.statusCode)\r\n".utf8)
      return HTTPHead(start + fields.bytes + Array("\r\n".utf8), fieldStart: start.count)
    }

    private static func failure(_ error: any Error) -> HTTPFailure {
      guard let error = error as? URLError else { return .broken(errno: 0) }
      switch error.code {
      case .cannotFindHost, .dnsLookupFailed: return .unresolved
      case .cannotConnectToHost: return .refused
      case .timedOut: return .totalTimedOut
      case .networkConnectionLost: return .closedEarly
      case .cancelled: return .cancelled
      case .badServerResponse, .cannotParseResponse: return .malformed(.startLine)
      case .dataLengthExceedsMaximum: return .malformed(.bodyTooLarge)
      case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
        .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot, .clientCertificateRequired,
        .clientCertificateRejected:
        return .notSecure(reason: error.localizedDescription)
      default: return .broken(errno: Int32(truncatingIfNeeded: error.errorCode))
      }
    }

    /// The identifier of a task, which is known only once the task exists and is read only once the task has ended.
    ///
    /// `@unchecked Sendable`: written before the task begins, and read after that.
    private final class Identifier: @unchecked Sendable {
      var value = 0
    }

    // MARK: On the session's own threads

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
        let authorities = tls.authorities, let trust = challenge.protectionSpace.serverTrust
      else { return completionHandler(.performDefaultHandling, nil) }
      // The trust object already contains the policy that checks the host's name.
      SecTrustSetAnchorCertificates(trust, authorities as CFArray)
      SecTrustSetAnchorCertificatesOnly(trust, true)
      guard SecTrustEvaluateWithError(trust, nil)
      else { return completionHandler(.cancelAuthenticationChallenge, nil) }
      completionHandler(.useCredential, URLCredential(trust: trust))
    }
  }
#endif
