import GTSDFields

/// The tables of a generation's switches: one table for each group, with one row for each switch.
///
/// A switch has the name that section 6 of the contract proposes, if it proposes one. Of the proposed names
/// - these are switches: `wire.metrics`, `wire.ack`, `wire.me`, `card.onError`, `card.errorButton`, `card.onMissing`,
///   `card.precedence`, `dismiss.scope`, `dismiss.refreshReshows`, `zeroState.later`, `home.reloadOnAppear`,
///   `metrics.daily`, `metrics.zone`, `metrics.compute`, `metrics.coalesce`, `plan.gate`, `plan.status`,
///   `onboarding.skip`, `formula.protein`, `formula.water`, `photo.flow`, `photo.maxBytes`, `auth.restore`,
///   `auth.refresh`, `summary.once`;
/// - these are other names of a switch (`SwitchNames`): `photo.parallelism` of `photo.upload`, `limits` of
///   `limits.mode`, `client.variant` of `preset`;
/// - these are not built, and refused as such:
///   - `zeroState.location`: the contract's choice is Home. With the choice Profile, at most the share
///     `profile-discovery-rate-24h` of people could see the zero state, and every report has this indicator.
///   - `formula.rate`: a pound instead of half a kilogram per week changes the estimated weeks by a tenth. No decision
///     of a simulated person depends on them.
///   - `wire.prefs`: the reply has both keys, and both decoders read either, so the choices do not differ in any run.
///   - `prefs.limits`: no simulated person picks more than ten preferences, so only the refusal itself would differ.
///   - `auth.legacyHeader`: no client of any generation sends the header.
///   - `kpi.level`: every report has both the target and the criterion.
enum GenerationTable {
  static let metrics = ObjectSpec<Generation.Metrics>(
    what: "switches of metrics", template: Generation.correct.metrics, statesDefaults: false,
    fields: [
      Field(
        "ownership", \.ownership, .choice(),
        "The owner of metrics state: each view, one instance for the process, or one per signed-in user.",
        side: .client),
      Field(
        "fetch", \.fetch, .choice(), "When a check requests the metrics: only if none are held, or each time.",
        side: .client),
      Field("coalesce", \.coalesce, .choice(), "Whether overlapping loads share one request.", side: .client),
      Field(
        "compute", \.compute, .choice(),
        "When the row is computed: some delay after onboarding, within onboarding, or at the first read.",
        side: .backend),
      Field(
        "daily", \.daily, .choice(), "Whether every day brings a new row that must be acknowledged again.",
        side: .backend),
      Field(
        "uniqueness", \.uniqueness, .choice(),
        "Whether rows of one user and day are unique, or concurrent first reads insert several.",
        side: .backend),
      Field(
        "recomputeOnEdit", \.recomputeOnEdit, .choice(),
        "Whether editing weight, height, goal or activity recomputes the metrics row.",
        side: .backend),
      Field(
        "zone", \.zone, .choice(),
        "The midnight at which the day of a daily row begins: the user's (UTC), or the database session's (UTC-8).",
        side: .backend),
      Field(
        "gender", \.gender, .choice(),
        "The result for a gender that the formulas do not know: the numbers of other, or no metrics and no plan.",
        side: .backend),
    ])

  static let home = ObjectSpec<Generation.Home>(
    what: "switches of home", template: Generation.correct.home, statesDefaults: false,
    fields: [
      Field(
        "reloadOnAppear", \.reloadOnAppear, .choice(),
        "What happens when the Home tab appears again: nothing, a metrics check, or a full load.",
        side: .client),
      Field(
        "loads", \.loads, .choice(),
        "Whether a load that starts while another runs is started anyway, or shares the running one.",
        side: .client),
      Field(
        "observation", \.observation, .choice(),
        "What Home's view is bound to: computed values, seen only when something of its own changes, or what the "
          + "metrics model publishes.",
        side: .client),
    ])

