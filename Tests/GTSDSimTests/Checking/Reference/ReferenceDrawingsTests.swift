import GTSDModel
import Testing

@testable import GTSDWorld

/// The rules for what the screen draws beside published values: numbers, preferences and buttons.
struct ReferenceDrawingsTests {
  @Test("Published preferences are those that were drawn", arguments: [3, 4])
  func preferencesAreDrawn(meals: Int) throws {
    let published = DietPreferences(dietaryPreferences: ["vegan"], allergies: [], mealsPerDay: 3)
    var tale = try PhoneTale()
    tale.phone.notes.drawings.drew(DietPreferences(dietaryPreferences: ["vegan"], allergies: [], mealsPerDay: meals))
    tale.render(.editPreferences, published.stableHash)
    #expect(tale.found.contains(.shownOther(.editPreferences)) == (meals != 3))
  }

  @Test("The summary's sheet draws the summary that was received", arguments: [2_000, 2_100])
  func summariesAreDrawn(calories: Int) throws {
    let targets = NutritionTargets(bmr: 1_500, tdee: 2_200, calories: 2_000, protein: 120, water: 2_500)
    var drawn = targets
    drawn.calories = calories
    var tale = try PhoneTale()
    tale.phone.notes.drawings.received(SummaryPayload(profile: Self.profile, targets: targets))
    tale.phone.notes.drawings.drew(drawn)
    tale.render(.summarySheet, SummarySheet.shown.published)
    #expect(tale.found.contains(.shownOther(.summarySheet)) == (calories != 2_000))
  }

  @Test("The card and the acknowledgment draw the numbers of the row", arguments: [1_500, 1_501], [View.home, .plans])
  func rowsAreDrawn(bmr: Int, view: View) throws {
    var metrics = HealthMetrics(bmi: 22, bmr: 1_500, tdee: 2_200, computedAt: WorldCalendar.epoch, version: 1)
    let reply = APIResponse.metrics(MetricsPayload(metrics: metrics, acknowledged: false))
    var tale = try PhoneTale()
    let call = tale.send(.todayMetrics, for: .homeMetrics)
    tale.receive(call, reply)
    for other in [View.home, .plans] {
      metrics.bmr = other == view ? bmr : 1_500
      tale.phone.notes.drawings.drew(DrawnMetrics(metrics), on: other)
    }
    tale.show(.homeNeed, 1)
    tale.show(.plansNeed, 1)
    tale.show(.plansRow, WorldCalendar.epoch.wholeSecond)
    tale.settle()
    let isFound = tale.found.contains(.shownOther(view == .home ? .homeNeed : .plansRow))
    #expect(isFound == (bmr != 1_500))
  }

  @Test("Plans shows a row exactly while it asks for an acknowledgment", arguments: [true, false], [true, false])
  func rowsAreShown(asks: Bool, isShown: Bool) throws {
    let metrics = HealthMetrics(bmi: 22, bmr: 1_500, tdee: 2_200, computedAt: WorldCalendar.epoch, version: 1)
    var tale = try PhoneTale()
    let call = tale.send(.todayMetrics, for: .homeMetrics)
    tale.receive(call, .metrics(MetricsPayload(metrics: metrics, acknowledged: !asks)))
    tale.phone.notes.drawings.drew(DrawnMetrics(metrics), on: .home)
    tale.phone.notes.drawings.drew(DrawnMetrics(metrics), on: .plans)
    tale.phone.notes.replied(.todayMetrics, 200, revision: 1, at: tale.now)
    if asks {
      tale.show(.homeNeed, 1)
      tale.show(.plansNeed, 1)
    }
    if isShown { tale.show(.plansRow, WorldCalendar.epoch.wholeSecond) }
    tale.settle()
    #expect(tale.found.contains(.shownOther(.plansRow)) == (asks != isShown))
  }

  @Test("Plans offers a refresh unless it asks for an acknowledgment", arguments: [true, false], [true, false])
  func plansOffersRefresh(asks: Bool, isOffered: Bool) throws {
    var tale = try PhoneTale()
    tale.show(.tab, Tab.plans.published)
    tale.show(.plansScreen, (asks ? PlansScreen.acknowledgment : .plan).published)
    tale.phone.notes.drawings.drew(isOffered ? .refreshPlan : ScreenButtons())
    var judged: [Divergence] = []
    tale.phone.judgeButtons(tale.options, &judged)
    #expect(judged.contains(.shownOther(.plansScreen)) == (asks == isOffered))
  }

  @Test("A form offers Save exactly if it has changes", arguments: [true, false], [true, false])
  func formsOfferSave(isTyped: Bool, isOffered: Bool) throws {
    var tale = try PhoneTale()
    tale.show(.tab, Tab.profile.published)
    tale.tap(.openEdit)
    let user = UserPayload(id: 1, email: "ada@example.com", name: "Ada", hasCompletedOnboarding: true)
    let payload = ProfilePayload(
      user: user, profile: Self.profile, preferences: PreferencesPayload(preferences: DietPreferences(), revision: 1))
    tale.read(.profile, for: .editLoad, .profile(payload), asOf: 1)
    tale.show(.cover, Cover.form.published)
    tale.show(.editTyped, 1 << 32 | (isTyped ? 2 << 16 | 2 : 0))
    tale.phone.notes.drawings.drew(isOffered ? .save : ScreenButtons())
    var judged: [Divergence] = []
    tale.phone.judgeButtons(tale.options, &judged)
    #expect(judged.contains(.shownOther(.editTyped)) == (isTyped != isOffered))
  }

  @Test("The sign-in screen says that it waits", arguments: [true, false])
  func signInsAreBusy(isBusy: Bool) throws {
    var tale = try PhoneTale()
    tale.show(.signedIn, 0, .signOut)
    tale.phone.drewSignIn(isBusy: isBusy, hasFailed: false)
    _ = tale.send(.logIn(email: "ada@example.com", password: "Passw0rd!"), for: .logIn)
    tale.settle(isQuiet: false)
    #expect(tale.found.contains(.shownOther(.signedIn)) == !isBusy)
  }

  @Test("A cover is a form only after it was opened", arguments: [true, false])
  func formsAreOpened(isOpened: Bool) throws {
    var tale = try PhoneTale()
    tale.show(.tab, Tab.profile.published)
    if isOpened { tale.tap(.openEdit) }
    tale.show(.cover, Cover.formLoading.published)
    tale.settle()
    #expect(tale.found.contains(.shownOther(.cover)) == !isOpened)
  }

  private static let profile = HealthProfile(
    dateOfBirth: Timestamp(milliseconds: 0), gender: .female, currentWeight: 70, targetWeight: 65, height: 170,
    primaryGoal: .maintain, targetDate: Timestamp(milliseconds: 0), activityLevel: .sedentary)
}
