import GTSDModel

/// The effect of reminders on a person.
///
/// The times count from the moment at which the person sees the new account. Reminders end once the person has tapped
/// Acknowledge and the question has disappeared; the phone knows this without asking a server. A reminder while the app
/// is open changes nothing, and one at night is read after getting up. Planned sessions are kept, so that a reminder
/// adds a session and removes none.
extension PersonModel {
  /// The time at which the person follows a reminder after an instant; nil for never.
  func nextReminder(after now: Int64) -> Int64? {
    guard signedUpAt >= 0, !hasAcknowledged else { return nil }
    var first: Int64?
    // The reminders of a person whose arm is rolled back: the arm's own until the roll-back, the control's from then
    // on.
    for side in [temperament, rollback?.content(at: .max)] {
      guard let side, let reminders = side.reminders,
        draws.uniform(.notifications, step: 0) < reminders.reach.value
      else { continue }
      for number in 0..<reminders.most {
        let time = signedUpAt + reminders.after.nanoseconds + Int64(number) * reminders.every.nanoseconds
        guard time < horizon else { break }
        guard time > now, (rollback?.content(at: time) ?? temperament) === side,
          draws.uniform(.reminderAnswer, step: UInt32(number)) < reminders.response.value
        else { continue }
        let read = memory?.hours.awake(at: time) ?? time
        first = min(first ?? read, read)
      }
    }
    return first
  }

  /// Goes to Plans, as a tap on a notification does, once the app has restored the sign-in. A person who must sign in
  /// or answer onboarding first goes there afterwards.
  mutating func followReminder(_ screen: Screen) -> PersonStep? {
    let isClear = screen.summary == .hidden && !screen.showsForm && !screen.showsPhotos
    guard screen.showsTabs, isClear, account == 0 else { return move(to: .orienting) }
    notes.errands.remove(Errands(.plans))
    return tap(.openTab(.plans), rest: awaiting(.tabSettled), then: .atPlans)
  }
}
