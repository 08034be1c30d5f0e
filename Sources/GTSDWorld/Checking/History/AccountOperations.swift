import GTSDModel

/// A value of an account whose history of reads and writes is checked.
package enum HistoryKey: UInt8, CaseIterable, Sendable {
  /// Whether the newest metrics row is acknowledged.
  case acknowledgment
  /// The dietary preferences, by hash.
  case preferences
  /// The id of the latest plan.
  case plan
}

/// The server's operations on one account, and the replies to and screens of the phones for it.
struct AccountOperations: Sendable {
  var acknowledgment = KeyHistory(AcknowledgmentModel())
  var acknowledgmentTrace = KeyTrace(AcknowledgmentModel.none)
  var preferences = KeyHistory(RegisterModel<Int64>(PreferencesRule.empty))
  var preferencesTrace = KeyTrace(PreferencesRule.empty)
  var plan = KeyHistory(RegisterModel<Int64>(-1))
  var planTrace = KeyTrace(-1)
  var profileTrace = KeyTrace(0)
  var saves: [Save] = []
  var looks: [Look] = []
  /// The values that idle phones showed and the acknowledged writes, for the session guarantees.
  private var reads: [(operation: SessionGuarantee.Operation, note: SessionNote)] = []
  var sessions: [SessionGuarantee.Operation] { reads.map(\.operation) }
  var sessionNotes: [SessionNote] { reads.map(\.note) }
  var isSessionSuspect = false
  /// Whether a transaction may have read a value that another one changed before it committed.
  var isTransactionSuspect = false
  /// Whether height and weight are stored. Only then is an acknowledgment needed.
  var isComplete = false
  var hasOnboarded = false
  var hasAcknowledged = false

  /// Memory for state that changes in most schedules; see `ReusedBuffers.swift`.
  struct ReusedBuffers {
    fileprivate var acknowledgment: [KeyHistory<AcknowledgmentModel>.Entry]
    fileprivate var acknowledgmentTrace: [KeyTrace.Change]
    fileprivate var plan: [KeyHistory<RegisterModel<Int64>>.Entry]
    fileprivate var planTrace: [KeyTrace.Change]
    fileprivate var reads: [(operation: SessionGuarantee.Operation, note: SessionNote)]
  }

  mutating func takeBuffers() -> ReusedBuffers {
    ReusedBuffers(
      acknowledgment: acknowledgment.takeBuffers(), acknowledgmentTrace: acknowledgmentTrace.takeBuffers(),
      plan: plan.takeBuffers(),
      planTrace: planTrace.takeBuffers(), reads: reads.takeBuffers())
  }

  mutating func move(into buffers: inout ReusedBuffers) {
    acknowledgment.move(into: &buffers.acknowledgment)
    acknowledgmentTrace.move(into: &buffers.acknowledgmentTrace)
    plan.move(into: &buffers.plan)
    planTrace.move(into: &buffers.planTrace)
    reads.move(into: &buffers.reads)
  }

  /// Begins another account. Reads of an earlier one may still arrive.
  mutating func begins(at tick: Int64) {
    acknowledgment.begins(at: tick)
    preferences.begins(at: tick)
    plan.begins(at: tick)
  }

  /// A session's operation, in words.
  struct SessionNote: Sendable {
    var label: StaticString
    var time: Int64
    /// Whether the operation is a read of a value that a view took from a reply. False for other reads and for writes.
    var isOfReply = false
  }

  /// A save of the form: the version that it had read, and the version that it stored.
  struct Save: Sendable {
    var device: UInt8
    var intent: Int32
    /// The time of its first request, and the time at which the client received the last answer or gave up.
    var sent: Int64
    var ended: Int64?
    /// The version of the preferences that the form was filled from or had written; nil if there is none.
    var read: Int32?
    /// The revisions of its commits, -1 for none.
    var preferences: Int32 = -1
    var profile: Int32 = -1
    var time: Int64
  }

