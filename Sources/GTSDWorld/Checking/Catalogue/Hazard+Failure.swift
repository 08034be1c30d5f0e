extension Hazard {
  /// Versions, partial failure and lost updates (contract 4.5 to 4.7).
  static let failure: [Hazard] = [
    Hazard(
      .ackStaleVersion, [.target], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .both, section: "4.5", seeds: "S0 future", knob: "recompute between read and tap"),
    Hazard(
      .ack404GeneratesPlan, [.gate], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.5", seeds: "(against S0)", knob: "404 on acknowledge"),
    Hazard(
      .ackOfOlderRowAccepted, [.target, .agree], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .server, section: "4.5", seeds: "", knob: "day change, duplicate rows"),
    Hazard(
      .dailyAckReset, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .server, section: "4.5", seeds: "(against all)", knob: "virtual midnight",
      predicate: "An acknowledgment holds on later days."),
    Hazard(
      .metricsDateBoundary, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .server, section: "4.5", seeds: "", knob: "zone offset",
      predicate: "There is one row for each day of the user's time zone."),
    Hazard(
      .metricsStaleAfterEdit, [.fresh], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .server, section: "4.5", seeds: "", knob: "edit after first read"),
    Hazard(
      .recomputeBelowThreshold, [.fresh], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .server, section: "4.5", seeds: "", knob: "small weight edits"),
    Hazard(
      .targetsJumpOnFirstPlan, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .server, section: "4.5", seeds: "", knob: "none (deterministic)",
      predicate: "An unchanged profile has unchanged targets."),
    Hazard(
      .waterTargetStaleInReply, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .server, section: "4.5", seeds: "", knob: "large weight edit",
      predicate: "A reply contains the targets that are stored."),
    Hazard(
      .unsupportedGender, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .server, section: "4.5", seeds: "", knob: "gender mix",
      predicate: "A complete profile gets metrics in the end."),
    Hazard(
      .ackMidRecompute, [.target], head: .no, seedCurrent: .note("gate on"), seedFixed: .note("gate on"),
      layer: .server, section: "4.5", seeds: "", knob: "forced recompute"),
    Hazard(
      .ackOkPlanFailed, [.commit], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.6", seeds: "S0", knob: "plan error rate"),
    Hazard(
      .ackCommittedReplyLost, [.commit, .agree], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.6", seeds: "", knob: "reply loss, timeout"),
    Hazard(
      .planAndSummaryAllOrNothing, [.commit], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.6", seeds: "", knob: "summary error rate"),
    Hazard(
      .ackBypassOnFetchError, [.gate], head: .yes, seedCurrent: .note("gate off"), seedFixed: .note("gate off"),
      layer: .client, section: "4.6", seeds: "", knob: "metrics error rate"),
    Hazard(
      .ackBypassToolbar, [.gate], head: .yes, seedCurrent: .note("gate off"), seedFixed: .note("gate off"),
      layer: .client, section: "4.6", seeds: "", knob: "toolbar tap"),
    Hazard(
      .gateErrorNotRecognised, [], head: .note("latent"), seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.6", seeds: "", knob: "gate on + bypass",
      predicate: "If the server asks for an acknowledgment, the app shows its screen."),
    Hazard(
      .profileSavePartialCommit, [], head: .no, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.6", seeds: "(S4 flow)", knob: "second request fails",
      predicate: "A failed save changes nothing, or the app says which part is stored."),
    Hazard(
      .putOkRecomputeFailed, [.fresh], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .server, section: "4.6", seeds: "", knob: "unsupported inputs"),
    Hazard(
      .onboardingReplyLost, [.commit], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.6", seeds: "", knob: "reply loss"),
    Hazard(
      .summarySheetUnmounted, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.6", seeds: "(against S3)", knob: "none (deterministic)",
      predicate: "After onboarding, the summary appears once."),
    Hazard(
      .summaryShownAgain, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.6", seeds: "(against S3)", knob: "repeat onboarding",
      predicate: "A user sees the summary once."),
    Hazard(
      .queuedAckHidesPrompt, [], head: .no, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.6", seeds: "", knob: "offline + relaunch",
      predicate: "The card is hidden only after an acknowledgment, or while one is stored to be sent."),
    Hazard(
      .prefsCannotClear, [.round], head: .yes, seedCurrent: .yes, seedFixed: .no,
      layer: .client, section: "4.7", seeds: "S4", knob: "clear all"),
    Hazard(
      .prefsEmptyLoadOverwrite, [.lost], head: .no, seedCurrent: .yes, seedFixed: .no,
      layer: .client, section: "4.7", seeds: "S4", knob: "add one to existing"),
    Hazard(
      .prefsTwoWriters, [.lost], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .server, section: "4.7", seeds: "", knob: "two devices"),
    Hazard(
      .heightRoundingPhantomWrite, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.7", seeds: "", knob: "imperial heights",
      predicate: "Only edited fields are written."),
    Hazard(
      .weightBelowTolerance, [.round], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.7", seeds: "", knob: "edit ≤0.1 kg"),
    Hazard(
      .genderCoercion, [.lost], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.7", seeds: "", knob: "custom gender"),
    Hazard(
      .dateEditIgnored, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.7", seeds: "", knob: "date-only edit",
      predicate: "Every edit can be saved."),
    Hazard(
      .nameEmailEditDropped, [.round], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.7", seeds: "", knob: "name-only edit"),
    Hazard(
      .saveThenDismissRace, [.mono], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.7", seeds: "", knob: "slow reload"),
  ]
}
