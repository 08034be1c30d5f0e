import GTSDModel

/// The model of one phone: the data received for each screen, the content that each screen must therefore show, and the
/// taps.
///
/// It follows rendered values, taps and the wire. From the app's own reports it uses only the screen for which a
/// request was sent, and the beginning and end of an operation.
package struct ReferencePhone: Sendable {
  /// A value with the version at which it was read. Of two values of one version, the one that arrived last counts.
  struct Newest<Value: Sendable>: Sendable {
    var version: Int32 = -1
    /// The server's day of the read, for values that change with the day.
    var day: Int32 = 0
    var value: Value?
    /// The value before the newest.
    var before: Value?

    mutating func take(_ value: Value, _ version: Int32, on day: Int32 = 0) {
      guard version >= self.version else { return }
      self.day = day
      before = self.value
      self.value = value
      self.version = version
    }
  }

  /// A request with an effect, by its idempotency key. `subject` is a hash of the data that it stores.
  typealias Effect = (id: Int32, endpoint: Endpoint, key: UInt64, subject: Int64, isDone: Bool)

  /// The place on which a request is required. The request is no longer required after the person has left the place.
  enum Place { case tab(Tab), acknowledgedPlans, photosOpening, photos, form }

  /// The rendered values, by variable.
  var screen = RenderedValues()
  var isChanged = false
  /// The account of the latest session, and whether an account is signed in.
  var account: Int?

  /// The newest version in any reply.
  var known: Int32 = -1
  var homeTasks = Newest<Int64>()
  var homeStreak = Newest<Int64>()
  var homeSummary = Newest<DrawnSummary>()
  /// The newest summary received since the sign-in, in any process, and the one that Home shows without having
  /// requested it. Only for apps that cache summaries.
  var receivedSummary = Newest<DrawnSummary>()
  var keptOnHome: DrawnSummary?
  var metrics = Newest<DrawnRow?>()
  /// The row that this process has read in an earlier session of an account. Empty if there is none.
  var earlierRow: [(account: Int, row: DrawnRow)] = []
  var plan = Newest<DrawnPlan>()
  /// Whether the person tapped for a plan, or its load began on Plans, and a request for it may still be running.
  var isPlanAsked = false
  var mayPlanBeGone = false
  /// The newest edit of the targets, and the newest completed task, that any reply could include, and the newest task
  /// handed in from this phone.
  var (targetsReceived, tasksReceived, taskHandedIn): (Int32, Int32, Int32) = (-1, -1, -1)
  /// Whether the latest read of the metrics reported none, and whether the latest one to report either had no revision.
  var (areMetricsMissing, mayRowBeGone) = (false, false)
  /// Whether a token was renewed in this process. Each renewal counts as news, to which the app reacts only a limited
  /// number of times.
  var hasRenewed = false
  var token = ReferenceToken()
  /// The time at which the onboarding indicator last changed, in nanoseconds.
  var onboardingTurnedAt = Int64.min / 2
  /// Whether Plans, or Home, is known to do nothing although its data are outdated, or were never read.
  var isOlder = (plans: false, home: false, unread: false)
  /// Whether the card was dismissed in this process.
  var hasDismissed = false
  /// Whether a save from this phone has changed the inputs of plans, and no plan was received since.
  var isPlanOutdated = false
  /// The version of the latest change of the profile from this phone.
  var profileChanged: Int32 = -1
  /// The newest version known when the phone learned of that change. The change is at most as new.
  var changeReceived: Int32 = -1
  var profile = Newest<Int64>()
  /// Whether the tab's latest read of the profile failed.
  var hasProfileReadFailed = false
  /// The data in the reply to a read that checked whether a save was stored.
  var resolved = Newest<Int64>()
  var form = Newest<Int64>()
  /// The number of reads, for a form that is still empty, with older data than this phone had already received; and
  /// whether the last of these reads preceded a change made on this phone.
  var outdatedFormReads = (count: 0, isKnown: false)
  var isFormTyped = false
  /// The open form, at most one. An array, since a phone is copied often and most phones have no open form.
  var forms: [ReferenceForm] = []
  /// The name that the app has read last, and those in later replies; empty before the first. Also the version at
  /// which it was read.
  var names: [String] = []
  var nameVersion: Int32 = -1
  /// Whether a save was not granted since the form was opened, so that a part of one may be stored.
  var mayBePartStored = false
  /// Whether the form was opened and not left since, whether or not it has loaded.
  var isFormAsked = false
  /// Whether the open form has been saved, successfully or not.
  var isFormSent = false
  /// The hash of the form's lists when it was last saved.
  var savedForm: Int64?
  /// The events that the phone may or must report to analytics.
  var reports = ReferenceReports()
  /// The notes that the screen must show besides values.
  var notes = ReferenceNotes()
  /// The requests that the person asked for in this process.
  var asked = AskedFor()
  /// The photos that are picked.
  var selection = ReferenceSelection()
  /// The task whose photo section was opened last (0 if there is none), the selections of other tasks, and the tasks
  /// whose section has an error.
  var photosOf: Int64 = 0
  var otherSelections: [(task: Int64, selection: ReferenceSelection)] = []
  var failedTasks: Set<Int64> = []
  /// Whether the user has signed out on this phone and not signed in since.
  var isSignedOut = false
  /// The content that the Profile tab must show.
  var profileTab = ReferenceProfileTab()
  /// The time at which the latest summary arrived, in apps that cache summaries; -1 for none. Also whether Home must
  /// read another one.
  var summaryReceivedAt: Int64 = -1
  var mustReadHomeSummary = false
  /// Whether a save has succeeded since the form was opened.
  var isFormStored = false
  var photos: [(task: Int, list: Newest<[Int]>)] = []
  /// Photos whose latest upload failed since uploads or a deletion last began, and for which no later reply reports
  /// success.
  var failedUploads: Set<PhotoItemID> = []
  /// Photos whose latest upload failed since the last retry, including photos that are being sent again. A retry
  /// applies to them.
  var failedPicks: Set<PhotoItemID> = []
  /// Photos whose latest request was refused, so that a retry sends them.
  var refusedUploads: Set<PhotoItemID> = []
  /// Whether a request of photos has failed since the last message about photos ended, and whether a deletion of one
  /// has.
  var (hasPhotoFailed, hasDeletionFailed) = (false, false)
  /// The time since which the app is in the background, in nanoseconds, and the end of its last time there that was
  /// long enough to stop its transfers; -1 for never.
  var backgroundSince: Int64 = -1
  var suspendedUntil: Int64 = -1

  /// Whether a tap at this instant may end the error about photos.
  var mayPhotoErrorEnd = false
  /// The failures of photos in this process: their statuses, 0 without a reply.
  var photoFailures: Set<Int> = []
  /// Whether the message about photos concerns a failed one, rather than a picked one that cannot be sent.
  var isPhotoTextOfFailure = false
  /// The error slots whose operation has failed since it last began, as one bit each.
  var failed: UInt64 = 0
  /// The operations whose latest reply was a success, as one bit each.
  var succeeded: UInt64 = 0
  /// The requests that must still be sent, a bit for each endpoint; whether all of them or only one must be sent; and
  /// the screen that needs them.
  var required: UInt64 = 0
  var requiredAny: UInt64 = 0
  var requiredPlace = Place.tab(.home)
  /// Whether the log-out must still be sent. Signing out removes all other requirements.
  var mustLogOut = false
  var hasSentLogOut = false
  /// Requests that must still be sent: the summary for the sheet after onboarding, the answers, and a read for a form
  /// whose save was refused.
  var (mustReadSummary, mustSendAnswers, mustReadForm) = (false, false, false)
  /// The accounts that have seen their summary on this phone, as one bit each.
  var summarizedAccounts: UInt64 = 0
  /// The tab that the person opened at this instant; nil if there is none.
  var destination: Tab?
  /// The screens that the person left at this instant.
  var hasLeft: (summary: Bool, form: Bool, photos: Bool) = (false, false, false)
  /// The time since which the row on the acknowledgment screen has been rendered, in nanoseconds.
  var rowShownAt: Int64 = 0
  /// Whether an acknowledgment was tapped before its row was on screen for a frame.
  var hasTappedUnseenRow = false
  /// The sign-in screen: whether an attempt is in progress, and whether the latest one failed.
  var signIn = (isBusy: false, hasFailed: false)
  var (hasSignInFailed, isSigningIn) = (false, false)
  /// Whether the latest attempt to sign in failed, even if the person has seen that.
  var mayShowSignInFailure = false
  /// Picked photos that can be sent and were not sent yet. They stay when their section is closed.
  var unsentPicks: [PhotoPick] = []
  /// The requests that the app must not cancel.
  var cancellations = ReferenceCancellations()
  /// The newest revision of preferences that the form has received, and the one that it had at its last save.
  var formRevision = (received: -1, saved: -1)
  /// Whether the server refused to renew the token, so that the user must be signed out.
  var isRenewalRefused = false
  /// The e-mail address of a sign-up that may be stored although unanswered, and whether the app must log in with it.
  var unansweredSignUp: String?
  var mustLogIn = false
  /// Whether the app was launched with a stored session and has not read who is signed in.
  var mustReadUser = false
  /// Whether nothing has been under way, and nothing was tapped, since an instant at which the phone was idle.
  var isAtRest = false
  /// Whether the read of the sheet's summary has failed, and whether a summary was received.
  var hasSummaryFailed = false
  var hasSummaryCome = false
  /// The time since which the sheet has been loading, in nanoseconds; -1 where it is not.
  var sheetLoadsSince: Int64 = -1
  /// The time, in nanoseconds, at which the open form was reported as stored. 0 if its save was tapped and nothing was
  /// typed since, -1 otherwise.
  var formStoredAt: Int64 = -1
  /// Whether Home's latest read of the summary, and of the streak, returned one.
  var (hasHomeSummary, hasHomeStreak) = (false, false)
  /// The day on which Home was last looked at: when it came on screen, the app came back with it there, or it was
  /// pulled down.
  var homeDay: Int32 = 0
  /// Whether the visible tab is covered only by another app, and not by a sheet.
  var isOnlyInBackground = false
  /// Whether this phone's latest answers to onboarding are a complete profile, and the version at which they were
  /// stored.
  var completesProfile = false
  var answered: Int32 = -1
  /// Whether onboarding was begun again after it had been answered.
  var repeatsOnboarding = false
  /// Reads of tasks in progress, each with the category chosen when it was sent, and the categories whose list has been
  /// received.
  var taskReads: [(id: Int32, filter: Int64)] = []
  var receivedFilters: Set<Int64> = [0]
  /// The category that was chosen when the latest load of tasks began. Its request may be sent later.
  var begunFilter: Int64 = 0
  /// Whether the latest reply to a load of Tasks contained a list, and that to a load of Streaks a streak.
  var (hasTasks, hasStreaks) = (false, false)
  /// Whether the person has put off the zero state and Home has not been loaded since, and whether it was on screen
  /// then.
  var isPutOff = false
  var hasPutOff = false
  /// Whether a deletion of the account is in progress, so that another tap has no effect.
  var isDeleting = false
  /// The accounts whose completed onboarding a reply has shown, and those that onboarding is over for, as one bit each.
  var (onboardedAccounts, doneAccounts): (UInt64, UInt64) = (0, 0)
  /// Whether the tabs may have been covered since the selected one appeared.
  var isCovered = false
  var hasTappedPhotos = false
  /// Whether the tab has changed at this instant, which hides an earlier toast.
  var mustHideToast = false
  /// The time since which a toast is shown, in nanoseconds; -1 for none.
  var toastSince: Int64 = -1
  /// The variables with a wrong value on screen, as one bit each.
  var divergent: UInt64 = 0
  /// The writes of this phone, and those with an effect that are in progress or have succeeded.
  var writes = ReferenceWrites()
  var effects: [Effect] = []
  /// The intent of the request that is being sent, 0 for none.
  var sentIntent: Int32 = 0
  /// The change of the screen that the last tap of this instant must have caused.
  var owedChange: OwedChange?
  /// The number of the latest request that the network has lost. The app receives the failure at the same instant.
  var lost: Int32 = 0
  /// The number of requests for each effect since the last tap.
  var attempts: [(endpoint: Endpoint, key: UInt64, count: Int)] = []

  package init() {}

  // MARK: Inputs

  /// Handles the start of the process, which has no data yet.
  package mutating func launched() {
    let (account, onboarded, done, isSignedOut) = (account, onboardedAccounts, doneAccounts, isSignedOut)
    let (received, summarized, refresh, receivedAt) = (
      receivedSummary, summarizedAccounts, token.refresh, summaryReceivedAt
    )
    var reports = reports
    reports.launched()
    self = ReferencePhone()
    self.reports = reports
    token.refresh = refresh
    receivedSummary = received
    summarizedAccounts = summarized
    summaryReceivedAt = receivedAt
    self.account = account
    self.isSignedOut = isSignedOut
    (onboardedAccounts, doneAccounts) = (onboarded, done)
  }

  mutating func forget() {
    known = -1
    homeTasks = Newest()
    homeStreak = Newest()
    homeSummary = Newest()
    keptOnHome = nil
    receivedSummary = Newest()
    if let account, !isDeleting, case let row?? = metrics.value { earlierRow = [(account, row)] }
    metrics = Newest()
    (areMetricsMissing, mayRowBeGone) = (false, false)
    plan = Newest()
    mayPlanBeGone = false
    isPlanOutdated = false
    (targetsReceived, tasksReceived, taskHandedIn) = (-1, -1, -1)
    isOlder = (false, false, false)
    profileChanged = -1
    changeReceived = -1
    profile = Newest()
    profileTab = ReferenceProfileTab()
    (summaryReceivedAt, mustReadHomeSummary) = (-1, false)
    hasProfileReadFailed = false
    resolved = Newest()
    form = Newest()
    outdatedFormReads = (0, false)
    (names, nameVersion, isFormAsked) = ([], -1, false)
    photos = []
    photosOf = 0
    otherSelections = []
    failedTasks = []
    failedUploads = []
    refusedUploads = []
    failedPicks = []
    (hasPhotoFailed, hasDeletionFailed) = (false, false)
    failed = 0
    required = 0
    requiredAny = 0
    hasSentLogOut = false
    (mustReadSummary, mustSendAnswers, mustReadForm) = (false, false, false)
    hasSummaryFailed = false
    hasSummaryCome = false
    (hasHomeSummary, hasHomeStreak) = (false, false)
    (hasTasks, hasStreaks) = (false, false)
    answered = -1
    isPutOff = false
    hasPutOff = false
    isDeleting = false
    effects = []
    unsentPicks = []
    (isRenewalRefused, writes) = (false, ReferenceWrites())
  }

  /// Handles a value that the phone renders.
  package mutating func rendered(
    _ variable: StateVariable, _ value: Int64, _ cause: Cause, at time: Int64, _ options: ReferenceOptions,
    _ found: inout [Divergence]
  ) {
    let before = screen[variable]
    let isByItself = cause != .signOut && cause != .launch
    screen[variable] = value
    if let change = owedChange, change.isDone(screen) { owedChange = nil }
    if variable == .summarySheet { watchPatience(from: before, to: value, isByItself: isByItself, at: time, &found) }
    if cause == .failure, value > 0 { judgeGivenUp(variable, options, &found) }
    isChanged = true
    switch variable {
    case .signedIn where value == 0:
      // A process that ends loses its memory; the stored data remain.
      let received = cause == .launch ? receivedSummary : Newest()
      let receivedAt = cause == .launch ? summaryReceivedAt : -1
      forget()
      reports.signedInOrOut()
      (receivedSummary, summaryReceivedAt) = (received, receivedAt)
      if cause != .launch { isSignedOut = true }
      notes.signedOut(isByLaunch: cause == .launch)
    case .signedIn:
      if isSignedOut { found.append(.successUnfounded(.logIn)) }
      mustReadUser = cause == .launch && options.asksWhoIsSignedIn
      reports.signedInOrOut()
      isSignedOut = false
    case .tab:
      (isCovered, isOnlyInBackground, isOlder.unread) = (false, false, false)
      if value == Tab.home.published { homeDay = Self.day(at: time) }
      if value == Tab.plans.published { reports.plansOpened() }
      mustHideToast = before >= 0 && before != value
      // After a sign-in, Home is shown first.
      if before < 0, value > Tab.home.published, destination?.published != value {
        found.append(.movedUnasked(.tab))
      }
      guard before >= 0, value >= 0, before != value else { return }
      mustReadHomeSummary = false
      reports.hasTabChanged = true
      if let destination, destination.published == value {
        reports.require(.tabChanged(destination))
        if reports.isCardTapped { reports.require(.cardTapped(.review)) }
        require(destination, options)
      } else {
        found.append(.movedUnasked(.tab))
      }
    case .photosTask where value > 0:
      if !hasTappedPhotos { found.append(.movedUnasked(.photosTask)) }
      if value != photosOf { turnToPhotos(of: value) }
      require([.photos], on: .photos, options)
    case .photosTask where value <= 0:
      if screen[.photosError] > 0 { failedTasks.insert(before) }
      guard before > 0, isByItself else { return }
      if !hasLeft.photos { found.append(.movedUnasked(.photosTask)) }
    case .summarySheet where before == SummarySheet.hidden.published && asked.skipsLast:
      if value != before { found.append(.movedUnasked(.summarySheet)) }
    case .summarySheet where value == SummarySheet.hidden.published && cause == .failure && waitsForSummary(before):
      // Without a summary, a toast ends onboarding.
      notes.toasts.owe(.allSet)
    case .summarySheet where value == SummarySheet.shown.published:
      reports.summaryShown(at: time)
      reports.require(.summaryViewed(bmr: 0, tdee: 0, calories: 0, goal: .maintain, estimatedWeeks: 0))
      if let account { summarizedAccounts |= 1 << UInt64(account & 63) }
    case .summarySheet where before == SummarySheet.shown.published && isByItself:
      if hasLeft.summary, cause == .person, value == SummarySheet.hidden.published {
        reports.require(.summaryCompleted(timeOnScreen: 0, expanded: [], depthPercent: 0, exit: .swipeDismiss))
      }
      if !hasLeft.summary, value == SummarySheet.hidden.published { found.append(.movedUnasked(.summarySheet)) }
    case .editTyped where before != 0 && value == 0 && isByItself:
      isFormAsked = false
      let isEarly = !hasLeft.form && time - formStoredAt < Self.farewell
      if formStoredAt > 0, isEarly || time - formStoredAt > Self.farewell + Self.tolerance {
        found.append(.waitsOther(.editTyped))
      }
      formStoredAt = -1
      // A form closes by itself once it is stored. The tab below is then on screen again.
      if !hasLeft.form, !isFormStored { found.append(.movedUnasked(.editTyped)) }
      if screen[.tab] == Tab.profile.published { require(.profile, options) }
    case .onboardingLoading: onboardingTurnedAt = time
    case .onboarded where value > 0:
      let isKnown = account.map { onboardedAccounts >> UInt64($0 & 63) & 1 == 1 } ?? true
      if !isKnown { found.append(.successUnfounded(.onboarding)) }
    case .onboarded: notes.steps.restart()
    case .photosPicked:
      if !selection.shows(value, keepsFailed: options.keepsFailedPicks) { found.append(.shownOther(.photosPicked)) }
    case .photosSelected:
      let isRight = selection.counts(Int(value)) || !isByItself
      if !isRight, options.keepsFailedPicks { found.append(.shownOther(.photosSelected)) }
    case .cover: covered(by: value, before: before, isByItself: isByItself, options, &found)
    case .profileFace where before == ProfileFace.zeroState.published && cause == .person: reports.zeroStateClosed()
    case .editError where value > 0 && cause == .failure: reports.formShownAsFailed()
    case .photosErrorText: turnedPhotoText(value, cause, options, &found)
    case .photosError where value <= 0: judgePhotoText(value, cause, options, &found)
    case .plansRow: rowShownAt = time
    case .tasksFilter where cause == .person:
      if !isLoading(.tasks) { require([.tasksToday], on: .tab(.tasks), options) }
    case .acknowledgeError where value > 0:
      // Its screen may disappear at once, together with its row.
      failed &= ~(1 << UInt64(StateVariable.acknowledgeError.rawValue))
      if cause == .failure { reports.require(.acknowledgeFailed(status: 0)) }
    case .homeCard where before == HomeCard.shown.rawValue && cause == .dismissal:
      // A toast then says where the metrics are.
      if reports.cardDisappeared(), options.toastsDismissals { notes.toasts.owe(.reviewLater) }
    case .homeCard where before == HomeCard.shown.rawValue: disappeared(variable, cause, options, &found)
    case .homeZeroState where value == 0 && cause == .person: reports.zeroStateClosed()
    case .homeZeroState where value == 0, .plansPlan where value == -1: disappeared(variable, cause, options, &found)
    case .tasksShown where value > 0:
      if !receivedFilters.contains(value) { found.append(.shownOther(.tasksShown)) }
    case .plansNeed where value <= 0 && cause == .acknowledgment:
      reports.require(.metricsAcknowledged(version: 0, sinceOnboarding: 0, source: .tab))
    case .toast: toastTurned(from: before, to: value, cause, at: time, options, &found)
    case .preferencesSaved where value != 0 && value != -1:
      // A read may have shown that a refused save is stored nevertheless.
      mustReadForm = false
      reports.require(.preferencesSaved(preferences: 0, allergies: 0))
      let lacksTyped = options.formSendsAsTyped && forms.first?.lacksTyped ?? false
      if !hasSucceeded(.editSave) || lacksTyped { found.append(.successUnfounded(.editSave)) }
      if !forms.isEmpty { forms[0].saved() }
      notes.saved()
      if formStoredAt == 0, screen[.editTyped] != 0 {
        formStoredAt = time
        notes.mustConfirmSave = options.confirmsSave
      }
    default: break
    }
  }
}
