package import GTSDFields

/// One generation of the system: a named strategy for each decision where client or backend designs differ.
///
/// Groups and members are the switch paths of a scenario's `generation` object (`plan.gate`, `photo.upload`, …). A
/// preset sets all of them, and a scenario can override each. The fixed twin of a hazard differs from its scenario in
/// exactly one switch.
public struct Generation: Sendable, Equatable {
  /// The preset this generation started from.
  public var preset: Preset
  /// The choices about health metrics: owner in the client, time of reads, computation in the backend. Switches
  /// `metrics.…`.
  public var metrics: Metrics
  /// The Home tab's loads (switches `home.…`).
  public var home: Home
  /// The card that asks for an acknowledgment (switches `card.…`).
  public var card: Card
  /// The effect of dismissing the card (switches `dismiss.…`).
  public var dismiss: Dismiss
  /// The zero state of people without a profile (switches `zeroState.…`).
  public var zeroState: ZeroState
  /// Acknowledging the metrics (switches `acknowledge.…`).
  public var acknowledge: Acknowledge
  /// The Plans tab and plan generation (switches `plan.…`).
  public var plan: Plan
  /// Completing or skipping onboarding (switches `onboarding.…`).
  public var onboarding: Onboarding
  /// The summary after onboarding (switches `summary.…`).
  public var summary: Summary
  /// Editing dietary preferences (switches `prefs.…`).
  public var prefs: Preferences
  /// Viewing and editing the profile (switches `profile.…`).
  public var profile: Profile
  /// The body values in the edit form (switches `form.…`).
  public var form: Form
  /// The day's tasks and the streak (switches `tasks.…`).
  public var tasks: Tasks
  /// Uploading photos (switches `photo.…`).
  public var photo: Photo
  /// Tokens, logging in and out (switches `auth.…`).
  public var auth: Auth
  /// The client models' use of replies (switches `replies.…`).
  public var replies: Replies
  /// Loading flags and error texts (switches `loading.…`).
  public var loading: Loading
  /// Shapes of payloads over HTTP (switches `wire.…`).
  public var wire: Wire
  /// Formulas on which the specifications disagree (switches `formula.…`).
  public var formula: Formula
  /// Rate limits and idempotency (switches `limits.…`).
  public var limits: Limits
  /// The feature flags that an experiment's arm sets in its clients. Not a switch of the generation; applied over it.
  public var flags = FeatureFlags()

  /// The named starting points.
  public enum Preset: String, CaseIterable, Sendable {
    /// The client as quoted in the fix guide: separate instances, no reload on return.
    case seedCurrent = "seed-current"
    /// The proposal of the design document "fix guide": one shared model, including that proposal's own defects.
    case seedFixed = "seed-fixed"
    /// The rules of the public app, on the nested wire.
    case head
    /// The correct choice at every switch.
    case correct
  }

  /// The side that reads a switch: clients or the backend.
  package typealias Side = SwitchSide

