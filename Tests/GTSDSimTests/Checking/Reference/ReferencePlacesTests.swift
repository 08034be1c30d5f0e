import GTSDModel
import Testing

@testable import GTSDWorld

/// Messages and reports at a wrong place or too early, and loads that never begin.
struct ReferencePlacesTests {
  private static let photo = PhotoUpload(taskID: 1, item: PhotoItemID(1), contentType: .jpeg, fileSize: 9)

  @Test("The toast of a plan comes on Plans alone", arguments: [Tab.plans, .home])
  func plansAreToastedOnPlans(tab: Tab) throws {
    var tale = try PhoneTale()
    tale.tap(.openTab(tab))
    tale.show(.tab, tab.published, .person)
    tale.show(.plansPlan, 4)
    tale.show(.toast, Toast.planGenerated.published, .acknowledgment)
    #expect(tale.found.contains(.shownOther(.toast)) == (tab != .plans))
  }

  @Test(
    "A card that another tab, a sheet or another app covers is not seen",
    arguments: [nil, .tab, .summarySheet, .cover, .photosTask] as [StateVariable?])
  func coveredCardsAreNotSeen(cover: StateVariable?) throws {
    var tale = try PhoneTale()
    tale.show(.homeCard, HomeCard.shown.rawValue)
    if let cover { tale.show(cover, cover == .tab ? Tab.plans.published : 1, .person) }
    tale.report(.cardViewed)
    #expect(tale.found.contains(.reportedOther(.cardViewed)) == (cover != nil))
  }

  @Test("A section shows the error of its own photos alone", arguments: [1, 2] as [Int64])
  func errorsAreOfTheirSection(shownAt: Int64) throws {
    var tale = try PhoneTale()
    tale.tap(.openPhotos(taskID: 1))
    tale.show(.photosTask, 1, .person)
    tale.begin(.photoUpload)
    let call = tale.send(.uploadPhoto(Self.photo), for: .photoUpload, key: 5)
    tale.show(.photosTask, 0, .person)
    tale.settle(isQuiet: false)
    tale.tap(.openPhotos(taskID: 2))
    tale.show(.photosTask, 2, .person)
    tale.receive(call, status: 413, nil)
    if shownAt == 2 { tale.show(.photosError, 1, .failure) }
    tale.settle()
    #expect(tale.found.contains(.shownOther(.photosError)) == (shownAt == 2))
    tale.show(.photosError, 0, .person)
    tale.settle()
    tale.tap(.openPhotos(taskID: 1))
    tale.show(.photosTask, 1, .person)
    tale.show(.photosError, 1, .person)
    tale.settle()
    #expect(tale.found.count { $0 == .shownOther(.photosError) } == (shownAt == 2 ? 1 : 0))
  }

  @Test("A section keeps the error of a deletion that failed after it was closed")
  func errorsOfClosedSectionsAreKept() throws {
    var tale = try PhoneTale()
    tale.tap(.openPhotos(taskID: 1))
    tale.show(.photosTask, 1, .person)
    tale.begin(.photoDelete)
    let call = tale.send(.deletePhoto(id: 3), for: .photoDelete)
    tale.show(.photosTask, 0, .person)
    tale.receive(call, status: 503, nil)
    tale.show(.photosError, 1, .failure)
    tale.settle()
    for (task, error) in [(2, 0), (1, 1)] as [(Int, Int64)] { tale.visitPhotos(of: task, error: error) }
    #expect(!tale.found.contains(.shownOther(.photosError)))
  }

  @Test(
    "A failed step of an upload is shown in its own section, even if another one is open", arguments: [true, false])
  func failedStepsAreShownInTheirSection(hasFailed: Bool) throws {
    var tale = try PhoneTale()
    tale.tap(.openPhotos(taskID: 1))
    tale.show(.photosTask, 1, .person)
    tale.begin(.photoUpload)
    let step = APIRequest.presignPhoto(fileName: "a.jpg", contentType: .jpeg, fileSize: 9)
    let call = tale.send(step, for: .photoUpload)
    tale.show(.photosTask, 0, .person)
    tale.settle()
    tale.tap(.openPhotos(taskID: 2))
    tale.show(.photosTask, 2, .person)
    tale.settle()
    if hasFailed { tale.receive(call, status: 503, nil) }
    tale.tap(.openPhotos(taskID: 1))
    tale.show(.photosTask, 1, .person)
    tale.show(.photosError, 1, .person)
    tale.settle()
    #expect(tale.found.contains(.shownOther(.photosError)) == !hasFailed)
  }

