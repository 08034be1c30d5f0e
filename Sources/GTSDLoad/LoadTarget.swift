package import HTTPLoop

/// The server of a load run, after a check that load may be sent to it.
package struct LoadTarget: Sendable {
  package internal(set) var origin: HTTPOrigin
  /// The prefix of each request's path; empty if there is none.
  package let basePath: String
  /// The hosts besides this machine to which load may be sent, including the server if it is remote.
  package let allowedHosts: [AllowedHost]
  /// The trusted certificates; nil for plain HTTP.
  package let tls: TLSContext?

  /// Parses the server's address, checks that load may be sent to it, and looks it up with the system's resolver, which
  /// blocks.
  ///
  /// - Parameters:
  ///   - text: the URL, as in `http://127.0.0.1:8080` or `https://staging.example/api`.
  ///   - allowedHosts: the allowed machines other than this one: hosts, with or without port and scheme.
  ///   - caFile: certificates to trust instead of the system's.
  ///   - certificate: the client's certificate, for a server that requests one.
  package init(
    _ text: String, allowedHosts: Set<String>, caFile: String?, certificate: ClientCertificate? = nil
  ) throws(LoadTargetError) {
    let address: HTTPOrigin.Address
    do {
      address = try HTTPOrigin.Address(text)
    } catch {
      throw .notAnAddress(error)
    }
    var allowed: [AllowedHost] = []
    for text in allowedHosts.sorted() {
      guard let host = AllowedHost(text) else { throw .noHost(text) }
      allowed.append(host)
    }
    guard allowed.mayLookUp(address) else { throw .notAllowed(host: address.host) }
    let isNumeric = address.isNumeric
    do {
      let addresses = try SocketAddress.resolve(host: address.host, port: address.port, isNumeric: isNumeric)
      let hosts = allowed
      let lookUp: @Sendable () -> [SocketAddress] = {
        let found = (try? SocketAddress.resolve(host: address.host, port: address.port)) ?? []
        // A name that now has an address outside the allowed hosts is not used.
        return hosts.maySend(to: address, at: found) ? found : []
      }
      let places = HTTPAddresses(addresses, resolve: isNumeric ? nil : lookUp)
      origin = HTTPOrigin(scheme: address.scheme, host: address.host, port: address.port, places: places)
    } catch {
      guard isNumeric else { throw .unresolved(error) }
      throw .notAnAddress(.init(text: text, reason: "\(address.host) is not a numeric address"))
    }
    guard allowed.maySend(to: address, at: origin.addresses) else { throw .notAllowed(host: address.host) }
    guard address.scheme == .https || caFile == nil else { throw .caFileWithoutTLS }
    guard address.scheme == .https || certificate == nil else { throw .certificateWithoutTLS }
    do {
      tls = try address.scheme == .https ? TLSContext(caFile: caFile, certificate: certificate) : nil
    } catch {
      throw .notSecure(error)
    }
    basePath = address.path
    self.allowedHosts = allowed
  }

  /// The URL without secrets.
  package var text: String { "\(origin.scheme.rawValue)://\(origin.authority)\(basePath)" }
}

/// The reason why load cannot be sent to a server.
package enum LoadTargetError: Error, Equatable, Sendable, CustomStringConvertible {
  case notAnAddress(HTTPOrigin.AddressError)
  case unresolved(SocketAddress.ResolutionError)
  /// The text is not a host.
  case noHost(String)
  /// The host is another machine, which was not allowed explicitly.
  case notAllowed(host: String)
  case caFileWithoutTLS
  case certificateWithoutTLS
  case notSecure(TLSUnavailable)

  package var description: String {
    switch self {
    case .notAnAddress(let error): error.description
    case .unresolved(let error): error.description
    case .noHost(let text):
      "--allow-host: expected HOST, HOST:PORT or SCHEME://HOST:PORT; found `\(text)`"
    case .notAllowed(let host):
      "\(host) is not this machine; `--allow-host \(host)` allows load to be sent there"
    case .caFileWithoutTLS: "--ca-file needs https, and the server's address begins with http"
    case .certificateWithoutTLS: "--cert needs https, and the server's address begins with http"
    case .notSecure(let error): error.description
    }
  }
}