  /// The strategies for health metrics: their owner in the client, the time of reads, and their computation in the
  /// backend.
  public struct Metrics: Sendable, Equatable {
    /// The choices for ``ownership``.
    public enum Ownership: String, CaseIterable, Sendable { case perView, process, user }
    /// Client. The owner of the metrics state: each view, one instance for the process, or one per signed-in user.
    public var ownership: Ownership
    /// The choices for ``fetch``.
    public enum Fetch: String, CaseIterable, Sendable { case whenMissing, whenMissingOnPlans, always }
    /// Client. The metrics checks that send a request: those made while no metrics are held, these and all checks of
    /// Home, or all checks.
    public var fetch: Fetch
    /// The choices for ``coalesce``.
    public enum Coalesce: String, CaseIterable, Sendable { case none, singleFlight }
    /// Client. Whether loads that overlap share one request.
    public var coalesce: Coalesce
    /// The choices for ``compute``.
    public enum Compute: String, CaseIterable, Sendable { case async, inline, lazy }
    /// Backend. The time at which the row is made: some delay after onboarding, within onboarding, or at the first
    /// read.
    public var compute: Compute
    /// The choices for ``daily``.
    public enum Daily: String, CaseIterable, Sendable { case off, on }
    /// Backend. Whether every day has a new row that must be acknowledged again.
    public var daily: Daily
    /// The choices for ``uniqueness``.
    public enum Uniqueness: String, CaseIterable, Sendable { case unique, checkThenInsert }
    /// Backend. Whether rows of one user and day are unique, or concurrent first reads insert several.
    public var uniqueness: Uniqueness
    /// The choices for ``recomputeOnEdit``.
    public enum RecomputeOnEdit: String, CaseIterable, Sendable { case off, on }
    /// Backend. Whether editing weight, height, goal or activity recomputes the metrics row.
    public var recomputeOnEdit: RecomputeOnEdit
    /// The choices for ``zone``.
    public enum Zone: String, CaseIterable, Sendable { case user, database }
    /// Backend. The midnight at which the day of a daily row begins: the user's (UTC), or that of the database's
    /// session.
    public var zone: Zone
    /// The choices for ``gender``.
    public enum UnknownGender: String, CaseIterable, Sendable { case asOther, refused }
    /// Backend. The treatment of an unknown gender: the numbers of `other`, or no metrics and no plan.
    public var gender: UnknownGender
  }

  /// The Home tab's loads.
  public struct Home: Sendable, Equatable {
    /// The choices for ``reloadOnAppear``.
    public enum ReloadOnAppear: String, CaseIterable, Sendable { case off, check, full }
    /// Client. The load when the Home tab appears again: none, a metrics check, or a full load.
    public var reloadOnAppear: ReloadOnAppear
    /// The choices for ``loads``.
    public enum Loads: String, CaseIterable, Sendable { case overlapping, singleFlight }
    /// Client. Whether a load that starts while another runs is started anyway, or shares the running one.
    public var loads: Loads
    /// The choices for ``observation``.
    public enum Observation: String, CaseIterable, Sendable { case computed, published }
    /// Client. The values that Home's view observes: computed values, whose changes it notices only when one of Home's
    /// own values changes, or the values that the metrics model publishes.
    public var observation: Observation
  }

  /// The card that asks for an acknowledgment.
  public struct Card: Sendable, Equatable {
    /// The choices for ``mounted``.
    public enum Mounted: String, CaseIterable, Sendable { case off, on }
    /// Client. Whether Home contains the card and reads metrics for it.
    public var mounted: Mounted
    /// The choices for ``onError``.
    public enum OnError: String, CaseIterable, Sendable { case hide, error }
    /// Client. The content of Home after a failed metrics read.
    public var onError: OnError
    /// The choices for ``errorButton``.
    public enum ErrorButton: String, CaseIterable, Sendable { case disabled, enabled }
    /// Client. Whether the button of a card that shows an error leads to Plans.
    public var errorButton: ErrorButton = .disabled
    /// The choices for ``onMissing``.
    public enum OnMissing: String, CaseIterable, Sendable {
      case hide, calculating
      case `default`
    }
    /// Client. The content of Home before any metrics exist: nothing, a text that they are being calculated, or the
    /// card in its default state without numbers.
    public var onMissing: OnMissing
    /// The choices for ``precedence``.
    public enum Precedence: String, CaseIterable, Sendable { case unchecked, atCheck, derived }
    /// Client. The precedence of the zero state over the card: ignored, evaluated when the check starts, or at every
    /// render.
    public var precedence: Precedence
    /// The choices for ``whileLoading``.
    public enum WhileLoading: String, CaseIterable, Sendable { case disabled, enabled }
    /// Client. Whether the card's button is disabled while the card reads its metrics.
    public var whileLoading: WhileLoading = .disabled
  }

