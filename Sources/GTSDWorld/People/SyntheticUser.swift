package import Interleaving

/// A person in a world. Carries out the decisions of a model, with pauses in the world's time or in a separate time.
package final actor SyntheticUser: LaneActor {
  /// The lane of the first phone. The person shares it, so that a tap is a call within the lane, like a touch on the
  /// main actor.
  package nonisolated let lane: Lane
  private let scheduler: Scheduler
  private let horizon: Int64
  /// Creates the person's second phone at its first use.
  private let makePhone: @Sendable (UInt8) -> Device
  /// The difference between the person's time and the world's; nil if there is none.
  private let pacing: Pacing?
  /// The model that decides.
  private var model: PersonModel
  /// The time by which the person's own time is ahead of the world's, in nanoseconds.
  private var lead: Int64 = 0
  private let first: Device
  private var second: Device?

  /// Creates a person before the first session, with the first phone.
  package init(
    model: PersonModel, scheduler: Scheduler, pacing: Pacing? = nil,
    makePhone: @escaping @Sendable (_ ordinal: UInt8) -> Device
  ) {
    first = makePhone(0)
    lane = first.lane
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
  package func run(sessions: UInt32 = .max) async -> Bool {
    var sight = Sight(screen: Screen(), errors: 0)
    while !scheduler.isShuttingDown, pacing?.isOver() != true {
      switch model.next(sight.screen, errors: sight.errors, now: now) {
      case .done:
        return true
      case .away(let start):
        if pacing != nil, model.sessions >= sessions { return false }
        await keepPhonesClosed(start - now)
      case .use(let ordinal, let tap, var rest):
        let pause = rest.pause
        if let pacing { rest.pause = Int64(Double(pause) * pacing.pauseScale) }
        sight = await phone(ordinal).use(tap, rest, until: horizon - lead)
        if let pacing { advance(by: pause - rest.pause, pacing) }
      }
    }
    return true
  }

  private func phone(_ ordinal: UInt8) -> Device {
    if ordinal == 0 { return first }
    let phone = second ?? makePhone(ordinal)
    second = phone
    return phone
  }

  // MARK: Time

  private var now: Int64 { scheduler.now + lead }

  /// Keeps all phones closed for this many nanoseconds, but not beyond the horizon, at which the model ends the
  /// session.
  private func keepPhonesClosed(_ nanoseconds: Int64) async {
    if let pacing { return advance(by: nanoseconds, pacing) }
    await scheduler.sleep(min(nanoseconds, horizon - now), kind: .timer, in: self)
  }

  /// Advances the person's time but not the world's.
  private func advance(by nanoseconds: Int64, _ pacing: Pacing) {
    lead += max(0, nanoseconds)
    pacing.leads(model.index, lead)
  }
}

/// The screen at which a person looks, and the errors seen on it so far.
struct Sight: Sendable {
  /// The screen now.
  var screen: Screen
  /// The number of errors and violations that the screen has shown since the phone was created.
  var errors: Int32
}

extension Device {
  /// Performs a tap of the person, waits for a condition, pauses, and returns what the person then sees.
  ///
  /// - Parameter horizon: the time at which every wait ends, in nanoseconds of virtual time.
  func use(_ tap: PersonStep.Tap?, _ rest: PersonStep.Rest, until horizon: Int64) async -> Sight {
    if let tap {
      if openTab(for: tap.action) { await scheduler.sleep(Self.tabDelay, kind: .timer, in: self) }
      act(tap.action, intent: tap.intent)
    }
    if let condition = rest.condition {
      // The tasks that the tap started have not run yet, because they share this lane. They must change the screen
      // before the person looks at it.
      if tap != nil { await scheduler.sleep(0, kind: .timer, in: self) }
      await wait(for: condition, atMost: min(rest.patience, horizon - now))
    }
    if rest.pause > 0 { await scheduler.sleep(min(rest.pause, horizon - now), kind: .timer, in: self) }
    return Sight(screen: look(), errors: visibleErrors)
  }
}

/// The pacing of people in a world whose time is real: pauses are shortened and absences between sessions are left out.
/// The app's requests take their real time. In the person's own time, a pause has its full length.
package struct Pacing: Sendable {
  /// The factor of all pauses, 0 to 1.
  package var pauseScale: Double
  /// Whether to stop at once, wherever the person is.
  package var isOver: @Sendable () -> Bool
  /// A handler that receives the time by which a person's own time is ahead of the world's, in nanoseconds.
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
