/// The identity of a violation; two episodes with equal keys count as one violation.
package struct ViolationKey: Equatable, Sendable {
  package var invariant: Invariant
  /// The catalogued hazard that explains the violation; nil if none does.
  package var hazard: HazardID?
  package var site: Site

  package init(invariant: Invariant, hazard: HazardID?, site: Site) {
    self.invariant = invariant
    self.hazard = hazard
    self.site = site
  }

  /// The signature in reports: invariant, hazard and site.
  package var signature: String {
    "\(invariant.id)/\(hazard?.rawValue ?? "unclassified")/\(site.signature)"
  }

  private var order: (UInt8, UInt32, String) {
    (invariant.rawValue, site.order, hazard?.rawValue ?? "")
  }

  static func precedes(_ a: ViolationKey, _ b: ViolationKey) -> Bool { a.order < b.order }
}

/// Violations of one unit or of many: integer counts that add, and the first examples in unit order.
package struct ViolationFold: Sendable, Equatable {
  /// The unit of the run in which an example happened.
  package struct Unit: Equatable, Sendable {
    package var replication: UInt32
    package var cell: Int

    package init(replication: UInt32, cell: Int) {
      self.replication = replication
      self.cell = cell
    }

    /// Whether this unit comes before another one in the order of a run.
    func precedes(_ other: Unit) -> Bool { (replication, cell) < (other.replication, other.cell) }
  }

  /// One occurrence of a violation.
  package struct Example: Equatable, Sendable {
    package var unit: Unit
    /// The global index of the user.
    package var user: Int
    /// The time of the occurrence, in virtual nanoseconds.
    package var time: Int64
    /// The device of the violation, 2 or more for the server.
    package var device: UInt8
    package var session: UInt16

    /// The observation, in a line.
    package func summary(of key: ViolationKey) -> String { summary(saying: key.site.sentence) }

    package func summary(saying sentence: String) -> String {
      let place = device < 2 ? "device \(device), session \(session)" : "server"
      return "\(place): \(sentence)"
    }
  }

  /// A violation's key with its counts.
  package struct Entry: Equatable, Sendable {
    package var key: ViolationKey
    package var episodes: Int
    package var users: Int
    /// The examples in the order of units.
    package var examples: [Example]

    fileprivate mutating func add(_ others: [Example]) {
      for other in others {
        let place = examples.firstIndex { other.unit.precedes($0.unit) } ?? examples.count
        guard place < ViolationFold.exampleLimit else { return }
        examples.insert(other, at: place)
        if examples.count > ViolationFold.exampleLimit { examples.removeLast() }
      }
    }
  }

  /// The number of examples kept for each key.
  package static let exampleLimit = 5

  /// The entries in the order of their keys.
  package private(set) var entries: [Entry] = []
  private var evaluated = [Int](repeating: 0, count: Invariant.allCases.count)
  private var vacuous = [Int](repeating: 0, count: Invariant.allCases.count)

  package init() {}

  /// Creates a fold of entries in the order of keys, without checks.
  init(entries: [Entry]) {
    self.entries = entries
  }

  /// The number of episodes of all violations.
  package var episodes: Int { entries.reduce(0) { $0 + $1.episodes } }

  /// The numbers of checks of an invariant with its premise true, and with its premise false.
  package func checks(of invariant: Invariant) -> (evaluated: Int, vacuous: Int) {
    (evaluated[Int(invariant.rawValue)], vacuous[Int(invariant.rawValue)])
  }

  /// Invariants that were broken, in order.
  package var broken: [Invariant] {
    Invariant.allCases.filter { invariant in entries.contains { $0.key.invariant == invariant } }
  }

  mutating func count(_ invariant: Invariant, evaluated: Int, vacuous: Int) {
    self.evaluated[Int(invariant.rawValue)] += evaluated
    self.vacuous[Int(invariant.rawValue)] += vacuous
  }

  mutating func add(_ key: ViolationKey, user: Int, isFirst: Bool, _ breach: CheckLog.Breach, _ unit: Unit) {
    let index = index(of: key)
    entries[index].episodes += 1
    if isFirst { entries[index].users += 1 }
    guard entries[index].examples.count < Self.exampleLimit else { return }
    entries[index].examples.append(
      Example(unit: unit, user: user, time: breach.time, device: breach.device, session: breach.session))
  }

  /// Adds the results of other units. The first examples in the order of units are kept, independent of how units are
  /// divided among folds.
  package mutating func merge(_ other: ViolationFold) {
    for entry in other.entries {
      let index = index(of: entry.key)
      entries[index].episodes += entry.episodes
      entries[index].users += entry.users
      entries[index].add(entry.examples)
    }
    for index in evaluated.indices {
      evaluated[index] += other.evaluated[index]
      vacuous[index] += other.vacuous[index]
    }
  }

  /// Returns the index of a key. A missing key is added.
  private mutating func index(of key: ViolationKey) -> Int {
    // The key usually exists already, so it is looked up before a binary search, which compares texts. Entries are
    // compared in place, since a local name would copy them.
    if let place = entries.indices.first(where: { entries[$0].key == key }) { return place }
    let place = entries.indices.first { ViolationKey.precedes(key, entries[$0].key) } ?? entries.count
    entries.insert(Entry(key: key, episodes: 0, users: 0, examples: []), at: place)
    return place
  }
}