  static let card = ObjectSpec<Generation.Card>(
    what: "switches of card", template: Generation.correct.card, statesDefaults: false,
    fields: [
      Field("mounted", \.mounted, .choice(), "Whether Home has the card, and reads metrics for it.", side: .client),
      Field("onError", \.onError, .choice(), "What Home shows after a failed metrics read.", side: .client),
      Field(
        "errorButton", \.errorButton, .choice(),
        "Whether the button of a card that shows an error leads to Plans.", side: .client),
      Field(
        "onMissing", \.onMissing, .choice(),
        "What Home shows while metrics do not exist yet: nothing, a text that they are being calculated, or the card in "
          + "its default state, without numbers.",
        side: .client),
      Field(
        "precedence", \.precedence, .choice(),
        "The precedence of the zero state over the card: ignored, evaluated when the check starts, or at every render.",
        side: .client),
      Field(
        "whileLoading", \.whileLoading, .choice(),
        "Whether the card's button is off while the card reads its metrics.", side: .client),
    ])

  static let dismiss = ObjectSpec<Generation.Dismiss>(
    what: "switches of dismiss", template: Generation.correct.dismiss, statesDefaults: false,
    fields: [
      Field(
        "scope", \.scope, .choice(),
        "Where a dismissal is kept: written as need=false into the model that Home reads (memory), in a "
          + "persistent flag without user or session (persistent), or in a flag per user and session (session).",
        side: .client),
      Field(
        "refreshReshows", \.refreshReshows, .choice(), "Whether pulling Home to refresh undoes a dismissal.",
        side: .client),
      Field(
        "toast", \.toast, .choice(), "Whether a toast says that the metrics can be reviewed in Plans.", side: .client),
    ])

  static let zeroState = ObjectSpec<Generation.ZeroState>(
    what: "switches of zeroState", template: Generation.correct.zeroState, statesDefaults: false,
    fields: [
      Field(
        "onSummaryError", \.onSummaryError, .choice(),
        "The zero state after a failed summary read: shown if nothing is held, or unchanged.",
        side: .client),
      Field(
        "later", \.later, .choice(),
        "What \"maybe later\" does: nothing, or it hides the zero state until the next load.",
        side: .client),
      Field("location", \.location, .choice(), "The tabs that show the zero state.", side: .client),
      Field(
        "opens", \.opens, .choice(), "The step at which \"Complete Profile\" opens onboarding.", side: .client),
    ])

  static let acknowledge = ObjectSpec<Generation.Acknowledge>(
    what: "switches of acknowledge", template: Generation.correct.acknowledge, statesDefaults: false,
    fields: [
      Field(
        "guard", \.`guard`, .choice(), "Whether a second tap is sent while an acknowledgment is in progress.",
        side: .client),
      Field(
        "marks", \.marks, .choice(),
        "The row that a tap sends and a success marks: the held one at that time, or the row on screen and the row sent.",
        side: .client),
      Field(
        "onNotFound", \.onNotFound, .choice(),
        "The reaction to 404, 401 or 403: drop the summary and the need, or fetch again and keep the screen.",
        side: .client),
      Field(
        "onUnknown", \.onUnknown, .choice(),
        "What a time-out, network error or undecodable reply does: an error as if nothing had been "
          + "committed, or a resolution by reading again (and repeating with the same idempotency key).",
        side: .client),
      Field(
        "toast", \.toast, .choice(),
        "When a toast reports a success: never, with the acknowledgment and until another tab is opened, or with the plan "
          + "and for three seconds.",
        side: .client),
      Field(
        "uniqueness", \.uniqueness, .choice(),
        "Whether one row can hold one acknowledgment only, or check-then-insert may store two.",
        side: .backend),
      Field(
        "matching", \.matching, .choice(), "Which rows an acknowledgment may name: any own row, or the newest only.",
        side: .backend),
    ])

