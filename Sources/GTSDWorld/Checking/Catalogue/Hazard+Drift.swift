extension Hazard {
  /// Drift between views, ordering and double submission (contract 4.2 to 4.4).
  static let drift: [Hazard] = [
    Hazard(
      .bannerAfterAckInstanceDrift, [.views, .agree], head: .no, seedCurrent: .yes, seedFixed: .no,
      layer: .client, section: "4.2", seeds: "S4", knob: "tab return without reload"),
    Hazard(
      .dismissalNotSessionScoped, [.dismiss], head: .no, seedCurrent: .note("S0 design"), seedFixed: .no,
      layer: .client, section: "4.2", seeds: "S0 S1 S2", knob: "relaunch"),
    Hazard(
      .dismissalUndoneByRecheck, [.dismiss], head: .note("latent"), seedCurrent: .no, seedFixed: .yes,
      layer: .client, section: "4.2", seeds: "(S4 fix)", knob: "tab return after dismiss"),
    Hazard(
      .dismissalDisablesPlansGate, [.gate, .views], head: .note("latent"), seedCurrent: .no, seedFixed: .yes,
      layer: .client, section: "4.2", seeds: "(S4 fix)", knob: "dismiss then Plans"),
    Hazard(
      .dismissalLeaksAcrossUsers, [.dismiss, .user], head: .no, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.2", seeds: "", knob: "account switch"),
    Hazard(
      .singletonNotObserved, [.views], head: .no, seedCurrent: .no, seedFixed: .note("partly"),
      layer: .client, section: "4.2", seeds: "S4 partly", knob: "–"),
    Hazard(
      .zeroStateVsCardRace, [.prec, .agree], head: .no, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.2", seeds: "S1 S2 rule", knob: "summary slower than metrics"),
    Hazard(
      .zeroStateOnSummaryError, [], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.2", seeds: "", knob: "summary error rate",
      predicate: "The zero state appears only if height or weight is missing."),
    Hazard(
      .maintainNullWeeks, [.commit], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .both, section: "4.2", seeds: "", knob: "goal mix"),
    Hazard(
      .profileShowsLoginSnapshot, [.round, .views], head: .yes, seedCurrent: .yes, seedFixed: .no,
      layer: .client, section: "4.2", seeds: "S4", knob: "save then view"),
    Hazard(
      .planHeldAfterEdit, [.fresh, .views], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.2", seeds: "", knob: "edit then Plans"),
    Hazard(
      .twoBmiValues, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.2", seeds: "", knob: "none (deterministic)",
      predicate: "Equal body data give the same body mass index everywhere."),
    Hazard(
      .staleGetOverwritesAck, [.mono, .agree], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.3", seeds: "S0 hint", knob: "latency variance, overlap GET/POST"),
    Hazard(
      .ackMarksNewerSummary, [.target, .agree], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.3", seeds: "", knob: "recompute during acknowledge"),
    Hazard(
      .concurrentHomeLoadsReorder, [.mono, .live], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.3", seeds: "", knob: "pull during load"),
    Hazard(
      .planResponseReorder, [.mono, .fresh], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.3", seeds: "", knob: "two refresh gestures"),
    Hazard(
      .refreshHalfApplied, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.3", seeds: "", knob: "summary error rate",
      predicate: "Plan and summary are equally new, or an error marks the older one."),
    Hazard(
      .profileReloadClobbersEdits, [], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.3", seeds: "", knob: "typing during save",
      predicate: "A reply does not replace a field that was edited after its request."),
    Hazard(
      .photoSelectionLoadReorder, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.3", seeds: "", knob: "item load time variance",
      predicate: "The pictures are those of the current selection."),
    Hazard(
      .taskFilterReorder, [.mono], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.3", seeds: "", knob: "fast filter taps"),
    Hazard(
      .deletePhotoResurrection, [.mono], head: .note("unwired"), seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.3", seeds: "", knob: "delete during load"),
    Hazard(
      .httpCacheStaleGet, [.mono, .agree, .user], head: .note("yes (inferred)"), seedCurrent: .outside,
      seedFixed: .outside,
      layer: .client, section: "4.3", seeds: "", knob: "repeat GETs"),
    Hazard(
      .silentRefreshOverwrite, [.mono], head: .note("unwired"), seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.3", seeds: "", knob: "cache age >1800 s"),
    Hazard(
      .summaryAfterContinue, [], head: .note("no timer"), seedCurrent: .note("S3 design"), seedFixed: .outside,
      layer: .client, section: "4.3", seeds: "S3", knob: "summary latency >10 s",
      predicate: "The reply to an abandoned request changes nothing."),
    Hazard(
      .doubleTapAcknowledge, [.once], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .both, section: "4.4", seeds: "S0", knob: "tap interval vs render delay"),
    Hazard(
      .doubleCompleteOnboarding, [.once], head: .note("server"), seedCurrent: .outside, seedFixed: .outside,
      layer: .both, section: "4.4", seeds: "", knob: "tap interval, lost reply"),
    Hazard(
      .duplicateWeeklyPlan, [.week], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .server, section: "4.4", seeds: "", knob: "parallel generate"),
    Hazard(
      .doubleComputeOnFirstRead, [.agree], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .server, section: "4.4", seeds: "", knob: "parallel first GET"),
    Hazard(
      .photoRetryDuplicates, [.photo], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.4", seeds: "S4 requirement", knob: "failure at item k, retry"),
    Hazard(
      .photoRetryEmptySelection, [], head: .no, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.4", seeds: "(S4 code)", knob: "retry after loop end",
      predicate: "A retry sends exactly the failed photos."),
    Hazard(
      .photoOnchangeReentrancy, [.photo], head: .no, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.4", seeds: "(S4 code)", knob: "add during upload"),
    Hazard(
      .selectionClearedMidUpload, [], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.4", seeds: "", knob: "add during upload",
      predicate: "A photo stays selected until it is uploaded."),
    Hazard(
      .photoIndexDesync, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.4", seeds: "", knob: "item load failure",
      predicate: "The removed photo is the one that was tapped."),
    Hazard(
      .confirmRace500, [.commit], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .server, section: "4.4", seeds: "", knob: "parallel confirm"),
    Hazard(
      .streakDoubleCount, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .server, section: "4.4", seeds: "", knob: "parallel evidence",
      predicate: "A day counts at most once."),
  ]
}
