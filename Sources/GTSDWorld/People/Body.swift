package import GTSDModel
import Randomness

/// The data that a person enters in the app.
package struct Body: Sendable, Equatable {
  /// The possible dietary preferences. Preferences are drawn from this list, and added in its order.
  package static let diets = [
    "vegetarian", "vegan", "pescatarian", "gluten_free", "dairy_free", "low_carb", "high_protein", "halal", "kosher",
    "mediterranean",
  ]
  /// The possible allergies.
  package static let allergies = ["peanuts", "tree_nuts", "milk", "eggs", "shellfish", "soy"]

  /// The names to which a person may change the account's name.
  static let names = ["Alex", "Charlie", "Jo", "Kim", "Robin", "Sam"]

  /// The answer to onboarding.
  package var onboarding: OnboardingRequest

  /// Draws a person's body; each trait has its own draw.
  ///
  /// Weights are within 35 to 250 kg, heights within 120 to 230 cm and ages within 18 to 100, the ranges that the API
  /// accepts.
  ///
  /// - Parameters:
  ///   - mix: the persona's distributions.
  ///   - draws: the person's draws.
  ///   - arrival: sign-up time in nanoseconds; the target date is half a year later.
  package init(mix: BodyMix, draws: PersonDraws, arrival: Int64) {
    func draw(_ trait: PersonTrait) -> Double { draws.uniform(trait, step: 0) }
    let weight = Body.tenths(min(250, max(35, mix.weight.value(at: draw(.bodyWeight)))))
    let height = Body.tenths(min(230, max(120, mix.height.value(at: draw(.height)))))
    let age = min(100, max(18, mix.age.value(at: draw(.age))))
    let genders: [Gender] = [.male, .female, .other]
    let goal = Goal.allCases[choice(draw(.goal), among: cumulatedShares(mix.goalWeights))]
    let activityShares = cumulatedShares([25, 35, 25, 12, 3])
    let signUp = WorldCalendar.timestamp(at: arrival).milliseconds
    onboarding = OnboardingRequest(
      profile: HealthProfile(
        dateOfBirth: Timestamp(milliseconds: signUp - Int64(age * 365.25 * Double(Milliseconds.day))),
        gender: genders[choice(draw(.gender), among: cumulatedShares(mix.genderWeights))],
        currentWeight: weight,
        targetWeight: Body.target(from: weight, goal: goal, draw(.targetWeight)),
        height: height,
        primaryGoal: goal,
        targetDate: Timestamp(milliseconds: signUp + 182 * Milliseconds.day),
        activityLevel: ActivityLevel.allCases[choice(draw(.activity), among: activityShares)]),
      preferences: DietPreferences(
        dietaryPreferences: Body.oneOrNone(of: Body.diets, draw(.onboardingDiet)),
        allergies: Body.oneOrNone(of: Body.allergies, draw(.onboardingAllergy))))
  }

  /// The answer for another account of the household: a tenth lighter, without preferences.
  package var ofHouseholdMember: OnboardingRequest {
    var other = onboarding
    other.profile.currentWeight = Body.tenths(max(35, other.profile.currentWeight * 0.9))
    other.profile.targetWeight = other.profile.currentWeight
    other.preferences = DietPreferences()
    return other
  }

  /// The target weight: a loss of 5 to 15 %, a gain of 4 to 10 %, or the present weight.
  private static func target(from weight: Double, goal: Goal, _ u: Double) -> Double {
    switch goal {
    case .loseWeight: max(35, tenths(weight * (0.95 - 0.1 * u)))
    case .gainMuscle: min(300, tenths(weight * (1.04 + 0.06 * u)))
    case .maintain, .improveHealth: weight
    }
  }

  /// An empty list for two people of three, a list with one entry for the others.
  private static func oneOrNone(of list: [String], _ u: Double) -> [String] {
    u < 2.0 / 3 ? [] : [list[min(list.count - 1, Int((u - 2.0 / 3) * 3 * Double(list.count)))]]
  }

  /// A pound in kilograms.
  static let pound = 0.453_592_37

  package static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
