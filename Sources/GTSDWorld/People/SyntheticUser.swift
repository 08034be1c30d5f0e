package import Interleaving

/// A person in a world. Carries out the decisions of a model, with pauses in the world's time or in a separate time.
package final actor SyntheticUser: LaneActor {
  package nonisolated let lane: Lane
  private let scheduler: Scheduler
  private let horizon: Int64
  /// Creates the person's phone with an ordinal, at its first use.
  private let makePhone: @Sendable (UInt8) -> Device
  /// The difference between the person's time and the world's; nil if there is none.
  private let pacing: Pacing?
  /// The model that decides.
  private var model: PersonModel
  /// The lead of the person's time before the world's, in nanoseconds.
  private var lead: Int64 = 0
  private var first: Device?
  private var second: Device?

  /// Creates a person before the first session.
  package init(
    model: PersonModel, scheduler: Scheduler, pacing: Pacing? = nil,
    makePhone: @escaping @Sendable (_ ordinal: UInt8) -> Device
  ) {
    lane = Lane(scheduler: scheduler, kind: "user", number: Int(model.index))
    self.model = model
    self.scheduler = scheduler
    self.pacing = pacing
    self.makePhone = makePhone
    horizon = model.horizon
  }

  /// Runs the person until the horizon, or to the end of a session. All phones are then closed, unless the pacing or
  /// the end of the world interrupts the session. A person with sessions left continues at the next call.
  ///
  /// - Parameter sessions: the total number of sessions, for a person with a pacing.
  /// - Returns: whether the person has ended.
  @discardableResult
  package func live(sessions: UInt32 = .max) async -> Bool {
    var view = DeviceView()
    while !scheduler.isShuttingDown, pacing?.isOver() != true {
      switch model.next(view, now: now) {
      case .done:
        return true
      case .away(let start):
        if pacing != nil, model.sessions >= sessions { return false }
        await stayAway(start - now)
      case .use(let ordinal, let tap, let rest):
        view = await use(phone(ordinal), tap, rest)
      }
    }
    return true
  }

  /// Taps, waits for a condition, pauses, and looks.
  private func use(_ phone: Device, _ tap: PersonStep.Tap?, _ rest: PersonStep.Rest) async -> DeviceView {
    if let tap, rest == .none { return await phone.perform(tap.action, intent: tap.intent) }
    if let tap { await phone.act(tap.action, intent: tap.intent) }
    if let condition = rest.condition {
      let view = await phone.wait(for: condition, atMost: min(rest.patience, horizon - now))
      if rest.pause == 0 { return view }
    }
    if rest.pause > 0 { await idle(rest.pause) }
    return await phone.look()
  }

  private func phone(_ ordinal: UInt8) -> Device {
    if let phone = ordinal == 0 ? first : second { return phone }
    let phone = makePhone(ordinal)
    if ordinal == 0 { first = phone } else { second = phone }
    return phone
  }

  // MARK: Time

  private var now: Int64 { scheduler.now + lead }

  /// Pauses, at most to the horizon, where the model ends the session.
  private func idle(_ nanoseconds: Int64) async {
    let nanoseconds = min(nanoseconds, horizon - now)
    guard let pacing else { return await scheduler.sleep(nanoseconds, kind: .timer, in: self) }
    let shortened = Int64(Double(nanoseconds) * pacing.pauseScale)
    if shortened > 0 { await scheduler.sleep(shortened, kind: .timer, in: self) }
    run(ahead: nanoseconds - shortened, pacing)
  }

  /// Keeps all phones closed for this many nanoseconds.
  private func stayAway(_ nanoseconds: Int64) async {
    if let pacing { run(ahead: nanoseconds, pacing) } else { await idle(nanoseconds) }
  }

  /// Advances the person's time but not the world's.
  private func run(ahead nanoseconds: Int64, _ pacing: Pacing) {
    lead += max(0, nanoseconds)
    pacing.leads(model.index, lead)
  }
}

/// The pacing of people in a world whose time is real: pauses are shortened and absences between sessions are left out.
/// The app's requests take their real time. In the person's own time, a pause has its full length.
package struct Pacing: Sendable {
  /// The factor of all pauses, 0 to 1.
  package var pauseScale: Double
  /// Whether to stop at once, wherever the person is.
  package var isOver: @Sendable () -> Bool
  /// A handler that receives the lead of a person's time before the world's, in nanoseconds.
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
