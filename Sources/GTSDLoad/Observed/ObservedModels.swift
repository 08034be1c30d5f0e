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

/// A model of the three fields of the preferences, as replies show them; updates may leave fields unchanged.
struct ObservedPreferences: ObservedModel {
  struct State: Hashable, Sendable {
    /// The hashes of the lists, in any order, and the number of meals; `unknownField` where not known.
    var diet: Int64
    var allergies: Int64
    var meals: Int64

    init(_ preferences: DietPreferences) {
      diet = Self.hash(preferences.dietaryPreferences)
      allergies = Self.hash(preferences.allergies)
      meals = Int64(preferences.mealsPerDay)
    }

    /// Creates the values that an update writes; the other fields are unknown.
    init(_ update: PreferencesUpdate) {
      diet = update.dietaryPreferences.map(Self.hash) ?? unknownField
      allergies = update.allergies.map(Self.hash) ?? unknownField
      meals = update.mealsPerDay.map(Int64.init) ?? unknownField
    }

    private static let empty = hash([])

    private static func hash(_ list: [String]) -> Int64 {
      DietPreferences(dietaryPreferences: list.count > 1 ? list.sorted() : list, mealsPerDay: 0).stableHash
    }

    /// This state, with unknown values taken from another one.
    func over(_ other: State) -> State {
      var result = other
      if diet != unknownField { result.diet = diet }
      if allergies != unknownField { result.allergies = allergies }
      if meals != unknownField { result.meals = meals }
      return result
    }

    var isWhole: Bool { diet != unknownField && allergies != unknownField && meals != unknownField }
    /// The hashes that identify the lists. An empty list identifies no account.
    var lists: [Int64] {
      // One is added for allergies, so that the same words in both lists have different hashes.
      [diet, allergies].enumerated().compactMap { $1 == unknownField || $1 == Self.empty ? nil : $1 &+ Int64($0) }
    }

    /// A number that identifies the whole state; nil if the state is not completely known, or if it has only empty
    /// lists, as many accounts do.
    var whole: Int64? {
      guard isWhole, !lists.isEmpty else { return nil }
      return diet &* 31 &+ allergies &* 17 &+ meals
    }

    var isEmpty: Bool { diet == unknownField && allergies == unknownField && meals == unknownField }
  }

  enum Call: Sendable {
    case read
    case write(State)
  }

  enum Result: Sendable {
    case value(State)
    case done
    /// The server refused the operation, which had no effect.
    case refused
  }

  static let unknown = State(PreferencesUpdate())

  var initial: State

  init(_ initial: State) { self.initial = initial }

  func step(_ state: State, _ call: Call, _ result: Result?) -> State? {
    switch (call, result) {
    case (.read, .value(let value)): state.over(value) == value ? value : nil
    case (.write, .refused), (.read, _): state
    case (.write(let written), _): written.over(state)
    }
  }

  static func state(after call: Call, _ result: Result) -> State? {
    switch (call, result) {
    case (.read, .value(let value)): value
    case (.write(let written), .done) where written.isWhole: written
    default: nil
    }
  }

  static func isWrite(_ call: Call) -> Bool {
    if case .write = call { true } else { false }
  }

  static func preferences(_ result: Result) -> State? {
    if case .value(let value) = result { value } else { nil }
  }

  static func words(_ call: Call, _ result: Result?) -> String {
    switch (call, result) {
    case (.read, .value(let value)): "with \(text(value))"
    case (.write(let written), .refused): "of \(text(written)), refused,"
    case (.write(let written), nil): "of \(text(written)), unanswered,"
    case (.write(let written), _): "of \(text(written))"
    case (.read, _): "without a value"
    }
  }

  /// A hash as text, by its last digits.
  private static func text(_ state: State) -> String {
    func digits(_ hash: Int64) -> String { hash == unknownField ? "-" : "#" + String(hash & 0xFFFFF, radix: 16) }
    let meals = state.meals == unknownField ? "-" : String(state.meals)
    return "diet \(digits(state.diet)), allergies \(digits(state.allergies)), meals \(meals)"
  }
}

/// The value of an unknown field, which no hash and no number of meals has.
private let unknownField = Int64.min
