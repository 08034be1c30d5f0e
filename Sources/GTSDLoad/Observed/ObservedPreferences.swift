import GTSDModel
import GTSDWorld

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
