/// One generation of the system: a named strategy for every decision where client or backend designs differ.
///
/// Groups and members are the switch paths of a scenario's `generation` object (`plan.gate`, `photo.upload`, …). A preset
/// fixes them all; a scenario overrides single ones; a hazard's fixed twin differs from its scenario in exactly one.
public struct Generation: Sendable, Equatable {
  /// The preset this generation started from.
  public var preset: Preset
  package var metrics: Metrics
  package var home: Home
  package var card: Card
  package var dismiss: Dismiss
  package var zeroState: ZeroState
  package var acknowledge: Acknowledge
  package var plan: Plan
  package var onboarding: Onboarding
  package var summary: Summary
  package var prefs: Preferences
  package var profile: Profile
  package var form: Form
  package var tasks: Tasks
  package var photo: Photo
  package var auth: Auth
  package var replies: Replies
  package var loading: Loading
  package var wire: Wire
  package var formula: Formula
  package var limits: Limits
  /// What an arm turns on and off in its clients; no switch of a generation, but laid over it.
  package var flags = FeatureFlags()

  /// The named starting points.
  public enum Preset: String, CaseIterable, Sendable {
    /// The client as the fix guide quotes it: separate instances, no reload on return.
    case seedCurrent = "seed-current"
    /// The fix guide's proposal: one shared model, with the defects that proposal has.
    case seedFixed = "seed-fixed"
    /// The rules of the public app, on the nested wire.
    case head
    /// Every strategy the sound one.
    case correct
  }

  /// A switch that only clients read, or that the backend reads.
  package enum Side: String, Sendable { case client, backend }

  package struct Metrics: Sendable, Equatable {
    /// Client. Who holds metrics state: each view its own, one instance for the process, or one per signed-in user.
    package enum Ownership: String, CaseIterable, Sendable { case perView, process, user }
    package var ownership: Ownership
    /// Client. When a check asks the server: only if nothing is held, or each time.
    package enum Fetch: String, CaseIterable, Sendable { case whenMissing, always }
    package var fetch: Fetch
    /// Client. Whether loads that overlap share one request.
    package enum Coalesce: String, CaseIterable, Sendable { case none, singleFlight }
    package var coalesce: Coalesce
    /// Backend. When the row is made: some delay after onboarding, within onboarding, or by the first read.
    package enum Compute: String, CaseIterable, Sendable { case async, inline, lazy }
    package var compute: Compute
    /// Backend. Whether every day brings a new row that must be acknowledged anew.
    package enum Daily: String, CaseIterable, Sendable { case off, on }
    package var daily: Daily
    /// Backend. Whether rows of one user and day are unique, or concurrent first reads insert several.
    package enum Uniqueness: String, CaseIterable, Sendable { case unique, checkThenInsert }
    package var uniqueness: Uniqueness
    /// Backend. Whether editing weight, height, goal or activity recomputes the metrics row.
    package enum RecomputeOnEdit: String, CaseIterable, Sendable { case off, on }
    package var recomputeOnEdit: RecomputeOnEdit
    /// Backend. Whose midnight begins the day of a daily row: the user's (UTC), or that of the database's session.
    package enum Zone: String, CaseIterable, Sendable { case user, database }
    package var zone: Zone
    /// Backend. What a gender that the formulas do not know gets: the numbers of `other`, or no metrics and no plan.
    package enum UnknownGender: String, CaseIterable, Sendable { case asOther, refused }
    package var gender: UnknownGender
  }

  package struct Home: Sendable, Equatable {
    /// Client. What happens when the Home tab appears again: nothing, a metrics check, or a full load.
    package enum ReloadOnAppear: String, CaseIterable, Sendable { case off, check, full }
    package var reloadOnAppear: ReloadOnAppear
    /// Client. Whether a load that starts while another runs is started anyway, or shares the running one.
    package enum Loads: String, CaseIterable, Sendable { case overlapping, singleFlight }
    package var loads: Loads
    /// Client. What Home's view is bound to: computed values, seen only when something of its own changes, or what the
    /// metrics model publishes.
    package enum Observation: String, CaseIterable, Sendable { case computed, published }
    package var observation: Observation
  }

  package struct Card: Sendable, Equatable {
    /// Client. Whether Home has the card, and reads metrics for it.
    package enum Mounted: String, CaseIterable, Sendable { case off, on }
    package var mounted: Mounted
    /// Client. What a failed metrics read shows on Home.
    package enum OnError: String, CaseIterable, Sendable { case hide, error }
    package var onError: OnError
    /// Client. What Home shows while metrics do not exist yet.
    package enum OnMissing: String, CaseIterable, Sendable { case hide, calculating }
    package var onMissing: OnMissing
    /// Client. Zero state against card: not looked at, looked at when the check starts, or derived at every render.
    package enum Precedence: String, CaseIterable, Sendable { case unchecked, atCheck, derived }
    package var precedence: Precedence
  }

