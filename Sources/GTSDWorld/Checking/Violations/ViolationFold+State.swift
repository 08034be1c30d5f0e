package import Statistics

extension ViolationFold {
  /// The fold as integers.
  package struct State: Equatable, Sendable {
    /// The counts of one key.
    package struct Entry: Equatable, Sendable {
      package var key: ViolationKey
      package var episodes: Int
      package var users: Int
      /// The replication, cell, user, time, device and session of each example, one after the other.
      package var examples: [Int64]

      package init(
        key: ViolationKey, episodes: Int, users: Int, examples: [Int64]
      ) {
        self.key = key
        self.episodes = episodes
        self.users = users
        self.examples = examples
      }
    }

    package var entries: [Entry]
    /// The numbers of checks of each invariant, in the order of invariants: with its premise true, and with its
    /// premise false.
    package var checks: [[Int64]]

    package init(
      entries: [Entry], checks: [[Int64]]
    ) {
      self.entries = entries
      self.checks = checks
    }
  }

  /// The fold as integers; equal folds have equal states.
  package var state: State {
    State(
      entries: entries.map { entry in
        State.Entry(
          key: entry.key, episodes: entry.episodes, users: entry.users,
          examples: entry.examples.flatMap {
            [
              Int64($0.unit.replication), Int64($0.unit.cell), Int64($0.user), $0.time, Int64($0.device),
              Int64($0.session),
            ]
          })
      },
      checks: Invariant.allCases.map { invariant in
        let counts = checks(of: invariant)
        return [Int64(counts.evaluated), Int64(counts.vacuous)]
      })
  }

  /// Creates the fold from a state.
  ///
  /// - Throws: an error for integers that no fold has.
  package init(_ state: State) throws(FoldStateError) {
    var entries: [Entry] = []
    for entry in state.entries {
      let place = "violations"
      guard entries.last.map({ ViolationKey.precedes($0.key, entry.key) }) ?? true, entry.users <= entry.episodes,
        entry.examples.count.isMultiple(of: 6), entry.examples.count <= 6 * Self.exampleLimit
      else { throw FoldStateError(place: place) }
      var examples: [Example] = []
      for index in stride(from: 0, to: entry.examples.count, by: 6) {
        let parts = entry.examples[index..<index + 6].map { $0 }
        guard let replication = UInt32(exactly: parts[0]), let cell = Int(exactly: parts[1]), cell >= 0,
          parts[2] >= 0, parts[3] >= 0, let device = UInt8(exactly: parts[4]), let session = UInt16(exactly: parts[5])
        else { throw FoldStateError(place: place) }
        let unit = Unit(replication: replication, cell: cell)
        guard examples.last.map({ !unit.precedes($0.unit) }) ?? true else { throw FoldStateError(place: place) }
        examples.append(Example(unit: unit, user: Int(parts[2]), time: parts[3], device: device, session: session))
      }
      entries.append(
        Entry(
          key: entry.key, episodes: try FoldStateError.checked(entry.episodes, place),
          users: try FoldStateError.checked(entry.users, place), examples: examples))
    }
    self.init(entries: entries)
    guard state.checks.count == Invariant.allCases.count else { throw FoldStateError(place: "checks") }
    for (invariant, counts) in zip(Invariant.allCases, state.checks) {
      guard counts.count == 2 else { throw FoldStateError(place: "checks") }
      count(
        invariant, evaluated: try FoldStateError.checked(Int(counts[0]), "checks"),
        vacuous: try FoldStateError.checked(Int(counts[1]), "checks"))
    }
  }
}
