import HTTPTestSupport
import TestSupport

#if os(Linux)
  import Foundation
  import Testing

  @testable import HTTPLoop

  /// Tests against Python's TLS, with certificates made by the `openssl` tool.
  @Suite(.limitedWait, .enabled(if: TLSPeer.shared != nil, "needs the openssl tool, python3 and OpenSSL's library"))
  struct TLSTests {
    private let peer: TLSPeer

    init() throws { peer = try #require(TLSPeer.shared) }

    private func bench(
      _ name: String, host: String = "localhost", caFile: String?, _ limit: (inout HTTPClientLimits) -> Void = { _ in }
    ) throws -> ClientBench {
      try ClientBench(
        EventLoop(), SocketAddress.resolve(host: "127.0.0.1", port: #require(peer.ports[name])), host: host,
        tls: TLSContext(caFile: caFile), limit)
    }

    private func failure(_ bench: ClientBench) throws -> HTTPFailure {
      bench.send(.post, "/", body: HTTPBody([1]))
      #expect(bench.settle())
      #expect(bench.outcomes[0].timing.sentAt == nil)
      #expect(bench.client.connectionCount == 0)
      return try #require(bench.outcomes[0].failure)
    }

    private func reason(_ bench: ClientBench) throws -> String {
      guard case .notSecure(let reason) = try failure(bench) else { return "" }
      return reason
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func privateAuthorityIsTrustedByItsFile(host: String) throws {
      let bench = try bench("good", host: host, caFile: peer.authority)
      // Far more than the system's buffers hold, in both directions.
      let body = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      for body in [[1, 2, 3], body, []] {
        let outcome = bench.send(.post, "/", body: HTTPBody(segments: [body, [7]])).outcome
        #expect(bench.settle())
        let response = try #require(try outcome.result?.get())
        #expect(response.body == body + [7])
      }
      #expect(bench.outcomes.map { $0.timing.connectedIn == nil } == [false, true, true])
      bench.client.close()
    }

    @Test("The client sends its certificate to a server that asks for one") func clientsShowTheirCertificate() throws {
      let address = try SocketAddress.resolve(host: "127.0.0.1", port: #require(peer.ports["mutual"]))
      func bench(_ certificate: ClientCertificate?) throws -> ClientBench {
        try ClientBench(
          EventLoop(), address, host: "localhost", tls: TLSContext(caFile: peer.authority, certificate: certificate))
      }
      let known = try bench(ClientCertificate(certificate: peer.certificate, key: peer.key))
      let outcome = known.send(.post, "/", body: HTTPBody([7])).outcome
      #expect(known.settle() && outcome.status == 200)
      known.client.close()
      let unknown = try bench(nil)
      let refused = unknown.send(.post, "/", body: HTTPBody([7])).outcome
      #expect(unknown.settle() && refused.failure != nil)
      unknown.client.close()
      // The key of another certificate is detected before anything is sent.
      let strangers = ClientCertificate(certificate: peer.strangers, key: peer.key)
      let error = #expect(throws: TLSUnavailable.self) { try TLSContext(certificate: strangers) }
      #expect(error?.description.contains("that belong together") == true)
    }

    @Test func manyConnectionsAtOnceAreServed() throws {
      let bench = try bench("good", caFile: peer.authority) { $0.maxConnections = 4 }
      for number in 0..<40 { bench.send(.post, "/\(number)", body: HTTPBody(Array("\(number)".utf8))) }
      #expect(bench.settle())
      #expect(bench.outcomes.map { try? $0.result?.get().body } == (0..<40).map { Array("\($0)".utf8) })
      #expect(bench.client.connectionCount == 4)
      // Requests that reuse a connection need no handshake.
      #expect(bench.client.connectionsMade == 4 && bench.client.handshakes == 4)
      bench.client.close()
    }

    @Test("The TLS handshake negotiates HTTP/2, or the error says that the server has none")
    func streamsAreAgreedOn() throws {
      func bench(_ name: String) throws -> ClientBench {
        try ClientBench(
          EventLoop(), SocketAddress.resolve(host: "127.0.0.1", port: #require(peer.ports[name])), host: "localhost",
          tls: TLSContext(caFile: peer.authority), speaks: .http2)
      }
      let agreed = try bench("h2")
      for size in [0, 1, 40_000] { agreed.send(.post, "/", body: HTTPBody([UInt8](repeating: 1, count: size))) }
      #expect(agreed.settle())
      #expect(agreed.outcomes.map { try? $0.result?.get().body } == Array(repeating: Array("ok".utf8), count: 3))
      #expect(agreed.client.connectionsMade == 1 && agreed.client.handshakes == 1)
      agreed.client.close()
      let failure = try failure(bench("good"))
      #expect(failure == .http2(HTTP2Problem(.notChosen(nil))))
      #expect("\(failure)".contains("chose no protocol in the TLS handshake instead of h2"))
    }

    @Test func privateAuthorityIsNotTrustedOtherwise() throws {
      let reason = try reason(bench("good", caFile: nil))
      #expect(reason.contains("certificate"))
      #expect(reason.contains("name the file of that authority"))
      #expect(try self.reason(bench("good", caFile: peer.strangers)).contains("name the file of that authority"))
    }

    @Test(arguments: ["example.org", "host", "localhost.example.org", "127.0.0.2", "::1"])
    func certificatesOfOthersAreRefused(host: String) throws {
      let reason = try reason(bench("good", host: host, caFile: peer.authority))
      #expect(reason.contains("mismatch") && reason.contains("not for") && reason.contains(host))
    }

    @Test func oldVersionsAreRefused() throws {
      guard peer.ports["old"] != nil else { return }
      #expect(try !reason(bench("old", caFile: peer.authority)).isEmpty)
    }

    /// Without a length, only TLS's own end of stream distinguishes the real end from a cut connection.
    @Test func truncatedStreamsAreErrors() throws {
      for (name, body) in [("ended", "to the end"), ("cut", nil)] {
        let bench = try bench(name, caFile: peer.authority)
        bench.send()
        #expect(bench.settle())
        #expect(bench.outcomes[0].failure == (body == nil ? .closedEarly : nil))
        if let body { #expect(try bench.outcomes[0].result?.get().body == Array(body.utf8)) }
        #expect(bench.client.connectionCount == 0)
      }
    }

    @Test func serversWithoutTLSAreDetected() throws {
      let loop = try EventLoop()
      for (steps, words) in [
        ([.send("HTTP/1.1 400 Bad Request\r\n\r\n")], "does not speak TLS"),
        ([.receiveAnything, .close], "closed the connection"),
      ] as [([ScriptedServer.Step], String)] {
        let server = try ScriptedServer(loop, steps)
        let bench = try ClientBench(loop, [server.address], host: "localhost", tls: TLSContext(caFile: peer.authority))
        #expect(try reason(bench).contains(words))
      }
      let server = try ScriptedServer(loop, [])
      let bench = try ClientBench(loop, [server.address], host: "localhost", tls: TLSContext(caFile: peer.authority)) {
        $0.connect = 20_000_000
      }
      #expect(try failure(bench) == .connectTimedOut)
    }

    @Test func filesThatHoldNoCertificatesAreRefused() throws {
      for file in [peer.key, "/nowhere/ca.pem"] {
        let error = #expect(throws: TLSUnavailable.self) { try TLSContext(caFile: file) }
        #expect(error?.description.contains(file) == true)
      }
    }
  }

  struct TLSLibraryTests {
    @Test func missingLibrariesAreNamed() throws {
      let error = #expect(throws: TLSUnavailable.self) { try OpenSSL(["libnothing.so.9", "libnothing.so.8"]) }
      let text = try #require(error?.description)
      #expect(text.contains("libnothing.so.9, libnothing.so.8") && text.contains("install"))
    }

    @Test func foreignLibrariesAreNamed() throws {
      let error = #expect(throws: TLSUnavailable.self) { try OpenSSL(["libc.so.6"]) }
      #expect(error == .function("TLS_client_method", library: "libc.so.6"))
    }
  }

  /// Certificates, and a process that serves with them while the tests run and then removes them.
  ///
  /// `@unchecked Sendable`: never changed after its creation.
  final class TLSPeer: @unchecked Sendable {
    static let shared = try? TLSPeer()

    let ports: [String: Int]
    /// The authority that signed the servers' certificate, another one, and a file that is not a certificate.
    let authority: String
    let strangers: String
    let key: String
    /// The servers' certificate, which a client may show as well.
    let certificate: String
    private let process = Process()
    private let input = Pipe()

    private init() throws {
      _ = try OpenSSL.shared.get()
      let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      func path(_ name: String) -> String { folder.appending(path: name).path }
      func openssl(_ arguments: String...) throws {
        try Self.run(["openssl"] + arguments)
      }
      for name in ["authority", "strangers"] {
        try openssl(
          "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-keyout",
          path("\(name).key"), "-out", path("\(name).pem"))
      }
      try openssl(
        "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", path("server.key"), "-out",
        path("server.csr"))
      try Data("subjectAltName=DNS:localhost,IP:127.0.0.1".utf8).write(to: folder.appending(path: "names"))
      try openssl(
        "x509", "-req", "-in", path("server.csr"), "-CA", path("authority.pem"), "-CAkey", path("authority.key"),
        "-CAcreateserial", "-days", "2", "-extfile", path("names"), "-out", path("server.pem"))
      authority = path("authority.pem")
      strangers = path("strangers.pem")
      key = path("server.key")
      certificate = path("server.pem")

      let script = Checkout.fixtures.appending(path: "http/tls_peer.py").path
      let output = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["python3", script, path("server.pem"), path("server.key"), path("authority.pem")]
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      ports = try JSONDecoder().decode([String: Int].self, from: output.fileHandleForReading.availableData)
    }

    private static func run(_ words: [String]) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = words
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw CocoaError(.executableNotLoadable) }
    }
  }
#endif