  package struct Dismiss: Sendable, Equatable {
    /// Client. Where a dismissal is kept: written as need=false into the model that Home reads (`memory`), in a
    /// persistent flag without user or session (`persistent`), or in a flag per user and session (`session`).
    package enum Scope: String, CaseIterable, Sendable { case memory, persistent, session }
    package var scope: Scope
  }

  package struct ZeroState: Sendable, Equatable {
    /// Client. What a failed summary read does to the zero state: shows it when nothing is held, or keeps what was.
    package enum OnSummaryError: String, CaseIterable, Sendable { case show, keep }
    package var onSummaryError: OnSummaryError
  }

  package struct Acknowledge: Sendable, Equatable {
    /// Client. Whether a second tap while an acknowledgment runs is sent too.
    package enum Guard: String, CaseIterable, Sendable { case none, inFlight }
    package var `guard`: Guard
    /// Client. Which summary a tap sends and a success marks: whatever is held now, or the row on screen and the row
    /// sent.
    package enum Marks: String, CaseIterable, Sendable { case held, sent }
    package var marks: Marks
    /// Client. What 404, 401 or 403 does: drop the summary and the need, or fetch anew and keep the screen.
    package enum OnNotFound: String, CaseIterable, Sendable { case clearNeed, refetch }
    package var onNotFound: OnNotFound
    /// Client. What a time-out, network error or undecodable reply does: an error as if nothing had been committed, or a
    /// resolution by reading again (and repeating with the same idempotency key).
    package enum OnUnknown: String, CaseIterable, Sendable { case error, resolve }
    package var onUnknown: OnUnknown
    /// Backend. Whether one row can hold one acknowledgment only, or check-then-insert may store two.
    package enum Uniqueness: String, CaseIterable, Sendable { case unique, checkThenInsert }
    package var uniqueness: Uniqueness
    /// Backend. Which rows an acknowledgment may name: any own row, or the newest only.
    package enum Matching: String, CaseIterable, Sendable { case anyRow, newestOnly }
    package var matching: Matching
  }

  package struct Plan: Sendable, Equatable {
    /// Backend. Whether plan generation is refused (400) while the newest metrics are unacknowledged.
    package enum Gate: String, CaseIterable, Sendable { case off, on }
    package var gate: Gate
    /// Client. What Plans does when the metrics read failed: generate a plan all the same, or show the error first.
    package enum OnMetricsError: String, CaseIterable, Sendable { case proceed, block }
    package var onMetricsError: OnMetricsError
    /// Client. Whether refresh works on the acknowledgment screen.
    package enum Toolbar: String, CaseIterable, Sendable { case always, afterAcknowledgment }
    package var toolbar: Toolbar
    /// Client. Whether plan and summary are shown only together, or each as it arrives.
    package enum Fetch: String, CaseIterable, Sendable { case bothOrNothing, independent }
    package var fetch: Fetch
    /// Client. A held summary whose renewal failed beside a new plan: stays on show, or is dropped.
    package enum OlderSummary: String, CaseIterable, Sendable { case kept, dropped }
    package var olderSummary: OlderSummary
    /// Client. What a refusal by the gate leads to: an error like another, or a new metrics check.
    package enum OnGated: String, CaseIterable, Sendable { case error, recheck }
    package var onGated: OnGated
    /// Client. The body mass index beside a plan: computed as if kilograms and centimetres were pounds and inches, or the
    /// metrics row's.
    package enum BMI: String, CaseIterable, Sendable { case confused, row }
    package var bmi: BMI
    /// Client. Whether a new plan's projected date, with its fractional seconds, makes the reply unreadable.
    package enum Dates: String, CaseIterable, Sendable { case strict, tolerant }
    package var dates: Dates
    /// Client. Whether a held plan is dropped after a profile edit.
    package enum Invalidate: String, CaseIterable, Sendable { case never, onEdit }
    package var invalidate: Invalidate
    /// Client. Whether plan loads may overlap.
    package enum Loads: String, CaseIterable, Sendable { case overlapping, singleFlight }
    package var loads: Loads
    /// Backend. Whether concurrent unforced generation makes one plan a week, or one each.
    package enum Uniqueness: String, CaseIterable, Sendable { case unique, checkThenInsert }
    package var uniqueness: Uniqueness
    /// Backend. Status of a new plan: 201 as the repository's tests want, or 200 as the code does.
    package enum Status: String, CaseIterable, Sendable { case tests, head }
    package var status: Status
  }

