import GTSDModel
import Testing

struct ProfileValidationTests {
  private func onboarding(_ profile: HealthProfile, meals: Int = 3, skip: Bool = false) -> [ProfileProblem] {
    ProfileValidation.onboarding(
      OnboardingRequest(profile: profile, preferences: DietPreferences(mealsPerDay: meals)), now: sampleNow,
      acceptsSkip: skip)
  }

  @Test func onboardingTakesItsBounds() {
    #expect(onboarding(sampleProfile(weight: 0.1, height: 50, age: 13, target: 500)).isEmpty)
    #expect(onboarding(sampleProfile(weight: 500, height: 300, age: 120, target: 0.1), meals: 10).isEmpty)
    // Any gender is accepted, and lists are not limited.
    #expect(onboarding(sampleProfile(gender: .preferNotToSay)).isEmpty)
  }

  @Test func onboardingListsEveryProblem() {
    var profile = sampleProfile(weight: 500.1, height: 49.9, age: 12, target: 0)
    profile.targetDate = sampleNow
    #expect(
      onboarding(profile, meals: 0) == [
        ProfileProblem(.dateOfBirth, .between(13, 120)), ProfileProblem(.currentWeight, .positive(atMost: 500)),
        ProfileProblem(.targetWeight, .positive(atMost: 500)), ProfileProblem(.height, .between(50, 300)),
        ProfileProblem(.targetDate, .inFuture), ProfileProblem(.mealsPerDay, .between(1, 10)),
      ])
    #expect(onboarding(sampleProfile(weight: .nan)).map(\.field) == [.currentWeight])
  }

  /// A person born in December counts as 13 for the whole year of that birthday, but only at onboarding.
  @Test func onboardingComparesYearsAndUpdatesCompareBirthdays() throws {
    let birth = Timestamp(try #require(CivilDate(year: 2012, month: 12, day: 31)))
    var profile = sampleProfile()
    profile.dateOfBirth = birth
    #expect(profile.age(at: sampleNow) == 12)
    #expect(onboarding(profile).isEmpty)
    #expect(
      ProfileValidation.update(ProfileUpdate(dateOfBirth: birth), now: sampleNow).map(\.field) == [.dateOfBirth])
  }

  @Test func skipBodyPassesOnlyWhereSkipIsAccepted() {
    let skip = OnboardingRequest.skip(at: sampleNow)
    #expect(ProfileValidation.onboarding(skip, now: sampleNow, acceptsSkip: true).isEmpty)
    let refused = ProfileValidation.onboarding(skip, now: sampleNow, acceptsSkip: false)
    #expect(refused.map(\.field) == [.currentWeight, .targetWeight, .height])
    // A partly filled body is not a skip.
    #expect(onboarding(sampleProfile(weight: 0), skip: true).map(\.field) == [.currentWeight])
  }

  @Test func updatesHaveTighterWeightsAndListLimits() {
    #expect(ProfileValidation.update(ProfileUpdate(), now: sampleNow) == [ProfileProblem(.body, .notEmpty)])
    let fine = ProfileUpdate(
      height: 50, currentWeight: 20, targetWeight: 500,
      preferences: PreferencesUpdate(
        dietaryPreferences: Array(repeating: "a", count: 10), allergies: Array(repeating: "b", count: 20)))
    #expect(ProfileValidation.update(fine, now: sampleNow).isEmpty)
    let bad = ProfileUpdate(
      height: 301, currentWeight: 19.9, targetWeight: 501, targetDate: sampleNow,
      preferences: PreferencesUpdate(
        dietaryPreferences: Array(repeating: "a", count: 11), allergies: Array(repeating: "b", count: 21),
        mealsPerDay: 11))
    #expect(
      ProfileValidation.update(bad, now: sampleNow).map(\.field) == [
        .currentWeight, .targetWeight, .height, .targetDate, .dietaryPreferences, .allergies, .mealsPerDay,
      ])
  }

  /// A profile that onboarding accepts and for which no plan can be made.
  @Test func metricsRefuseValuesThatOnboardingAccepts() {
    let light = sampleProfile(weight: 29.9, height: 99)
    #expect(onboarding(light).isEmpty)
    #expect(ProfileValidation.science(light, now: sampleNow).map(\.field) == [.currentWeight, .height])
    #expect(ProfileValidation.science(sampleProfile(weight: 30, height: 250), now: sampleNow).isEmpty)
    let unstated = sampleProfile(gender: .preferNotToSay)
    #expect(ProfileValidation.science(unstated, now: sampleNow).isEmpty)
    #expect(
      ProfileValidation.science(unstated, now: sampleNow, unsupportedGender: .refused)
        == [ProfileProblem(.gender, .supportedGender)])
  }

  @Test func everyHealthKeyIsImpactfulAndNoOther() {
    #expect(ProfileUpdate(currentWeight: 80).isImpactful)
    #expect(ProfileUpdate(gender: .other).isImpactful)
    let diet = ProfileUpdate(preferences: PreferencesUpdate(mealsPerDay: 3))
    #expect(!diet.isImpactful)
    #expect(!diet.isEmpty)
    #expect(ProfileUpdate(preferences: PreferencesUpdate(ifRevision: 3)).isEmpty)
  }

  @Test func messagesNameInputAndBounds() {
    #expect(ProfileProblem(.height, .between(50, 300)).message == "height must be between 50 and 300")
    #expect(ProfileProblem(.targetDate, .inFuture).message == "targetDate must be in the future")
  }
}
