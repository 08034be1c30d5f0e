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

  @Test(arguments: tours)
  func theSoundAppBreaksNothing(tour: String) throws {
    let scenario = try Scenario.load(ScenarioFiles.path(tour))
    let fold = Exploration(scenario, schedules: 40, jobs: 1).search(try StoryStage(scenario))
    #expect(fold.sortedEntries.map(\.signature) == [])
  }

  #if MUTANTS
    /// One of each group of the table, and more of what no rule but the model can notice.
    static let sample: [Mutant] = [
      .showsOneMore(.homeStreak), .neverRedraws(.homeTasks), .hidesError(.photosError), .loadsNothing(.profile),
      .ignoresPull(.profile), .takesRefusalForSuccess(.photoDelete), .reportsBefore(.editSave), .keepsAtSignOut(.plans),
      .tellsOther(.tasksToday), .reusesOlderWeek, .deletesNext, .forgets(.deleteAccount), .keepsDeleted, .keepsEmail,
      .goesOnAfterLeaving, .repeatsLastRequest, .summarizesOncePerPhone, .keepsPartStored, .repeatsWithOldToken,
      .sendsTooManyPixels, .skipsToLoseWeight, .forgetsLostSignUp, .keepsPhotoText, .keepsToast, .reportsCardAgain,
      .keepsSource, .reportsHoursAsDays, .reportsMissingMetrics, .plansUnsound,
      .refusesLargest, .staysSignedIn, .sharesKeyOfPlans, .keepsOlderRevision, .summarizesSkip, .refusesTakenAsInvalid,
      .retriesForEver, .retriesOften, .bringsBackRemoved, .undoesPutOff, .losesPatience, .waitsTooLong, .closesLate,
      .staysSuspended, .clearsOthersError, .sendsToOpenTask, .takesOtherRow, .roundsSecond, .renewsAcknowledgment,
      .countsYears,
    ]

    /// `bench mutants` does this with every mutant, every story and more schedules.
    @Test(arguments: sample)
    func toursNotice(planted: Mutant) throws {
      let stories = try Self.tours.map { try Scenario.load(ScenarioFiles.path($0)) }
      let study = MutationStudy(stories: stories, populations: [], schedules: 20)
      let number = try #require(Mutant.all.firstIndex(of: planted)) + 1
      let noticed = study.storyKill(of: number)
      let kill = try #require(noticed, "\(planted.name) went unnoticed")
      #expect(kill.labels == [], "\(planted.name) is no catalogued hazard, and is called \(kill.labels)")
    }
  #endif
}
