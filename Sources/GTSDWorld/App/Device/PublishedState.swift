import GTSDModel
import Interleaving

/// The current values of all published variables, with the time at which each loading flag was raised.
package struct PublishedState {
  private struct Slot {
    var value: Int64 = 0
    var changedAt: Int64 = 0
  }

  /// The values, indexed by variable.
  private var slots: ContiguousArray<Slot>

  private static let initial: ContiguousArray<Slot> = {
    var slots = ContiguousArray(repeating: Slot(), count: StateVariable.allCases.count)
    for variable in StateVariable.allCases { slots[Int(variable.rawValue)].value = variable.initial }
    return slots
  }()

  init() {
    slots = Self.initial
  }

  package subscript(_ variable: StateVariable) -> Int64 { slots[Int(variable.rawValue)].value }

  /// Whether a Boolean variable is true.
  func isOn(_ variable: StateVariable) -> Bool { slots[Int(variable.rawValue)].value == 1 }

  /// Stores a value; returns false if the variable already has it, which is the usual case.
  @inline(__always)
  mutating func set(_ variable: StateVariable, to value: Int64, at time: Int64) -> Bool {
    let index = Int(variable.rawValue)
    guard slots[index].value != value else { return false }
    slots[index] = Slot(value: value, changedAt: time)
    return true
  }

  /// The time of the latest change of a variable.
  func time(of variable: StateVariable) -> Int64 { slots[Int(variable.rawValue)].changedAt }

  /// Whether the button that this flag disables is drawn as disabled: the flag has been set for at least a frame.
  func blocks(_ variable: StateVariable, at time: Int64) -> Bool {
    isOn(variable) && isDrawn(variable, at: time)
  }

  /// Whether the screen shows the current value.
  func isDrawn(_ variable: StateVariable, at time: Int64) -> Bool {
    time - slots[Int(variable.rawValue)].changedAt >= StateVariable.frame
  }

  /// The flags that disable a button.
  static let disablingFlags: [StateVariable] = [.plansLoading, .onboardingLoading, .acknowledging]

  /// The variables whose changes redraw Home if its view does not observe the metrics model.
  static let ofHome: [StateVariable] = [
    .signedIn, .homeLoading, .homeMetricsLoading, .homeError, .homeTasks, .homeStreak, .homeSummary, .homeZeroState,
  ]
}

extension Device {
  /// Publishes a value if it is new.
  func publish(
    _ variable: StateVariable, _ value: Int64, _ cause: Cause, file: StaticString = #fileID, line: UInt32 = #line
  ) {
    guard isRunning, app.published.set(variable, to: value, at: now) else { return }
    emit(.published(variable, value: value, cause: cause), file: file, line: line)
  }

  func publish(
    _ variable: StateVariable, _ value: Bool, _ cause: Cause, file: StaticString = #fileID, line: UInt32 = #line
  ) {
    publish(variable, value ? 1 : 0, cause, file: file, line: line)
  }

  /// Publishes preferences by their hash, and passes them to observers.
  func publish(
    _ variable: StateVariable, _ preferences: DietPreferences, _ cause: Cause, file: StaticString = #fileID,
    line: UInt32 = #line
  ) {
    emit(.showed(preferences))
    publish(variable, preferences.stableHash, cause, file: file, line: line)
  }

  // MARK: Operations

