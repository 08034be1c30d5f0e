import HTTPLoop

/// The clients for presigned uploads, which a server may send to a host of their own.
final class StorageClients {
  private let client: HTTPClient
  private let hosts: [AllowedHost]
  private var others: [String: HTTPClient] = [:]

  /// Creates the clients.
  ///
  /// - Parameters:
  ///   - client: the client of the server itself.
  ///   - hosts: other hosts to which photos may be uploaded.
  init(client: HTTPClient, hosts: [AllowedHost]) {
    self.client = client
    self.hosts = hosts
  }

  /// The client and path for an upload address. A path goes to the server. A URL goes to its host and port if these are
  /// the server's, or allowed, or on this machine like the server.
  ///
  /// - Returns: nil for an address that is not allowed.
  func place(of address: String) -> (HTTPClient, target: String)? {
    if address.hasPrefix("/") { return (client, address) }
    guard let parsed = try? HTTPOrigin.Address(address) else { return nil }
    let origin = client.origin
    if parsed.scheme == origin.scheme, parsed.host == origin.host, parsed.port == origin.port {
      return (client, parsed.path)
    }
    let isHere = origin.addresses.allSatisfy(\.isLoopback) && parsed.scheme == origin.scheme
    let staysHere = isHere && Self.isHere(parsed.host)
    guard staysHere || hosts.contains(where: { $0.admits(upload: parsed, from: origin.scheme) }) else { return nil }
    let name = "\(parsed.scheme)://\(parsed.host):\(parsed.port)"
    if let other = others[name] { return (other, parsed.path) }
    // Resolves each host once, which blocks.
    guard let place = try? HTTPOrigin(scheme: parsed.scheme, host: parsed.host, port: parsed.port) else { return nil }
    // Without trusted certificates, no secure connection is possible.
    guard parsed.scheme == .http || client.tls != nil else { return nil }
    let tls = parsed.scheme == .https ? client.tls : nil
    let other = HTTPClient(loop: client.loop, origin: place, limits: client.limits, tls: tls)
    others[name] = other
    return (other, parsed.path)
  }

  /// Whether a name denotes this machine, without a look-up.
  private static func isHere(_ host: String) -> Bool { ["localhost", "127.0.0.1", "::1"].contains(host) }

  func close() {
    for (_, other) in others { other.close() }
  }
}
