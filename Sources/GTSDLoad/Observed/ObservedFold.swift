import Foundation
import GTSDModel
package import GTSDWorld

/// The contradictions in the replies to one loop or to many: counts that can be added, and the first examples.
package struct ObservedFold: Sendable, Equatable {
  /// One occurrence of a breach.
  package struct Example: Equatable, Sendable {
    package var user: Int
    /// The time of the reply that shows the breach, in nanoseconds of the loop's clock.
    package var time: Int64
    /// The expected and the observed value, with the ids of the requests.
    package var summary: String
  }

  /// A kind of breach at one site.
  package struct Entry: Equatable, Sendable {
    package var oracle: Oracle
    /// The check, such as `preferences`.
    package var site: String
    package var episodes: Int
    package var users: Int
    package var examples: [Example]
  }

  /// The oracles that are checked, in the order of reports.
  package static let oracles: [Oracle] = [
    .readYourWrites, .monotonicReads, .linearizability, .lostUpdate, .invariant(.once), .invariant(.photo),
    .invariant(.user), .invariant(.token), .invariant(.commit), .resurrection,
  ]

  package static let exampleLimit = 5

  package private(set) var entries: [Entry] = []
  private var evaluated = [Int](repeating: 0, count: oracles.count)
  /// The number of histories that were too long, too concurrent or too full of unknown outcomes to check.
  package private(set) var unjudged = 0

  package init() {}

  /// The number of checks of replies by an oracle. Each check of linearizability also counts for the two session
  /// guarantees.
  package func evaluated(_ oracle: Oracle) -> Int {
    Self.oracles.firstIndex(of: oracle).map { evaluated[$0] } ?? 0
  }

  mutating func count(_ oracle: Oracle, _ times: Int = 1) {
    guard let index = Self.oracles.firstIndex(of: oracle) else { preconditionFailure("no check of \(oracle.id)") }
    evaluated[index] += times
  }

  mutating func countUnjudged() { unjudged += 1 }

  /// Adds a finding.
  ///
  /// - Parameter isFirst: whether this is the user's first finding of this kind.
  mutating func add(_ oracle: Oracle, site: String, _ example: Example, isFirst: Bool) {
    let index = index(of: oracle, site)
    entries[index].episodes += 1
    if isFirst { entries[index].users += 1 }
    if entries[index].examples.count < Self.exampleLimit { entries[index].examples.append(example) }
  }

  /// Adds the findings of another loop, which has other users.
  package mutating func merge(_ other: ObservedFold) {
    for entry in other.entries {
      let index = index(of: entry.oracle, entry.site)
      entries[index].episodes += entry.episodes
      entries[index].users += entry.users
      let room = Self.exampleLimit - entries[index].examples.count
      entries[index].examples.append(contentsOf: entry.examples.prefix(room))
    }
    for index in evaluated.indices { evaluated[index] += other.evaluated[index] }
    unjudged += other.unjudged
  }

  private mutating func index(of oracle: Oracle, _ site: String) -> Int {
    if let index = entries.firstIndex(where: { $0.oracle == oracle && $0.site == site }) { return index }
    entries.append(Entry(oracle: oracle, site: site, episodes: 0, users: 0, examples: []))
    return entries.count - 1
  }

  /// The report's rows, in the order of oracles. Observations of a remote server cannot be replayed.
  ///
  /// - Parameter origin: the loop's instant from which the report counts.
  package func reportRows(since origin: Int64 = 0) -> [Violation] {
    func rank(_ entry: Entry) -> Int { Self.oracles.firstIndex(of: entry.oracle) ?? Self.oracles.count }
    return entries.ordered { (rank($0), $0.site) < (rank($1), $1.site) }.map { entry in
      Violation(
        invariant: entry.oracle.id, hazard: nil, count: entry.episodes, users: entry.users,
        key: "\(entry.oracle.id)/observed/\(entry.site)",
        examples: entry.examples.map {
          Violation.Example(
            user: $0.user, atSeconds: Nanoseconds.seconds($0.time - origin), summary: $0.summary, replay: "")
        })
    }
  }

  /// The number of checks of each oracle; histories that could not be checked count as vacuous.
  package var reportChecks: [InvariantCheck] {
    Self.oracles.map { oracle in
      InvariantCheck(
        invariant: oracle.id, evaluated: evaluated(oracle), vacuous: oracle == .linearizability ? unjudged : 0)
    }
  }
}

extension ObservedFold {
  private struct Kept: Codable {
    struct Example: Codable {
      var user: Int
      var time: Int64
      var summary: String
    }
    struct Entry: Codable {
      var oracle: String
      var site: String
      var episodes: Int
      var users: Int
      var examples: [Example]
    }
    var entries: [Entry]
    var evaluated: [Int]
    var unjudged: Int
  }

  /// Encodes the fold as JSON, its times counted from an instant.
  package func kept(since origin: Int64) -> [UInt8] {
    let kept = Kept(
      entries: entries.map { entry in
        .init(
          oracle: entry.oracle.id, site: entry.site, episodes: entry.episodes, users: entry.users,
          examples: entry.examples.map { .init(user: $0.user, time: $0.time - origin, summary: $0.summary) })
      }, evaluated: evaluated, unjudged: unjudged)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(kept) else { preconditionFailure("texts could not be written") }
    return Array(data)
  }

  /// Reads a fold that ``kept(since:)`` wrote; nil if the bytes are something else.
  package init?(kept bytes: [UInt8]) {
    guard let kept = try? JSONDecoder().decode(Kept.self, from: Data(bytes)), kept.evaluated.count == Self.oracles.count
    else { return nil }
    for entry in kept.entries {
      guard let oracle = Oracle(id: entry.oracle) else { return nil }
      entries.append(
        Entry(
          oracle: oracle, site: entry.site, episodes: entry.episodes, users: entry.users,
          examples: entry.examples.map { Example(user: $0.user, time: $0.time, summary: $0.summary) }))
    }
    evaluated = kept.evaluated
    unjudged = kept.unjudged
  }

  /// Adds a breach that shows only when the observations of several generators are combined.
  package mutating func addShared(id: Int, _ users: Int) {
    add(
      .invariant(.user), site: "shared-id",
      Example(user: users, time: 0, summary: "accounts of two generators were both called user \(id)"), isFirst: true)
  }
}
