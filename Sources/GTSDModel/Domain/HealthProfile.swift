/// Gender as the API spells it; the formulas know only the first three, the edit form only the first four.
public enum Gender: String, CaseIterable, Sendable {
  case male, female, other
  case preferNotToSay = "prefer_not_to_say"
  /// Stands for what people type into the field of their own.
  case nonBinary = "non_binary"
}

/// What a user wants to reach.
public enum Goal: String, CaseIterable, Sendable {
  case loseWeight = "lose_weight"
  case gainMuscle = "gain_muscle"
  case maintain
  case improveHealth = "improve_health"
}

/// How active a user says to be.
package enum ActivityLevel: String, CaseIterable, Sendable {
  case sedentary
  case lightlyActive = "lightly_active"
  case moderatelyActive = "moderately_active"
  case veryActive = "very_active"
  case extremelyActive = "extremely_active"
}

/// The health data of one user.
package struct HealthProfile: Sendable, Equatable {
  package var dateOfBirth: Timestamp
  package var gender: Gender
  /// Kilograms; 0 is a placeholder.
  package var currentWeight: Double
  /// Kilograms; 0 is a placeholder.
  package var targetWeight: Double
  /// Centimetres; 0 is a placeholder.
  package var height: Double
  package var primaryGoal: Goal
  package var targetDate: Timestamp
  package var activityLevel: ActivityLevel

  package init(
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
  package var isPlaceholder: Bool { height <= 0 || currentWeight <= 0 }
}

/// One row of computed health metrics.
package struct HealthMetrics: Sendable, Equatable {
  /// Kilograms a square metre, two decimals.
  package var bmi: Double
  /// Basal metabolic rate, kilocalories a day.
  package var bmr: Int
  /// Total daily energy expenditure, kilocalories a day.
  package var tdee: Int
  package var computedAt: Timestamp
  package var version: Int

  package init(bmi: Double, bmr: Int, tdee: Int, computedAt: Timestamp, version: Int) {
    self.bmi = bmi
    self.bmr = bmr
    self.tdee = tdee
    self.computedAt = computedAt
    self.version = version
  }
}

/// Daily targets derived from a profile.
package struct NutritionTargets: Sendable, Equatable {
  /// Kilocalories a day.
  package var bmr: Int
  /// Kilocalories a day.
  package var tdee: Int
  /// Kilocalories a day.
  package var calories: Int
  /// Grams a day.
  package var protein: Int
  /// Millilitres a day.
  package var water: Int

  package init(bmr: Int, tdee: Int, calories: Int, protein: Int, water: Int) {
    self.bmr = bmr
    self.tdee = tdee
    self.calories = calories
    self.protein = protein
    self.water = water
  }
}

/// What a user eats.
package struct DietPreferences: Sendable, Equatable {
  /// At most 10.
  package var dietaryPreferences: [String]
  /// At most 20.
  package var allergies: [String]
  /// 1 to 10.
  package var mealsPerDay: Int

  package init(dietaryPreferences: [String] = [], allergies: [String] = [], mealsPerDay: Int = 3) {
    self.dietaryPreferences = dietaryPreferences
    self.allergies = allergies
    self.mealsPerDay = mealsPerDay
  }
}