  package struct Onboarding: Sendable, Equatable {
    /// Backend. Whether the skip body with its zeros is accepted.
    package enum Skip: String, CaseIterable, Sendable { case accept, reject }
    package var skip: Skip
    /// Client. Whether a second tap on Complete is sent too.
    package enum Guard: String, CaseIterable, Sendable { case none, inFlight }
    package var `guard`: Guard
    /// Client. What a lost reply leads to: an error and a blind repeat, or asking `me` first.
    package enum OnUnknown: String, CaseIterable, Sendable { case error, resolve }
    package var onUnknown: OnUnknown
  }

  package struct Summary: Sendable, Equatable {
    /// Client. What a summary that arrives after the user went on does: presents the sheet, or nothing.
    package enum LateReply: String, CaseIterable, Sendable { case presents, ignored }
    package var lateReply: LateReply
    /// Client. Whether the summary is shown again when onboarding is repeated.
    package enum Once: String, CaseIterable, Sendable { case off, on }
    package var once: Once
    /// Client. Where the sheet hangs: on the onboarding form, which the tabs replace, or on the root.
    package enum Host: String, CaseIterable, Sendable { case form, root }
    package var host: Host
    /// Client. Whether a summary without a number of weeks can be read.
    package enum Weeks: String, CaseIterable, Sendable { case required, optional }
    package var weeks: Weeks
  }

  package struct Preferences: Sendable, Equatable {
    /// Client. What the edit form starts from: empty lists, or the stored ones.
    package enum Load: String, CaseIterable, Sendable { case empty, server }
    package var load: Load
    /// Client. What is sent: only what is not empty (and nothing at all when all is empty), or every field.
    package enum Save: String, CaseIterable, Sendable { case nonEmpty, full }
    package var save: Save
    /// Backend. Whether a write from an outdated revision is refused (409).
    package enum Write: String, CaseIterable, Sendable { case lastWriterWins, conditional }
    package var write: Write
  }

  package struct Profile: Sendable, Equatable {
    /// Client. What the Profile tab shows: the user captured at log-in, or a fresh read.
    package enum View: String, CaseIterable, Sendable { case loginSnapshot, refetch }
    package var view: View
    /// Client. How an edit is sent: basic part and preferences one after the other, or in one request.
    package enum Save: String, CaseIterable, Sendable { case sequential, single }
    package var save: Save
    /// Client. What happens to the form after a save: refilled from a reload, or edits made meanwhile kept.
    package enum AfterSave: String, CaseIterable, Sendable { case refill, keepEdits }
    package var afterSave: AfterSave
    /// Backend. Which edits store new targets: each that changes them, or those that change them much.
    package enum Recompute: String, CaseIterable, Sendable { case always, aboveThreshold }
    package var recompute: Recompute
    /// Backend. What an edit outside the ranges of the recompute does: stores targets all the same, or keeps the old
    /// ones and reports a success.
    package enum OnRecomputeError: String, CaseIterable, Sendable { case computed, swallowed }
    package var onRecomputeError: OnRecomputeError
    /// Backend. Which targets the reply to an edit tells: the stored ones, or with the water of before.
    package enum Reply: String, CaseIterable, Sendable { case stored, waterBefore }
    package var reply: Reply
  }

  package struct Photo: Sendable, Equatable {
    /// Client. How the items of a selection are uploaded.
    package enum Upload: Sendable, Equatable {
      case sequential
      case unboundedParallel
      /// At most so many at once, 1 or more.
      case bounded(Int)
    }
    package var upload: Upload
    /// Client. What retry sends: the selection of that moment, or exactly the failed items.
    package enum Retry: String, CaseIterable, Sendable { case selection, failedOnly }
    package var retry: Retry
    /// Client. What adding items during an upload does: a second loop over everything, nothing, or only the new ones queued.
    package enum OnChange: String, CaseIterable, Sendable { case restart, waits, enqueueNew }
    package var onChange: OnChange
    /// Client. What the end of a loop clears: the whole selection, that only if nothing failed, or the uploaded items.
    package enum Clear: String, CaseIterable, Sendable { case all, allOnSuccess, uploadedOnly }
    package var clear: Clear
    /// Client. Whether a task's photos replace the shared list, or are kept per task.
    package enum Cache: String, CaseIterable, Sendable { case replace, perTask }
    package var cache: Cache
    /// Client. Photos that the lists hold together; past it the least recently read go.
    package var cacheItems: Int
    /// Client. The images of a selection: read anew after each change, whichever reading ends last counting, or taken
    /// from the selection itself.
    package enum Images: String, CaseIterable, Sendable { case reloaded, derived }
    package var images: Images
    /// Client. Multipart in one request, or presign, store and confirm.
    package enum Flow: String, CaseIterable, Sendable { case multipart, presign }
    package var flow: Flow
    /// Backend. What a second confirmation of one file gets while the first is in service: the stored photo, or a 500
    /// from the unique index.
    package enum Confirm: String, CaseIterable, Sendable { case unique, checkThenInsert }
    package var confirm: Confirm
    /// Client. Largest file sent, bytes.
    package var maxBytes: Int
  }