  /// The effect of dismissing the card.
  public struct Dismiss: Sendable, Equatable {
    /// The choices for ``scope``.
    public enum Scope: String, CaseIterable, Sendable { case memory, persistent, session }
    /// Client. The place where a dismissal is stored: need=false in the model that Home reads (`memory`), a persistent
    /// flag without user or session (`persistent`), or a flag per user and session (`session`).
    public var scope: Scope
    /// The choices for ``refreshReshows``.
    public enum RefreshReshows: String, CaseIterable, Sendable { case off, on }
    /// Client. Whether pulling Home down to refresh cancels a dismissal.
    public var refreshReshows: RefreshReshows = .off
    /// The choices for ``toast``.
    public enum Toast: String, CaseIterable, Sendable { case none, shown }
    /// Client. Whether a toast says that the metrics can be reviewed in Plans.
    public var toast: Toast = .none
  }

  /// The zero state of people without a profile.
  public struct ZeroState: Sendable, Equatable {
    /// The choices for ``onSummaryError``.
    public enum OnSummaryError: String, CaseIterable, Sendable { case show, keep }
    /// Client. The zero state after a failed summary read: shown if no summary is held, or unchanged.
    public var onSummaryError: OnSummaryError
    /// The choices for ``later``.
    public enum Later: String, CaseIterable, Sendable { case nothing, hide }
    /// Client. The effect of "maybe later": none, or the zero state is hidden until the next load.
    public var later: Later = .nothing
    /// The choices for ``location``.
    public enum Location: String, CaseIterable, Sendable { case home, profile, both }
    /// Client. The tabs that show the zero state.
    public var location: Location = .home
    /// The choices for ``opens``.
    public enum Opens: String, CaseIterable, Sendable { case welcome, accountBasics }
    /// Client. The step at which "Complete Profile" opens onboarding.
    public var opens: Opens = .accountBasics
  }

  /// The strategies for acknowledging the metrics.
  public struct Acknowledge: Sendable, Equatable {
    /// The choices for ``guard``.
    public enum Guard: String, CaseIterable, Sendable { case none, inFlight }
    /// Client. Whether a second tap while an acknowledgment runs is sent too.
    public var `guard`: Guard
    /// The choices for ``marks``.
    public enum Marks: String, CaseIterable, Sendable { case held, sent }
    /// Client. The row that a tap sends, and the row that a success marks. Either both are the row currently held, or
    /// the tap sends the row on screen and the success marks the row that was sent.
    public var marks: Marks
    /// The choices for ``onNotFound``.
    public enum OnNotFound: String, CaseIterable, Sendable { case clearNeed, refetch }
    /// Client. The reaction to 404, 401 or 403: drop the summary and no longer ask for an acknowledgment, or fetch
    /// again and keep the screen.
    public var onNotFound: OnNotFound
    /// The choices for ``onUnknown``.
    public enum OnUnknown: String, CaseIterable, Sendable { case error, resolve }
    /// Client. The reaction to a time-out, network error or undecodable reply: an error as if nothing had been
    /// committed, or another read to find out (and a retry with the same idempotency key).
    public var onUnknown: OnUnknown
    /// The choices for ``toast``.
    public enum Toast: String, CaseIterable, Sendable { case none, acknowledged, planShown }
    /// Client. The time at which a toast confirms success: never, with the acknowledgment until another tab is opened,
    /// or with the plan for three seconds.
    public var toast: Toast = .planShown
    /// The choices for ``uniqueness``.
    public enum Uniqueness: String, CaseIterable, Sendable { case unique, checkThenInsert }
    /// Backend. Whether a row can have only one acknowledgment, or check-then-insert may store two.
    public var uniqueness: Uniqueness
    /// The choices for ``matching``.
    public enum Matching: String, CaseIterable, Sendable { case anyRow, newestOnly }
    /// Backend. The rows that an acknowledgment may name: any row of the user, or only the newest.
    public var matching: Matching
  }

