/// A device as a person holds it.
package protocol Handset: Actor {
  /// Does one thing.
  func act(_ action: UserAction, intent: Int32)
  /// Does one thing, and says what the device shows then.
  func perform(_ action: UserAction, intent: Int32) -> DeviceView
  /// What the device shows.
  func look() -> DeviceView
  /// Returns when a condition holds, or after so many nanoseconds, with what the device shows then.
  func wait(for condition: DeviceCondition, atMost nanoseconds: Int64) async -> DeviceView
}

extension Device: Handset {}

/// One person in a world: carries out what the person's model decides, and pauses in the world's time, or in a time of
/// the person's own.
package final actor SyntheticUser<Phone: Handset>: LaneActor {
  package nonisolated let lane: Lane
  // As every resident of a lane has it, but said here: found by way of the protocol, a generic actor's costs a look-up
  // of metadata at every hop.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }
  private let scheduler: Scheduler
  private let horizon: Int64
  /// Makes the person's device of an ordinal, at its first use.
  private let makePhone: @Sendable (UInt8) -> Phone
  /// Exclusivity checks are off: it calls nobody.
  @exclusivity(unchecked) private var model: PersonModel
  /// How the person's time differs from the world's, nil where it does not.
  private let pacing: Pacing?
  /// How far the person's time is ahead of the world's, nanoseconds.
  private var lead: Int64 = 0
  private var first: Phone?
  private var second: Phone?

  /// A person before the first session.
  package init(
    model: PersonModel, scheduler: Scheduler, pacing: Pacing? = nil,
    makePhone: @escaping @Sendable (_ ordinal: UInt8) -> Phone
  ) {
    lane = Lane(scheduler: scheduler, kind: "user", number: Int(model.index))
    self.model = model
    self.scheduler = scheduler
    self.pacing = pacing
    self.makePhone = makePhone
    horizon = model.horizon
  }

  private var now: Int64 { scheduler.now + lead }

  /// Lives until the horizon, or to the end of a session; returns with every device closed unless the pacing or the
  /// end of the world broke that off. Who has sessions left goes on with the next call.
  ///
  /// - Parameter sessions: how many in all, of who has a pacing.
  /// - Returns: whether nothing is left to live.
  @discardableResult
  package func live(sessions: UInt32 = .max) async -> Bool {
    var view = DeviceView()
    while true {
      if scheduler.isShuttingDown { return true }
      if let pacing, pacing.isOver() { return true }
      switch next(view) {
      case .done:
        return true
      case .away(let start):
        guard let pacing else {
          await pause(start - now)
          continue
        }
        if model.sessions >= sessions { return false }
        run(ahead: start - now, pacing)
      case .use(let device, let tap, let rest):
        let phone = phone(device)
        if let tap, rest.condition != nil || rest.pause > 0 {
          await phone.act(tap.action, intent: tap.intent)
        } else if let tap {
          view = await phone.perform(tap.action, intent: tap.intent)
        }
        if let condition = rest.condition {
          view = await phone.wait(for: condition, atMost: min(rest.patience, horizon - now))
        }
        if rest.pause > 0 {
          await pause(rest.pause)
          view = await phone.look()
        } else if tap == nil, rest.condition == nil {
          view = await phone.look()
        }
      }
    }
  }

  /// Never inlined: what a decision needs for a moment would lie in the frame that the person's task keeps.
  @inline(never)
  private func next(_ view: DeviceView) -> PersonStep { model.next(view, now: now) }

  /// Pauses, at most to the horizon, where the model ends the session. Inlined, since each function that waits costs a frame,
  /// and a look at where it runs when it returns.
  @inline(__always)
  private func pause(_ nanoseconds: Int64) async {
    let nanoseconds = min(nanoseconds, horizon - now)
    guard let pacing else {
      // `Scheduler.sleep`, inlined.
      scheduler.park(for: nanoseconds, kind: .timer)
      await scheduler.parking.wait()
      return scheduler.noteWake()
    }
    let shortened = Int64(Double(nanoseconds) * pacing.pauseScale)
    if shortened > 0 { await scheduler.sleep(shortened, kind: .timer) }
    run(ahead: nanoseconds - shortened, pacing)
  }

  /// Lets the person's time pass without the world's.
  private func run(ahead nanoseconds: Int64, _ pacing: Pacing) {
    lead += max(0, nanoseconds)
    pacing.leads(model.index, lead)
  }

  private func phone(_ ordinal: UInt8) -> Phone {
    if let phone = ordinal == 0 ? first : second { return phone }
    let phone = makePhone(ordinal)
    if ordinal == 0 { first = phone } else { second = phone }
    return phone
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
