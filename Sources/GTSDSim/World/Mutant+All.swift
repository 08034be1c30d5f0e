import GTSDModel

extension Mutant {
  /// All of them, in the order of their numbers.
  package static let all: [Mutant] =
    [StateVariable.homeTasks, .homeStreak, .homeSummary, .plansTargets, .plansRow, .plansBmi].map(showsOneMore)
    + [StateVariable.profilePreferences, .editPreferences, .photosShown].map(showsOneMore)
    + [StateVariable.homeTasks, .homeStreak, .homeSummary, .plansPlan, .plansRow].map(neverRedraws)
    + [StateVariable.profilePreferences, .photosShown].map(neverRedraws)
    + [StateVariable.homeError, .plansError, .metricsError, .acknowledgeError, .onboardingError].map(hidesError)
    + [StateVariable.profileError, .editError, .photosError, .tasksError, .streaksError].map(hidesError)
    + [StateVariable.photosListError, .summarySheet, .signedIn].map(hidesError)
    + [StateVariable.homeError, .plansError, .acknowledgeError, .tasksError].map(keepsError)
    + [StateVariable.homeLoading, .plansLoading, .profileLoading, .editSaving].map(turnsNoIndicator)
    + [StateVariable.tasksLoading, .photosUploading, .acknowledging].map(turnsNoIndicator)
    + [StateVariable.homeLoading, .plansLoading, .profileLoading, .editSaving, .streaksLoading].map(leavesIndicator)
    + Tab.allCases.map(loadsNothing) + [Tab.home, .plans, .tasks, .streaks, .profile].map(ignoresPull)
    + [Resource.metrics, .plan, .tasks, .profile, .photos].map(takesOlder)
    + [Resource.plan, .tasks, .profile].map(keepsFirst)
    + [Operation.acknowledge, .editSave, .onboarding].map(reportsBefore)
    + [Operation.acknowledge, .editSave, .photoUpload, .photoDelete, .evidence].map(takesRefusalForSuccess)
    + [Operation.acknowledge, .photoDelete].map(keepsOptimism) + [Operation.acknowledge, .editSave].map(movesAfter)
    + [View.home, .plans, .profile, .photos].map(keepsAtSignOut)
    + [.misstatesAccount, .appliesAfterSignOut]
    + [Endpoint.acknowledge, .onboard, .updateProfile, .uploadPhoto, .submitEvidence].map(sendsTwice)
    + [Endpoint.logOut, .submitEvidence, .deletePhoto].map(neverSends)
    + [Operation.acknowledge, .onboarding, .photoUpload, .refreshToken].map(forgetsKey)
    + [.namesNextSecond, .ignoresExpiry, .losesPatience, .ignoresDismissal, .sendsOlderRevision]
    + [View.edit, .photos, .home].map(skipsReload)
    + [
      .ignoresRetry, .entersAfterFailure, .signsOutOnAnyFailure, .keepsPutOff, .showsLongest, .asksUnforced,
      .closesByItself,
    ]
    + [Endpoint.tasksToday, .streak, .howItWorks, .generatePlan, .todayMetrics, .photos, .profile].map(tellsOneMore)
    + [Endpoint.updateProfile, .acknowledge, .submitEvidence, .uploadPhoto, .deletePhoto, .logOut].map(forgets)
    + [Endpoint.updateProfile, .acknowledge, .generatePlan, .submitEvidence, .onboard].map(failsAfterCommit)
    + [Endpoint.profile, .tasksToday, .streak, .photos, .todayMetrics, .howItWorks].map(tellsFirst)
    + [Endpoint.profile, .howItWorks, .tasksToday].map(tellsOther)
    + [Endpoint.uploadPhoto, .acknowledge, .generatePlan].map(storesTwice)
    + [Endpoint.acknowledge, .generatePlan, .uploadPhoto, .refresh].map(ignoresKey)
    + [
      .claimsLaterRevision, .opensGate, .closesGate, .ignoresRevision, .reusesOlderWeek, .reusesNoPlan,
      .acknowledgesOlder, .keepsRefreshToken, .neverExpires, .computesFromOlder, .keepsTargets, .countsEachTask,
      .deletesNext, .opensGateForOlder, .recomputesForWeight, .keepsOneAllergy,
    ]
    + [.handsInNext, .roundsWeight, .keepsSession, .removesLast, .ignoresLateSummary, .forgetsFilter]
    + [.halvesSizes, .undoesRepeats, .goesOnAfterLeaving, .leavesProgress, .reportsBefore(.photoUpload)]
    + [.forgets(.deleteAccount), .keepsDeleted, .keepsEmail, .keepsSignInError]
    + [.repeatsLastRequest, .summarizesOncePerPhone, .keepsPartStored, .bringsBackRemoved]
    + [.deletesOnce, .exportsNothing, .undoesPutOff, .keepsTab, .reportsSkipAsCompleted]
    + [.tellsHalfOfMe, .exchangesExpired, .hidesChanges, .sharesFileKey]
    + [.repeatsWithOldToken, .sendsTooManyPixels, .skipsToLoseWeight, .forgetsLostSignUp, .keepsPhotoText, .keepsToast]
    + [.reportsCardAgain, .keepsSource, .reportsHoursAsDays, .reportsMissingMetrics, .plansUnsound]
    + [.retriesForEver, .refusesLargest, .staysSignedIn, .sharesKeyOfPlans, .keepsOlderRevision, .summarizesSkip]
    + [.refusesTakenAsInvalid, .waitsTooLong, .retriesOften, .closesLate]
    + [.staysSuspended, .clearsOthersError, .sendsToOpenTask, .takesOtherRow, .roundsSecond, .renewsAcknowledgment]
    + [.countsYears, .countsSaveForEver, .keepsPlanOfOlderGoal, .losesTypedMeals, .loadsNoPlan]
    + [.reloadsNoTasks, .dismissesAtReview, .keepsOldRow, .blamesServer, .keepsPlanOfOthersEdit]
    + [.refusesGain, .closesGateAtAnyEdit, .listsTwenty, .keepsFiveDiets, .keepsRevisionOfAnswers, .deletesTwice]
    + [.tellsOfNobody]
    + [.inheritsExpiry, .keepsAnsweredLists, .usesOtherActivity, .opensGateByForce, .dropsHeight]
    + [.truncatesBMI, .handsInUnfilteredOnly, .retriesOne, .keepsErrorOfRetried, .reportsMilliseconds]
    + [.keepsOwnAllergies, .savesForEver, .reportsNoEmptySave, .reportsNoStatus]
    + [.keepsTwoReplies, .takesAnyList, .computesOneRow, .deletesOverNewer, .forbidsGated]
    + [.trustsFlagOfOlderAnswers, .sharesKeyAcrossPhones, .keepsTypedFields, .renewsLate, .countsDayInLocalTime]
    + [.reportsLastDepth, .forgetsClosedSection, .viewsAgainInForeground, .repeatsWithoutKey, .countsLastSkip]
    + [.endsLaterPatience, .dropsQueueAtClosing, .timesUploadByClock, .keepsFailedPhotos, .cutsTargetDate]
    + [.keepsSixTokens, .beginsWeekEarly, .undoesOnboarding, .repeatsAnswersBare, .forgetsRetriedSummary]
    + [.keepsFormAfterConflict, .keepsOnboarding, .tellsExpiryByUptime, .countsRefusedAnswers, .datesByRow]
    + [.storesBeforeChecking, .logsOutWithOlderToken, .ignoresLateFailure, .keepsErrorOfResolved]
    + [.cancelsSaveAtClosing, .keepsAnsweredMeals, .losesPatienceOfRetry, .trustsAllButGoal, .countsFailedDeletion]
    + [.toastsRepliesOnly]

  /// The mutant of a number from 1; nil for 0.
  package static func numbered(_ number: Int) -> Mutant? { number == 0 ? nil : all[number - 1] }

  /// Whether mutants can be planted in this build.
  package static var canBePlanted: Bool {
    #if MUTANTS
      true
    #else
      false
    #endif
  }

  /// The name in tables, such as `hides-error:plans-error`.
  package var name: String {
    // Modules and types begin with a capital, cases do not.
    let words = "\(self)".split { "(). ".contains($0) }.filter { $0.first?.isUppercase == false }
    return words.map { word in
      word.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }.joined(separator: ":")
  }
}
