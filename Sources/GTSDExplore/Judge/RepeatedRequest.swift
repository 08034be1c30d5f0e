import GTSDModel
import GTSDWorld
import Interleaving

extension ClientRequest {
  /// The invariant that a repetition of the request would break; nil if the request may be repeated.
  var repetition: (oracle: Oracle, hazard: HazardID?)? {
    switch body {
    case .acknowledge: (.invariant(.once), .doubleTapAcknowledge)
    case .onboard: (.invariant(.once), .doubleCompleteOnboarding)
    case .generatePlan(forceRecompute: true): (.invariant(.once), .duplicateWeeklyPlan)
    case .uploadPhoto, .confirmPhoto: (.invariant(.once), .photoRetryDuplicates)
    case .submitEvidence, .signUp: (.invariant(.once), nil)
    case .refresh: (.invariant(.token), .tokenRefreshStampede)
    default: nil
    }
  }

  /// Whether another request has the same effect.
  func isSame(as other: ClientRequest) -> Bool {
    session == other.session && content == other.content && body == other.body
  }
}
