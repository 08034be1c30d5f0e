/// Everything needed to run one violation again, as a printable word of format 1.
///
/// Text: `gtsd1-` and base64url of: name, digest and overrides as counted UTF-8; seed, replication, cell, user and time
/// as variable-length integers; and the first four bytes of the FNV-1a hash (64 bit) of all that as checksum.
package struct ReplayToken: Hashable, Sendable {
  /// Name of the resolved scenario.
  package var scenario: String
  /// Digest of the resolved scenario.
  package var digest: String
  /// Overrides in the order given, `path=value`.
  package var overrides: [String]
  package var seed: UInt64
  package var replication: UInt32
  package var cell: Int
  /// Global index.
  package var user: Int
  /// Virtual nanoseconds.
  package var time: Int64

  package init(
    scenario: String, digest: String, overrides: [String] = [], seed: UInt64, replication: UInt32, cell: Int,
    user: Int, time: Int64
  ) {
    self.scenario = scenario
    self.digest = digest
    self.overrides = overrides
    self.seed = seed
    self.replication = replication
    self.cell = cell
    self.user = user
    self.time = time
  }

  private static let prefix = "gtsd"
  private static let version = 1

  /// The token as text.
  package func encode() -> String {
    var writer = TokenWriter()
    writer.text(scenario)
    writer.text(digest)
    writer.number(UInt64(overrides.count))
    for entry in overrides { writer.text(entry) }
    writer.number(seed)
    writer.number(UInt64(replication))
    writer.number(UInt64(cell))
    writer.number(UInt64(user))
    writer.number(UInt64(bitPattern: time))
    writer.checksum()
    return "\(Self.prefix)\(Self.version)-\(Base64URL.encode(writer.bytes))"
  }

  /// Reads a token.
  ///
  /// - Throws: what is wrong with the text.
  package static func decode(_ text: String) throws(ReplayTokenError) -> ReplayToken {
    guard text.hasPrefix(prefix), let dash = text.firstIndex(of: "-"),
      let version = Int(text[text.index(text.startIndex, offsetBy: prefix.count)..<dash])
    else { throw .malformed }
    guard version == Self.version else { throw .otherVersion(version) }
    guard let bytes = Base64URL.decode(text[text.index(after: dash)...]) else { throw .malformed }
    guard var reader = TokenReader(checked: bytes) else { throw .damaged }
    guard let scenario = reader.text(), let digest = reader.text(), let count = reader.number(), count <= 1_000
    else { throw .malformed }
    var overrides: [String] = []
    for _ in 0..<count {
      guard let entry = reader.text() else { throw .malformed }
      overrides.append(entry)
    }
    guard let seed = reader.number(), let replication = reader.number(), let cell = reader.number(),
      let user = reader.number(), let time = reader.number(), reader.isAtEnd,
      let replication = UInt32(exactly: replication), let cell = Int(exactly: cell), let user = Int(exactly: user)
    else { throw .malformed }
    return ReplayToken(
      scenario: scenario, digest: digest, overrides: overrides, seed: seed, replication: replication, cell: cell,
      user: user, time: Int64(bitPattern: time))
  }
}

/// Why a text is no token.
package enum ReplayTokenError: Error, Equatable, Sendable {
  /// Not the shape of a token.
  case malformed
  /// The checksum does not fit: a character is wrong or missing.
  case damaged
  /// A token of another format version.
  case otherVersion(Int)
}

extension ReplayTokenError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed: "this is not a replay token"
    case .damaged: "the replay token is damaged: its checksum does not fit"
    case .otherVersion(let version): "the replay token has format \(version); this program reads format 1"
    }
  }
}
