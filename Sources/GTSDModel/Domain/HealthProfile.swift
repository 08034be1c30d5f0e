/// Gender in the API's spelling. The formulas define only the first three, the edit form only the first four.
public enum Gender: String, CaseIterable, Sendable {
  case male, female, other
  case preferNotToSay = "prefer_not_to_say"
  /// A gender other than male and female.
  case nonBinary = "non_binary"
}

/// The user's goal.
public enum Goal: String, CaseIterable, Sendable {
  case loseWeight = "lose_weight"
  case gainMuscle = "gain_muscle"
  case maintain
  case improveHealth = "improve_health"
}

/// The activity level that a user states.
public enum ActivityLevel: String, CaseIterable, Sendable {
  /// 1.2 times the basal metabolic rate.
  case sedentary
  /// 1.375 times the basal metabolic rate.
  case lightlyActive = "lightly_active"
  /// 1.55 times the basal metabolic rate.
  case moderatelyActive = "moderately_active"
  /// 1.725 times the basal metabolic rate.
  case veryActive = "very_active"
  /// 1.9 times the basal metabolic rate.
  case extremelyActive = "extremely_active"
}

/// The health data of one user.
public struct HealthProfile: Sendable, Equatable {
  /// The date of birth; the date in UTC counts.
  public var dateOfBirth: Timestamp
  /// The gender that the user states.
  public var gender: Gender
  /// The weight in kilograms; 0 is a placeholder.
  public var currentWeight: Double
  /// The target weight in kilograms; 0 is a placeholder.
  public var targetWeight: Double
  /// The height in centimetres; 0 is a placeholder.
  public var height: Double
  /// The user's main goal.
  public var primaryGoal: Goal
  /// The date by which the goal is to be reached.
  public var targetDate: Timestamp
  /// The activity level that the user states.
  public var activityLevel: ActivityLevel

  /// Creates health data.
  public init(
    dateOfBirth: Timestamp, gender: Gender, currentWeight: Double, targetWeight: Double, height: Double,
    primaryGoal: Goal, targetDate: Timestamp, activityLevel: ActivityLevel
  ) {
    self.dateOfBirth = dateOfBirth
    self.gender = gender
    self.currentWeight = currentWeight
    self.targetWeight = targetWeight
    self.height = height
    self.primaryGoal = primaryGoal
    self.targetDate = targetDate
    self.activityLevel = activityLevel
  }
}

extension HealthProfile {
  /// Whether height or weight is a placeholder, which is the condition of the zero state.
  public var isPlaceholder: Bool { height <= 0 || currentWeight <= 0 }
}

/// One row of computed health metrics.
public struct HealthMetrics: Sendable, Equatable {
  /// The body mass index in kg/m², with two decimals.
  public var bmi: Double
  /// The basal metabolic rate in kilocalories per day.
  public var bmr: Int
  /// The total daily energy expenditure in kilocalories per day.
  public var tdee: Int
  /// The time of the computation.
  public var computedAt: Timestamp
  /// The version of the computation.
  public var version: Int

  /// Creates a row.
  public init(bmi: Double, bmr: Int, tdee: Int, computedAt: Timestamp, version: Int) {
    self.bmi = bmi
    self.bmr = bmr
    self.tdee = tdee
    self.computedAt = computedAt
    self.version = version
  }
}

/// Daily targets derived from a profile.
public struct NutritionTargets: Sendable, Equatable {
  /// The basal metabolic rate in kilocalories per day.
  public var bmr: Int
  /// The total daily energy expenditure in kilocalories per day.
  public var tdee: Int
  /// The energy target in kilocalories per day.
  public var calories: Int
  /// The protein target in grams per day.
  public var protein: Int
  /// The water target in millilitres per day.
  public var water: Int

  /// Creates targets.
  public init(bmr: Int, tdee: Int, calories: Int, protein: Int, water: Int) {
    self.bmr = bmr
    self.tdee = tdee
    self.calories = calories
    self.protein = protein
    self.water = water
  }
}

/// The user's diet, allergies and meals.
public struct DietPreferences: Sendable, Equatable {
  /// The dietary preferences, at most 10.
  public var dietaryPreferences: [String]
  /// The allergies, at most 20.
  public var allergies: [String]
  /// The number of meals per day, 1 to 10.
  public var mealsPerDay: Int

  /// Creates preferences.
  public init(dietaryPreferences: [String] = [], allergies: [String] = [], mealsPerDay: Int = 3) {
    self.dietaryPreferences = dietaryPreferences
    self.allergies = allergies
    self.mealsPerDay = mealsPerDay
  }
}