  /// A read of the whole profile.
  struct Look: Sendable {
    var device: UInt8
    var revision: Int32
    var time: Int64
  }

  static let limit = 32
  /// The key under which the order of stored saves is judged, separate from their reads.
  static let storedOrder = HistoryKey.allCases.count

  /// Whether an observation must be judged at the end.
  var isSuspect: Bool {
    acknowledgment.isSuspect || preferences.isSuspect || plan.isSuspect || isSessionSuspect || isTransactionSuspect
  }

  func trace(of key: HistoryKey) -> KeyTrace {
    switch key {
    case .acknowledgment: acknowledgmentTrace
    case .preferences: preferencesTrace
    case .plan: planTrace
    }
  }

  mutating func look(_ look: Look) {
    if looks.count >= Self.limit { looks.removeFirst(Self.limit / 2) }
    looks.append(look)
    for save in saves { compare(save, look) }
  }

  /// Marks the history as suspect if a read came between the two parts of a save.
  private mutating func compare(_ save: Save, _ look: Look) {
    guard save.preferences >= 0, save.profile >= 0 else { return }
    let (low, high) = (min(save.preferences, save.profile), max(save.preferences, save.profile))
    if look.revision >= low, look.revision < high { isTransactionSuspect = true }
  }

  /// Records that a request of a save was sent.
  mutating func saving(intent: Int32, device: UInt8, read: Int32?, tick: Int64, time: Int64) {
    if let index = saves.lastIndex(where: { $0.intent == intent && $0.device == device }) {
      saves[index].ended = nil
      return
    }
    if saves.count >= Self.limit { saves.removeFirst(Self.limit / 2) }
    saves.append(Save(device: device, intent: intent, sent: tick, read: read, time: time))
  }

  /// Records that the answer to a save's request arrived, or that the client gave up.
  mutating func saveAnswered(intent: Int32, device: UInt8, tick: Int64) {
    guard let index = saves.lastIndex(where: { $0.intent == intent && $0.device == device }) else { return }
    saves[index].ended = tick
  }

  /// Records that a save's preferences were stored.
  mutating func saved(before: Int64, after: Int64, intent: Int32, device: UInt8, revision: Int32, _ time: Int64) {
    guard let index = saves.lastIndex(where: { $0.intent == intent && $0.device == device }) else { return }
    guard before != after else { return }
    if let read = saves[index].read, preferencesTrace.revision > read,
      preferencesTrace.revision != saves[index].preferences
    {
      isTransactionSuspect = true
    }
    let isRepeated = saves[index].preferences >= 0
    let sent = saves[index].sent
    for other in saves where other.device == device && other.intent != intent && other.preferences >= 0 {
      if let ended = saves[index].ended ?? (isRepeated ? sent : nil), ended < other.sent {
        // The earlier save of this phone took effect after the later one.
        session(.write(Int(device), Self.storedOrder, Int64(revision), from: sent, to: ended), "save", time)
        session(
          .write(Int(device), Self.storedOrder, Int64(other.preferences), from: other.sent, to: nil), "save", time)
        isSessionSuspect = true
      }
    }
    saves[index].preferences = revision
    for look in looks { compare(saves[index], look) }
  }

  /// Records that the health data of a save were stored.
  mutating func savedProfile(intent: Int32, revision: Int32) {
    guard intent > 0, let index = saves.lastIndex(where: { $0.intent == intent }) else { return }
    saves[index].profile = revision
    for look in looks { compare(saves[index], look) }
  }

  mutating func session(
    _ operation: SessionGuarantee.Operation, _ label: StaticString, _ time: Int64, isOfReply: Bool = false
  ) {
    if reads.count >= 2 * Self.limit, !isSessionSuspect { reads.removeFirst(Self.limit) }
    reads.append((operation, SessionNote(label: label, time: time, isOfReply: isOfReply)))
  }
}
