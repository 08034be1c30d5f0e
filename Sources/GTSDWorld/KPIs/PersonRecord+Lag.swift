import GTSDModel

/// The delay with which the screen responds to a person's taps.
extension PersonRecord {
  /// Records a change of the screen, which is a response to the last tap.
  mutating func changed(
    _ variable: StateVariable, _ value: Int64, _ event: SimulationEvent, into arms: inout [ArmFold]
  ) {
    if variable.isIndicator { lag(event.device) { $0.indicator(variable, turns: value > 0) } }
    guard variable.isOnScreen, (event.device == 0 ? lags.0 : lags.1).isOpen else { return }
    count(lag(event.device) { $0.answer(at: event.time) }, into: &arms)
  }

  /// Records an action of the person, which ends the last tap.
  mutating func tapped(_ action: PersonAction, _ event: SimulationEvent, into arms: inout [ArmFold]) {
    count(lag(event.device) { $0.end(at: event.time) }, into: &arms)
    switch action {
    case .launch: lag(event.device) { $0 = TapLag() }
    case .terminate, .background, .foreground: break
    // The progress indicator during a sign-in is not published state.
    case .signUp, .logIn: break
    default: lag(event.device) { $0.tap(at: event.time) }
    }
  }

  /// Records that an operation begins on a phone.
  mutating func began(_ event: SimulationEvent) { lag(event.device) { $0.begin(at: event.time) } }

  /// Counts a finished tap. Does nothing for nil, which means that no tap has finished.
  private mutating func count(_ isLag: Bool?, into arms: inout [ArmFold]) {
    guard let isLag else { return }
    arms[Int(arm)].uiLags.count(isLag)
    uiLags.count(isLag)
  }

  private mutating func lag<Result>(_ device: UInt8, _ change: (inout TapLag) -> Result) -> Result {
    device == 0 ? change(&lags.0) : change(&lags.1)
  }
}
