import GTSDModel
import GTSDWorld

/// A sequential model whose first state may be unknown.
protocol ObservedModel: SequentialModel {
  /// The unknown state; the next read sets it.
  static var unknown: State { get }

  init(_ initial: State)

  /// The state after a completed operation, if it does not depend on the state before; otherwise nil.
  static func state(after call: Call, _ result: Result) -> State?

  static func isWrite(_ call: Call) -> Bool

  /// Whether a read returned data that had been replaced before: not the value before a concurrent write, but older
  /// data.
  static func isOlder(_ result: Result, than state: State) -> Bool

  /// The preferences that a read shows.
  static func preferences(_ result: Result) -> ObservedPreferences.State?

  /// The metrics row that a read shows.
  static func row(_ result: Result) -> ObservedAcknowledgment.State?

  /// An operation in words, between its endpoint and its request.
  static func words(_ call: Call, _ result: Result?) -> String
}

extension ObservedModel {
  static func isOlder(_ result: Result, than state: State) -> Bool { false }
  static func preferences(_ result: Result) -> ObservedPreferences.State? { nil }
  static func row(_ result: Result) -> ObservedAcknowledgment.State? { nil }
}

/// A model of the newest metrics row and its acknowledgment, as replies show them.
///
/// The server computes rows at any time, so each operation may find a newer row than the one before. A new row is not
/// acknowledged.
struct ObservedAcknowledgment: ObservedModel {
  struct State: Hashable, Sendable {
    /// The row's `computedAt` in whole seconds.
    var row: Int64
    var isAcknowledged: Bool
  }

  enum Call: Sendable {
    case read
    case acknowledge(row: Int64)
  }

  enum Result: Sendable {
    case row(Int64, isAcknowledged: Bool)
    case done
    /// The server refused the operation, which had no effect.
    case refused
  }

  static let unknown = State(row: .min, isAcknowledged: false)

  var initial: State

  init(_ initial: State) { self.initial = initial }

  func step(_ state: State, _ call: Call, _ result: Result?) -> State? {
    switch (call, result) {
    case (.read, .row(let row, let isAcknowledged)):
      if state == Self.unknown { return State(row: row, isAcknowledged: isAcknowledged) }
      if row == state.row { return isAcknowledged == state.isAcknowledged ? state : nil }
      return row > state.row && !isAcknowledged ? State(row: row, isAcknowledged: false) : nil
    case (.acknowledge, .refused): return state
    // An older row may be acknowledged, which does not change the newest.
    case (.acknowledge(let row), _): return row < state.row ? state : State(row: row, isAcknowledged: true)
    case (.read, _): return state
    }
  }

  static func state(after call: Call, _ result: Result) -> State? {
    if case .row(let row, let isAcknowledged) = result { return State(row: row, isAcknowledged: isAcknowledged) }
    return nil
  }

  static func isWrite(_ call: Call) -> Bool {
    if case .acknowledge = call { true } else { false }
  }

  static func isOlder(_ result: Result, than state: State) -> Bool {
    if case .row(let row, _) = result { state != unknown && row < state.row } else { false }
  }

  static func row(_ result: Result) -> State? {
    if case .row(let row, let isAcknowledged) = result { State(row: row, isAcknowledged: isAcknowledged) } else { nil }
  }

  static func words(_ call: Call, _ result: Result?) -> String {
    switch (call, result) {
    case (.read, .row(let row, let isAcknowledged)): "with row \(text(row))\(isAcknowledged ? "" : " not") acknowledged"
    case (.acknowledge(let row), .refused): "of row \(text(row)), refused,"
    case (.acknowledge(let row), nil): "of row \(text(row)), unanswered,"
    case (.acknowledge(let row), _): "of row \(text(row))"
    case (.read, _): "without a row"
    }
  }

  private static func text(_ row: Int64) -> String { Timestamp(milliseconds: row * 1000).iso8601 }
}
