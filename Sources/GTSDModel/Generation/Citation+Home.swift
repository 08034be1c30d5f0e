extension Citation {
  /// The citations of the choices about metrics, Home, the card, its dismissal and the zero state.
  static let ofMetrics: [Row] = [
    Row(
      "metrics.ownership=perView", .fixGuide,
      "HomeViewModel and MetricsViewModel are separate instances, creating potential state drift"),
    Row("metrics.ownership=process", .fixGuide, "static let shared = MetricsViewModel()"),
    Row("metrics.ownership=user", .fixGuide, "Acknowledged state persists per user"),
    Row(
      "metrics.fetch=whenMissing", .fixGuide, "// Rest of implementation remains the same...",
      "The check of the model is kept: it reads only when it holds nothing."),
    Row(
      "metrics.fetch=whenMissingOnPlans", .fixGuide, "2. Manual pull-to-refresh",
      "Home's own check reads each time that Home loads; the model of Plans reads only when it holds nothing."),
    Row("metrics.fetch=always", .quickReference, "Card reloads if still not acknowledged"),
    Row("metrics.coalesce=none", .quickReference, "// Load data in parallel", "Nothing joins two checks that overlap."),
    Row("metrics.coalesce=singleFlight", .fixGuide, "No crashes or state corruption"),
    Row("metrics.compute=async", .design, "Metrics may not be computed yet (async)"),
    Row("metrics.compute=lazy", .repository, "The first read of the day's metrics makes their row."),
    Row("metrics.daily=off", .fixGuide, "Metrics banner stays hidden across app sessions"),
    Row("metrics.daily=on", .repository, "A row of metrics belongs to a day, and an acknowledgment to its row."),
    Row(
      "metrics.uniqueness=unique", .fixGuide, "Acknowledged state persists per user", "A second row would ask again."),
    Row("metrics.uniqueness=checkThenInsert", .repository, "The row is inserted after a look, without a lock."),
    Row("metrics.recomputeOnEdit=on", .design, "If metrics are recomputed (e.g., after weight update)"),
    Row("metrics.recomputeOnEdit=off", .repository, "An edit of the profile leaves the day's row as it is."),
    Row("metrics.zone=user", .product, "Date formatting uses user's region settings", "A day is the user's."),
    Row("metrics.zone=database", .repository, "The day of a row is that of the database's session."),
    Row("metrics.gender=asOther", .product, "- (5 × age) + gender constant", "No gender is refused."),
    Row(
      "metrics.gender=refused", .repository,
      "The formulas of metrics and plan know three genders, and onboarding takes any."),
    Row(
      "home.reloadOnAppear=off", .fixGuide,
      "It does NOT automatically refresh when the user navigates away and comes back."),
    Row("home.reloadOnAppear=check", .fixGuide, "// Refresh metrics state when view appears"),
    Row("home.reloadOnAppear=full", .repository, "The load of HomeView runs each time the tab appears."),
    Row(
      "home.loads=overlapping", .quickReference, "await withTaskGroup(of: Void.self) { group in",
      "Nothing keeps a second load from starting beside it."),
    Row("home.loads=singleFlight", .design, "Verify no crashes or state corruption"),
    Row("home.observation=published", .fixGuide, "@Published properties for efficient UI updates"),
    Row("card.mounted=on", .quickReference, "if viewModel.needsMetricsAcknowledgment {"),
    Row("card.mounted=off", .repository, "HomeView has no card; MetricsAcknowledgmentCard appears in previews only."),
    Row("card.onError=hide", .quickReference, "ERROR → Don't show card"),
    Row("card.errorButton=disabled", .mockups, "Button disabled in error state"),
    Row("card.onMissing=hide", .design, "False if: acknowledged OR no metrics"),
    Row(
      "card.precedence=unchecked", .fixGuide, "if metricsViewModel.needsAcknowledgment {",
      "The view reads the shared need, whatever the zero state."),
    Row("card.precedence=atCheck", .fixGuide, "// Don't show metrics card if zero state is showing"),
    Row("card.precedence=derived", .quickReference, "YES → Don't show card (wait for profile)"),
    Row("card.whileLoading=disabled", .mockups, "Button remains visible but disabled"),
    Row(
      "dismiss.scope=memory", .fixGuide, "metricsViewModel.needsAcknowledgment = false",
      "A dismissal is written into the state that tells of the need."),
    Row(
      "dismiss.scope=memory", .fixGuide,
      #"The "Remind Me Later" dismissal is session-based (intentional), but there's no persistence"#, of: .seedCurrent),
    Row("dismiss.scope=session", .design, "Hide card temporarily (for this session only)"),
    Row("dismiss.refreshReshows=off", .design, "Verify card stays hidden"),
    Row(
      "dismiss.toast=none", .quickReference, "Card disappears temporarily, reappears on next launch",
      "No toast is named."),
    Row("dismiss.toast=shown", .design, #"Show subtle toast: "You can review metrics anytime in the Plans tab""#),
    Row(
      "zeroState.onSummaryError=show", .product, "Settings are null → Treat as incomplete profile, show zero state",
      "A failed read leaves no settings."),
    Row("zeroState.onSummaryError=keep", .product, "Cannot fetch profile → Show generic empty state with retry"),
    Row("zeroState.later=nothing", .product, #""Maybe Later" does nothing (stays on profile)"#),
    Row("zeroState.later=hide", .repository, "The card's dismissal hides it until Home loads again."),
    Row("zeroState.location=home", .fixGuide, "// Zero State Card (if profile is incomplete)", "HomeView has it."),
    Row("zeroState.location=both", .product, "**Primary Location: Profile Tab**", "Home, where it is today, keeps it."),
    Row("zeroState.opens=accountBasics", .product, "(Start at step 1: AccountBasicsView)"),
    Row("zeroState.opens=welcome", .repository, "OnboardingCoordinator begins at its first page, WelcomeView."),
  ]

  /// The citations of the choices about acknowledging and plans.
  static let ofPlans: [Row] = [
    Row(
      "acknowledge.guard=none", .fixGuide, "@Published var isAcknowledgingMetrics: Bool = false",
      "The flag is for the button; nothing looks at it before a second request."),
    Row("acknowledge.guard=inFlight", .design, "Disable button to prevent double-tap"),
    Row(
      "acknowledge.marks=held", .fixGuide, "@Published var metricsSummary: MetricsSummaryData?",
      "What is held when the reply comes is what is marked."),
    Row(
      "acknowledge.marks=sent", .design, "Properties: `user_id`, `metrics_version`, `timestamp`",
      "An acknowledgment is of a version."),
    Row(
      "acknowledge.onNotFound=clearNeed", .fixGuide, "needsMetricsAcknowledgment = false", "Errors take the need away."),
    Row("acknowledge.onNotFound=refetch", .design, "Don't mark as acknowledged locally"),
    Row("acknowledge.onUnknown=error", .design, #"Show error alert: "Unable to generate plan. Please try again.""#),
    Row(
      "acknowledge.onUnknown=resolve", .fixGuide, "Acknowledged state persists per user",
      "A reply that is lost does not undo what is stored."),
    Row("acknowledge.toast=planShown", .design, #"Brief toast (3 seconds): "Plan generated successfully!""#),
    Row(
      "acknowledge.toast=planShown", .mockups, "**Status**: Mockups based on current implementation",
      "They show the toast.", of: .seedCurrent),
    Row(
      "acknowledge.uniqueness=unique", .fixGuide, "`POST /v1/profile/metrics/acknowledge` sets acknowledged to true",
      "Once is enough."),
    Row(
      "acknowledge.uniqueness=checkThenInsert", .repository,
      "The acknowledgment is inserted after a look, without a lock."),
    Row("acknowledge.matching=anyRow", .repository, "An acknowledgment names any row of its user."),
    Row(
      "acknowledge.matching=newestOnly", .design,
      "If metrics are recomputed (e.g., after weight update), show a different card"),
    Row("plan.gate=on", .design, "Review and confirm them to unlock your custom nutrition plan."),
    Row("plan.gate=off", .repository, "Generating a plan does not ask for an acknowledgment."),
    Row(
      "plan.onMetricsError=proceed", .fixGuide, "needsMetricsAcknowledgment = false",
      "A failed read leaves no need, so that Plans goes on to the plan."),
    Row("plan.onMetricsError=block", .design, "Review and confirm them to unlock your custom nutrition plan."),
    Row("plan.toolbar=always", .mockups, "Your Plan            ↻", "The acknowledgment screen has the button too."),
    Row("plan.toolbar=afterAcknowledgment", .design, "Review and confirm them to unlock your custom nutrition plan."),
    Row("plan.fetch=bothOrNothing", .repository, "PlanSummaryViewModel shows plan and summary together or not at all."),
    Row("plan.fetch=independent", .design, "User can manually refresh plan", "A plan that is there is shown."),
    Row(
      "plan.olderSummary=dropped", .mockups, "Shows same metrics but in different context",
      "No line is about the order of replies; the metrics beside a plan are of the same read."),
    Row("plan.olderSummary=kept", .repository, "A refresh replaces the plan first and the summary afterwards."),
    Row("plan.onGated=error", .design, "Error view with clear explanation and retry"),
    Row("plan.onGated=recheck", .design, "Plans tab shows MetricsAcknowledgmentView"),
    Row("plan.bmi=row", .mockups, "Shows same metrics but in different context"),
    Row("plan.bmi=confused", .repository, "PlanSummaryViewModel computes the index as if from pounds and inches."),
    Row(
      "plan.dates=tolerant", .quickReference, #""computedAt": "2025-10-29T10:00:00.000Z""#,
      "Dates come with fractions of a second."),
    Row("plan.invalidate=never", .mockups, "Ability to recalculate if needed", "Until then a plan is kept."),
    Row("plan.invalidate=onEdit", .product, "Explain that targets will recalculate"),
    Row("plan.loads=overlapping", .mockups, "Ability to recalculate if needed", "Nothing keeps two loads apart."),
    Row("plan.loads=singleFlight", .fixGuide, "No crashes or state corruption"),
    Row("plan.uniqueness=unique", .design, "Disable button to prevent double-tap"),
    Row(
      "plan.uniqueness=checkThenInsert", .repository, "A plan of the week is looked for, and inserted without a lock."),
    Row("plan.status=tests", .repository, "The tests of the backend expect 201 for a new plan; no specification says."),
    Row("plan.status=head", .repository, "The code of the backend answers 200."),
  ]
}
