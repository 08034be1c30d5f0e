import GTSDModel
import Testing

@testable import GTSDBench
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorlds

/// Walks through the sound app, on which `bench mutants` looks for planted defects.
struct TourTests {
  static let tours = ScenarioFiles.names.filter { $0.hasPrefix("tours/") }

  @Test func thereAreTours() { #expect(Self.tours.count >= 8) }

  @Test(arguments: Sample.of(tours, each: 4))
  func theSoundAppBreaksNothing(tour: String) throws {
    let scenario = try Scenario.load(ScenarioFiles.path(tour))
    let fold = Exploration(scenario, schedules: 12, jobs: 1).search(try StoryStage(scenario))
    #expect(fold.sortedEntries.map(\.signature) == [])
  }

  #if MUTANTS
    /// A tour, and defects that it notices.
    struct Noticed: Sendable, CustomTestStringConvertible {
      var tour: String
      var defects: [Mutant]
      var testDescription: String { tour }
    }

    /// One of each group of the table, and more of what no rule but the model can notice.
    static let sample = [
      Noticed(
        tour: "tour-of-accounts",
        defects: [
          .showsOneMore(.homeStreak), .neverRedraws(.homeTasks), .loadsNothing(.profile), .reportsBefore(.editSave),
          .keepsAtSignOut(.plans), .tellsOther(.tasksToday), .summarizesOncePerPhone, .keepsToast,
          .reportsMissingMetrics, .losesPatience, .closesLate, .countsYears,
        ]),
      Noticed(
        tour: "tour-of-beginnings",
        defects: [
          .forgetsLostSignUp, .reportsHoursAsDays, .sharesKeyOfPlans, .refusesTakenAsInvalid, .undoesPutOff,
          .waitsTooLong,
        ]),
      Noticed(tour: "tour-of-clocks", defects: [.repeatsWithOldToken, .keepsSource, .plansUnsound, .roundsSecond]),
      Noticed(tour: "tour-of-albums", defects: [.listsTwenty, .deletesTwice, .blamesServer]),
      Noticed(tour: "tour-of-allergies", defects: [.keepsOwnAllergies]),
      Noticed(tour: "tour-of-closed-forms", defects: [.savesForEver]),
      Noticed(tour: "tour-of-deletions", defects: [.deletesOverNewer]),
      Noticed(tour: "tour-of-diets", defects: [.takesAnyList, .reportsNoStatus, .reportsNoEmptySave]),
      Noticed(tour: "tour-of-filters", defects: [.handsInUnfilteredOnly]),
      Noticed(tour: "tour-of-fractions", defects: [.truncatesBMI]),
      Noticed(tour: "tour-of-lost-photos", defects: [.keepsTwoReplies]),
      Noticed(tour: "tour-of-new-answers", defects: [.computesOneRow]),
      Noticed(tour: "tour-of-photo-errors", defects: [.keepsErrorOfRetried]),
      Noticed(tour: "tour-of-retries", defects: [.retriesOne]),
      Noticed(tour: "tour-of-photos", defects: [.reportsMilliseconds]),
      Noticed(tour: "tour-of-gates", defects: [.forbidsGated]),
      Noticed(tour: "tour-of-answers", defects: [.keepsAnsweredLists, .usesOtherActivity]),
      Noticed(
        tour: "tour-of-conflicts",
        defects: [.staysSignedIn, .keepsOlderRevision, .bringsBackRemoved, .losesTypedMeals]),
      Noticed(tour: "tour-of-corrections", defects: [.repeatsLastRequest, .keepsPartStored]),
      Noticed(tour: "tour-of-days", defects: [.reportsCardAgain]),
      Noticed(tour: "tour-of-edits", defects: [.reusesOlderWeek]),
      Noticed(
        tour: "tour-of-farewell",
        defects: [
          .forgets(.deleteAccount), .keepsDeleted, .keepsEmail, .goesOnAfterLeaving, .loadsNoPlan,
          .tellsOfNobody,
        ]),
      Noticed(tour: "tour-of-gates", defects: [.opensGateByForce]),
      Noticed(tour: "tour-of-households", defects: [.countsSaveForEver]),
      Noticed(
        tour: "tour-of-measures",
        defects: [.dropsHeight, .keepsPlanOfOlderGoal, .refusesGain, .closesGateAtAnyEdit]),
      Noticed(tour: "tour-of-old-rows", defects: [.keepsOldRow, .dismissesAtReview, .reloadsNoTasks]),
      Noticed(tour: "tour-of-other-hands", defects: [.keepsPlanOfOthersEdit]),
      Noticed(tour: "tour-of-renewals", defects: [.inheritsExpiry, .ignoresPull(.streaks)]),
      Noticed(tour: "tour-of-words", defects: [.keepsFiveDiets, .keepsRevisionOfAnswers]),
      Noticed(tour: "tour-of-interruptions", defects: [.staysSuspended]),
      Noticed(tour: "tour-of-overtaking", defects: [.takesOtherRow]),
      Noticed(tour: "tour-of-phones", defects: [.ignoresPull(.profile)]),
      Noticed(
        tour: "tour-of-photos",
        defects: [
          .hidesError(.photosError), .takesRefusalForSuccess(.photoDelete), .deletesNext, .keepsPhotoText,
          .clearsOthersError,
        ]),
      Noticed(tour: "tour-of-rivals", defects: [.renewsAcknowledgment]),
      Noticed(tour: "tour-of-sections", defects: [.sendsToOpenTask]),
      Noticed(tour: "tour-of-bare-answers", defects: [.repeatsAnswersBare]),
      Noticed(tour: "tour-of-late-summaries", defects: [.forgetsRetriedSummary]),
      Noticed(tour: "tour-of-repeated-conflicts", defects: [.keepsFormAfterConflict]),
      Noticed(tour: "tour-of-next-in-line", defects: [.keepsOnboarding]),
      Noticed(tour: "tour-of-fast-clocks", defects: [.tellsExpiryByUptime]),
      Noticed(tour: "tour-of-refused-answers", defects: [.countsRefusedAnswers]),
      Noticed(tour: "tour-of-plans", defects: [.datesByRow]),
      Noticed(tour: "tour-of-large-photos", defects: [.storesBeforeChecking]),
      Noticed(tour: "tour-of-a-failed-deletion", defects: [.countsFailedDeletion]),
      Noticed(tour: "tour-of-a-lost-acknowledgment", defects: [.toastsRepliesOnly]),
      Noticed(tour: "tour-of-a-lost-goal", defects: [.trustsAllButGoal]),
      Noticed(tour: "tour-of-slow-retries", defects: [.losesPatienceOfRetry]),
      Noticed(tour: "tour-of-late-failures", defects: [.ignoresLateFailure]),
      Noticed(tour: "tour-of-left-saves", defects: [.cancelsSaveAtClosing]),
      Noticed(tour: "tour-of-log-outs", defects: [.logsOutWithOlderToken]),
      Noticed(tour: "tour-of-meals", defects: [.keepsAnsweredMeals]),
      Noticed(tour: "tour-of-two-acknowledgments", defects: [.keepsErrorOfResolved]),
      Noticed(tour: "tour-of-a-date-abroad", defects: [.cutsTargetDate]),
      Noticed(tour: "tour-of-a-deletion", defects: [.undoesOnboarding]),
      Noticed(tour: "tour-of-a-zero-state", defects: [.viewsAgainInForeground]),
      Noticed(tour: "tour-of-closed-sections", defects: [.dropsQueueAtClosing, .keepsFailedPhotos]),
      Noticed(tour: "tour-of-many-renewals", defects: [.keepsSixTokens]),
      Noticed(tour: "tour-of-mondays", defects: [.beginsWeekEarly]),
      Noticed(tour: "tour-of-repeated-photos", defects: [.repeatsWithoutKey]),
      Noticed(tour: "tour-of-two-clocks-on", defects: [.timesUploadByClock]),
      Noticed(tour: "tour-of-two-skips", defects: [.countsLastSkip]),
      Noticed(tour: "tour-in-tunnels", defects: [.endsLaterPatience]),
      Noticed(tour: "tour-of-summaries", defects: [.reportsLastDepth, .forgetsClosedSection]),
      Noticed(tour: "tour-of-skipping", defects: [.skipsToLoseWeight, .summarizesSkip]),
      Noticed(
        tour: "tour-of-unfit-photos",
        defects: [
          .sendsTooManyPixels, .refusesLargest, .retriesForEver, .retriesOften,
        ]),
    ]

    /// `bench mutants` does this with every mutant, every story and more schedules.
    @Test(arguments: Sample.of(sample, each: 3))
    func toursNotice(noticed: Noticed) throws {
      let story = try Scenario.load(ScenarioFiles.path("tours/\(noticed.tour).json"))
      let study = MutationStudy(stories: [story], populations: [], schedules: 20)
      for planted in noticed.defects {
        let number = try #require(Mutant.all.firstIndex(of: planted)) + 1
        guard let kill = study.storyKill(of: number) else {
          Issue.record("\(planted.name) went unnoticed")
          continue
        }
        #expect(kill.labels == [], "\(planted.name) is no catalogued hazard, and is called \(kill.labels)")
      }
    }
  #endif
}
