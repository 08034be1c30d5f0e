/// A commit without its payload.
package enum CommitKind: UInt8, CaseIterable, Sendable {
  case account, onboarding, profile, acknowledgment, plan, preferences, evidence

  /// Creates the kind of a commit, for checks of repeated intents; nil for photos, for a commit that no person
  /// requests, and for one whose repetition changes nothing.
  package init?(_ commit: Commit) {
    switch commit {
    case .account: self = .account
    case .onboarded: self = .onboarding
    case .profile: self = .profile
    case .acknowledgment: self = .acknowledgment
    case .plan: self = .plan
    case .preferences(let before, let after, _):
      guard before != after else { return nil }
      self = .preferences
    case .evidence: self = .evidence
    case .basicProfile, .metrics, .photo, .photoDeleted, .signedIn, .rotated, .refreshRefused, .loggedOut,
      .metricsRefused, .targets, .accountDeleted:
      return nil
    }
  }
}
