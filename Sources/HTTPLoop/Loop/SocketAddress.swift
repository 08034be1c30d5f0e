#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An IPv4 or IPv6 address with a port.
///
/// `@unchecked Sendable`: immutable bytes.
package struct SocketAddress: @unchecked Sendable, CustomStringConvertible {
  private let storage: sockaddr_storage
  private let length: socklen_t

  init(storage: sockaddr_storage, length: socklen_t) {
    self.storage = storage
    self.length = length
  }

  /// The addresses of a host: a name, or a numeric address. Uses the system's resolver, which blocks.
  ///
  /// - Parameter isNumeric: accepts only a numeric address, without using the resolver.
  /// - Throws: `ResolutionError` if the host has none.
  package static func resolve(
    host: String, port: Int, isNumeric: Bool = false
  ) throws(ResolutionError) -> [SocketAddress] {
    var hints = addrinfo()
    #if os(Linux)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    hints.ai_flags = AI_NUMERICSERV | (isNumeric ? AI_NUMERICHOST : 0)
    var list: UnsafeMutablePointer<addrinfo>?
    let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    let result = getaddrinfo(bare, String(port), &hints, &list)
    guard result == 0 else { throw ResolutionError(host: host, reason: String(cString: gai_strerror(result))) }
    defer { freeaddrinfo(list) }
    var found: [SocketAddress] = []
    var next = list
    while let entry = next {
      if let address = entry.pointee.ai_addr {
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) {
          $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(entry.pointee.ai_addrlen)))
        }
        found.append(SocketAddress(storage: storage, length: entry.pointee.ai_addrlen))
      }
      next = entry.pointee.ai_next
    }
    guard !found.isEmpty else { throw ResolutionError(host: host, reason: "it has no address") }
    return found
  }

  /// The error of a host without an address.
  package struct ResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
    package var host: String
    package var reason: String
    package var description: String { "\(host): \(reason)" }
  }

  var family: Int32 { Int32(storage.ss_family) }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  /// The address in digits and the port.
  private var names: (host: String, port: String) {
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
    let result = withPointer { pointer, length in
      getnameinfo(
        pointer, length, &host, socklen_t(host.count), &port, socklen_t(port.count), NI_NUMERICHOST | NI_NUMERICSERV)
    }
    guard result == 0 else { return ("?", "0") }
    return (Self.text(host), Self.text(port))
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The address in digits, without the port.
  package var host: String { names.host }

  /// The port.
  package var port: Int { Int(names.port) ?? 0 }

  /// Whether the address is a loopback address: 127.0.0.0/8 or ::1.
  package var isLoopback: Bool {
    let host = names.host
    return host == "::1" || host.hasPrefix("127.") || host.hasPrefix("::ffff:127.")
  }

  package var description: String {
    let (host, port) = names
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
