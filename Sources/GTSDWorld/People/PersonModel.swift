import GTSDModel

/// A person's decisions: from the screen of a device to the next action.
///
/// The model is pure: it has no clock, no device and no task. It receives times and views, returns steps, and uses only
/// the person's own draws (`PersonDraws`). The person takes part from sign-up to the horizon, in sessions that begin
/// with a launch and end with the app closed. Each decision is made at most once in a session.
package struct PersonModel: Sendable {
  /// The number of steps after which the person ends a session, whatever the app shows.
  package static let longestSession = 300

  /// The identity behind the person's accounts.
  let index: UInt32
  var temperament: Temperament
  let arrival: Int64
  let horizon: Int64
  /// The time by which the person's clock is ahead of UTC, in nanoseconds.
  let zone: Int64
  var draws: PersonDraws
  package var body: Body

  var state = PersonState.away
  var notes = SessionNotes()
  /// The start of the next session.
  var nextStart: Int64
  /// The start of the next session that is not opened by a reminder.
  var ownStart: Int64
  /// Whether a reminder opens the next or current session.
  var followsReminder = false
  /// The time at which the person saw that the account exists, in nanoseconds; -1 if not yet.
  var signedUpAt: Int64 = -1
  /// Whether the acknowledgment screen of Plans disappeared, on either device, after the person had acknowledged there.
  var hasAcknowledged = false
  /// The device that the person looks at.
  var focus: UInt8 = 0
  /// The open devices: bit n for device n.
  var openDevices: UInt8 = 0
  /// Whether the app was left in the background of the first device at the end of a session.
  var isLeftOpen = false
  /// The account that the person believes is signed in on the first device.
  var account: UInt8 = 0
  /// The existing accounts: bit n for account n.
  var registered: UInt8 = 0
  /// The accounts whose onboarding the person means to complete: bit n for account n.
  var completing: UInt8 = 0
  var abandoned: UInt8 = 0
  /// The number of accounts that the person has deleted.
  var deletions: UInt8 = 0
  /// The number of deletions after which a person does not return.
  static let maxDeletions = 3
  private var intents: Int32 = 0
  var photosPicked: Int32 = 0
  /// The person's traits and experiences; nil if the scenario's people have no memory.
  var memory: PersonMemory?
  /// The person's temperament once the arm is rolled back; nil if the arm stays.
  let rollback: Rollback<Temperament>?

  /// Creates the person with this global index.
  ///
  /// - Parameters:
  ///   - temperament: persona and arm.
  ///   - arrival: sign-up time, nanoseconds of virtual time.
  ///   - horizon: end of the simulated time, nanoseconds.
  ///   - zone: the nanoseconds by which the person's clock is ahead of UTC.
  ///   - rollback: the roll-back of the person's arm; nil if the arm is not rolled back.
  package init(
    index: UInt32, temperament: Temperament, draws: PersonDraws, arrival: Int64, horizon: Int64,
    zone: Int64 = 0, rollback: Rollback<Temperament>? = nil
  ) {
    self.rollback = rollback
    self.index = index
    self.temperament = temperament
    self.draws = draws
    self.arrival = arrival
    self.horizon = horizon
    self.zone = zone
    body = Body(mix: temperament.persona.body, draws: draws, arrival: arrival)
    nextStart = arrival
    ownStart = arrival
    memory = temperament.memory.map { PersonMemory($0, draws: draws, zone: zone) }
  }

  /// The number of sessions begun so far.
  package var sessions: UInt32 { draws.session }

  /// Returns the person's next step.
  ///
  /// - Parameters:
  ///   - screen: the current screen of the last step's device; a closed one at first.
  ///   - now: nanoseconds of virtual time.
  package mutating func next(_ screen: Screen, errors: Int32 = 0, now: Int64) -> PersonStep {
    if state != .away, state != .gone, state != .opening, state != .leaving {
      notes.steps += 1
      if now >= horizon || notes.steps > PersonModel.longestSession { state = .leaving }
      if memory != nil { remember(screen, errors: errors) }
    }
    // Changes the state without a step. No sequence of such changes returns to its first state with the same screen.
    for _ in 0..<64 {
      if let step = advance(screen, now: now) { return step }
    }
    preconditionFailure("person \(index) repeats state \(state) without end, with the screen \(screen)")
  }

  private mutating func advance(_ screen: Screen, now: Int64) -> PersonStep? {
    switch state {
    case .away: startOrStay(now: now)
    case .gone: .done
    case .opening: open(screen)
    case .followingReminder: followReminder(screen)
    case .leaving: leave(screen, now: now)
    case .orienting: orient(screen)
    case .atSignIn, .signingIn, .signInJudged: signIn(screen, now: now)
    case .offered, .stepFilled, .answeringAgain, .answerJudged: answerOnboarding(screen)
    case .profileFormOpened: answerProfileForm(screen)
    case .retrying: retryNow(screen)
    case .sheetJudged, .sheetAwaited, .readingSummary, .expandingSummary, .scrollingSummary, .closingSummary:
      readSummary(screen)
    case .openingSecond: openSecondDevice()
    case .secondAtHome, .secondAtPlans, .secondReadMetrics, .secondLeaving: useSecondDevice(screen)
    case .pairFirstProfile, .pairFirstEdit, .pairFirstType, .pairSecondProfile, .pairSecondEdit, .pairSecondType,
      .pairSecondSave, .pairFirstSave, .pairSecondSettle:
      editOnBoth(screen)
    case .inBackground: comeBack(screen)
    case .formInBackground: comeBackToForm(screen)
    case .logOutJudged: judgeLogOut(screen)
    case .deletionJudged: judgeDeletion(screen)
    case .lookingAtHome, .atHome, .decidingCard, .decidingZeroState, .choosing, .atPlans, .decidingAcknowledgment,
      .acknowledgingAgain, .acknowledgmentJudged, .planRead, .returningHome, .bursting, .pulling, .pullingAgain,
      .pullingTab, .atProfile, .editOpened, .readyToSave, .typingDuringSave, .saveJudged, .deletingHealthData, .atTasks,
      .photosChosen, .addingPhotos, .uploadsJudged, .photosReviewed, .photoDeleted, .choosingTask, .tasksFiltered,
      .loggingOut, .exportingData, .deletingAccount:
      moveAbout(screen)
    }
  }

  /// Returns the next step on the tabs. If the person does not see the tabs, finds out first what the app shows.
  private mutating func moveAbout(_ screen: Screen) -> PersonStep? {
    guard screen.showsTabs else {
      state = .orienting
      return nil
    }
    guard screen.summary == .hidden else {
      state = .sheetJudged
      return nil
    }
    // A form or photo sheet that is still open covers everything else, so it is closed first.
    guard !screen.showsForm || state.usesEditForm, !screen.showsPhotos || state.usesPhotoSheet else {
      state = .choosing
      return runErrands(screen)
    }
    return switch state {
    case .lookingAtHome, .atHome, .decidingCard, .decidingZeroState, .returningHome, .pulling, .pullingAgain:
      useHome(screen)
    case .atPlans, .decidingAcknowledgment, .acknowledgingAgain, .acknowledgmentJudged, .planRead: usePlans(screen)
    case .atProfile, .editOpened, .readyToSave, .typingDuringSave, .saveJudged, .deletingHealthData, .loggingOut,
      .exportingData, .deletingAccount:
      useProfile(screen)
    case .atTasks, .photosChosen, .addingPhotos, .uploadsJudged, .photosReviewed, .photoDeleted: usePhotos(screen)
    case .choosingTask, .tasksFiltered: completeTask(screen)
    default: runErrands(screen)
    }
  }

  // MARK: Drawing

  mutating func decides(_ decision: PersonDecision) -> Bool {
    let plain = temperament.probability(of: decision)
    guard let memory else {
      // A certain outcome needs no draw, but counts as one.
      guard plain > 0, plain < 1 else { return draws.pass(decision, as: plain >= 1) }
      return draws.uniform(decision) < plain
    }
    let u = draws.uniform(decision)
    let does = u < temperament.probability(of: decision, shift: memory.shift(of: decision))
    if !does, let offer = decision.offer { self.memory?.refuse(offer) }
    return does
  }

  mutating func nanoseconds(_ pause: PersonPause) -> Int64 {
    let time = temperament.distribution(of: pause).nanoseconds(at: draws.uniform(pause))
    guard pause == .patience, let memory else { return time }
    return Int64(min(Double(time) * memory.patience, 1e15))
  }

  mutating func newIntent() -> Int32 {
    intents += 1
    return intents
  }

  // MARK: Steps

  /// Makes the person tap and enter another state. The tap has a new intent unless one is given.
  mutating func tap(
    _ action: UserAction, intent: Int32? = nil, rest: PersonStep.Rest = .none, then next: PersonState
  ) -> PersonStep {
    state = next
    return .use(device: focus, tap: PersonStep.Tap(action: action, intent: intent ?? newIntent()), rest: rest)
  }

  /// Pauses, and continues in another state.
  mutating func rest(_ rest: PersonStep.Rest, then next: PersonState) -> PersonStep {
    state = next
    return .use(device: focus, tap: nil, rest: rest)
  }

  /// Continues in another state without a step.
  mutating func move(to next: PersonState) -> PersonStep? {
    state = next
    return nil
  }

  mutating func pausing(_ pause: PersonPause) -> PersonStep.Rest { .pause(nanoseconds(pause)) }

  /// Waits for a condition within the person's patience.
  mutating func awaiting(_ condition: DeviceCondition) -> PersonStep.Rest {
    notes.waited = true
    return PersonStep.Rest(condition: condition, patience: nanoseconds(.patience))
  }

  /// Waits for a condition within the person's patience, then pauses.
  mutating func awaiting(_ condition: DeviceCondition, then pause: PersonPause) -> PersonStep.Rest {
    notes.waited = true
    return PersonStep.Rest(condition: condition, patience: nanoseconds(.patience), pause: nanoseconds(pause))
  }
}
