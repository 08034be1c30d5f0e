/// One person in a world: carries out what the person's model decides, and pauses in the world's time, or in a time of
/// the person's own.
///
/// It needs no task. Its steps happen in the person's lane and in the phone's, one after the other, each a job of that lane:
/// those that a task would make that calls the phone and comes back, at a fraction of their cost.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
package final class SyntheticUser: LaneHandler, @unchecked Sendable {
  /// What the next step is.
  private enum Stage {
    // In the person's lane.
    case decides, hasTapped, hasWaited, hasPaused
    // In the phone's.
    case taps, beginsToWait, waits, hasWord, looks
  }

  package let lane: Lane
  private let scheduler: Scheduler
  private let horizon: Int64
  /// Makes the person's phone of an ordinal, at its first use.
  private let makePhone: (UInt8) -> Device
  /// How the person's time differs from the world's, nil where it does not.
  private let pacing: Pacing?

  // Exclusivity checks are off: no access calls out while it lasts.
  @exclusivity(unchecked) private var model: PersonModel
  /// How far the person's time is ahead of the world's, nanoseconds.
  @exclusivity(unchecked) private var lead: Int64 = 0
  @exclusivity(unchecked) private var first: Device?
  @exclusivity(unchecked) private var second: Device?

  @exclusivity(unchecked) private var stage = Stage.decides
  /// The phone in hand, which is one of the above: held by it, each step would hold it once more.
  @exclusivity(unchecked) private var phone: Unmanaged<Device>?
  /// What it showed last.
  @exclusivity(unchecked) private var view = DeviceView()
  @exclusivity(unchecked) private var tap: PersonStep.Tap?
  @exclusivity(unchecked) private var rest = PersonStep.Rest.none
  /// How long to wait for the condition, nanoseconds, and until when.
  @exclusivity(unchecked) private var patience: Int64 = 0
  @exclusivity(unchecked) private var deadline: Int64 = 0
  private let waiter: DeviceWaiter
  /// By how much the pause under way is shorter than the person's, nanoseconds.
  @exclusivity(unchecked) private var leftOut: Int64 = 0
  /// How many sessions to live.
  @exclusivity(unchecked) private var wanted: UInt32 = .max
  @exclusivity(unchecked) private var ended: ((Bool) -> Void)?

  /// A person before the first session.
  package init(
    model: PersonModel, scheduler: Scheduler, pacing: Pacing? = nil, makePhone: @escaping (_ ordinal: UInt8) -> Device
  ) {
    lane = Lane(scheduler: scheduler, kind: "user", number: Int(model.index))
    self.model = model
    self.scheduler = scheduler
    self.pacing = pacing
    waiter = DeviceWaiter(scheduler: scheduler)
    self.makePhone = makePhone
    horizon = model.horizon
  }

  /// Begins to live, until the horizon, or to the end of a session: with every phone closed unless the pacing or the end
  /// of the world breaks that off. Who has sessions left goes on with the next call.
  ///
  /// - Parameters:
  ///   - sessions: how many in all, of who has a pacing.
  ///   - ended: called at the end in the person's lane, with whether nothing is left to live.
  package func live(sessions: UInt32 = .max, then ended: ((_ isAll: Bool) -> Void)? = nil) {
    wanted = sessions
    self.ended = ended
    view = DeviceView()
    stage = .decides
    scheduler.start(self, in: lane)
  }

  package override func run() {
    switch stage {
    case .decides: decide()
    case .hasTapped: if rest.condition != nil { beginWait() } else { pause(rest.pause, then: .hasPaused) }
    case .hasWaited: if rest.pause > 0 { pause(rest.pause, then: .hasPaused) } else { decide() }
    case .hasPaused: endPause()
    case .taps, .beginsToWait, .waits, .hasWord, .looks:
      guard let phone else { preconditionFailure("a step on no phone") }
      phone._withUnsafeGuaranteedRef { step(on: $0) }
    }
  }

  private func step(on phone: Device) {
    // The cast drops `isolated`, as `assumeIsolated` does, which asks the runtime for 1,000 instructions. It is guarded by the
    // scheduler, which calls this in the lane that was named alone: that of the phone.
    assert(scheduler.runningLane === phone.lane)
    typealias Isolated = (isolated Device, SyntheticUser) -> Void
    typealias Free = (Device, SyntheticUser) -> Void
    let step = unsafeBitCast(SyntheticUser.step as Isolated, to: Free.self)
    step(phone, self)
  }

  // MARK: In the person's lane

  private var now: Int64 { scheduler.now + lead }

  private func decide() {
    while true {
      if scheduler.isShuttingDown { return end(isAll: true) }
      if let pacing, pacing.isOver() { return end(isAll: true) }
      switch model.next(view, now: now) {
      case .done:
        return end(isAll: true)
      case .away(let start):
        guard let pacing else { return pause(start - now, then: .decides) }
        if model.sessions >= wanted { return end(isAll: false) }
        run(ahead: start - now, pacing)
      case .use(let device, let tap, let rest):
        (self.tap, self.rest) = (tap, rest)
        take(device)
        if tap != nil { return use(.taps) }
        if rest.condition != nil { return beginWait() }
        if rest.pause > 0 { return pause(rest.pause, then: .hasPaused) }
        return use(.looks)
      }
    }
  }

  private func end(isAll: Bool) {
    let ended = ended.take()
    ended?(isAll)
  }

  private func beginWait() {
    patience = min(rest.patience, horizon - now)
    use(.beginsToWait)
  }

  /// Pauses, at most to the horizon, where the model ends the session.
  private func pause(_ nanoseconds: Int64, then stage: Stage) {
    let nanoseconds = min(nanoseconds, horizon - now)
    self.stage = stage
    guard let pacing else { return scheduler.continue(self, after: nanoseconds, kind: .timer) }
    let shortened = Int64(Double(nanoseconds) * pacing.pauseScale)
    leftOut = nanoseconds - shortened
    if shortened > 0 { scheduler.continue(self, after: shortened, kind: .timer) } else { endPause() }
  }

  private func endPause() {
    if let pacing { run(ahead: leftOut, pacing) }
    use(.looks)
  }

  /// Lets the person's time pass without the world's.
  private func run(ahead nanoseconds: Int64, _ pacing: Pacing) {
    lead += max(0, nanoseconds)
    pacing.leads(model.index, lead)
  }

  private func take(_ ordinal: UInt8) {
    if (ordinal == 0 ? first : second) == nil {
      let new = makePhone(ordinal)
      if ordinal == 0 { first = new } else { second = new }
    }
    phone = (ordinal == 0 ? first : second).map { .passUnretained($0) }
  }

  /// Lets the next step happen on the phone.
  private func use(_ stage: Stage) {
    self.stage = stage
    phone?._withUnsafeGuaranteedRef { scheduler.hop(to: $0.lane) }
  }

  // MARK: In the phone's lane

  private static func step(_ phone: isolated Device, _ person: SyntheticUser) {
    switch person.stage {
    case .taps:
      if let tap = person.tap.take() { phone.act(tap.action, intent: tap.intent) }
      if person.rest.condition != nil || person.rest.pause > 0 { return person.comeBack(.hasTapped) }
      person.look(at: phone, then: .decides)
    case .beginsToWait:
      person.deadline = phone.now + person.patience
      wait(phone, person)
    case .waits:
      wait(phone, person)
    case .hasWord:
      guard phone.endWait(person.waiter) else { return person.look(at: phone, then: .hasWaited) }
      // A change is on screen one frame later, when it may be over again.
      person.stage = .waits
      person.scheduler.continue(person, after: StateVariable.frame, kind: .timer)
    case .looks:
      person.look(at: phone, then: .decides)
    case .decides, .hasTapped, .hasWaited, .hasPaused:
      preconditionFailure("a step of the person's own lane on the phone's")
    }
  }

  private static func wait(_ phone: isolated Device, _ person: SyntheticUser) {
    guard let condition = person.rest.condition else { preconditionFailure("a wait for nothing") }
    person.stage = .hasWord
    if !phone.beginWait(for: condition, until: person.deadline, person, person.waiter) {
      person.look(at: phone, then: .hasWaited)
    }
  }

  private func look(at phone: isolated Device, then stage: Stage) {
    view = phone.look()
    comeBack(stage)
  }

  /// Lets the next step happen in the person's own lane.
  private func comeBack(_ stage: Stage) {
    self.stage = stage
    scheduler.hop(to: lane)
  }
}

/// How a person lives in a world whose time is precious: pauses shortened, absences between sessions left out. What the
/// app needs to answer takes the time that it takes; for the person, a pause has its full length all the same.
package struct Pacing: Sendable {
  /// What pauses are multiplied by, 0 to 1.
  package var pauseScale: Double
  /// Whether to break off where the person stands.
  package var isOver: @Sendable () -> Bool
  /// Told how far a person's time is ahead of the world's, in nanoseconds.
  package var leads: @Sendable (_ user: UInt32, _ nanoseconds: Int64) -> Void

  package init(
    pauseScale: Double, isOver: @escaping @Sendable () -> Bool = { false },
    leads: @escaping @Sendable (_ user: UInt32, _ nanoseconds: Int64) -> Void = { _, _ in }
  ) {
    self.pauseScale = pauseScale
    self.isOver = isOver
    self.leads = leads
  }
}
