import GTSDModel

extension PersonModel {
  /// Gets from the sign-in screen into the app: signs up without an account, logs in with one.
  ///
  /// A person whose sign-up failed cannot know whether the account exists, so attempts alternate between the two.
  mutating func signIn(_ screen: Screen, now: Int64) -> PersonStep? {
    switch state {
    case .atSignIn:
      guard screen.front == .signIn else { return move(to: .orienting) }
      return rest(pausing(.editForm), then: .signingIn)
    case .signingIn:
      guard screen.front == .signIn else { return move(to: .orienting) }
      let knows = registered & (1 << signingAccount) != 0
      let action: UserAction = knows || notes.attempts % 2 == 1 ? .logIn(identity) : .signUp(identity)
      return tap(action, intent: notes.intent, rest: awaiting(.signInSettled), then: .signInJudged)
    default:
      guard screen.front == .signIn else {
        if screen.front != .closed {
          registered |= 1 << signingAccount
          if signingAccount == 0, signedUpAt < 0 { signedUpAt = now }
        }
        return move(to: .orienting)
      }
      notes.attempts += 1
      guard notes.attempts < 4, decides(.retryAfterError) else { return giveUp() }
      return memory == nil ? move(to: .signingIn) : rest(reaction, then: .signingIn)
    }
  }

  mutating func judgeLogOut(_ screen: Screen) -> PersonStep? {
    guard screen.front == .signIn else { return move(to: .leaving) }
    notes.attempts = 0
    notes.evictions = 0
    notes.intent = newIntent()
    notes.visiting.toggle()
    notes.expectsNoCard = false
    notes.looked = false
    if notes.visiting {
      account = 1
      notes.cardDecided = false
      notes.cardFollowed = false
      notes.zeroStateDecided = false
      notes.acknowledgmentDecided = false
      notes.acknowledged = false
      notes.errands = Errands(.plans)
    } else {
      account = 0
      notes.errands = []
    }
    return move(to: .atSignIn)
  }

  /// Repeats a deletion that failed, or leaves without an account; a person who returns then signs up as a new user.
  mutating func judgeDeletion(_ screen: Screen) -> PersonStep? {
    guard screen.front == .signIn else {
      guard screen.showsTabs, notes.attempts < 3, decides(.retryAfterError) else { return move(to: .leaving) }
      return move(to: .deletingAccount)
    }
    let own: UInt8 = 1 << account
    registered &= ~own
    completing &= ~own
    abandoned &= ~own
    hasAcknowledged = false
    deletions += 1
    return move(to: .leaving)
  }

  /// The account to sign in with on the device that the person is using. On the second device it is always the person's
  /// own account.
  private var signingAccount: UInt8 { focus == 1 ? 0 : account }

  /// A password of eight characters for the first 100,000 people: the shortest that the contract allows, with a
  /// character of each kind.
  private var password: String {
    let digits = String(index)
    return "Pw!" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  /// The identity with which the person would sign in on the device that the person is using.
  package var identity: AccountIdentity {
    let ordinal = signingAccount
    return AccountIdentity(
      ordinal: ordinal, email: ordinal == 0 ? "user\(index)@example.test" : "user\(index).other@example.test",
      password: password, name: ordinal == 0 ? "User \(index)" : "Other \(index)")
  }
}
