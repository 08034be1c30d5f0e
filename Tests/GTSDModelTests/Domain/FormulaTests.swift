import GTSDModel
import Testing

/// A row of the contract's table of test vectors (2.3).
private struct Vector: Sendable {
  var weight, height: Double
  var age: Int
  var gender: Gender
  var activity: ActivityLevel
  var goal: Goal
  var target: Double
  var bmi: Double
  var bmr, tdee, calories: Int
  var protein, water: (onboarding: Int, plan: Int)
  var weeks: Int

  var profile: HealthProfile {
    sampleProfile(
      weight: weight, height: height, age: age, gender: gender, activity: activity, goal: goal, target: target)
  }
}

private let vectors = [
  Vector(
    weight: 80, height: 180, age: 34, gender: .male, activity: .moderatelyActive, goal: .loseWeight, target: 75,
    bmi: 24.69, bmr: 1760, tdee: 2728, calories: 2228, protein: (144, 176), water: (2800, 2800), weeks: 10),
  Vector(
    weight: 81.65, height: 177.8, age: 30, gender: .male, activity: .moderatelyActive, goal: .loseWeight,
    target: 74.84, bmi: 25.83, bmr: 1783, tdee: 2764, calories: 2264, protein: (147, 180), water: (2858, 2900),
    weeks: 14),
  Vector(
    weight: 62.5, height: 165, age: 28, gender: .female, activity: .lightlyActive, goal: .maintain, target: 62.5,
    bmi: 22.96, bmr: 1355, tdee: 1863, calories: 1863, protein: (75, 113), water: (2188, 2200), weeks: 0),
  Vector(
    weight: 70, height: 170, age: 45, gender: .other, activity: .sedentary, goal: .improveHealth, target: 70,
    bmi: 24.22, bmr: 1460, tdee: 1752, calories: 1752, protein: (84, 126), water: (2450, 2500), weeks: 0),
  Vector(
    weight: 72.3, height: 181, age: 22, gender: .male, activity: .veryActive, goal: .gainMuscle, target: 78,
    bmi: 22.07, bmr: 1749, tdee: 3017, calories: 3417, protein: (145, 174), water: (2531, 2500), weeks: 15),
  Vector(
    weight: 95, height: 168, age: 52, gender: .female, activity: .extremelyActive, goal: .loseWeight, target: 80,
    bmi: 33.66, bmr: 1579, tdee: 3000, calories: 2500, protein: (171, 209), water: (3325, 3300), weeks: 30),
]

struct FormulaTests {
  @Test(arguments: vectors)
  private func metricsMatchTheContract(vector: Vector) throws {
    let metrics = try #require(vector.profile.metrics(at: sampleNow))
    #expect(metrics.bmi == vector.bmi)
    #expect(metrics.bmr == vector.bmr)
    #expect(metrics.tdee == vector.tdee)
    #expect(metrics.version == 1)
    #expect(metrics.computedAt == sampleNow)
  }

  @Test(arguments: vectors)
  private func targetsMatchTheContractInBothStages(vector: Vector) throws {
    let split = sampleFormula(protein: .headSplit, water: .headSplit)
    for (stage, protein, water) in [
      (TargetStage.onboarding, vector.protein.onboarding, vector.water.onboarding),
      (.plan, vector.protein.plan, vector.water.plan),
    ] {
      let expected = NutritionTargets(
        bmr: vector.bmr, tdee: vector.tdee, calories: vector.calories, protein: protein, water: water)
      #expect(vector.profile.targets(now: sampleNow, stage: stage, formula: split) == expected)
      #expect(expected.isPlausible)
    }
    #expect(vector.profile.estimatedWeeks(stage: .onboarding) == vector.weeks)
    #expect(vector.profile.estimatedWeeks(stage: .plan) == (vector.weeks == 0 ? nil : vector.weeks))
  }

  @Test func switchesApplyTheSameRuleInBothStages() throws {
    let profile = vectors[1].profile
    let plan = sampleFormula(protein: .plan, water: .nearest100)
    let onboarding = sampleFormula(protein: .onboarding, water: .exact)
    for stage in TargetStage.allCases {
      let planned = try #require(profile.targets(now: sampleNow, stage: stage, formula: plan))
      #expect(planned.protein == 180)
      #expect(planned.water == 2900)
      let onboarded = try #require(profile.targets(now: sampleNow, stage: stage, formula: onboarding))
      #expect(onboarded.protein == 147)
      #expect(onboarded.water == 2858)
    }
  }

