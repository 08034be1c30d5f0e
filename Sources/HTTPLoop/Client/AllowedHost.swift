/// A host, with or without a port, to which the user allows load to be sent. Only this machine needs no such
/// permission; ``LoadTarget`` refuses all others.
package struct AllowedHost: Hashable, Sendable {
  /// The required scheme; nil for the server's own or a more secure one.
  package let scheme: HTTPOrigin.Scheme?
  /// The host's name or address in lower case.
  package let host: String
  /// The port: nil for the scheme's usual one; for the server's own host, given with a port, nil allows any.
  package let port: Int?

  /// Reads `HOST`, `HOST:PORT`, `SCHEME://HOST` or `SCHEME://HOST:PORT`; nil for any other text.
  package init?(_ text: String) {
    var rest = text[...]
    var scheme: HTTPOrigin.Scheme?
    if let separator = text.firstRange(of: "://") {
      guard let named = HTTPOrigin.Scheme(rawValue: text[..<separator.lowerBound].lowercased()) else { return nil }
      scheme = named
      rest = text[separator.upperBound...]
    }
    // An IPv6 address needs brackets only before a port.
    let isBare = !rest.hasPrefix("[") && rest.count(where: { $0 == ":" }) > 1
    let authority = isBare ? "[\(rest)]" : String(rest)
    guard let plain = try? HTTPOrigin.Address("http://\(authority)"),
      let secure = try? HTTPOrigin.Address("https://\(authority)"), plain.path.isEmpty
    else { return nil }
    self.scheme = scheme
    host = plain.host.lowercased()
    // The schemes have different default ports. A port that is the same under both was stated by the user.
    port = plain.port == secure.port ? plain.port : nil
  }

  /// Whether this entry allows the server of a load run.
  package func admits(target: HTTPOrigin.Address) -> Bool {
    host == target.host.lowercased() && scheme ?? target.scheme == target.scheme && port ?? target.port == target.port
  }

  /// Whether a server may direct an upload to an address: not to an unnamed port, nor from https to http.
  package func admits(upload: HTTPOrigin.Address, from server: HTTPOrigin.Scheme) -> Bool {
    let isSafe = scheme.map { $0 == upload.scheme } ?? (upload.scheme == .https || server == .http)
    return host == upload.host.lowercased() && isSafe && port ?? upload.scheme.defaultPort == upload.port
  }
}

/// The rules for where load may be sent, given the hosts that the user has allowed besides this machine.
extension [AllowedHost] {
  /// Whether a server's name may be looked up: an allowed name, `localhost`, or a numeric address. Other names are
  /// never looked up.
  package func mayLookUp(_ target: HTTPOrigin.Address) -> Bool {
    contains { $0.admits(target: target) } || target.host.lowercased() == "localhost" || target.isNumeric
  }

  /// Whether load may be sent to a server: an allowed one, or one whose addresses all belong to this machine.
  ///
  /// - Parameter addresses: the addresses of its name.
  package func maySend(to target: HTTPOrigin.Address, at addresses: [SocketAddress]) -> Bool {
    contains { $0.admits(target: target) } || addresses.allSatisfy(\.isLoopback)
  }
}
