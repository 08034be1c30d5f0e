import GTSDModel

/// A repeated tap after an error, once the person has noticed the error.
///
/// A class, so that people who are not about to retry need no memory for it.
final class Retry: Sendable {
  let action: UserAction
  let intent: Int32
  let rest: PersonStep.Rest
  let next: PersonState
  /// The person's state at the decision, and the screen.
  let origin: PersonState
  let screen: Screen

  init(
    action: UserAction, intent: Int32, rest: PersonStep.Rest, next: PersonState, origin: PersonState, screen: Screen
  ) {
    self.action = action
    self.intent = intent
    self.rest = rest
    self.next = next
    self.origin = origin
    self.screen = screen
  }
}

extension PersonModel {
  /// Taps again after an error. A person with a memory does so after a reaction time, others at once.
  mutating func retry(
    _ action: UserAction, intent: Int32? = nil, rest: PersonStep.Rest, then next: PersonState, seeing screen: Screen
  ) -> PersonStep {
    guard memory != nil else { return tap(action, intent: intent, rest: rest, then: next) }
    notes.waited = false
    notes.retry = Retry(
      action: action, intent: intent ?? newIntent(), rest: rest, next: next, origin: state, screen: screen)
    return self.rest(reaction, then: .retrying)
  }

  /// The reaction time to an error of a person with a memory; none for others.
  var reaction: PersonStep.Rest {
    mutating get {
      guard let terms = temperament.memory else { return .none }
      return .pause(terms.reaction.nanoseconds(at: draws.uniform(.reaction)))
    }
  }

  /// Taps again, unless the screen has changed. The person then decides again.
  mutating func retryNow(_ screen: Screen) -> PersonStep? {
    guard let retry = notes.retry else { return move(to: .orienting) }
    notes.retry = nil
    guard screen == retry.screen else { return move(to: retry.origin) }
    notes.waited = retry.rest.condition != nil
    return tap(retry.action, intent: retry.intent, rest: retry.rest, then: retry.next)
  }
}
