import GTSDModel
import Randomness

extension PersonModel {
  private static let day = Nanoseconds.day

  // MARK: Start

  mutating func startOrStay(now: Int64) -> PersonStep? {
    guard nextStart < horizon else { return move(to: .gone) }
    state = .opening
    return .away(until: nextStart)
  }

  mutating func open(_ screen: Screen) -> PersonStep? {
    if let control = rollback?.content(at: nextStart) { temperament = control }
    draws.beginSession()
    notes = SessionNotes()
    memory?.beginSession(at: nextStart, arrival: arrival)
    notes.errands = plannedErrands()
    focus = 0
    openDevices = 1
    let opening: UserAction = isLeftOpen && screen.front == .background ? .foreground : .launch
    isLeftOpen = false
    if followsReminder {
      notes.errands.insert(Errands(.plans))
      return tap(opening, rest: awaiting(.signInSettled), then: .followingReminder)
    }
    return tap(opening, rest: pausing(.thinkOnLaunch), then: .orienting)
  }

  /// Draws the errands that the person plans for this session. Each has its own decision.
  private mutating func plannedErrands() -> Errands {
    var errands: Errands = []
    for errand in Errand.allCases where decides(errand.decision) { errands.insert(Errands(errand)) }
    return errands
  }

  /// Finds out which screen the app shows, at the start of a session and whenever it is not the expected one.
  mutating func orient(_ screen: Screen) -> PersonStep? {
    guard screen.isInFront else { return giveUp() }
    switch screen.front {
    case .closed, .background:
      return giveUp()
    case .signIn:
      if screen.isLoading, notes.restoreWaits < 3 {
        // The app is still determining whether a user is signed in.
        notes.restoreWaits += 1
        return rest(awaiting(.signInSettled), then: .orienting)
      }
      guard notes.evictions < 3 else { return giveUp() }
      if focus == 0, account == 0, !notes.visiting, registered & 1 != 0 { memory?.meet(.contradiction) }
      notes.evictions += 1
      notes.attempts = 0
      notes.intent = newIntent()
      if focus == 0, !notes.visiting { account = 0 }
      return move(to: .atSignIn)
    case .onboarding:
      guard focus == 0, notes.offers < 3 else { return giveUp() }
      notes.offers += 1
      notes.attempts = 0
      return move(to: .offered)
    case .summary, .form, .photos, .tab:
      if focus == 1 { return rest(pausing(.firstLookAtHome), then: .secondAtHome) }
      if account == 1, !notes.visiting {
        // The last session ended while the household's other account was signed in.
        notes.visiting = true
        notes.errands = []
        notes.looked = true
      }
      return move(to: notes.looked ? .choosing : .lookingAtHome)
    }
  }

  /// Ends the session, or only the use of the second device.
  mutating func giveUp() -> PersonStep? {
    move(to: focus == 1 ? .secondLeaving : .leaving)
  }

  mutating func comeBack(_ screen: Screen) -> PersonStep? {
    guard screen.front != .closed else { return move(to: .leaving) }
    guard screen.front == .background else { return move(to: .orienting) }
    return tap(.foreground, rest: awaiting(.tabSettled), then: .choosing)
  }

  mutating func comeBackToForm(_ screen: Screen) -> PersonStep? {
    guard screen.front == .background else { return move(to: .readyToSave) }
    return tap(.foreground, rest: pausing(.doubleTapGap), then: .readyToSave)
  }

  // MARK: End

  /// Closes one open device, or leaves the app there in the background; when all are closed, plans the next session.
  mutating func leave(_ screen: Screen, now: Int64) -> PersonStep? {
    if screen.front == .closed { openDevices &= ~(1 << focus) }
    for device: UInt8 in [1, 0] where openDevices & (1 << device) != 0 {
      let isSeen = focus == device && screen.isInFront
      focus = device
      openDevices &= ~(1 << device)
      isLeftOpen = device == 0 && isSeen && now < horizon && decides(.leaveOpen)
      return tap(isLeftOpen ? .background : .terminate, then: .leaving)
    }
    focus = 0
    memory?.endSession()
    planNextSession(after: now)
    return move(to: .away)
  }

  /// Plans the next session. A reminder may open an additional session before the person's own next session, which then
  /// still follows.
  mutating func planNextSession(after now: Int64) {
    if !followsReminder || ownStart <= now { ownStart = nextSession(after: now) }
    nextStart = ownStart
    followsReminder = false
    guard let reminded = nextReminder(after: now), reminded < ownStart else { return }
    nextStart = reminded
    followsReminder = true
  }

  /// Draws the start of the next session that is not opened by a reminder; the horizon if there is none before it.
  ///
  /// Days count from sign-up. After a session the person comes back the same day with probability `returnSameDay`,
  /// after `sessionGap` (not at all if that leads beyond the day). Each later day is a day of use with probability
  /// `returnNextDay` times `dailyDecay` to the power of its number. Its first session is at a time of the person's day
  /// by `DailyRhythm`.
  ///
  /// With a memory, a person of a single visit never comes back, and nobody comes while asleep. Experiences change the
  /// probability of a later day to `returning`, by `PersonMemory.shift(ofReturningOn:)`.
  mutating func nextSession(after now: Int64) -> Int64 {
    if memory?.neverReturns == true || deletions >= PersonModel.maxDeletions { return horizon }
    let today = (now - arrival) / PersonModel.day
    if decides(.returnSameDay) {
      let gap = nanoseconds(.sessionGap)
      let start = memory?.hours.after(gap, from: now) ?? later(now, gap)
      if start < arrival + (today + 1) * PersonModel.day { return start }
    }
    let daily = temperament.probability(of: .returnNextDay)
    let decay = temperament.persona.habit.dailyDecay
    var number = today + 1
    while arrival + number * PersonModel.day < horizon {
      let probability = returning(daily * PortableMath.pow(decay, Double(number)), on: number, since: today)
      if draws.uniform(.returnNextDay, step: UInt32(number)) < probability {
        let dayStart = arrival + number * PersonModel.day
        let time = DailyRhythm.timeOfDay(draws.uniform(.timeOfDay, step: UInt32(number)))
        let sameDate = dayStart - WakingHours.timeOfDay(dayStart + zone) + time
        let start = sameDate >= dayStart ? sameDate : sameDate + PersonModel.day
        return memory?.hours.awake(at: start) ?? start
      }
      number += 1
    }
    return horizon
  }
}

/// The instant this many nanoseconds later, limited to the largest possible one.
private func later(_ instant: Int64, _ span: Int64) -> Int64 {
  let sum = instant.addingReportingOverflow(span)
  return sum.overflow ? .max : sum.partialValue
}

extension Errand {
  /// The decision whether this errand is part of a session.
  var decision: PersonDecision {
    switch self {
    case .plans: .goToPlansDirectly
    case .tasks: .visitTasks
    case .streaks: .visitStreaks
    case .profile: .visitProfile
    case .editPreferences: .editPreferences
    case .editProfile: .editProfile
    case .deleteHealthData: .deleteHealthData
    case .photos: .uploadPhotos
    case .burst: .tabBurst
    case .background: .background
    case .pull: .pullToRefresh
    case .switchAccount: .switchAccount
    case .secondDevice: .useSecondDevice
    case .completeTask: .completeTask
    case .exportData: .exportData
    case .deleteAccount: .deleteAccount
    }
  }
}
