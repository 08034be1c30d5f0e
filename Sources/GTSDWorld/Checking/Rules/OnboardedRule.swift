import GTSDModel

/// I-MONO for the signed-in user: a person who has onboarded is never sent back to onboarding.
///
/// Evaluated at the end of each instant in which something changed, if this device has published the onboarding flag
/// for the signed-in account before, in any process. Not evaluated for a sign-in that was served before the account was
/// opened: it belongs to a deleted account of the same name.
struct OnboardedRule: DeviceRule {
  static let follows: EventKinds = .committed

  /// The accounts that have been seen as onboarded: bit a belongs to account a.
  private var seen: UInt8 = 0
  /// The revision at which each account was last opened, -1 for none.
  private var opened = SIMD2<Int32>(repeating: -1)
  private var isForgotten = false

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    // A person who signs up again after deleting the account starts from the beginning.
    guard case .committed(.account, let revision, _) = event.kind else { return }
    seen &= ~(1 << (event.account & 1))
    opened[Int(event.account & 1)] = revision
  }

  /// Keeps all state: a person who has onboarded has done so in every process.
  mutating func reset(_ occasion: ResetOccasion) {}

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {
    guard let signedIn = facts.account, facts.isSet(.signedIn) else { return }
    let bit: UInt8 = 1 << (signedIn & 1)
    let place = Int(signedIn & 1)
    guard facts.signInRevisions[place] >= opened[place] else { return }
    let isOnboarded = facts.isSet(.onboarded)
    guard seen & bit != 0 else {
      if isOnboarded { seen |= bit }
      return
    }
    log.check(
      .mono, isOnboarded, episode: &isForgotten, Site(.onboardingForgotten), hazard: .onboardingFlagRegression)
  }
}
