import GTSDModel

/// I-FRESH on the server: the stored targets follow from the stored profile, and replies contain them.
///
/// Evaluated at each onboarding, edit and plan of a complete profile:
///
/// - Stored: the stored targets are those that follow from the stored profile.
/// - Replied: the reply to the request contains the stored targets.
/// - Unchanged: if weight, height, age, gender, goal and activity are the same as at the last of these requests, so are
///   the stored targets.
struct TargetsRule {
  private var stored: Int64 = -1
  private var inputs: Int32 = 0
  /// The hazard that explains the targets after the last request; nil if they are right.
  private var lastHazard: HazardID?
  private var isOutdated = false

  mutating func noted(
    stored: Int64, demanded: Int64, inputs: Int32, isReplyAsStored: Bool, _ log: inout CheckLog
  ) {
    let hazard = HazardClassifier.targetsNotStored(stored: stored, demanded: demanded)
    log.check(.fresh, stored == demanded, episode: &isOutdated, Site(.targetsNotStored), hazard: hazard)
    log.check(.fresh, isReplyAsStored, Site(.targetsInReplyDiffer), hazard: .waterTargetStaleInReply)
    if self.stored >= 0, inputs == self.inputs {
      log.check(
        .fresh, stored == self.stored, Site(.targetsJumped), hazard: lastHazard ?? .targetsJumpOnFirstPlan)
    }
    lastHazard = stored == demanded ? nil : hazard
    self.stored = stored
    self.inputs = inputs
  }
}
