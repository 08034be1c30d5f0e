/// A device as a person holds it.
package protocol Handset: Actor {
  /// Does one thing, and says what the device shows then.
  func perform(_ action: UserAction, intent: Int32) -> DeviceView
  /// What the device shows.
  func look() -> DeviceView
  /// Returns when a condition holds, or after so many nanoseconds, with what the device shows then.
  func wait(for condition: DeviceCondition, atMost nanoseconds: Int64) async -> DeviceView
}

extension Device: Handset {}

/// One person in a world: carries out what the person's model decides, and pauses in virtual time.
package actor SyntheticUser<Phone: Handset>: LaneActor {
  package nonisolated let lane: Lane
  private let scheduler: Scheduler
  private let horizon: Int64
  /// Makes the person's device of an ordinal, at its first use.
  private let makePhone: @Sendable (UInt8) -> Phone
  private var model: PersonModel
  private var first: Phone?
  private var second: Phone?

  /// A person before the first session.
  package init(
    model: PersonModel, scheduler: Scheduler, makePhone: @escaping @Sendable (_ ordinal: UInt8) -> Phone
  ) {
    lane = Lane(scheduler: scheduler, kind: "user", number: Int(model.index))
    self.model = model
    self.scheduler = scheduler
    self.makePhone = makePhone
    horizon = model.horizon
  }

  /// Lives until the horizon; returns with every device closed.
  package func live() async {
    var view = DeviceView()
    while true {
      switch model.next(view, now: scheduler.now) {
      case .done:
        return
      case .away(let start):
        await pause(start - scheduler.now)
      case .use(let device, let tap, let rest):
        let phone = phone(device)
        if let tap { view = await phone.perform(tap.action, intent: tap.intent) }
        if let condition = rest.condition {
          view = await phone.wait(for: condition, atMost: min(rest.patience, horizon - scheduler.now))
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

  /// Sleeps, at most to the horizon, where the model ends the session.
  private func pause(_ nanoseconds: Int64) async {
    await scheduler.sleep(min(nanoseconds, horizon - scheduler.now), kind: .timer)
  }

  private func phone(_ ordinal: UInt8) -> Phone {
    if let phone = ordinal == 0 ? first : second { return phone }
    let phone = makePhone(ordinal)
    if ordinal == 0 { first = phone } else { second = phone }
    return phone
  }
}
