import GTSDWorld
import Interleaving
import Randomness

/// Everything needed to run one violation again, as printable text of version 3.
///
/// The text is `gtsd3-` and the base64url encoding of the following: name, digest and overrides as counted UTF-8; seed,
/// user, time and the hash of the violation's key as variable-length integers; the kind of run, 0 with replication and
/// cell, or 1 with a schedule (its number, latencies, faults, left-out steps and order); and as a checksum the first
/// four bytes of the 64-bit FNV-1a hash of all that. Faults after the 64th take space only if one of them is on.
package struct ReplayToken: Equatable, Sendable {
  /// The run that the token repeats.
  package enum Subject: Equatable, Sendable {
    /// One cell of a simulation.
    case unit(replication: UInt32, cell: Int)
    /// One schedule of a search.
    case schedule(Schedule)
  }

  /// Name of the resolved scenario.
  package var scenario: String
  /// Digest of the resolved scenario.
  package var digest: String
  /// The command line's overrides in the order given, `path=value` each.
  package var overrides: [String]
  package var seed: UInt64
  package var subject: Subject
  /// The global index of the user.
  package var user: Int
  /// The time of the violation, in virtual nanoseconds.
  package var time: Int64
  /// The hash that identifies the violation; see ``hash(of:)``.
  package var key: UInt64

  package init(
    scenario: String, digest: String, overrides: [String] = [], seed: UInt64, subject: Subject, user: Int, time: Int64,
    key: UInt64
  ) {
    self.scenario = scenario
    self.digest = digest
    self.overrides = overrides
    self.seed = seed
    self.subject = subject
    self.user = user
    self.time = time
    self.key = key
  }

  /// A 32-bit hash of a violation's signature, which identifies the violation in a token.
  package static func hash(of signature: String) -> UInt64 {
    XXH64.digest(of: signature) >> 32
  }

  private static let prefix = "gtsd"
  /// The version of tokens. It rises with every change that gives an older token another meaning, such as another hash
  /// of events.
  fileprivate static let version = 3

  /// The token as text.
  package func encode() -> String {
    var writer = TokenWriter()
    writer.text(scenario)
    writer.text(digest)
    writer.number(UInt64(overrides.count))
    for entry in overrides { writer.text(entry) }
    writer.number(seed)
    writer.number(UInt64(user))
    writer.number(UInt64(bitPattern: time))
    writer.number(key)
    switch subject {
    case .unit(let replication, let cell):
      writer.number(0)
      writer.number(UInt64(replication))
      writer.number(UInt64(cell))
    case .schedule(let schedule):
      writer.number(1)
      writer.schedule(schedule)
    }
    writer.checksum()
    return "\(Self.prefix)\(Self.version)-\(Base64URL.encode(writer.bytes))"
  }

  /// Reads a token.
  ///
  /// - Throws: the problem with the text.
  package static func decode(_ text: String) throws(ReplayTokenError) -> ReplayToken {
    guard text.hasPrefix(prefix), let dash = text.firstIndex(of: "-"),
      let version = Int(text[text.index(text.startIndex, offsetBy: prefix.count)..<dash])
    else { throw .malformed }
    guard version == Self.version else { throw .otherVersion(version) }
    guard let bytes = Base64URL.decode(text[text.index(after: dash)...]) else { throw .malformed }
    guard var reader = TokenReader(checked: bytes) else { throw .damaged }
    guard let token = reader.token(), reader.isAtEnd else { throw .malformed }
    return token
  }
}

extension TokenWriter {
  fileprivate mutating func schedule(_ schedule: Schedule) {
    number(UInt64(schedule.number))
    let others = schedule.faults.others
    number((schedule.drawsLatencies ? 1 : 0) | (others.isEmpty ? 0 : 2))
    number(schedule.faults.first)
    if !others.isEmpty {
      number(UInt64(others.count))
      for word in others { number(word) }
    }
    number(schedule.leftOut)
    switch schedule.order {
    case .natural: number(0)
    case .searched(let strategy):
      number(1)
      text(strategy.rawValue)
    case .constrained(let constraints):
      number(2)
      number(UInt64(constraints.count))
      for constraint in constraints {
        number(constraint.before)
        number(constraint.after)
      }
    case .recorded(let picks):
      number(3)
      number(UInt64(picks.count))
      for pick in picks { number(pick) }
    case .given: number(4)
    }
  }
}

extension TokenReader {
  fileprivate mutating func token() -> ReplayToken? {
    guard let scenario = text(), let digest = text(), let count = number(), count <= 1_000 else { return nil }
    var overrides: [String] = []
    for _ in 0..<count {
      guard let entry = text() else { return nil }
      overrides.append(entry)
    }
    guard let seed = number(), let user = number(), let time = number(), let key = number(), let subject = subject(),
      let user = Int(exactly: user)
    else { return nil }
    return ReplayToken(
      scenario: scenario, digest: digest, overrides: overrides, seed: seed, subject: subject, user: user,
      time: Int64(bitPattern: time), key: key)
  }

  private mutating func subject() -> ReplayToken.Subject? {
    switch number() {
    case 0:
      guard let replication = number(), let cell = number(), let replication = UInt32(exactly: replication),
        let cell = Int(exactly: cell)
      else { return nil }
      return .unit(replication: replication, cell: cell)
    case 1:
      guard let number = number(), let number = UInt32(exactly: number), let flags = self.number(), flags <= 3,
        let faults = faults(hasMore: flags & 2 != 0), let leftOut = self.number(), let order = order()
      else { return nil }
      return .schedule(
        Schedule(number: number, order: order, drawsLatencies: flags & 1 == 1, faults: faults, leftOut: leftOut))
    default: return nil
    }
  }

  /// Reads the first 64 faults, and the others if a flag says that there are any.
  private mutating func faults(hasMore: Bool) -> FaultSet? {
    guard let first = number() else { return nil }
    var others: [UInt64] = []
    if hasMore {
      guard let count = number(), (1...100).contains(count) else { return nil }
      for _ in 0..<count {
        guard let word = number() else { return nil }
        others.append(word)
      }
    }
    return FaultSet(first: first, others: others)
  }

  private mutating func order() -> Schedule.Order? {
    switch number() {
    case 0: return .natural
    case 1: return text().flatMap(SearchStrategy.init).map { .searched($0) }
    case 2:
      guard let count = number(), count <= 1_000 else { return nil }
      var constraints: [OrderConstraint] = []
      for _ in 0..<count {
        guard let before = number(), let after = number() else { return nil }
        constraints.append(OrderConstraint(before: before, after: after))
      }
      return .constrained(constraints)
    case 3:
      guard let count = number(), count <= 100_000 else { return nil }
      var picks: [UInt64] = []
      for _ in 0..<count {
        guard let pick = number() else { return nil }
        picks.append(pick)
      }
      return .recorded(picks)
    case 4: return .given
    default: return nil
    }
  }
}

/// The reason why a text is no token.
package enum ReplayTokenError: Error, Equatable, Sendable {
  /// The text does not have the format of a token.
  case malformed
  /// The checksum does not match: a character is wrong or missing.
  case damaged
  /// The token has another format version.
  case otherVersion(Int)
}

extension ReplayTokenError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed: "this is not a replay token"
    case .damaged: "the replay token is damaged: its checksum does not fit; copy the whole token from the report"
    case .otherVersion(let version):
      "a token of version \(version), written by \(version < ReplayToken.version ? "an older" : "another") gtsd-sim: run "
        + "the scenario again"
    }
  }
}
