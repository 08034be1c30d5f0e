extension Generation {
  /// The generation of a preset, before any override.
  public static func preset(_ preset: Preset) -> Generation {
    switch preset {
    case .seedCurrent: seedCurrent
    case .seedFixed: seedFixed
    case .head: head
    case .correct: correct
    }
  }

  /// The generation with the correct choice at every switch.
  static let correct = Generation(
    preset: .correct,
    metrics: Metrics(
      ownership: .user, fetch: .always, coalesce: .singleFlight, compute: .async, daily: .off, uniqueness: .unique,
      recomputeOnEdit: .on, zone: .user, gender: .asOther),
    home: Home(reloadOnAppear: .check, loads: .singleFlight, observation: .published),
    card: Card(mounted: .on, onError: .hide, onMissing: .hide, precedence: .derived),
    dismiss: Dismiss(scope: .session, toast: .shown),
    zeroState: ZeroState(onSummaryError: .keep, location: .both),
    acknowledge: Acknowledge(
      guard: .inFlight, marks: .sent, onNotFound: .refetch, onUnknown: .resolve, uniqueness: .unique,
      matching: .newestOnly),
    plan: Plan(
      gate: .on, onMetricsError: .block, toolbar: .afterAcknowledgment, fetch: .independent,
      olderSummary: .dropped, onGated: .recheck, bmi: .row, dates: .tolerant, invalidate: .onEdit,
      loads: .singleFlight, uniqueness: .unique, status: .tests),
    onboarding: Onboarding(skip: .accept, guard: .inFlight, onUnknown: .resolve),
    summary: Summary(lateReply: .ignored, once: .on, host: .root, weeks: .optional, cache: .day),
    prefs: Preferences(load: .server, save: .full, write: .conditional),
    profile: Profile(
      view: .refetch, save: .single, afterSave: .keepEdits, onReadError: .emptyState, recompute: .always,
      onRecomputeError: .computed, reply: .stored),
    form: Form(name: .sent, height: .exact, weight: .exact, gender: .kept, dates: .sent),
    tasks: Tasks(filter: .matching, streak: .onceADay, cache: .none),
    photo: Photo(
      upload: .bounded(3), retry: .failedOnly, onChange: .enqueueNew, clear: .uploadedOnly, cache: .perTask,
      cacheItems: 100_000, images: .derived, flow: .multipart, confirm: .unique, maxBytes: 10_000_000),
    auth: Auth(
      refresh: .singleFlight, restore: .keep, onboardingFlag: .neverRegresses, logout: .immediate,
      logoutCall: .revokes, inFlightAtLogout: .discarded, rotation: .transactional),
    replies: Replies(apply: .revision, cancelled: .silent, cache: .none),
    loading: Loading(flag: .perOperation, errors: .perOperation),
    wire: Wire(metrics: .nested, ack: .union, me: .full),
    formula: Formula(protein: .plan, water: .nearest100),
    limits: Limits(mode: .off, idempotency: .honoured))

  /// The client that the design document "fix guide" describes as the current one, with its defects.
  static let seedCurrent: Generation = {
    var generation = seedFixed
    generation.preset = .seedCurrent
    generation.metrics.ownership = .perView
    generation.metrics.fetch = .whenMissingOnPlans
    generation.home.reloadOnAppear = .off
    generation.card.precedence = .atCheck
    generation.prefs.load = .empty
    generation.prefs.save = .nonEmpty
    generation.profile.view = .loginSnapshot
    // Issue 2 of the fix guide: no confirmation that preferences were saved.
    generation.profile.feedback = .none
    // The design specification's toast for "Not now" is part of its proposal.
    generation.dismiss.toast = .none
    // Issue 3 of the fix guide, "What's missing": there is no inline upload, progress, check or retry, and all errors
    // have one text. Picking and clearing happen on today's upload screen, not in the section that the guide proposes.
    generation.photo.progress = .none
    generation.photo.errorTexts = .generic
    generation.photo.checks = .none
    generation.photo.retry = .none
    generation.photo.onChange = .waits
    generation.photo.clear = .allOnSuccess
    return generation
  }()

  /// The fix guide's proposal, including its own defects, on the backend that the specifications describe.
  static let seedFixed = Generation(
    preset: .seedFixed,
    metrics: Metrics(
      ownership: .process, fetch: .whenMissing, coalesce: .none, compute: .async, daily: .off, uniqueness: .unique,
      recomputeOnEdit: .on, zone: .user, gender: .asOther),
    home: Home(reloadOnAppear: .check, loads: .overlapping, observation: .published),
    card: Card(mounted: .on, onError: .hide, onMissing: .hide, precedence: .unchecked),
    dismiss: Dismiss(scope: .memory, toast: .shown),
    zeroState: ZeroState(onSummaryError: .show),
    acknowledge: Acknowledge(
      guard: .none, marks: .held, onNotFound: .clearNeed, onUnknown: .error, uniqueness: .checkThenInsert,
      matching: .anyRow),
    plan: Plan(
      gate: .on, onMetricsError: .proceed, toolbar: .always, fetch: .bothOrNothing,
      olderSummary: .dropped, onGated: .error, bmi: .row, dates: .tolerant, invalidate: .never,
      loads: .overlapping, uniqueness: .checkThenInsert, status: .tests),
    onboarding: Onboarding(skip: .accept, guard: .none, onUnknown: .error),
    summary: Summary(lateReply: .presents, once: .on, host: .root, weeks: .optional),
    prefs: Preferences(load: .server, save: .full, write: .lastWriterWins),
    profile: Profile(
      view: .refetch, save: .sequential, afterSave: .refill, recompute: .always, onRecomputeError: .computed,
      reply: .stored),
    form: Form(name: .sent, height: .exact, weight: .exact, gender: .kept, dates: .sent),
    tasks: Tasks(filter: .matching, streak: .onceADay, cache: .none),
    photo: Photo(
      upload: .sequential, retry: .selection, onChange: .restart, clear: .all, cache: .replace, cacheItems: 50,
      images: .derived, flow: .multipart, confirm: .unique, maxBytes: 10_000_000, progress: .stages,
      errorTexts: .ownChecks),
    auth: Auth(
      refresh: .naive, restore: .wipeOnError, onboardingFlag: .fromServer, logout: .waitsForNetwork,
      logoutCall: .revokes, inFlightAtLogout: .applied, rotation: .unlocked),
    replies: Replies(apply: .arrival, cancelled: .networkError, cache: .none),
    loading: Loading(flag: .perOperation, errors: .perViewModel),
    wire: Wire(metrics: .nested, ack: .union, me: .full),
    formula: Formula(protein: .plan, water: .nearest100),
    limits: Limits(mode: .off, idempotency: .ignored))

  /// The rules of the public app, on the nested wire that its metrics model decodes.
  static let head: Generation = {
    var generation = seedFixed
    generation.preset = .head
    generation.metrics.compute = .lazy
    generation.metrics.daily = .on
    generation.metrics.uniqueness = .checkThenInsert
    generation.metrics.recomputeOnEdit = .off
    generation.metrics.zone = .database
    generation.metrics.gender = .refused
    generation.home.reloadOnAppear = .full
    generation.card.mounted = .off
    generation.zeroState.later = .hide
    generation.zeroState.opens = .welcome
    generation.plan.gate = .off
    generation.plan.status = .head
    generation.plan.olderSummary = .kept
    generation.plan.bmi = .confused
    generation.onboarding.skip = .reject
    generation.summary = Summary(lateReply: .presents, once: .off, host: .form, weeks: .required)
    generation.prefs.save = .nonEmpty
    generation.profile = Profile(
      view: .loginSnapshot, save: .single, afterSave: .refill, recompute: .aboveThreshold,
      onRecomputeError: .swallowed, reply: .waterBefore)
    generation.form = Form(name: .dropped, height: .rounded, weight: .tolerance, gender: .coerced, dates: .ignored)
    generation.photo.onChange = .waits
    generation.photo.clear = .allOnSuccess
    generation.photo.images = .reloaded
    generation.photo.cache = .perTask
    generation.photo.flow = .presign
    generation.photo.confirm = .checkThenInsert
    generation.photo.maxBytes = 10_485_760
    generation.photo.progress = .none
    generation.photo.errorTexts = .generic
    generation.tasks = Tasks(filter: .anyReply, streak: .checkThenCount, cache: .minutes)
    generation.auth.refresh = .none
    generation.auth.restore = .none
    generation.auth.logoutCall = .unknownRoute
    generation.wire.me = .head
    generation.formula.protein = .headSplit
    generation.formula.water = .headSplit
    generation.limits.mode = .perIp
    // The single flag of the app's API client: true at each start, false when any request ends.
    generation.loading = Loading(flag: .shared, errors: .shared)
    return generation
  }()
}
