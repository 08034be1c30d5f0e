/// Gender as the API spells it; the formulas know only the first three, the edit form only the first four.
public enum Gender: String, CaseIterable, Sendable {
  case male, female, other
  case preferNotToSay = "prefer_not_to_say"
  /// Stands for what people type into the field of their own.
  case nonBinary = "non_binary"
}

/// The user's goal.
public enum Goal: String, CaseIterable, Sendable {
  case loseWeight = "lose_weight"
  case gainMuscle = "gain_muscle"
  case maintain
  case improveHealth = "improve_health"
}

/// How active a user says to be.
public enum ActivityLevel: String, CaseIterable, Sendable {
  /// 1.2 times the basal metabolic rate.
  case sedentary
  /// 1.375 times.
  case lightlyActive = "lightly_active"
  /// 1.55 times.
  case moderatelyActive = "moderately_active"
  /// 1.725 times.
  case veryActive = "very_active"
  /// 1.9 times.
  case extremelyActive = "extremely_active"
}

/// The health data of one user.
public struct HealthProfile: Sendable, Equatable {
  /// The date of birth; the date in UTC counts.
  public var dateOfBirth: Timestamp
  /// As the user says.
  public var gender: Gender
  /// Kilograms; 0 is a placeholder.
  public var currentWeight: Double
  /// Kilograms; 0 is a placeholder.
  public var targetWeight: Double
  /// Centimetres; 0 is a placeholder.
  public var height: Double
  /// The user's main goal.
  public var primaryGoal: Goal
  /// Until when.
  public var targetDate: Timestamp
  /// As the user says.
  public var activityLevel: ActivityLevel

  /// Health data.
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
  /// Whether height or weight is a placeholder: the zero-state rule.
  public var isPlaceholder: Bool { height <= 0 || currentWeight <= 0 }
}

/// One row of computed health metrics.
public struct HealthMetrics: Sendable, Equatable {
  /// Kilograms a square metre, two decimals.
  public var bmi: Double
  /// Basal metabolic rate, kilocalories a day.
  public var bmr: Int
  /// Total daily energy expenditure, kilocalories a day.
  public var tdee: Int
  /// When it was computed.
  public var computedAt: Timestamp
  /// Which way of computing it is from.
  public var version: Int

  /// A row.
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
  /// Kilocalories a day.
  public var bmr: Int
  /// Kilocalories a day.
  public var tdee: Int
  /// Kilocalories a day.
  public var calories: Int
  /// Grams a day.
  public var protein: Int
  /// Millilitres a day.
  public var water: Int

  /// Targets.
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
  /// At most 10.
  public var dietaryPreferences: [String]
  /// At most 20.
  public var allergies: [String]
  /// 1 to 10.
  public var mealsPerDay: Int

  /// Preferences.
  public init(dietaryPreferences: [String] = [], allergies: [String] = [], mealsPerDay: Int = 3) {
    self.dietaryPreferences = dietaryPreferences
    self.allergies = allergies
    self.mealsPerDay = mealsPerDay
  }
}