  /// Begins an operation: raises its loading flag and clears its error, or every error if they share one slot.
  func begin(
    _ operation: Operation, loading: StateVariable? = nil, error: StateVariable? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Owner {
    let isNamed = events.holdSource(file, line)
    defer { events.releaseSource(isNamed) }
    emit(.began(operation))
    if let loading { publish(loading, true, .start) }
    if let error { clearError(error, .start) }
    if let loading { render(loading) }
    return owner
  }

  /// Whether the person sees the button disabled that this flag disables.
  func isSeenDisabled(_ flag: StateVariable) -> Bool {
    guard scheduler.isSearching else { return app.published.blocks(flag, at: now) }
    return app.published.isOn(flag) && app.renderedFlags >> UInt64(flag.rawValue) & 1 == 1
  }

  /// Draws a change of a loading flag. While a policy orders events, the policy decides which taps come before the
  /// frame that disables the flag's button. Otherwise the clock decides.
  private func render(_ flag: StateVariable) {
    if PublishedState.disablingFlags.contains(flag) { renderNext(flag) }
  }

  /// Draws a change of a variable in the next frame. A policy decides the order of frames.
  func renderNext(_ variable: StateVariable) {
    guard scheduler.isSearching else { return }
    let bit: UInt64 = 1 << UInt64(variable.rawValue)
    app.renderedFlags &= ~bit
    nextTask &+= 1
    scheduler.spawn(in: lane, making: { Task { await self.draw(bit) } })
  }

  /// Draws, in the next frame, the buttons that these loading flags disable. Each flag is one bit.
  private func draw(_ flags: UInt64) async {
    await scheduler.sleep(StateVariable.frame, kind: .timer, in: self)
    app.renderedFlags |= flags
  }

  /// Ends an operation: lowers its loading flag, or every flag if they share one.
  func end(
    _ operation: Operation, _ owner: Owner, loading: StateVariable? = nil, cause: Cause = .reply,
    file: StaticString = #fileID, line: UInt32 = #line
  ) {
    let isNamed = events.holdSource(file, line)
    defer { events.releaseSource(isNamed) }
    emit(.ended(operation), account: owner.account)
    guard isCurrent(owner), let loading else { return }
    if cause == .cancellation, generation.replies.cancelled == .leavesLoading { return }
    switch generation.loading.flag {
    case .perOperation: publish(loading, false, cause)
    case .shared: for flag in StateVariable.loadingFlags { publish(flag, false, cause) }
    }
  }

  /// Begins a load unless one of its kind runs already, which then serves both; nil in that case.
  func beginLoad(
    _ operation: Operation, loading: StateVariable? = nil, error: StateVariable? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Owner? {
    let bit: UInt64 = 1 << UInt64(operation.rawValue)
    if generation.home.loads == .singleFlight, app.loads & bit != 0 { return nil }
    app.loads |= bit
    return begin(operation, loading: loading, error: error, file: file, line: line)
  }

  func endLoad(
    _ operation: Operation, _ owner: Owner, loading: StateVariable? = nil, cause: Cause = .reply,
    file: StaticString = #fileID, line: UInt32 = #line
  ) {
    if isCurrent(owner) { app.loads &= ~(1 << UInt64(operation.rawValue)) }
    end(operation, owner, loading: loading, cause: cause, file: file, line: line)
  }

  func clearError(_ variable: StateVariable, _ cause: Cause) {
    switch generation.loading.errors {
    case .perOperation, .perViewModel:
      publish(variable, false, cause)
      if variable == .photosError { publish(.photosErrorText, 0, cause) }
    case .shared:
      for slot in StateVariable.errorSlots { publish(slot, false, cause) }
      publish(.photosErrorText, 0, cause)
    }
  }

  /// Shows a failure in an error slot, if the generation treats it as an error.
  func show(
    _ failure: CallFailure, in variable: StateVariable, file: StaticString = #fileID, line: UInt32 = #line
  ) {
    let cause: Cause
    switch failure {
    case .discarded: return
    case .cancelled:
      guard generation.replies.cancelled == .networkError else { return }
      cause = .cancellation
    case .refused, .undecodable, .network, .timedOut: cause = .failure
    }
    visibleErrors &+= 1
    if variable == .editError, !app.published.isOn(variable) {
      app.edit.isErrorOfForm = Cover(published: app.published[.cover])?.isForm ?? false
    }
    publish(variable, true, cause, file: file, line: line)
    if variable == .photosError {
      publish(.photosErrorText, PhotoErrorText(of: failure, generation.photo.errorTexts).published, cause)
    }
  }

  /// The current sign-in.
  var owner: Owner { Owner(process: session, login: app.auth.login, account: account) }

  /// Whether work of this owner may still change the state.
  func isCurrent(_ owner: Owner) -> Bool {
    guard isRunning, owner.process == session else { return false }
    switch generation.auth.inFlightAtLogout {
    case .applied: return true
    case .discarded: return owner.login == app.auth.login
    }
  }
}

extension CallFailure {
  /// The cause of a state change by this failure.
  var cause: Cause { self == .cancelled ? .cancellation : .failure }
}