  static let plan = ObjectSpec<Generation.Plan>(
    what: "switches of plan", template: Generation.correct.plan, statesDefaults: false,
    fields: [
      Field(
        "gate", \.gate, .choice(),
        "Whether plan generation is refused (400) while the newest metrics are unacknowledged.",
        side: .backend),
      Field(
        "onMetricsError", \.onMetricsError, .choice(),
        "What Plans does after a failed read of the metrics: generate a plan anyway, or show the error first.",
        side: .client),
      Field("toolbar", \.toolbar, .choice(), "Whether refresh works on the acknowledgment screen.", side: .client),
      Field(
        "fetch", \.fetch, .choice(), "Whether plan and summary are shown only together, or each as it arrives.",
        side: .client),
      Field(
        "olderSummary", \.olderSummary, .choice(),
        "A held summary that could not be renewed with a new plan: remains shown, or is dropped.", side: .client),
      Field(
        "onGated", \.onGated, .choice(),
        "The reaction to a refusal by the gate: an ordinary error, or a new metrics check.", side: .client),
      Field(
        "bmi", \.bmi, .choice(),
        "The body mass index beside a plan: computed as if kilograms and centimetres were pounds and inches, or the "
          + "metrics row's.",
        side: .client),
      Field(
        "dates", \.dates, .choice(),
        "Whether a new plan's projected date, with its fractional seconds, makes the reply unreadable.",
        side: .client),
      Field(
        "invalidate", \.invalidate, .choice(), "Whether a held plan is dropped after a profile edit.",
        side: .client),
      Field("loads", \.loads, .choice(), "Whether plan loads may overlap.", side: .client),
      Field(
        "uniqueness", \.uniqueness, .choice(),
        "Whether concurrent unforced requests create one plan per week, or one each.",
        side: .backend),
      Field(
        "status", \.status, .choice(),
        "Status of a new plan: 201 as the repository's tests want, or 200 as the code does.",
        side: .backend),
    ])

  static let onboarding = ObjectSpec<Generation.Onboarding>(
    what: "switches of onboarding", template: Generation.correct.onboarding, statesDefaults: false,
    fields: [
      Field("skip", \.skip, .choice(), "Whether the skip body with its zeros is accepted.", side: .backend),
      Field("guard", \.`guard`, .choice(), "Whether a second tap on Complete is sent.", side: .client),
      Field(
        "onUnknown", \.onUnknown, .choice(),
        "The reaction to a lost reply: an error and a blind repeat, or a request to me first.",
        side: .client),
    ])

  static let summary = ObjectSpec<Generation.Summary>(
    what: "switches of summary", template: Generation.correct.summary, statesDefaults: false,
    fields: [
      Field(
        "lateReply", \.lateReply, .choice(),
        "A summary that arrives after the user continued: presents the sheet, or is ignored.",
        side: .client),
      Field(
        "once", \.once, .choice(), "Whether the summary is shown again when onboarding is repeated.",
        side: .client),
      Field(
        "host", \.host, .choice(),
        "The view that presents the sheet: the onboarding form, which the tabs replace, or the root.", side: .client),
      Field(
        "weeks", \.weeks, .choice(), "Whether a summary without a number of weeks can be read.", side: .client),
      Field(
        "cache", \.cache, .choice(),
        "Whether a summary that was read answers reads for 24 h: never, until this phone writes or learns of something newer "
          + "or logs out (day), or until this phone writes, for any account (beyondLogOut).",
        side: .client),
    ])

  static let prefs = ObjectSpec<Generation.Preferences>(
    what: "switches of prefs", template: Generation.correct.prefs, statesDefaults: false, unbuilt: ["limits"],
    fields: [
      Field(
        "load", \.load, .choice(), "The first content of the edit form: empty lists, or the stored ones.",
        side: .client),
      Field(
        "save", \.save, .choice(),
        "The fields that are sent: those that are not empty (no request if all are empty), or all.",
        side: .client),
      Field("write", \.write, .choice(), "Whether a write from an outdated revision is refused (409).", side: .backend),
    ])

