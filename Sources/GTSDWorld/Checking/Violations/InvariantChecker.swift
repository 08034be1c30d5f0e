package import GTSDModel

/// Checks every invariant on the history of each user of a cell, as events happen.
package final class InvariantChecker: WireObserver {
  // Exclusivity checks are off for fields that every event accesses: no access calls other code while it lasts.
  /// The people. This memory is owned by the checker, since an array would check for shared storage at each event.
  private let people: UnsafeMutableBufferPointer<PersonHistory>
  @exclusivity(unchecked) private var log = CheckLog()
  @exclusivity(unchecked) private var violations: ViolationFold
  @exclusivity(unchecked) private var touched = TouchedUsers()
  private let firstUser: Int
  private let unit: ViolationFold.Unit
  /// Whether episodes are stored individually, rather than counted.
  package var keepsEpisodes = false
  /// The episodes so far, by the index of their user, if this checker continues another.
  package private(set) var episodes: [(user: Int, breach: CheckLog.Breach)] = []

  /// The hazards that violations may be named after. The rules themselves use only the history.
  private let possible: PossibleHazards

  /// A handler called as each episode begins, with the user's global index and the time in nanoseconds.
  package var onEpisode: (_ user: Int, _ time: Int64) -> Void = { _, _ in }

  /// A handler called as each episode is noticed, if this checker continues another.
  package var noticed: ((Finding) -> Void)?

  /// Creates a checker of one world's events.
  ///
  /// - Parameter users: global indices of the cell's users.
  package init(users: Range<Int>, scenario: Scenario, replication: UInt32 = 0) {
    firstUser = users.lowerBound
    people = .allocate(capacity: users.count)
    people.initialize(repeating: PersonHistory(ReferenceOptions(scenario)))
    possible = PossibleHazards(scenario)
    violations = ViolationFold()
    unit = ViolationFold.Unit(replication: replication, cell: users.lowerBound / max(1, scenario.population.cellSize))
  }

  /// Creates a checker that continues from the state of another one. All counts start at zero; episodes in progress are
  /// kept.
  init(continuing other: InvariantChecker) {
    people = .allocate(capacity: other.people.count)
    _ = people.initialize(from: other.people)
    possible = other.possible
    violations = ViolationFold()
    firstUser = other.firstUser
    unit = other.unit
    keepsEpisodes = true
  }

  deinit {
    people.deinitialize()
    people.deallocate()
  }

  /// Continues from the state of another checker, as if created from it.
  func restart(continuing other: InvariantChecker) {
    guard let theirs = other.people.baseAddress else { return }
    for index in people.indices { people[index].restart(continuing: theirs + index) }
    log.breaches.removeAll(keepingCapacity: true)
    episodes.removeAll(keepingCapacity: true)
  }

  package func observe(_ event: SimulationEvent) {
    let index = Int(event.user) - firstUser
    people[index].observe(event, &log)
    if !log.breaches.isEmpty { take(user: index) }
  }

  package func observe(_ event: WireEvent, user: UInt32, device: UInt8, time: Int64) {
    let index = Int(user) - firstUser
    people[index].observe(event, device: device, time: time, &log)
    if !log.breaches.isEmpty { take(user: index) }
  }

  /// Evaluates the last state of every user. Call once, when the world has ended.
  package func finish(at time: Int64) {
    for index in people.indices {
      people[index].finish(&log)
      if !log.breaches.isEmpty { take(user: index) }
    }
  }

  /// Records an operation that still runs although no person is active any more. It does not end by itself.
  package func neverEnds(_ operation: Operation, user: UInt32, device: UInt8, at time: Int64) {
    (log.time, log.device, log.session) = (time, device, 0)
    log.check(.live, false, Site(.neverEnds, operation), hazard: nil)
    take(user: Int(user) - firstUser)
  }

  /// Records a violation that a person's idle phones show at the end of the run.
  ///
  /// - Parameter horizon: the end of the run in nanoseconds. Later findings do not count.
  package func rests(_ finding: Finding, by horizon: Int64) {
    guard let violated = finding.violated else { return }
    (log.time, log.device, log.session) = (min(finding.time, horizon), finding.device, 0)
    log.check(violated.invariant, false, violated.site, hazard: finding.hazard)
    take(user: Int(finding.user) - firstUser)
  }

  /// All violations and counts so far.
  package var fold: ViolationFold {
    var result = violations
    for invariant in Invariant.allCases {
      let counts = log.counts(of: invariant)
      result.count(invariant, evaluated: counts.evaluated, vacuous: counts.vacuous)
    }
    return result
  }

  private func take(user index: Int) {
    for var breach in log.breaches {
      breach.hazard = possible.name(breach.hazard)
      if keepsEpisodes {
        episodes.append((firstUser + index, breach))
        noticed?(Finding(breach, user: UInt32(firstUser + index)))
        continue
      }
      let key = ViolationKey(invariant: breach.invariant, hazard: breach.hazard, site: breach.site)
      let isFirst = touched.insert(key, user: index, of: people.count)
      violations.add(key, user: firstUser + index, isFirst: isFirst, breach, unit)
      onEpisode(firstUser + index, breach.time)
    }
    log.breaches.removeAll(keepingCapacity: true)
  }
}

/// The users affected by each violation.
private struct TouchedUsers {
  private var sets: [(key: ViolationKey, bits: [UInt64])] = []

  /// Adds a user to a violation; returns false if the user was already affected.
  mutating func insert(_ key: ViolationKey, user: Int, of users: Int) -> Bool {
    let index: Int
    if let found = sets.firstIndex(where: { $0.key == key }) {
      index = found
    } else {
      sets.append((key, [UInt64](repeating: 0, count: (users + 63) / 64)))
      index = sets.count - 1
    }
    let bit: UInt64 = 1 << UInt64(user & 63)
    guard sets[index].bits[user >> 6] & bit == 0 else { return false }
    sets[index].bits[user >> 6] |= bit
    return true
  }
}