  @Test("A button may be off because of work that is under way, or is shown as such")
  func buttonsAreOffDuringWork() throws {
    for (flag, isBusy) in [(0, false), (1, false), (0, true)] as [(Int64, Bool)] {
      var tale = try PhoneTale()
      tale.show(.onboardingLoading, flag)
      tale.settle()
      if isBusy { tale.begin(.onboarding) }
      tale.ignore(.answer)
      #expect(tale.found.contains(.tapIgnored(.onboarding)) == (flag == 0 && !isBusy))
    }
  }

  @Test("A form in which something was typed offers its save", arguments: [nil, "Bea"])
  func changedFormsOfferTheirSave(name: String?) throws {
    var tale = try PhoneTale()
    tale.tap(.openTab(.profile))
    tale.show(.tab, Tab.profile.published, .person)
    tale.tap(.openEdit)
    tale.show(.editTyped, 1 << 32)
    var draft = EditDraft()
    draft.name = name
    tale.tap(.typeEdit(draft))
    tale.settle()
    tale.ignoreSave()
    #expect(tale.found.contains(.tapIgnored(.editSave)) == (name != nil))
  }

  @Test("The indicator of uploads goes out with the last photo", arguments: [true, false])
  func uploadsEndWithTheirPhotos(isOut: Bool) throws {
    var tale = try PhoneTale()
    tale.photo(1, .selected)
    tale.photo(1, .uploading)
    tale.show(.photosUploading, 1, .start)
    tale.settle(isQuiet: false)
    #expect(!tale.found.contains(.shownOther(.photosUploading)))
    tale.photo(1, .uploaded)
    if isOut { tale.show(.photosUploading, 0) } else { tale.show(.photosSelected, 0) }
    tale.settle(isQuiet: false)
    #expect(tale.found.contains(.shownOther(.photosUploading)) == !isOut)
  }

  @Test("A row stays when a later read fails, unless something newer is known", arguments: [1, 2] as [Int32])
  func rowsStay(known: Int32) throws {
    var tale = try PhoneTale()
    let row = HealthMetrics(bmi: 22, bmr: 1_500, tdee: 2_000, computedAt: WorldCalendar.epoch, version: 1)
    let read = tale.send(.todayMetrics, for: .homeMetrics)
    tale.receive(read, .metrics(MetricsPayload(metrics: row, acknowledged: false)))
    tale.phone.notes.replied(.todayMetrics, 200, revision: 1, at: tale.now)
    for need in [.homeNeed, .plansNeed] as [StateVariable] { tale.show(need, 1) }
    tale.settle()
    tale.phone.notes.replied(.streak, 200, revision: known, at: tale.now)
    for need in [.homeNeed, .plansNeed] as [StateVariable] { tale.show(need, 0, .failure) }
    tale.settle()
    #expect(tale.found.contains(.shownOther(.plansNeed)) == (known == 1))
  }

  @Test("A launch with a stored session reads who is signed in", arguments: [true, false])
  func launchesRead(isRead: Bool) throws {
    var tale = try PhoneTale()
    tale.phone.launched()
    tale.show(.signedIn, 1, .launch)
    if isRead { _ = tale.send(.me, for: .restore) }
    tale.settle()
    #expect(tale.found.contains(.loadNeverBegan(.me)) == !isRead)
  }

