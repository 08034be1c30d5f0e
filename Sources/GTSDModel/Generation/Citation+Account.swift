extension Citation {
  /// The citations of the choices about onboarding, the summary, preferences, profile and tasks.
  static let ofAccount: [Row] = [
    Row(
      "onboarding.skip=accept", .product,
      "Skip functionality sends default values (age: 25, weight: 0, height: 0, goal: improve_health)"),
    Row("onboarding.skip=reject", .repository, "The schema of onboarding wants weights and a height above 0."),
    Row(
      "onboarding.guard=none", .product, "func completeOnboarding() async {",
      "Nothing keeps a second tap from calling it again."),
    Row("onboarding.guard=inFlight", .fixGuide, "No crashes or state corruption"),
    Row(
      "onboarding.onUnknown=error", .product, "if viewModel.errorMessage == nil {",
      "Without a reply there is an error, and no look at what is stored."),
    Row("onboarding.onUnknown=resolve", .fixGuide, "No crashes or state corruption"),
    Row("summary.lateReply=presents", .product, "showMetricsSummary = true", "It is set whenever the reply comes."),
    Row(
      "summary.lateReply=ignored", .product,
      #"Show loading state for 10s, then error message with "Continue Anyway" button"#),
    Row("summary.once=on", .product, "Do NOT show metrics summary again (only on first completion)"),
    Row("summary.once=off", .repository, "OnboardingCoordinator shows the sheet after every completion."),
    Row(
      "summary.host=root", .product, "Show MetricsSummaryView (new screen)",
      "It appears although the tabs replace onboarding."),
    Row(
      "summary.host=root", .product, "Show MetricsSummaryView (new screen)",
      "The one proposal in this preset: the app of that time went straight to Home. An arm's flag `enable_metrics_summary` "
        + "takes it away.", of: .seedCurrent),
    Row("summary.host=form", .repository, "The sheet hangs on the form that the tabs replace."),
    Row(
      "summary.weeks=optional", .product, "let estimatedWeeks: Int",
      "A number always comes, and none is no reason to show nothing."),
    Row("summary.weeks=required", .repository, "The model of the projection needs a number of weeks."),
    Row(
      "summary.cache=none", .product,
      "let summary: HowItWorksSummaryResponse = try await apiClient.request(.getHowItWorksSummary)",
      "Each read is a request."),
    Row("summary.cache=day", .product, "Metrics summary response cached for 24 hours (encrypted)"),
    Row("prefs.load=empty", .fixGuide, "Arrays start empty, so existing data isn't shown"),
    Row("prefs.load=server", .fixGuide, "// Fetch fresh user data from API"),
    Row("prefs.save=nonEmpty", .fixGuide, "Only saves if arrays are NOT empty, meaning you can't clear preferences"),
    Row("prefs.save=full", .fixGuide, "// FIXED: Always update preferences if they've changed"),
    Row(
      "prefs.write=lastWriterWins", .fixGuide, "`PUT /auth/profile/preferences` accepts and returns:",
      "No revision is sent with a write."),
    Row(
      "prefs.write=conditional", .fixGuide, "Profile settings persistence (data loss issue)",
      "What another phone stored is not overwritten unseen."),
    Row(
      "profile.view=loginSnapshot", .fixGuide,
      "But wait - `authService.currentUser` might be cached. Let's fetch fresh data:"),
    Row("profile.view=refetch", .fixGuide, "// Fetch fresh user data from API"),
    Row(
      "profile.save=sequential", .fixGuide, "// Update basic profile info",
      "The preferences follow in a request of their own."),
    Row("profile.save=single", .fixGuide, "**VERIFY ALL CHANGES PERSIST**"),
    Row("profile.afterSave=refill", .fixGuide, "// Reload profile to get latest data"),
    Row("profile.afterSave=keepEdits", .fixGuide, "Profile settings persistence (data loss issue)"),
    Row("profile.feedback=none", .fixGuide, "No confirmation that preferences were saved"),
    Row("profile.feedback=success", .fixGuide, "// Show success and dismiss after delay"),
    Row(
      "profile.onReadError=nothing", .fixGuide,
      #"errorMessage = "Failed to load profile: \(error.localizedDescription)""#,
      "An alert, and no empty state behind it."),
    Row("profile.onReadError=emptyState", .product, "Show generic empty state with retry button"),
    Row("profile.recompute=always", .product, "Explain that targets will recalculate"),
    Row(
      "profile.recompute=aboveThreshold", .repository,
      "Targets are stored where they move by more than 50 kcal or 10 g."),
    Row("profile.onRecomputeError=computed", .product, "Display values as calculated, no special handling in v1"),
    Row(
      "profile.onRecomputeError=swallowed", .repository,
      "An error of the recompute is logged, and the edit reports a success."),
    Row(
      "profile.reply=stored", .product, "Recommend reviewing new metrics after changes",
      "The reply to a save has what is stored afterwards."),
    Row("profile.reply=waterBefore", .repository, "The reply carries the water target that was read before."),
    Row("form.name=sent", .fixGuide, "name: name != originalUser?.name ? name : nil,"),
    Row("form.name=dropped", .repository, "The unified update of the profile has no name."),
    Row("form.height=exact", .product, "Right to rectification: User can edit profile data anytime"),
    Row("form.height=rounded", .repository, "The form shows the height in whole centimetres."),
    Row("form.weight=exact", .product, "Right to rectification: User can edit profile data anytime"),
    Row("form.weight=tolerance", .repository, "A weight within 0.1 kg counts as unchanged."),
    Row("form.gender=kept", .product, "Right to rectification: User can edit profile data anytime"),
    Row("form.gender=coerced", .repository, #"A gender outside of the form's list becomes "prefer not to say"."#),
    Row("form.dates=sent", .product, "Right to rectification: User can edit profile data anytime"),
    Row("form.dates=ignored", .repository, "Stored dates with fractions of a second cannot be read by the form."),
    Row(
      "tasks.filter=matching", .mockups, "Focus shifts to daily tasks and progress",
      "No line is about categories; a list of one category has no task of another."),
    Row("tasks.filter=anyReply", .repository, "The list takes any reply, whatever its category."),
    Row("tasks.streak=onceADay", .mockups, "Longest: 12 days", "A day counts once."),
    Row("tasks.streak=checkThenCount", .repository, "The streak is counted after a look, without a lock."),
    Row(
      "tasks.cache=none", .mockups, "Focus shifts to daily tasks and progress",
      "No line is about a cache; each look is a read."),
    Row("tasks.cache=minutes", .repository, "Tasks are cached for 60 s and the streak for 300 s."),
  ]

  /// The citations of the choices about photos.
  static let ofPhotos: [Row] = [
    Row("photo.upload=sequential", .fixGuide, "for item in items {"),
    Row(
      "photo.upload=sequential", .fixGuide, "No inline upload UI in tasks",
      "Photos go one by one from a screen of their own.", of: .seedCurrent),
    Row("photo.upload=bounded", .fixGuide, "Multiple photos can upload simultaneously"),
    Row("photo.retry=none", .fixGuide, "No retry mechanism for failed uploads"),
    Row("photo.retry=selection", .fixGuide, "await uploadSelectedPhotos(selectedPhotos)"),
    Row("photo.retry=failedOnly", .fixGuide, "Supports retry without side effects"),
    Row("photo.checks=none", .fixGuide, "No size/format validation before upload"),
    Row("photo.checks=before", .fixGuide, "// Validate size (max 10MB)"),
    Row(
      "photo.onChange=waits", .fixGuide, "No inline upload UI in tasks",
      "On a screen of its own an upload starts with a button."),
    Row("photo.onChange=restart", .fixGuide, ".onChange(of: selectedPhotos) { _, newItems in"),
    Row("photo.onChange=enqueueNew", .fixGuide, "**VERIFY ALL UPLOAD SUCCESSFULLY**"),
    Row(
      "photo.clear=allOnSuccess", .fixGuide, "Error handling in PhotoService",
      "An upload that fails leaves the selection as it is."),
    Row("photo.clear=all", .fixGuide, "// Clear selection"),
    Row("photo.clear=uploadedOnly", .fixGuide, "Supports retry without side effects"),
    Row(
      "photo.cache=replace", .fixGuide, "try? await photoService.fetchPhotos(taskId: taskId)",
      "One list, which the latest read fills."),
    Row("photo.cache=perTask", .fixGuide, "photoService.photosForTask(taskId: taskId)"),
    Row("photo.cacheItems=50", .fixGuide, "Bounded cache prevents memory issues"),
    Row("photo.cacheItems=100000", .fixGuide, "**VERIFY PHOTO APPEARS IN GRID**", "However many there are."),
    Row("photo.images=derived", .fixGuide, "guard let data = try await item.loadTransferable(type: Data.self) else {"),
    Row("photo.images=reloaded", .repository, "A change of the selection loads all images anew, without a guard."),
    Row("photo.flow=multipart", .fixGuide, "`POST /v1/progress/photos` multipart/form-data"),
    Row("photo.flow=presign", .repository, "The backend signs an address, and confirms the file afterwards."),
    Row("photo.confirm=unique", .fixGuide, "Supports retry without side effects"),
    Row(
      "photo.confirm=checkThenInsert", .repository, "A second confirmation runs into the unique index and gets a 500."),
    Row("photo.maxBytes=10000000", .fixGuide, "guard data.count <= 10_000_000 else {"),
    Row("photo.maxBytes=10485760", .repository, "The limit is 10 times 1,024 times 1,024 bytes."),
    Row("photo.progress=none", .fixGuide, "No upload progress indicator"),
    Row("photo.progress=stages", .fixGuide, "// Simulate progress"),
    Row("photo.progress=sent", .fixGuide, "real implementation would track multipart upload"),
    Row("photo.errorTexts=generic", .fixGuide, "Generic error messages"),
    Row("photo.errorTexts=ownChecks", .fixGuide, #"errorMessage = "Failed to upload photo. Please try again.""#),
    Row("photo.errorTexts=byClass", .fixGuide, "// Provide user-friendly error messages"),
  ]

  /// The citations of the choices about sessions, replies, loading flags, payloads, formulas and limits.
  static let ofSession: [Row] = [
    Row(
      "auth.refresh=naive", .fixGuide, #"friendlyMessage = "Session expired. Please log in again.""#,
      "Each request that meets a 401 answers it by itself."),
    Row("auth.refresh=none", .repository, "The helper that renews a token is never called."),
    Row("auth.refresh=singleFlight", .design, "Wait extended period", "The session goes on."),
    Row(
      "auth.restore=wipeOnError", .fixGuide, "`HomeViewModel` checks metrics acknowledgment status on app launch",
      "So somebody is signed in then; the code that restores the session logs out on any error."),
    Row("auth.restore=none", .repository, "The code that restores a session is called by nobody."),
    Row("auth.restore=keep", .product, "Network offline → Show cached data if available, else empty state"),
    Row("auth.onboardingFlag=fromServer", .fixGuide, "let hasCompletedOnboarding: Bool"),
    Row("auth.onboardingFlag=neverRegresses", .product, "User object with hasCompletedOnboarding: true"),
    Row(
      "auth.logout=waitsForNetwork", .repository, "Logging out awaits the server's answer first; no specification says."
    ),
    Row("auth.logout=immediate", .product, "Cache cleared on logout"),
    Row(
      "auth.logoutCall=revokes", .product, "Your health data is encrypted and stored securely.",
      "No line is about tokens; none opens anything after a log-out."),
    Row("auth.logoutCall=unknownRoute", .repository, "The client calls a path that the server answers with 404."),
    Row(
      "auth.inFlightAtLogout=applied", .repository,
      "Replies under way are applied after a log-out; no specification says."),
    Row("auth.inFlightAtLogout=discarded", .product, "Cache cleared on logout"),
    Row(
      "auth.rotation=unlocked", .repository, "A refresh token is rotated without a transaction; no specification says."),
    Row("auth.rotation=transactional", .fixGuide, "No crashes or state corruption"),
    Row("replies.apply=arrival", .fixGuide, "metricsSummary = response.data"),
    Row("replies.apply=revision", .fixGuide, "Singleton ensures single source of truth"),
    Row("replies.cancelled=networkError", .fixGuide, "metricsError = error.localizedDescription"),
    Row(
      "replies.cancelled=silent", .design, "Switch tabs while card is animating", "A tab that is left is no failure."),
    Row("replies.cache=none", .quickReference, "Pull-to-refresh updates card state"),
    Row("loading.flag=perOperation", .fixGuide, "@Published var isLoadingMetrics: Bool = false"),
    Row("loading.flag=shared", .repository, "The one flag of the API client is false when any request ends."),
    Row("loading.errors=perViewModel", .fixGuide, "@Published var metricsError: String?"),
    Row("loading.errors=perOperation", .product, "@Published var summaryError: String?"),
    Row("loading.errors=shared", .repository, "Each start clears the one error text."),
    Row("wire.metrics=nested", .quickReference, #""metrics": {"#),
    Row("wire.ack=union", .quickReference, #""acknowledgement": null"#),
    Row("wire.me=full", .fixGuide, "`GET /auth/me` returns user with preferences"),
    Row("wire.me=head", .repository, "The reply has neither the onboarding flag nor preferences."),
    Row("formula.protein=plan", .product, "Based on 0.8-1g per lb of body weight."),
    Row("formula.protein=head-split", .repository, "Onboarding and plan have factors of their own."),
    Row("formula.water=nearest100", .mockups, "Water       2,800ml"),
    Row("formula.water=head-split", .repository, "Onboarding keeps the exact value, and the plan rounds it."),
    Row("limits.mode=off", .fixGuide, "case .rateLimitExceeded:", "A message for it is specified, and no limit."),
    Row("limits.mode=perIp", .repository, "Limits are counted by address."),
    Row(
      "limits.idempotency=ignored", .fixGuide, ".uploadPhoto(taskId: taskId, imageData: imageData, caption: caption),",
      "No key is sent."),
    Row("limits.idempotency=honoured", .fixGuide, "Supports retry without side effects"),
  ]
}