  /// With 124 lb and 64 in, onboarding computes from the sent values, metrics from the two stored decimals.
  @Test func storedDecimalsMoveTheBasalRateByOne() throws {
    let profile = sampleProfile(
      weight: Units.kilograms(pounds: 124), height: Units.centimetres(inches: 64), age: 30, gender: .male)
    let formula = sampleFormula(protein: .plan, water: .nearest100)
    #expect(profile.targets(now: sampleNow, stage: .onboarding, formula: formula)?.bmr == 1433)
    #expect(profile.stored.currentWeight == 56.25)
    #expect(profile.metrics(at: sampleNow)?.bmr == 1434)
    #expect(profile.metrics(at: sampleNow) == profile.stored.metrics(at: sampleNow))
  }

  @Test func placeholdersHaveNeitherMetricsNorTargets() {
    let skip = OnboardingRequest.skip(at: sampleNow)
    #expect(skip.isSkip)
    #expect(skip.profile.isPlaceholder)
    #expect(skip.profile.age(at: sampleNow) == 25)
    #expect(skip.profile.metrics(at: sampleNow) == nil)
    let formula = sampleFormula(protein: .plan, water: .nearest100)
    #expect(skip.profile.targets(now: sampleNow, stage: .onboarding, formula: formula) == nil)
    // The result of the plain formula, and the reason why it must not be used.
    #expect(skip.profile.basalMetabolicRate(at: sampleNow) == -203)
  }

  @Test func genderThatFormulasDoNotKnowCountsAsOtherOrIsRefused() {
    let other = sampleProfile(gender: .other)
    let unstated = sampleProfile(gender: .preferNotToSay)
    #expect(unstated.metrics(at: sampleNow) == other.metrics(at: sampleNow))
    #expect(unstated.metrics(at: sampleNow, unsupportedGender: .refused) == nil)
    #expect(other.metrics(at: sampleNow, unsupportedGender: .refused) != nil)
  }

  @Test func projectionIsWeeksOfSevenDaysFromNow() {
    let profile = vectors[0].profile
    #expect(profile.projectedDate(now: sampleNow, stage: .plan) == sampleNow.adding(days: 70))
    #expect(vectors[2].profile.projectedDate(now: sampleNow, stage: .plan) == nil)
    #expect(vectors[2].profile.projectedDate(now: sampleNow, stage: .onboarding) == sampleNow)
  }

  @Test func halvesRoundTowardsPlusInfinity() {
    #expect(roundHalfUp(2.5) == 3)
    #expect(roundHalfUp(-2.5) == -2)
    #expect(roundHalfUp(-2.6) == -3)
    // The largest value below a half, to which adding a half gives 1.
    #expect(roundHalfUp(0.49999999999999994) == 0)
    #expect(roundedToHundredths(56.245408) == 56.25)
  }

  @Test func changeIsSignificantAboveFiftyCaloriesOrTenGrams() {
    let stored = NutritionTargets(bmr: 1700, tdee: 2600, calories: 2100, protein: 150, water: 2800)
    var targets = stored
    targets.calories += 50
    targets.protein -= 10
    targets.bmr += 400
    #expect(!targets.isSignificantChange(from: stored))
    targets.calories += 1
    #expect(targets.isSignificantChange(from: stored))
    targets = stored
    targets.protein -= 11
    #expect(targets.isSignificantChange(from: stored))
  }

  @Test func categoriesBeginAtTheirCutOffs() {
    #expect(BodyMassCategory(bodyMassIndex: 18.49) == .underweight)
    #expect(BodyMassCategory(bodyMassIndex: 18.5) == .normal)
    #expect(BodyMassCategory(bodyMassIndex: 25.3) == .overweight)
    #expect(BodyMassCategory(bodyMassIndex: 30) == .obese)
  }

  @Test func conversionsUseTheAppsFactors() {
    #expect(Units.kilograms(pounds: 180) == 180 * 0.453592)
    #expect(Units.centimetres(inches: 70) == 177.8)
    #expect(abs(Units.fluidOunces(millilitres: 2800) - 94.68) < 0.01)
    #expect(abs(Units.pounds(kilograms: Units.kilograms(pounds: 150)) - 150) < 0.001)
    #expect(Units.inches(centimetres: 254) == 100)
  }
}