  static let profile = ObjectSpec<Generation.Profile>(
    what: "switches of profile", template: Generation.correct.profile, statesDefaults: false,
    fields: [
      Field(
        "view", \.view, .choice(), "What the Profile tab shows: the user captured at log-in, or a fresh read.",
        side: .client),
      Field(
        "save", \.save, .choice(),
        "How an edit is sent: basic part and preferences one after the other, or in one request.",
        side: .client),
      Field(
        "afterSave", \.afterSave, .choice(),
        "What happens to the form after a save: refilled from a reload, or edits made meanwhile kept.",
        side: .client),
      Field(
        "feedback", \.feedback, .choice(), "Whether the form says that a save is stored, before it closes.",
        side: .client),
      Field(
        "onReadError", \.onReadError, .choice(),
        "The content of a Profile tab without any data after a failed read: an error, or an empty state with a button to "
          + "try again as well.",
        side: .client),
      Field(
        "recompute", \.recompute, .choice(),
        "Which edits store new targets: each that changes them, or those that change them by more than 50 kcal or "
          + "10 g of protein.",
        side: .backend),
      Field(
        "onRecomputeError", \.onRecomputeError, .choice(),
        "What an edit outside the ranges of the recompute does: stores targets all the same, or keeps the old ones "
          + "and reports a success.",
        side: .backend),
      Field(
        "reply", \.reply, .choice(),
        "The targets in the reply to an edit: the stored ones, or those with the previous water target.", side: .backend
      ),
    ])

  static let photo = ObjectSpec<Generation.Photo>(
    what: "switches of photo", template: Generation.correct.photo, statesDefaults: false,
    fields: [
      Field("upload", \.upload, .upload, "How the items of a selection are uploaded.", side: .client),
      Field(
        "retry", \.retry, .choice(),
        "What retry sends: the present selection, or exactly the failed items; none if there is no retry.",
        side: .client),
      Field(
        "checks", \.checks, .choice(),
        "Whether the app checks size and sides of a photo before it is sent, or leaves that to the server.",
        side: .client),
      Field(
        "onChange", \.onChange, .choice(),
        "Items added during an upload: start a second loop over everything, do nothing, or are queued.",
        side: .client),
      Field(
        "clear", \.clear, .choice(),
        "What the end of an upload loop clears: the selection, the selection if nothing failed, or the uploaded items.",
        side: .client),
      Field(
        "cache", \.cache, .choice(), "Whether a task's photos replace the shared list, or are kept per task.",
        side: .client),
      Field(
        "cacheItems", \.cacheItems, .int(1...1_000_000, "photos"),
        "The greatest number of photos in all lists. Beyond it, the least recently read are dropped.", side: .client),
      Field(
        "images", \.images, .choice(),
        "The images of a selection: read again after each change, where the reading that ends last counts, or taken "
          + "from the selection itself.",
        side: .client),
      Field("flow", \.flow, .choice(), "Multipart in one request, or presign, store and confirm.", side: .client),
      Field(
        "confirm", \.confirm, .choice(),
        "The reply to a second confirmation of one file during the first: the stored photo, or a 500.",
        side: .backend),
      Field(
        "maxBytes", \.maxBytes, .int(1...1_000_000_000, "bytes"), "The largest file that is sent, in bytes.",
        side: .client),
      Field(
        "progress", \.progress, .choice(),
        "The progress shown of an upload: nothing; 0, 30 % once the photo is read and 100 % once it is stored, half "
          + "a second of which pass before the next photo; or, second by second, the share of a multipart body that has "
          + "left over a link.",
        side: .client),
      Field(
        "errorTexts", \.errorTexts, .choice(),
        "The content of a photo's error text: nothing in particular, what the app itself has checked (no image, too "
          + "large), or also why network or server failed it.",
        side: .client),
    ])

