package import GTSDModel

/// A defect that can be planted into client or backend to see whether anything notices: one operator at one place.
///
/// Mutants are no strategies: no generation has them, no scenario names them, and they exist in builds with `MUTANTS` alone.
package enum Mutant: Hashable, Sendable {
  // MARK: The client
  /// A screen shows a number one too high.
  case showsOneMore(StateVariable)
  /// A screen does not follow a change of its value.
  case neverRedraws(StateVariable)
  /// A failure is not shown.
  case hidesError(StateVariable)
  /// A new attempt leaves the last one's error on show.
  case keepsError(StateVariable)
  /// An indicator does not turn on.
  case turnsNoIndicator(StateVariable)
  /// An indicator does not turn off.
  case leavesIndicator(StateVariable)
  /// A tab that comes on screen loads nothing.
  case loadsNothing(Tab)
  /// A pulled tab loads nothing.
  case ignoresPull(Tab)
  /// A view takes over an older reply.
  case takesOlder(Resource)
  /// A view takes over its first reply only.
  case keepsFirst(Resource)
  /// A success is reported before there is a reply.
  case reportsBefore(Operation)
  /// A refusal is taken for a success.
  case takesRefusalForSuccess(Operation)
  /// An optimistic change is not taken back after a failure.
  case keepsOptimism(Operation)
  /// The end of an operation moves the person to another tab.
  case movesAfter(Operation)
  /// Signing out leaves a view's values.
  case keepsAtSignOut(View)
  /// A reply is said to be the present account's, whosever it is.
  case misstatesAccount
  /// What comes for who has signed out is applied.
  case appliesAfterSignOut
  /// One tap sends a request twice.
  case sendsTwice(Endpoint)
  /// A request is answered by the client itself and never sent.
  case neverSends(Endpoint)
  /// A retry does not carry its key.
  case forgetsKey(Operation)
  /// A row is acknowledged by the second after its own.
  case namesNextSecond
  /// The token is believed to live twice as long, and a 401 leads to nothing.
  case ignoresExpiry
  /// The summary's patience is a tenth.
  case losesPatience
  /// The summary's patience is four times as long.
  case waitsTooLong
  /// Home's card ignores its dismissal.
  case ignoresDismissal
  /// The form sends the revision before the one it has loaded.
  case sendsOlderRevision
  /// What a screen shows is not read again: below a closed form, after an upload, or the metrics where Home is pulled.
  case skipsReload(View)
  /// Leaving Plans during its check ends nothing: the plan is asked for all the same.
  case goesOnAfterLeaving
  /// The button that tries a failed acknowledgment again does nothing.
  case ignoresRetry
  /// A failed answer to onboarding leads to the tabs.
  case entersAfterFailure
  /// Any failure of a refresh signs out.
  case signsOutOnAnyFailure
  /// The zero state that was put off stays away.
  case keepsPutOff
  /// Home shows the longest streak.
  case showsLongest
  /// The button that makes a plan anew asks for the one that there is.
  case asksUnforced
  /// The section of photos closes by itself after an upload.
  case closesByItself
  /// Another task than the one that was tapped is handed in.
  case handsInNext
  /// A weight is rounded before it is sent.
  case roundsWeight
  /// Who signs out is signed in again when the app is opened anew.
  case keepsSession
  /// The last photo of the selection is taken back, whichever was tapped.
  case removesLast
  /// A summary that comes late is not shown, though somebody waits for it.
  case ignoresLateSummary
  /// The row of a photo that is stored stays.
  case leavesProgress
  /// The filter of tasks stays on screen and is forgotten.
  case forgetsFilter
  /// A new attempt to sign in leaves the error of the last one on screen.
  case keepsSignInError
  /// A save whose fate is unknown is repeated without its first request.
  case repeatsLastRequest
  /// The summary after onboarding is shown to the first account of a phone only.
  case summarizesOncePerPhone
  /// What a form says of a part that is stored stays for the next one.
  case keepsPartStored
  /// After a conflict the form brings back what the other phone has taken away.
  case bringsBackRemoved
  /// After a deletion of the account that failed its button does nothing.
  case deletesOnce
  /// The button that exports everything does nothing.
  case exportsNothing
  /// A zero state that was put off comes back with Home.
  case undoesPutOff
  /// Who signs in lands on the tab of before.
  case keepsTab
  /// Who skips onboarding is reported to have completed it.
  case reportsSkipAsCompleted
  /// A request that was refused for its token is repeated with that token.
  case repeatsWithOldToken
  /// A photo with too many pixels is sent.
  case sendsTooManyPixels
  /// Who skips onboarding is said to want to lose weight.
  case skipsToLoseWeight
  /// A sign-up whose reply was lost is not logged in with when the e-mail turns out to be taken.
  case forgetsLostSignUp
  /// What is said of a photo that failed stays when it is sent again.
  case keepsPhotoText
  /// The toast stays where another tab is opened.
  case keepsToast
  /// The card counts as viewed once more on each tab.
  case reportsCardAgain
  /// An acknowledgment is reported to come from the card for good.
  case keepsSource
  /// Hours are reported as days.
  case reportsHoursAsDays
  /// Metrics that are still being calculated are reported as an error.
  case reportsMissingMetrics
  /// A photo that nobody hears of is sent again for ever.
  case retriesForEver
  /// A photo that cannot be sent is tried twenty times more.
  case retriesOften
  /// An app that comes back to the front is suspended as if it had not.
  case staysSuspended
  /// A photo that is stored clears the error of another.
  case clearsOthersError
  /// A photo is sent to the task whose photos are open.
  case sendsToOpenTask
  /// An acknowledgment that nobody answered counts as stored though another row has come.
  case takesOtherRow
  /// The server looks for the row of an acknowledgment by its rounded second.
  case roundsSecond
  /// A second acknowledgment of a row is told with a time of its own.
  case renewsAcknowledgment
  /// An age is the difference of years.
  case countsYears
  /// The form of a stored edit stays for ten times as long.
  case closesLate
  /// A photo of just the size that may be sent is refused.
  case refusesLargest
  /// A refused renewal of the token leaves the person signed in.
  case staysSignedIn
  /// Every plan that is asked for by force carries the same key.
  case sharesKeyOfPlans
  /// After a conflict the form still names the revision from before it.
  case keepsOlderRevision
  /// Who skips onboarding sees a summary.
  case summarizesSkip
  /// A save that is under way at a sign-out counts as one for whoever signs in next.
  case countsSaveForEver
  /// An edit that leaves the body as it is leaves the plan on screen.
  case keepsPlanOfOlderGoal
  /// Plans asks for no plan once its check of the metrics has found nothing to acknowledge.
  case loadsNoPlan
  /// Home that is loaded again reads neither tasks nor streak.
  case reloadsNoTasks
  /// Following the card dismisses it.
  case dismissesAtReview
  /// A row that is known to be old stays where a read has failed.
  case keepsOldRow
  /// A photo that times out is told as the server's failure.
  case blamesServer
  /// Plans keeps what it holds where another phone's edit has brought other metrics.
  case keepsPlanOfOthersEdit
  /// After a conflict the form shows the stored number of meals in place of the typed one.
  case losesTypedMeals
  /// A body mass index is cut off after two digits.
  case truncatesBMI
  /// A task is handed in only where no category is chosen.
  case handsInUnfilteredOnly
  /// A retry takes up the first of the photos that failed.
  case retriesOne
  /// The error of a photo that is taken up again stays.
  case keepsErrorOfRetried
  /// How long a photo took is reported in milliseconds.
  case reportsMilliseconds
  /// Allergies that the other phone has stored are left out of what a form saves.
  case keepsOwnAllergies
  /// A save whose form was closed meanwhile goes on for ever.
  case savesForEver
  /// A save that leaves no preferences is not reported.
  case reportsNoEmptySave
  /// Of a refused save the status is not reported.
  case reportsNoStatus
  /// Answers that were corrected count as stored once the server has any.
  case trustsFlagOfOlderAnswers
  /// The key of a plan that nobody tapped for is the same on all phones of a person.
  case sharesKeyAcrossPhones
  /// What was typed into a form that was closed is in the next one.
  case keepsTypedFields
  /// How far the summary was scrolled last is reported for how far it ever was.
  case reportsLastDepth
  /// A section that was closed again counts as never opened.
  case forgetsClosedSection
  /// The zero state counts as viewed anew when the app comes to the front.
  case viewsAgainInForeground
  /// What is repeated with a renewed token has no key.
  case repeatsWithoutKey
  /// The days since the first skip are those since the last.
  case countsLastSkip
  /// The patience with a summary that failed goes on for the next attempt.
  case endsLaterPatience
  /// Closing the section drops the photos that wait for their turn.
  case dropsQueueAtClosing
  /// How long a photo took is told by the phone's clock.
  case timesUploadByClock
  /// Photos that failed wait for whoever signs in next.
  case keepsFailedPhotos
  /// A target date is cut to a day of UTC.
  case cutsTargetDate
  /// Answers of which nobody heard are sent again without their lists.
  case repeatsAnswersBare
  /// A summary that came at a retry does not count as shown.
  case forgetsRetriedSummary
  /// What a save was refused for is not read.
  case keepsFormAfterConflict
  /// Answers under way at a log-out keep the button of the next account.
  case keepsOnboarding
  /// When a token runs out is told by another clock than the one it is compared with.
  case tellsExpiryByUptime
  /// The margin before the expiry of a token is taken to lie behind it.
  case renewsLate
  /// A log-out names the refresh token from before the last renewals.
  case logsOutWithOlderToken
  /// A summary that fails once its patience is over is waited for without end.
  case ignoresLateFailure
  /// What was said of an acknowledgment stays once none is needed.
  case keepsErrorOfResolved
  /// Closing the form breaks its save off.
  case cancelsSaveAtClosing
  /// A summary that is tried again offers nothing while it is slow.
  case losesPatienceOfRetry
  /// A save of which nobody knows counts as stored whatever the stored goal is.
  case trustsAllButGoal
  /// A deletion of health data that failed counts as under way for ever.
  case countsFailedDeletion
  /// An acknowledgment that a read has told shows no toast.
  case toastsRepliesOnly

  // MARK: The backend
  /// A reply tells a number one too high.
  case tellsOneMore(Endpoint)
  /// A write is answered with success and not stored.
  case forgets(Endpoint)
  /// A write is stored and answered with 500.
  case failsAfterCommit(Endpoint)
  /// A read is answered for ever as it was the first time.
  case tellsFirst(Endpoint)
  /// A read tells another account's value.
  case tellsOther(Endpoint)
  /// A write is stored twice.
  case storesTwice(Endpoint)
  /// The key of a repeated request is not looked at.
  case ignoresKey(Endpoint)
  /// Replies claim to be read one revision later than they were.
  case claimsLaterRevision
  /// Plans are made whether or not the metrics are acknowledged.
  case opensGate
  /// Plans are refused though the metrics are acknowledged.
  case closesGate
  /// Writes from an older revision are taken.
  case ignoresRevision
  /// A plan of last week counts as this week's.
  case reusesOlderWeek
  /// Each unforced request makes a plan.
  case reusesNoPlan
  /// An older row may be acknowledged.
  case acknowledgesOlder
  /// An exchanged refresh token goes on working.
  case keepsRefreshToken
  /// An access token works for ever.
  case neverExpires
  /// Metrics are computed from the profile before the last edit.
  case computesFromOlder
  /// An edit leaves the targets as they were.
  case keepsTargets
  /// The streak counts each task.
  case countsEachTask
  /// Another photo than the one named is deleted.
  case deletesNext
  /// Plans are made once any row has been acknowledged.
  case opensGateForOlder
  /// Metrics follow from an edit of the weight alone.
  case recomputesForWeight
  /// One allergy is stored.
  case keepsOneAllergy
  /// Photos are stored at half their size.
  case halvesSizes
  /// A task that is handed in again is open again.
  case undoesRepeats
  /// Who signs up again after the account was deleted finds the profile and the metrics of before.
  case keepsDeleted
  /// The e-mail of a deleted account cannot be signed up with again.
  case keepsEmail
  /// A read of who is signed in tells neither whether onboarding is answered nor the preferences.
  case tellsHalfOfMe
  /// A refresh token can be exchanged after it has run out.
  case exchangesExpired
  /// The reply to an edit does not tell how the targets change.
  case hidesChanges
  /// Photos of one task share a key in the object store.
  case sharesFileKey
  /// A plan is made for a profile that the science refuses.
  case plansUnsound
  /// A sign-up with an e-mail that is taken is refused as if something were wrong with it.
  case refusesTakenAsInvalid
  /// A session ends when its first refresh token would have, however often it was renewed.
  case inheritsExpiry
  /// Answers to onboarding that name no preferences leave those of earlier answers.
  case keepsAnsweredLists
  /// The metrics of the very active are computed as if they were extremely active.
  case usesOtherActivity
  /// A plan that is asked for by force is made whether or not the metrics are acknowledged.
  case opensGateByForce
  /// A plan to gain muscle is refused where the target weight is below the weight.
  case refusesGain
  /// The gate closes at any edit after the acknowledgment.
  case closesGateAtAnyEdit
  /// A list of photos ends after twenty.
  case listsTwenty
  /// Five dietary preferences are stored.
  case keepsFiveDiets
  /// Answers to onboarding leave the revision of the preferences.
  case keepsRevisionOfAnswers
  /// A photo that is not there is deleted with success.
  case deletesTwice
  /// Who signs in with an unknown e-mail is told that there is nobody.
  case tellsOfNobody
  /// Of a weight and a height in one save the weight is stored.
  case dropsHeight
  /// Two replies are kept for requests that are sent again.
  case keepsTwoReplies
  /// Any number of preferences is stored.
  case takesAnyList
  /// Answers after a deletion bring no row: the one of before stays.
  case computesOneRow
  /// A deletion goes through whatever has been stored since the read that it follows.
  case deletesOverNewer
  /// The gate says that something is forbidden.
  case forbidsGated
  /// A task is handed in for the day in a zone two hours ahead.
  case countsDayInLocalTime
  /// An account keeps six refresh tokens, whether or not they work.
  case keepsSixTokens
  /// The week of plans begins an hour before Monday.
  case beginsWeekEarly
  /// Who deletes health data has answered no onboarding.
  case undoesOnboarding
  /// Answers count before they have been looked at.
  case countsRefusedAnswers
  /// An acknowledgment is dated by its row.
  case datesByRow
  /// A photo that is too large is stored and refused.
  case storesBeforeChecking
  /// Answers to onboarding leave the meals of earlier answers.
  case keepsAnsweredMeals
}