  package struct Auth: Sendable, Equatable {
    /// Client. What a 401 leads to: nothing, a refresh by every request that met it, or one shared refresh.
    package enum Refresh: String, CaseIterable, Sendable { case none, naive, singleFlight }
    package var refresh: Refresh
    /// Client. What a cold launch does with the stored session: log-in screen, restore but log out on any error, or
    /// restore and keep it through network errors.
    package enum Restore: String, CaseIterable, Sendable { case none, wipeOnError, keep }
    package var restore: Restore
    /// Client. The onboarding flag after the user was read again: what the server says, absent meaning false, or never
    /// back from true.
    package enum OnboardingFlag: String, CaseIterable, Sendable { case fromServer, neverRegresses }
    package var onboardingFlag: OnboardingFlag
    /// Client. Whether logging out takes effect after the server's answer, or at once.
    package enum Logout: String, CaseIterable, Sendable { case waitsForNetwork, immediate }
    package var logout: Logout
    /// Client. How the server hears of it: by a route that it does not have, without the token, or so that it revokes it.
    package enum LogoutCall: String, CaseIterable, Sendable { case unknownRoute, revokes }
    package var logoutCall: LogoutCall
    /// Client. What replies that arrive after a log-out do: they are applied, or discarded.
    package enum InFlightAtLogout: String, CaseIterable, Sendable { case applied, discarded }
    package var inFlightAtLogout: InFlightAtLogout
    /// Backend. Whether rotating one refresh token twice at once succeeds twice.
    package enum Rotation: String, CaseIterable, Sendable { case unlocked, transactional }
    package var rotation: Rotation
  }

  package struct Replies: Sendable, Equatable {
    /// Client. Which reply wins: the one that arrives last, or the one read at the highest revision.
    package enum Apply: String, CaseIterable, Sendable { case arrival, revision }
    package var apply: Apply
    /// Client. What a cancelled request leaves: a network error, nothing, or (an injectable fault) a spinner.
    package enum Cancelled: String, CaseIterable, Sendable { case networkError, silent, leavesLoading }
    package var cancelled: Cancelled
    /// Client. Stored answers to reads: none, or served again whatever their age, to whomever.
    package enum Cache: String, CaseIterable, Sendable { case none, regardlessOfAge }
    package var cache: Cache
  }

  package struct Loading: Sendable, Equatable {
    /// Client. One loading flag that the first to finish clears, or one per operation.
    package enum Flag: String, CaseIterable, Sendable { case shared, perOperation }
    package var flag: Flag
    /// Client. One error text that every start clears, or one per operation.
    package enum Errors: String, CaseIterable, Sendable { case shared, perOperation }
    package var errors: Errors
  }

  package struct Wire: Sendable, Equatable {
    /// Backend. Shape of the metrics payload over HTTP.
    package enum Metrics: String, CaseIterable, Sendable { case nested, flat }
    package var metrics: Metrics
    /// Backend. Shape of the acknowledge reply over HTTP.
    package enum Ack: String, CaseIterable, Sendable { case union, head, documented }
    package var ack: Ack
    /// Backend. Whether `me` carries the onboarding flag and preferences.
    package enum Me: String, CaseIterable, Sendable { case full, head }
    package var me: Me
  }

  package struct Formula: Sendable, Equatable {
    /// Backend. Protein factors of onboarding and plan.
    package enum Protein: String, CaseIterable, Sendable {
      case plan, onboarding
      case headSplit = "head-split"
    }
    package var protein: Protein
    /// Backend. Water rounded to 100 ml, exact, or exact at onboarding and rounded by the plan.
    package enum Water: String, CaseIterable, Sendable {
      case nearest100, exact
      case headSplit = "head-split"
    }
    package var water: Water
  }

  package struct Limits: Sendable, Equatable {
    /// Backend. Which rate limits apply.
    package enum Mode: String, CaseIterable, Sendable { case off, perUser, perIp }
    package var mode: Mode
    /// Backend. Whether `Idempotency-Key` is honoured.
    package enum Idempotency: String, CaseIterable, Sendable { case ignored, honoured }
    package var idempotency: Idempotency
  }
}