  /// The Plans tab and plan generation.
  public struct Plan: Sendable, Equatable {
    /// The choices for ``gate``.
    public enum Gate: String, CaseIterable, Sendable { case off, on }
    /// Backend. Whether plan generation is refused (400) while the newest metrics are unacknowledged.
    public var gate: Gate
    /// The choices for ``onMetricsError``.
    public enum OnMetricsError: String, CaseIterable, Sendable { case proceed, block }
    /// Client. The reaction of Plans to a failed metrics read: generate a plan anyway, or show the error first.
    public var onMetricsError: OnMetricsError
    /// The choices for ``toolbar``.
    public enum Toolbar: String, CaseIterable, Sendable { case always, afterAcknowledgment }
    /// Client. Whether the refresh button works on the acknowledgment screen.
    public var toolbar: Toolbar
    /// The choices for ``fetch``.
    public enum Fetch: String, CaseIterable, Sendable { case bothOrNothing, independent }
    /// Client. Whether plan and summary are shown only together, or each as it arrives.
    public var fetch: Fetch
    /// The choices for ``olderSummary``.
    public enum OlderSummary: String, CaseIterable, Sendable { case kept, dropped }
    /// Client. Whether the summary of the earlier plan is kept or dropped, if a new plan arrived and the read of its
    /// summary failed.
    public var olderSummary: OlderSummary
    /// The choices for ``onGated``.
    public enum OnGated: String, CaseIterable, Sendable { case error, recheck }
    /// Client. The reaction to a refusal by the gate: an ordinary error, or a new metrics check.
    public var onGated: OnGated
    /// The choices for ``bmi``.
    public enum BMI: String, CaseIterable, Sendable { case confused, row }
    /// Client. The body mass index beside a plan: computed with the wrong units (kilograms as pounds, centimetres as
    /// inches), or taken from the metrics row.
    public var bmi: BMI
    /// The choices for ``dates``.
    public enum Dates: String, CaseIterable, Sendable { case strict, tolerant }
    /// Client. Whether a new plan's projected date, with its fractional seconds, makes the reply unreadable.
    public var dates: Dates
    /// The choices for ``invalidate``.
    public enum Invalidate: String, CaseIterable, Sendable { case never, onEdit }
    /// Client. Whether a held plan is dropped after a profile edit.
    public var invalidate: Invalidate
    /// The choices for ``loads``.
    public enum Loads: String, CaseIterable, Sendable { case overlapping, singleFlight }
    /// Client. Whether plan loads may overlap.
    public var loads: Loads
    /// The choices for ``uniqueness``.
    public enum Uniqueness: String, CaseIterable, Sendable { case unique, checkThenInsert }
    /// Backend. Whether concurrent unforced generation makes one plan a week, or one each.
    public var uniqueness: Uniqueness
    /// The choices for ``status``.
    public enum Status: String, CaseIterable, Sendable { case tests, head }
    /// Backend. The status of a new plan: 201 as in the repository's tests, or 200 as in its code.
    public var status: Status
  }

  /// The strategies for completing or skipping onboarding.
  public struct Onboarding: Sendable, Equatable {
    /// The choices for ``skip``.
    public enum Skip: String, CaseIterable, Sendable { case accept, reject }
    /// Backend. Whether the skip body with its zeros is accepted.
    public var skip: Skip
    /// The choices for ``guard``.
    public enum Guard: String, CaseIterable, Sendable { case none, inFlight }
    /// Client. Whether a second tap on Complete is sent too.
    public var `guard`: Guard
    /// The choices for ``onUnknown``.
    public enum OnUnknown: String, CaseIterable, Sendable { case error, resolve }
    /// Client. The reaction to a lost reply: an error and a blind repetition, or a read of `me` first.
    public var onUnknown: OnUnknown
  }

