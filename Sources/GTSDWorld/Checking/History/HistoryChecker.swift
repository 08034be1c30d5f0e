import GTSDModel

/// Builds the histories of operations of each user, account and key as events happen, and judges them at the end.
///
/// - Linearizability: metrics row with its acknowledgment, preferences and plan. A write lasts from its request until
///   the phone receives the outcome. A read lasts from the newest request whose reply its view has applied until the
///   view shows the value. A late reply that replaces a newer one is therefore a read that was requested after a write
///   that it does not show. The server's own order explains nearly every history; another order is searched for only if
///   it does not.
/// - Session guarantees: the final views of a phone compared with its earlier writes and views, across views; and the
///   order in which the saves of one phone are stored. On one server a write cannot come before the data that its phone
///   had read, so writes-follow-reads needs no check.
/// - Lost update and G-single: a save of preferences is a transaction that read the version from which its form was
///   filled. Every read of the profile is a transaction of its own.
/// - Phantom success: acknowledgment, onboarding and preferences that the app reports as stored must be stored.
///
/// The state consists of values, so a copy of `state` is a checkpoint.
package final class HistoryChecker: EventObserver {
  package struct State: Sendable {
    var people: [PersonOperations]
    var firstUser: Int
  }

  /// The people, in memory that this checker owns. An array would check for sharing at each event.
  private let people: UnsafeMutableBufferPointer<PersonOperations>
  private let firstUser: Int

  /// Creates a checker before the first event.
  ///
  /// - Parameter users: global indices of the users that are observed.
  package convenience init(users: Range<Int>) {
    self.init(
      State(people: Array(repeating: PersonOperations(), count: users.count), firstUser: users.lowerBound))
  }

  /// Continues from a checkpoint.
  package init(_ state: State) {
    people = .allocate(capacity: state.people.count)
    _ = people.initialize(from: state.people)
    firstUser = state.firstUser
  }

  deinit {
    people.deinitialize()
    people.deallocate()
  }

  package var state: State { State(people: Array(people), firstUser: firstUser) }

  /// Continues from the state of another checker of the same users.
  func restart(continuing other: HistoryChecker) {
    guard let theirs = other.people.baseAddress else { return }
    for index in people.indices { people[index].restart(continuing: theirs + index) }
  }

  package func observe(_ event: SimulationEvent) { people[Int(event.user) - firstUser].observe(event) }

  /// Judges the histories so far. Call it when nothing is in flight any more. Findings are in the order of users, then
  /// of oracles.
  ///
  /// - Parameter budget: the largest number of model steps per key.
  package func finish(at time: Int64, budget: Int = 20_000) -> [Finding] {
    var result: [Finding] = []
    finish(at: time, budget: budget, &result)
    return result
  }

  /// Judges the histories so far, adding to other findings.
  func finish(at time: Int64, budget: Int = 20_000, _ result: inout [Finding]) {
    for index in people.indices {
      people[index].finish(user: UInt32(firstUser + index), at: time, budget: budget)
      if !people[index].findings.isEmpty { result += people[index].findings }
    }
  }
}

extension PersonOperations {
  mutating func finish(user: UInt32, at time: Int64, budget: Int) {
    settle()
    for account: UInt8 in 0...1 {
      guard with(account, { $0.isSuspect }) else { continue }
      let keys = self[account]
      judge(keys.acknowledgment, "acknowledgment", user, budget) { AcknowledgmentModel.words($0, $1) }
      judge(keys.preferences, "preferences", user, budget) { Self.words("preferences", $0, $1) }
      judge(keys.plan, "plan", user, budget) { Self.words("plan", $0, $1) }
      if keys.isSessionSuspect { judgeSessions(keys, user) }
      if keys.isTransactionSuspect { judgeTransactions(keys, user) }
    }
  }

  // MARK: Linearizability

  private mutating func judge<Model: SequentialModel>(
    _ history: KeyHistory<Model>, _ key: StaticString, _ user: UInt32, _ budget: Int,
    words: (Model.Call, Model.Result?) -> String
  ) {
    guard history.isSuspect else { return }
    let (operations, notes) = (history.operations, history.notes)
    guard
      case .notLinearizable(let witness) = Linearizability.check(operations, against: history.model, budget: budget)
    else { return }
    func describe(_ index: Int) -> String {
      "\(notes[index].label) \(words(operations[index].call, operations[index].result))"
    }
    let culprit = notes[witness.culprit]
    let last = witness.ordered.last { $0 != witness.culprit }
    let before = last.map { "after " + describe($0) } ?? "at first"
    add(
      Finding(
        .linearizability, site: "\(key):\(culprit.label)",
        summary: "expected what some order of \(witness.prefix.count) operations allows \(before), observed "
          + describe(witness.culprit),
        time: culprit.time, user: user, device: culprit.device))
  }

  private static func words(
    _ key: StaticString, _ call: RegisterModel<Int64>.Call, _ result: RegisterModel<Int64>.Result?
  ) -> String {
    switch (call, result) {
    case (.read, .value(let value)): "shows \(key) \(name(value))"
    case (.write(let value), nil): "of \(key) \(name(value)), unanswered"
    case (.write(let value), _): "of \(key) \(name(value))"
    default: "of \(key)"
    }
  }

