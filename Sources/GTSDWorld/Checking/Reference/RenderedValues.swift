import GTSDModel

/// The values that a phone renders, by variable.
///
/// A separate type rather than a subscript of the phone: to read one value, a debug build would copy the whole phone.
struct RenderedValues: Sendable {
  var values = RenderedValues.initial

  /// The initial values. An empty variable is -1 in some variables and 0 in all others.
  private static let initial: [Int64] = {
    var values = [Int64](repeating: 0, count: StateVariable.allCases.count)
    for variable in [
      StateVariable.tab, .plansBmi, .plansRow, .plansPlan, .plansTargets, .homeTasks, .homeStreak, .homeSummary,
    ] {
      values[Int(variable.rawValue)] = -1
    }
    return values
  }()

  subscript(_ variable: StateVariable) -> Int64 {
    get { values[Int(variable.rawValue)] }
    set { values[Int(variable.rawValue)] = newValue }
  }
}
