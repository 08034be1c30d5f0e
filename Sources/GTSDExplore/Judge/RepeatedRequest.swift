import GTSDModel
import GTSDWorld
import Interleaving

extension ClientRequest {
  /// What sending it twice would do twice, or the second time in vain; nil for what may be repeated at will.
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

  /// Whether another one asks for the same.
  func isSame(as other: ClientRequest) -> Bool {
    session == other.session && content == other.content && body == other.body
  }
}
