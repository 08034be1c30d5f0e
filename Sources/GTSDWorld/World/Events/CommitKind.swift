/// A commit without its payload.
package enum CommitKind: UInt8, CaseIterable, Sendable {
  case account, onboarding, profile, acknowledgment, plan, preferences, evidence, photo

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

  /// Finds the kind of what a request has stored; nil for a commit of the server itself, and for preferences that stay
  /// the same.
  static func ofRequest(_ commit: Commit) -> CommitKind? {
    switch commit {
    case .basicProfile, .signedIn, .rotated, .loggedOut, .accountDeleted: .account
    case .photo, .photoDeleted: .photo
    case .metrics, .refreshRefused, .metricsRefused, .targets: nil
    case .account, .onboarded, .profile, .acknowledgment, .plan, .preferences, .evidence: CommitKind(commit)
    }
  }
}
