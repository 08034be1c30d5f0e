/// A server: its scheme, name and addresses.
package struct HTTPOrigin: Sendable {
  package enum Scheme: String, Sendable {
    case http
    case https

    package var defaultPort: Int {
      switch self {
      case .http: 80
      case .https: 443
      }
    }
  }

  package var scheme: Scheme
  /// The host name, or a numeric address without brackets.
  package var host: String
  package var port: Int
  /// The addresses of the name, shared by all clients of the server.
  package let places: HTTPAddresses

  /// The addresses of the name.
  package var addresses: [SocketAddress] { places.all }

  package init(scheme: Scheme, host: String, port: Int, addresses: [SocketAddress]) {
    self.init(scheme: scheme, host: host, port: port, places: HTTPAddresses(addresses))
  }

  package init(scheme: Scheme, host: String, port: Int, places: HTTPAddresses) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.places = places
  }

  /// Creates a server whose name is looked up at once, which may block.
  ///
  /// - Throws: `ResolutionError` if it has no address.
  package init(scheme: Scheme, host: String, port: Int? = nil) throws(SocketAddress.ResolutionError) {
    let port = port ?? scheme.defaultPort
    let addresses = try SocketAddress.resolve(host: host, port: port)
    self.init(scheme: scheme, host: host, port: port, addresses: addresses)
  }

  /// The value of the `Host` field. It contains the port only if it is not the scheme's default.
  package var authority: String {
    let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    return port == scheme.defaultPort ? name : "\(name):\(port)"
  }

  /// The parts of an address as people write it, `https://host:8443/v2`, before any name is looked up.
  package struct Address: Hashable, Sendable {
    package var scheme: Scheme
    package var host: String
    package var port: Int
    /// The prefix of every request's target: empty, or with a slash at its beginning and none at its end.
    package var path: String

    /// Parses an address.
    ///
    /// - Throws: `AddressError` with a description of the problem.
    package init(_ text: String) throws(AddressError) {
      guard let separator = text.firstRange(of: "://"),
        let scheme = Scheme(rawValue: text[..<separator.lowerBound].lowercased())
      else { throw AddressError(text: text, reason: "it begins with neither http:// nor https://") }
      let rest = text[separator.upperBound...]
      guard !rest.contains(where: { "?#@ ".contains($0) })
      else { throw AddressError(text: text, reason: "it must not have a user, query, fragment or blank") }
      let authority = rest.prefix { $0 != "/" }
      let path = rest[authority.endIndex...]
      self.scheme = scheme
      self.path = String(path.hasSuffix("/") ? path.dropLast() : path)

      let isBracketed = authority.hasPrefix("[")
      guard !isBracketed || authority.contains("]")
      else { throw AddressError(text: text, reason: "a bracket is missing") }
      let end = isBracketed ? authority.lastIndex(of: "]")! : authority.firstIndex(of: ":") ?? authority.endIndex
      host = String(isBracketed ? authority[..<end].dropFirst() : authority[..<end])
      guard !host.isEmpty else { throw AddressError(text: text, reason: "it names no host") }
      // The text `1.2.3.4.5` is a mistyped address, so no resolver is asked for it.
      guard
        !Self.isNumeric(host)
          || (try? SocketAddress.resolve(host: host, port: scheme.defaultPort, isNumeric: true)) != nil
      else { throw AddressError(text: text, reason: "\(host) is not a numeric address") }
      let tail = isBracketed ? authority[end...].dropFirst() : authority[end...]
      guard tail.isEmpty || tail == ":" else {
        guard tail.hasPrefix(":"), let port = Int(tail.dropFirst()), (1...65_535).contains(port)
        else { throw AddressError(text: text, reason: "its port is no number from 1 to 65535") }
        self.port = port
        return
      }
      port = scheme.defaultPort
    }

    /// Whether the host is an address in digits, which needs no look-up.
    package var isNumeric: Bool { Self.isNumeric(host) }

    /// Whether the host is an IPv4 address. A host whose last label is a number is an address, as in browsers.
    private static func isNumeric(_ host: String) -> Bool {
      guard !host.contains(":") else { return true }
      // A name may end in a dot, which stands for the root.
      guard let last = host.split(separator: ".").last?.lowercased() else { return true }
      let digits = last.hasPrefix("0x") ? last.dropFirst(2) : last[...]
      return digits.allSatisfy { $0.isASCII && (last.hasPrefix("0x") ? $0.isHexDigit : $0.isNumber) }
    }
  }

  /// The error of a text that is not an address, with a description.
  package struct AddressError: Error, Hashable, Sendable, CustomStringConvertible {
    package var text: String
    package var reason: String

    package init(
      text: String, reason: String
    ) {
      self.text = text
      self.reason = reason
    }
    package var description: String {
      // The message omits the user information, since it may contain a password that must not appear in a log.
      let shown = text.lastIndex(of: "@").map { "…" + text[$0...] } ?? text
      return "\"\(shown)\" is not a server's address: \(reason)"
    }
  }
}