  static let auth = ObjectSpec<Generation.Auth>(
    what: "switches of auth", template: Generation.correct.auth, statesDefaults: false, unbuilt: ["legacyHeader"],
    fields: [
      Field(
        "refresh", \.refresh, .choice(),
        "The reaction to a 401: nothing, a refresh by every refused request, or one shared refresh.",
        side: .client),
      Field(
        "restore", \.restore, .choice(),
        "What a cold launch does with the stored session: log-in screen, restore but log out on any "
          + "error, or restore and keep it through network errors.",
        side: .client),
      Field(
        "onboardingFlag", \.onboardingFlag, .choice(),
        "The onboarding flag after the user was read again: what the server says, absent meaning false, or never "
          + "back from true.",
        side: .client),
      Field(
        "logout", \.logout, .choice(), "Whether logging out takes effect after the server's reply, or at once.",
        side: .client),
      Field(
        "logoutCall", \.logoutCall, .choice(),
        "How a log-out is sent: to a route that does not exist, without the token, or so that the token is revoked.",
        side: .client),
      Field(
        "inFlightAtLogout", \.inFlightAtLogout, .choice(),
        "Replies that arrive after a log-out: applied, or discarded.",
        side: .client),
      Field(
        "rotation", \.rotation, .choice(), "Whether rotating one refresh token twice at once succeeds twice.",
        side: .backend),
    ])

  static let replies = ObjectSpec<Generation.Replies>(
    what: "switches of replies", template: Generation.correct.replies, statesDefaults: false,
    fields: [
      Field(
        "apply", \.apply, .choice(),
        "Which reply wins: the one that arrives last, or the one read at the highest revision.",
        side: .client),
      Field(
        "cancelled", \.cancelled, .choice(),
        "What a cancelled request leaves: a network error, nothing, or (an injectable fault) a spinner.",
        side: .client),
      Field(
        "cache", \.cache, .choice(),
        "Cached replies to reads: none, or used at any age and for any account.", side: .client),
    ])

  static let loading = ObjectSpec<Generation.Loading>(
    what: "switches of loading", template: Generation.correct.loading, statesDefaults: false,
    fields: [
      Field(
        "flag", \.flag, .choice(),
        "One loading flag of the whole phone, which the first to finish clears, or one for each kind of work, in the view "
          + "model that does it.",
        side: .client),
      Field(
        "errors", \.errors, .choice(),
        "One error text of the whole phone, which every start clears, one for each view model, or one for each kind of "
          + "work: a failed read of a photo section has a text beside that of its uploads.",
        side: .client),
    ])

  static let wire = ObjectSpec<Generation.Wire>(
    what: "switches of wire", template: Generation.correct.wire, statesDefaults: false, unbuilt: ["prefs"],
    fields: [
      Field("metrics", \.metrics, .choice(), "Shape of the metrics payload over HTTP.", side: .backend),
      Field("ack", \.ack, .choice(), "Shape of the acknowledge reply over HTTP.", side: .backend),
      Field("me", \.me, .choice(), "Whether me carries the onboarding flag and preferences.", side: .backend),
    ])

  static let formula = ObjectSpec<Generation.Formula>(
    what: "switches of formula", template: Generation.correct.formula, statesDefaults: false, unbuilt: ["rate"],
    fields: [
      Field("protein", \.protein, .choice(), "Protein factors of onboarding and plan.", side: .backend),
      Field("water", \.water, .choice(), "Water rounded to 100 ml, or exact.", side: .backend),
    ])

  static let limits = ObjectSpec<Generation.Limits>(
    what: "switches of limits", template: Generation.correct.limits, statesDefaults: false,
    fields: [
      Field("mode", \.mode, .choice(), "Which rate limits apply.", side: .backend),
      Field("idempotency", \.idempotency, .choice(), "Whether Idempotency-Key is honoured.", side: .backend),
    ])
}