  /// The summary after onboarding.
  public struct Summary: Sendable, Equatable {
    /// The choices for ``lateReply``.
    public enum LateReply: String, CaseIterable, Sendable { case presents, ignored }
    /// Client. The effect of a summary that arrives after the user continued: the sheet is presented, or nothing
    /// happens.
    public var lateReply: LateReply
    /// The choices for ``once``.
    public enum Once: String, CaseIterable, Sendable { case off, on }
    /// Client. Whether the summary is shown again when onboarding is repeated.
    public var once: Once
    /// The choices for ``host``.
    public enum Host: String, CaseIterable, Sendable { case form, root }
    /// Client. The view that presents the sheet: the onboarding form, which the tabs replace, or the root.
    public var host: Host
    /// The choices for ``weeks``.
    public enum Weeks: String, CaseIterable, Sendable { case required, optional }
    /// Client. Whether a summary without a number of weeks can be read.
    public var weeks: Weeks
    /// The choices for ``cache``.
    public enum Cache: String, CaseIterable, Sendable { case none, day, beyondLogOut }
    /// Client. The use of a cached summary for reads within 24 h: never; until this phone writes, receives newer data
    /// or logs out; or regardless of the signed-in account.
    public var cache: Cache = .none
  }

  /// The client models' use of replies.
  public struct Replies: Sendable, Equatable {
    /// The choices for ``apply``.
    public enum Apply: String, CaseIterable, Sendable { case arrival, revision }
    /// Client. The reply that wins: the last one to arrive, or the one with the highest revision.
    public var apply: Apply
    /// The choices for ``cancelled``.
    public enum Cancelled: String, CaseIterable, Sendable { case networkError, silent, leavesLoading }
    /// Client. The result of a cancelled request: a network error, nothing, or (an injectable fault) a spinner.
    public var cancelled: Cancelled
    /// The choices for ``cache``.
    public enum Cache: String, CaseIterable, Sendable { case none, regardlessOfAge }
    /// Client. Whether replies to reads are stored and reused, whatever their age and account, or never.
    public var cache: Cache
  }

  /// Loading flags and error texts.
  public struct Loading: Sendable, Equatable {
    /// The choices for ``flag``.
    public enum Flag: String, CaseIterable, Sendable { case shared, perOperation }
    /// Client. One loading flag that the first to finish clears, or one per operation.
    public var flag: Flag
    /// The choices for ``errors``.
    public enum Errors: String, CaseIterable, Sendable { case shared, perViewModel, perOperation }
    /// Client. One error text that every start clears, or one per operation.
    public var errors: Errors
  }

  /// Shapes of payloads over HTTP.
  public struct Wire: Sendable, Equatable {
    /// The choices for ``metrics``.
    public enum Metrics: String, CaseIterable, Sendable { case nested, flat }
    /// Backend. Shape of the metrics payload over HTTP.
    public var metrics: Metrics
    /// The choices for ``ack``.
    public enum Ack: String, CaseIterable, Sendable { case union, head, documented }
    /// Backend. Shape of the acknowledge reply over HTTP.
    public var ack: Ack
    /// The choices for ``me``.
    public enum Me: String, CaseIterable, Sendable { case full, head }
    /// Backend. Whether `me` carries the onboarding flag and preferences.
    public var me: Me
  }

  /// Formulas on which the specifications disagree.
  public struct Formula: Sendable, Equatable {
    /// The choices for ``protein``.
    public enum Protein: String, CaseIterable, Sendable {
      case plan, onboarding
      case headSplit = "head-split"
    }
    /// Backend. The protein factors of onboarding and plan.
    public var protein: Protein
    /// The choices for ``water``.
    public enum Water: String, CaseIterable, Sendable {
      case nearest100, exact
      case headSplit = "head-split"
    }
    /// Backend. The water target: rounded to 100 ml, exact, or exact at onboarding and rounded by the plan.
    public var water: Water
  }

  /// Rate limits and idempotency.
  public struct Limits: Sendable, Equatable {
    /// The choices for ``mode``.
    public enum Mode: String, CaseIterable, Sendable { case off, perUser, perIp }
    /// Backend. Which rate limits apply.
    public var mode: Mode
    /// The choices for ``idempotency``.
    public enum Idempotency: String, CaseIterable, Sendable { case ignored, honoured }
    /// Backend. Whether `Idempotency-Key` is honoured.
    public var idempotency: Idempotency
  }
}