  /// The last digits of a hash; for an id, the id itself.
  private static func name(_ value: Int64) -> String {
    value == PreferencesRule.empty
      ? "(empty)" : value < 1 << 32 ? String(value) : "#" + String(value & 0xFFFFF, radix: 16)
  }

  // MARK: Sessions

  /// Judges sessions key by key, because a view's value of one key says nothing about another.
  private mutating func judgeSessions(_ keys: AccountOperations, _ user: UInt32) {
    let (sessions, notes) = (keys.sessions, keys.sessionNotes)
    for slot in 0...AccountOperations.storedOrder {
      let places = sessions.indices.filter { sessions[$0].key == slot }
      for violation in SessionGuarantee.violations(in: places.map { sessions[$0] }) {
        let (first, second) = (places[violation.first], places[violation.second])
        let (before, after) = (notes[first], notes[second])
        let key = HistoryKey(rawValue: UInt8(slot)) ?? .preferences
        // The Profile tab has applied a reply from before the save. The reply to the log-in does not count.
        let isOldProfile =
          violation.guarantee == .readYourWrites && "\(after.label)" == "profile" && after.isOfReply
        add(
          Finding(
            Oracle(violation.guarantee), hazard: isOldProfile ? .saveThenDismissRace : nil,
            site: "\(key):\(before.label):\(after.label)",
            summary: """
              expected revision \(sessions[first].version) of \(key) or newer in \(after.label) after \
              \(before.label), observed revision \(sessions[second].version)
              """,
            time: after.time, user: user, device: UInt8(sessions[second].session)))
      }
    }
  }

  // MARK: Transactions

  private mutating func judgeTransactions(_ keys: AccountOperations, _ user: UInt32) {
    let (preferences, profile) = (0, 1)
    var transactions: [Transaction] = []
    var notes: [(label: StaticString, device: UInt8, time: Int64)] = []
    for save in keys.saves where save.preferences >= 0 || save.profile >= 0 {
      var transaction = Transaction()
      if save.preferences >= 0 {
        transaction.writes.append(.init(preferences, Int64(save.preferences)))
        if let read = save.read { transaction.reads.append(.init(preferences, Int64(read))) }
      }
      if save.profile >= 0 { transaction.writes.append(.init(profile, Int64(save.profile))) }
      transactions.append(transaction)
      notes.append(("save", save.device, save.time))
    }
    for look in keys.looks {
      guard let first = keys.preferencesTrace.version(at: look.revision),
        let second = keys.profileTrace.version(at: look.revision)
      else { continue }
      transactions.append(
        Transaction(reads: [.init(preferences, Int64(first)), .init(profile, Int64(second))]))
      notes.append(("load", look.device, look.time))
    }
    // The server's revisions give the order of all versions.
    var order: [TransactionAnomalies.VersionPair] = []
    for (key, trace) in [(preferences, keys.preferencesTrace), (profile, keys.profileTrace)] {
      for (before, after) in zip(trace.changes, trace.changes.dropFirst()) {
        order.append(.init(key: key, before: Int64(before.revision), after: Int64(after.revision)))
      }
    }
    for anomaly in TransactionAnomalies.find(in: transactions, order: order) {
      switch anomaly {
      case .lostUpdate(let first, let second, _, let version):
        let isOther = notes[first].device != notes[second].device
        add(
          Finding(
            .lostUpdate, hazard: isOther ? .prefsTwoWriters : nil, site: "preferences:save:save",
            summary: """
              expected one of two saves made from revision \(version) of the preferences to be refused, observed both \
              stored
              """,
            time: notes[second].time, user: user, device: notes[second].device))
      case .gSingle(let cycle):
        let labels = cycle.map { "\(notes[$0.from].label)" }
        // Two saves based on one version are already reported as a lost update.
        guard labels.contains("load") else { continue }
        let way = cycle.map { "\(notes[$0.from].label) \($0.dependency.label)" }.joined(separator: ", ")
        add(
          Finding(
            .gSingle, hazard: .profileSavePartialCommit, site: "profile:" + labels.sorted().joined(separator: ":"),
            summary: "expected all or nothing of a save in one read, observed the cycle \(way)",
            time: notes[cycle[0].from].time, user: user, device: notes[cycle[0].from].device))
      }
    }
  }
}

extension Oracle {
  init(_ guarantee: SessionGuarantee) {
    switch guarantee {
    case .readYourWrites: self = .readYourWrites
    case .monotonicReads: self = .monotonicReads
    case .monotonicWrites: self = .monotonicWrites
    case .writesFollowReads: self = .writesFollowReads
    }
  }
}

extension AcknowledgmentModel {
  fileprivate static func words(_ call: Call, _ result: Result?) -> String {
    switch (call, result) {
    case (.compute(let row), _): "of row \(row)"
    case (.acknowledge(let row), .refused): "of row \(row), refused"
    case (.acknowledge(let row), nil): "of row \(row), unanswered"
    case (.acknowledge(let row), _): "of row \(row)"
    case (.read, .needed(true)): "shows that an acknowledgment is needed"
    case (.read, _): "shows that no acknowledgment is needed"
    }
  }
}
