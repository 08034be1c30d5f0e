import GTSDModel

/// How soon the screen answers a person's taps.
extension PersonRecord {
  /// The screen changes: an answer to the tap before.
  mutating func changed(
    _ variable: StateVariable, _ value: Int64, _ event: SimulationEvent, into arms: inout [ArmFold]
  ) {
    if variable.isIndicator { lag(event.device) { $0.indicator(variable, turns: value > 0) } }
    guard variable.isOnScreen, (event.device == 0 ? lags.0 : lags.1).isOpen else { return }
    lag(event.device) { $0.answer(at: event.time) }
    settleTap(event.device, into: &arms)
  }

  /// The person acts, which ends the tap before.
  mutating func tapped(_ action: PersonAction, _ event: SimulationEvent, into arms: inout [ArmFold]) {
    lag(event.device) { $0.end(at: event.time) }
    settleTap(event.device, into: &arms)
    switch action {
    case .launch: lag(event.device) { $0 = TapLag() }
    case .terminate, .background, .foreground: break
    // What turns while somebody signs in is no published state.
    case .signUp, .logIn: break
    default: lag(event.device) { $0.tap(at: event.time) }
    }
  }

  /// Something begins on a phone.
  mutating func began(_ event: SimulationEvent) { lag(event.device) { $0.begin(at: event.time) } }

  private mutating func settleTap(_ device: UInt8, into arms: inout [ArmFold]) {
    var verdict: Bool?
    lag(device) { verdict = $0.takeVerdict() }
    guard let verdict else { return }
    arms[Int(arm)].uiLags.count(verdict)
    uiLags.count(verdict)
  }

  private mutating func lag(_ device: UInt8, _ change: (inout TapLag) -> Void) {
    if device == 0 { change(&lags.0) } else { change(&lags.1) }
  }
}
