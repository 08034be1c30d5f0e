import GTSDModel
import Testing

@testable import GTSDWorld

/// The tabs and the form after deletions, saves and days.
struct ReferenceTabsTests {
  private static let deletion = APIRequest.updateProfile(
    ProfileUpdate(height: 0, currentWeight: 0, preferences: PreferencesUpdate(ifRevision: 3)))
  private static let stored = APIResponse.profileUpdated(
    ProfileUpdatePayload(planUpdated: false, targets: nil, isChanged: true))
  private static let user = UserPayload(id: 1, email: "a@b.cd", name: "A", hasCompletedOnboarding: true)
  private static let whole = OnboardingRequest.sample().profile
  private static let bare = OnboardingRequest.skip(at: WorldCalendar.epoch).profile

  private static func profile(
    _ profile: HealthProfile, revision: Int = 3, preferences: DietPreferences = DietPreferences()
  ) -> APIResponse {
    .profile(
      ProfilePayload(
        user: user, profile: profile,
        preferences: PreferencesPayload(preferences: preferences, revision: revision),
        targets: nil))
  }

  /// A phone with the Profile tab on screen that was told of a profile.
  private static func onProfile(
    _ told: HealthProfile, _ generation: String = #""correct""#
  ) throws -> PhoneTale {
    var tale = try PhoneTale(generation)
    tale.tap(.openTab(.profile))
    tale.show(.tab, Tab.profile.published)
    tale.begin(.profileLoad)
    let (read, days) = (tale.send(.profile, for: .profileLoad), tale.send(.streak, for: .profileLoad))
    tale.receive(read, profile(told))
    tale.receive(days, .streak(StreakPayload(current: 0, longest: 0)))
    tale.show(.profilePreferences, DietPreferences().stableHash)
    return tale
  }

  @Test("Only people without body data are asked on Profile to complete it")
  func profilesAreAskedFor() throws {
    for (told, face) in [
      (Self.whole, ProfileFace.profile), (Self.whole, .zeroState), (Self.bare, .profile), (Self.bare, .zeroState),
    ] {
      var tale = try Self.onProfile(told)
      tale.show(.profileFace, face.published)
      tale.settle()
      let isWrong = (told.isPlaceholder) != (face == .zeroState)
      #expect(tale.found.contains(.shownOther(.profileFace)) == isWrong, "\(told.isPlaceholder), \(face)")
    }
  }