  @Test("Home that is in front is read, unless its read has failed", arguments: [true, false])
  func homeIsRead(hasFailed: Bool) throws {
    var tale = try PhoneTale()
    tale.show(.tab, Tab.plans.published, .person)
    tale.settle()
    tale.tap(.openTab(.home))
    tale.show(.tab, Tab.home.published, .person)
    tale.begin(.homeTasks)
    tale.receive(tale.send(.tasksToday, for: .homeTasks), status: hasFailed ? 503 : -1, nil)
    if hasFailed { tale.show(.homeError, 1, .failure) }
    tale.settle()
    #expect(tale.found.contains(.neitherShown(.tasksToday)) == !hasFailed)
  }

  @Test("Leaving a tab cancels the reads of its appearance alone, and not those of a pull")
  func pullsAreNotCancelled() throws {
    for (isPulled, status, isFound) in [(true, -1, true), (true, 200, false), (false, -1, false)] {
      var tale = try PhoneTale()
      if isPulled { tale.tap(.pullToRefresh) }
      let call = tale.send(.tasksToday, for: .homeTasks)
      tale.settle(isQuiet: false)
      tale.tap(.openTab(.plans))
      tale.show(.tab, Tab.plans.published, .person)
      tale.receive(call, status: status)
      tale.settle(isQuiet: false)
      #expect(tale.found.contains(.brokenOff(.tasksToday)) == isFound)
    }
  }

  @Test("Profile is read again after onboarding over it, whether or not a summary follows", arguments: [true, false])
  func profileIsReadAfterOnboarding(isRead: Bool) throws {
    for hasSummary in [true, false] {
      var tale = try PhoneTale()
      tale.show(.tab, Tab.profile.published, .person)
      tale.tap(.completeProfile)
      tale.show(.cover, Cover.onboarding.published, .person)
      tale.settle()
      if hasSummary { tale.show(.summarySheet, SummarySheet.shown.published) }
      tale.show(.cover, Cover.none.published, .reply)
      if isRead {
        _ = tale.send(.profile, for: .profileLoad)
        _ = tale.send(.streak, for: .profileLoad)
      }
      tale.settle()
      tale.show(.summarySheet, SummarySheet.hidden.published, .person)
      tale.settle()
      #expect(tale.found.contains(.loadNeverBegan(.profile)) == !isRead)
    }
  }

  @Test("No plan is requested as long as the newest read has found no metrics", arguments: [404, 200])
  func plansWaitForMetrics(status: Int) throws {
    var tale = try PhoneTale()
    tale.phone.isPlanAsked = true
    let row = try #require(
      OnboardingRequest.sample().profile.metrics(at: WorldCalendar.epoch, unsupportedGender: .asOther))
    let isFound = status == 200
    tale.receive(
      tale.send(.todayMetrics, for: .plansMetrics), status: status,
      isFound ? .metrics(MetricsPayload(metrics: row, acknowledged: true)) : .done)
    _ = tale.send(.generatePlan(forceRecompute: false), for: .plansFetch, key: 5)
    #expect(tale.found.contains(.planWithoutMetrics) == !isFound)
  }

  @Test("Other answers have another key", arguments: [70, 80])
  func answersHaveTheirKeys(weight: Double) throws {
    var tale = try PhoneTale()
    var body = OnboardingRequest.sample()
    body.profile.currentWeight = 80
    tale.receive(tale.send(.onboard(body), for: .onboarding, key: 5), status: 201)
    body.profile.currentWeight = weight
    _ = tale.send(.onboard(body), for: .onboarding, key: 5)
    #expect(tale.found.contains(weight == 80 ? .sentAgain(.onboard) : .keyShared(.onboard)))
  }

  @Test("Metrics that have not been on screen for a frame are not acknowledged", arguments: [10, 20] as [Int64])
  func unseenRowsAreNotAcknowledged(milliseconds: Int64) throws {
    var tale = try PhoneTale()
    tale.show(.plansRow, 7)
    tale.now += milliseconds * Nanoseconds.millisecond
    tale.tap(.acknowledge)
    tale.phone.asked.received(OnboardingRequest.sample().profile.metrics(at: WorldCalendar.epoch)!)
    _ = tale.send(.acknowledge(version: 1, metricsComputedAt: WorldCalendar.epoch), for: .acknowledge, key: 1)
    #expect(tale.found.contains(.sentOther(.acknowledge)) == (milliseconds == 10))
  }
}
