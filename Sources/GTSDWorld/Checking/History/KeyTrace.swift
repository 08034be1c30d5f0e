/// The server's values of one key, change by change. This order is enough to accept most good histories quickly.
///
/// Ticks count a person's events, so that each event has a tick of its own. Only the last changes are kept.
struct KeyTrace: Sendable {
  struct Change: Sendable {
    var tick: Int64
    var revision: Int32
    var value: Int64
  }

  static let limit = 64

  private(set) var changes: [Change] = []
  /// The tick before which changes are no longer known.
  private(set) var floor: Int64 = 0
  /// The value before the first change.
  private var base: Int64

  init(_ base: Int64) {
    self.base = base
  }

  // Reuses memory for callers that restart from a checkpoint.
  mutating func takeBuffers() -> [Change] { changes.takeBuffers() }
  mutating func move(into buffers: inout [Change]) { changes.move(into: &buffers) }

  var value: Int64 { changes.last?.value ?? base }
  var revision: Int32 { changes.last?.revision ?? 0 }

  mutating func changed(to value: Int64, revision: Int32, tick: Int64) {
    if changes.count >= Self.limit {
      let half = Self.limit / 2
      base = changes[half - 1].value
      floor = changes[half].tick
      changes.removeFirst(half)
    }
    changes.append(Change(tick: tick, revision: revision, value: value))
  }

  /// Whether a state between two ticks, both included, meets a condition. A state that is no longer known counts as
  /// meeting it.
  func held(from first: Int64, to last: Int64, _ isLike: (Int64) -> Bool) -> Bool {
    guard first >= floor else { return true }
    var index = changes.count - 1
    while index >= 0, changes[index].tick > last { index -= 1 }
    while index >= 0 {
      if isLike(changes[index].value) { return true }
      if changes[index].tick <= first { return false }
      index -= 1
    }
    return isLike(base)
  }

  /// The revision of the latest change that a read at this revision includes, 0 before the first; nil if it is no
  /// longer known.
  func version(at revision: Int32) -> Int32? {
    if let change = changes.last(where: { $0.revision <= revision }) { return change.revision }
    return floor == 0 ? 0 : nil
  }

  /// The latest revision with this value; nil if there is none.
  func version(of value: Int64) -> Int32? {
    if let change = changes.last(where: { $0.value == value }) { return change.revision }
    return floor == 0 && value == base ? 0 : nil
  }

  /// The value at a version.
  func value(of version: Int32) -> Int64? {
    if let change = changes.last(where: { $0.revision == version }) { return change.value }
    return floor == 0 && version == 0 ? base : nil
  }
}

/// The operations on one key as the phones see them. An operation lasts from its request to its reply, or to the value
/// that is then shown.
struct KeyHistory<Model: SequentialModel>: Sendable {
  typealias Operation = HistoryOperation<Model.Call, Model.Result>

  /// The caller and the operation, in words.
  struct Note: Sendable {
    var label: StaticString
    var device: UInt8
    var time: Int64
  }

  static var limit: Int { 64 }

  /// An operation and its note, in one value because both are written together.
  typealias Entry = (operation: Operation, note: Note)
  private var entries: [Entry] = []
  private(set) var model: Model
  /// Operations called before this tick are left out.
  private(set) var floor: Int64 = 0
  /// Whether the server's own order does not explain the observations. Only then is another order searched.
  var isSuspect = false

  init(_ model: Model) {
    self.model = model
  }

  // Reuses memory for callers that restart from a checkpoint.
  mutating func takeBuffers() -> [Entry] { entries.takeBuffers() }
  mutating func move(into buffers: inout [Entry]) { entries.move(into: &buffers) }

  /// Records an operation and returns its index.
  @discardableResult
  mutating func add(_ operation: Operation, _ note: Note) -> Int {
    entries.append((operation, note))
    return entries.count - 1
  }

  var operations: [Operation] { entries.map(\.operation) }
  var notes: [Note] { entries.map(\.note) }

  mutating func returned(_ index: Int, _ result: Model.Result, at tick: Int64) {
    entries[index].operation.result = result
    entries[index].operation.returned = tick
  }

  /// Forgets earlier operations when none is running, so that the state is known.
  mutating func restart(_ model: Model, at tick: Int64) {
    guard entries.count >= Self.limit, !isSuspect else { return }
    entries.removeAll(keepingCapacity: true)
    self.model = model
    floor = tick
  }

  /// Sets the tick from which requests count. Earlier requests are irrelevant to this history.
  mutating func begins(at tick: Int64) { floor = tick }
}
