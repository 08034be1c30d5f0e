import GTSDSim

/// The access check of the studio. It allows only requests that use the printed address and come from this machine and
/// from the studio's own page.
struct StudioGate: Sendable {
  /// A random text that cannot be guessed, the first part of every path.
  let token: String
  let port: Int

  /// The requested path, or the reason why the request is refused.
  enum Decision: Equatable {
    /// The request is allowed; the path after the token.
    case pass(String)
    case refuse(status: Int, String)
  }

  /// A token of 128 random bits.
  static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// The host names under which a browser reaches the studio.
  private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"] }

  /// Decides whether a request is allowed.
  ///
  /// - Parameters:
  ///   - host: the host that the browser addressed. Another name for this machine may be a DNS rebinding attack.
  ///   - origin: the requesting page, if the browser names it.
  ///   - site: the value of `Sec-Fetch-Site`.
  func decide(host: String?, origin: String?, site: String?, target: String) -> Decision {
    guard let host, hosts.contains(host.lowercased()) else {
      return .refuse(status: 403, "This is the studio of gtsd-sim, which answers under its own address alone.")
    }
    if let origin, origin.lowercased() != "http://\(host.lowercased())" {
      return .refuse(status: 403, "Another page may not use the studio.")
    }
    if let site, !["same-origin", "none"].contains(site.lowercased()),
      // Navigation by a link in another page requests only the page itself.
      !(origin == nil && path(of: target) == "")
    {
      return .refuse(status: 403, "Another page may not use the studio.")
    }
    guard let path = path(of: target) else {
      return .refuse(status: 403, "Open the whole address that gtsd-sim printed: it ends with a secret.")
    }
    return .pass(path)
  }

  /// The path after `/TOKEN/`, without the query; nil without the token.
  private func path(of target: String) -> String? {
    let path = target.prefix { $0 != "?" && $0 != "#" }
    let parts = path.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard path.first == "/", parts.count == 2, Self.areEqual(String(parts[0]), token) else { return nil }
    return String(parts[1])
  }

  /// Compares two texts in a time that does not depend on their differences, so that it reveals nothing.
  private static func areEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