  @Test("\"Maybe later\" on Profile may hide its zero state until the tab is loaded again")
  func putOffZeroStatesMayBeGone() throws {
    var tale = try Self.onProfile(Self.bare, #"{"preset": "correct", "zeroState": {"later": "hide"}}"#)
    tale.show(.profileFace, ProfileFace.zeroState.published)
    tale.settle()
    tale.tap(.maybeLater)
    tale.show(.profileFace, ProfileFace.profile.published, .person)
    tale.settle()
    #expect(!tale.found.contains(.shownOther(.profileFace)))
    tale.begin(.profileLoad)
    tale.settle()
    #expect(tale.found.contains(.shownOther(.profileFace)))
  }

  @Test("Profile keeps what it shows if it is left between the two replies of a load", arguments: [true, false])
  func cancelledLoadsOfProfileShowNothing(isLeft: Bool) throws {
    var tale = try Self.onProfile(Self.whole)
    tale.begin(.profileLoad)
    let (read, days) = (tale.send(.profile, for: .profileLoad), tale.send(.streak, for: .profileLoad))
    tale.receive(read, Self.profile(Self.whole, preferences: DietPreferences(allergies: ["nuts"])), version: 2)
    tale.receive(days, status: isLeft ? -1 : 500, nil)
    tale.settle()
    #expect(tale.found.contains(.shownOther(.profilePreferences)) == !isLeft)
    // A load whose read fails shows nothing new either.
    tale.begin(.profileLoad)
    let (failed, streak) = (tale.send(.profile, for: .profileLoad), tale.send(.streak, for: .profileLoad))
    tale.receive(failed, status: 0, nil)
    tale.receive(streak, .streak(StreakPayload(current: 0, longest: 0)))
    tale.show(.profileError, 1)
    tale.settle()
    #expect(tale.found.contains(.shownOther(.profilePreferences)) == !isLeft)
  }

  @Test("A read of Profile from before a deletion that changed nothing need not be shown", arguments: [true, false])
  func readsBeforeDeletionsAreOld(isDeleted: Bool) throws {
    var tale = try PhoneTale()
    tale.tap(.openTab(.profile))
    tale.show(.tab, Tab.profile.published)
    tale.begin(.profileLoad)
    let (read, days) = (tale.send(.profile, for: .profileLoad), tale.send(.streak, for: .profileLoad))
    tale.receive(read, Self.profile(Self.bare))
    if isDeleted {
      let save = tale.send(Self.deletion, for: .editSave)
      let stored = ReferenceServer.Read(
        account: 0, version: 2, profileVersion: 1, targetsVersion: 0, tasksVersion: 0, day: 0)
      tale.phone.received(save, status: 200, Self.stored, stored, isCancelled: false, at: tale.now, tale.options)
    }
    tale.receive(days, .streak(StreakPayload(current: 0, longest: 0)), version: 2)
    tale.begin(.profileLoad)
    tale.receive(tale.send(.profile, for: .profileLoad), status: 0, nil)
    tale.receive(tale.send(.streak, for: .profileLoad), status: 0, nil)
    tale.settle()
    #expect(tale.found.contains(.shownOther(.profilePreferences)) == !isDeleted)
  }

  @Test("A deletion of health data removes the plan and asks to complete the profile", arguments: [true, false])
  func deletionsAreFollowed(isFollowed: Bool) throws {
    var tale = try Self.onProfile(Self.whole)
    let plan = PlanPayload(
      id: 7, startDate: WorldCalendar.epoch, endDate: WorldCalendar.epoch,
      targets: NutritionTargets(bmr: 1, tdee: 2, calories: 3, protein: 4, water: 5), weeklyRate: nil,
      estimatedWeeks: nil, recomputed: false)
    let load = tale.send(.generatePlan(forceRecompute: false), for: .plansFetch)
    tale.receive(load, .plan(plan))
    tale.show(.plansPlan, 7)
    tale.show(.plansTargets, DrawnPlan(plan).targets)
    tale.settle()
    tale.tap(.deleteHealthData)
    tale.receive(tale.send(Self.deletion, for: .editSave), Self.stored, version: 2)
    if isFollowed {
      tale.show(.plansPlan, -1)
      tale.show(.plansTargets, -1)
      tale.show(.profileFace, ProfileFace.zeroState.published)
    }
    tale.settle()
    #expect(tale.found.contains(.shownOther(.plansPlan)) == !isFollowed)
    #expect(tale.found.contains(.shownOther(.profileFace)) == !isFollowed)
    #expect(!tale.found.contains(.sentOther(.updateProfile)))
  }

  @Test("A deletion of health data names the revision that the person saw")
  func deletionsNameTheirRevision() throws {
    var tale = try Self.onProfile(Self.whole)
    tale.tap(.deleteHealthData)
    _ = tale.send(.updateProfile(ProfileUpdate(height: 0, currentWeight: 0)), for: .editSave)
    #expect(tale.found.contains(.sentOther(.updateProfile)))
  }

  @Test("\"Maybe later\" on Profile does not hide the zero state on Home", arguments: [Tab.profile, .home])
  func tabsPutOffTheirOwn(tab: Tab) throws {
    var tale = try PhoneTale()
    tale.begin(.homeLoad)
    let summary = SummaryPayload(
      profile: Self.bare, age: 25, targets: NutritionTargets(bmr: 0, tdee: 0, calories: 0, protein: 0, water: 0),
      estimatedWeeks: nil)
    tale.receive(tale.send(.howItWorks, for: .homeSummary), .summary(summary))
    tale.show(.homeSummary, DrawnSummary(summary).targets)
    tale.show(.homeZeroState, 1)
    tale.settle()
    tale.show(.tab, tab.published)
    tale.tap(.maybeLater)
    tale.show(.homeZeroState, 0, .person)
    tale.settle()
    #expect(tale.found.contains(.shownOther(.homeZeroState)) == (tab == .profile))
  }

  @Test("A form cannot be saved again while its save is in progress", arguments: [true, false])
  func savesComeOneByOne(isFirstDone: Bool) throws {
    var tale = try PhoneTale()
    tale.tap(.openEdit)
    tale.show(.editTyped, 1)
    tale.tap(.saveEdit)
    let save = APIRequest.updateProfile(ProfileUpdate(currentWeight: 70))
    let first = tale.send(save, for: .editSave)
    if isFirstDone { tale.receive(first, Self.stored) }
    tale.settle(isQuiet: false)
    tale.tap(.saveEdit)
    _ = tale.send(save, for: .editSave)
    #expect(tale.found.contains(.sentAgain(.updateProfile)) == !isFirstDone)
  }

  @Test("Each photo has its own idempotency key, and a retry keeps it")
  func keysAreNotShared() throws {
    for (item, divergence) in [(1, .keyShared(.uploadPhoto)), (0, .sentAgain(.uploadPhoto))] as [(Int32, Divergence)] {
      var tale = try PhoneTale()
      func upload(_ item: Int32) -> APIRequest {
        .uploadPhoto(PhotoUpload(taskID: 1, item: PhotoItemID(item), contentType: .jpeg, fileSize: 9))
      }
      _ = tale.send(upload(0), for: .photoUpload, key: 5)
      _ = tale.send(upload(item), for: .photoUpload, key: 5)
      #expect(tale.found.filter { $0 == .keyShared(.uploadPhoto) || $0 == .sentAgain(.uploadPhoto) } == [divergence])
    }
  }

  @Test("A change of tabs is reported if another tab appears", arguments: [Tab.tasks, .home])
  func tabsAreReportedThatChange(tab: Tab) throws {
    var tale = try PhoneTale()
    tale.tap(.openTab(tab))
    tale.report(.tabChanged(tab))
    if tab != .home { tale.show(.tab, tab.published, .person) }
    tale.settle(isQuiet: false)
    #expect(tale.found.contains(.reportedOther(.tabChanged(tab))) == (tab == .home))
  }

  @Test("A summary cached for more than a day is read again", arguments: [20, 30] as [Int64])
  func keptSummariesEnd(hours: Int64) throws {
    for isRead in [true, false] {
      var tale = try PhoneTale()
      let summary = SummaryPayload(
        profile: Self.whole, age: 30, targets: NutritionTargets(bmr: 1, tdee: 2, calories: 3, protein: 4, water: 5),
        estimatedWeeks: nil)
      tale.receive(tale.send(.howItWorks, for: .homeSummary), .summary(summary))
      tale.settle(after: hours * Nanoseconds.hour)
      tale.begin(.homeSummary)
      if isRead { _ = tale.send(.howItWorks, for: .homeSummary) }
      tale.settle()
      #expect(tale.found.contains(.loadNeverBegan(.howItWorks)) == (hours > 24 && !isRead))
    }
  }

  @Test("The server refuses requests above its limit, and no others")
  func limitsAreJudged() {
    var limits = ReferenceLimits()
    var now = Nanoseconds.hour
    func pass(_ id: Int32, _ status: Int) -> (Bool, Bool) {
      now += Nanoseconds.second
      limits.sent(id, on: 0, at: now)
      return limits.received(id, on: 0, status: status, at: now, limit: 3)
    }
    #expect((1...2).allSatisfy { pass($0, 200) == (false, false) })
    #expect(pass(3, 429) == (true, false))
    #expect(pass(4, 429) == (false, false))
    // In the next minute all is counted anew, but not by those that cannot know when it begins.
    now += Nanoseconds.minute
    #expect(pass(5, 200) == (false, false))
    #expect(pass(6, 200) == (false, false))
    #expect(pass(7, 200) == (false, false))
    #expect(pass(8, 200) == (false, true))
  }

  @Test("Home reads a summary older than a day again, unless it is left at once", arguments: [Tab.home, .profile])
  func oldSummaryIsReadAgain(tab: Tab) throws {
    let summary = SummaryPayload(
      profile: Self.bare, age: 25, targets: NutritionTargets(bmr: 0, tdee: 0, calories: 0, protein: 0, water: 0),
      estimatedWeeks: nil)
    var tale = try PhoneTale()
    tale.tap(.openTab(.home))
    tale.read(.howItWorks, for: .homeSummary, .summary(summary), asOf: 1)
    tale.now += Nanoseconds.day + Nanoseconds.hour
    tale.tap(.openTab(tab))
    if tab != .home { tale.show(.tab, tab.published, .person) }
    tale.begin(.homeSummary)
    tale.settle()
    #expect(tale.found.contains(.loadNeverBegan(.howItWorks)) == (tab == .home))
  }
}
