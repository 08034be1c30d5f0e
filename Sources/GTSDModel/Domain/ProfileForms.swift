/// Body of `POST /v1/onboarding`. The body of a skip has zeros for weights and height.
public struct OnboardingRequest: Sendable, Equatable {
  /// The health data.
  public var profile: HealthProfile
  /// The diet and the allergies.
  public var preferences: DietPreferences

  /// Creates the answers of onboarding.
  public init(profile: HealthProfile, preferences: DietPreferences) {
    self.profile = profile
    self.preferences = preferences
  }
}

/// Body of `PUT /auth/profile/preferences`. Absent keys leave values unchanged, empty lists clear them.
public struct PreferencesUpdate: Sendable, Equatable {
  /// The dietary preferences; nil leaves them unchanged, an empty list clears them.
  public var dietaryPreferences: [String]?
  /// The allergies; nil leaves them unchanged, an empty list clears them.
  public var allergies: [String]?
  /// The number of meals per day, 1 to 10; nil leaves it unchanged.
  public var mealsPerDay: Int?
  /// The revision that the editor loaded. Servers that check it answer 409 when it is no longer current.
  public var ifRevision: Int?

  /// Creates an update; nil leaves a value unchanged.
  public init(
    dietaryPreferences: [String]? = nil, allergies: [String]? = nil, mealsPerDay: Int? = nil,
    ifRevision: Int? = nil
  ) {
    self.dietaryPreferences = dietaryPreferences
    self.allergies = allergies
    self.mealsPerDay = mealsPerDay
    self.ifRevision = ifRevision
  }
}

/// Body of `PUT /v1/profile`. Absent keys leave values unchanged.
public struct ProfileUpdate: Sendable, Equatable {
  /// The date of birth; the date in UTC counts.
  public var dateOfBirth: Timestamp?
  /// The gender that the user states.
  public var gender: Gender?
  /// The height in centimetres.
  public var height: Double?
  /// The weight in kilograms.
  public var currentWeight: Double?
  /// The target weight in kilograms.
  public var targetWeight: Double?
  /// The user's main goal.
  public var primaryGoal: Goal?
  /// The date by which the goal is to be reached.
  public var targetDate: Timestamp?
  /// The activity level that the user states.
  public var activityLevel: ActivityLevel?
  /// The diet and the allergies.
  public var preferences: PreferencesUpdate

  /// Creates an update; nil leaves a value unchanged.
  public init(
    dateOfBirth: Timestamp? = nil, gender: Gender? = nil, height: Double? = nil, currentWeight: Double? = nil,
    targetWeight: Double? = nil, primaryGoal: Goal? = nil, targetDate: Timestamp? = nil,
    activityLevel: ActivityLevel? = nil, preferences: PreferencesUpdate = PreferencesUpdate()
  ) {
    self.dateOfBirth = dateOfBirth
    self.gender = gender
    self.height = height
    self.currentWeight = currentWeight
    self.targetWeight = targetWeight
    self.primaryGoal = primaryGoal
    self.targetDate = targetDate
    self.activityLevel = activityLevel
    self.preferences = preferences
  }
}
