/// Body of `POST /v1/onboarding`; the skip body carries zeros for weights and height.
public struct OnboardingRequest: Sendable, Equatable {
  /// The health data.
  public var profile: HealthProfile
  /// Foods that are eaten, and allergies.
  public var preferences: DietPreferences

  /// The answers of onboarding.
  public init(profile: HealthProfile, preferences: DietPreferences) {
    self.profile = profile
    self.preferences = preferences
  }
}

/// Body of `PUT /auth/profile/preferences`: absent keys stay untouched, empty lists clear.
public struct PreferencesUpdate: Sendable, Equatable {
  /// Nil leaves them, an empty list clears them.
  public var dietaryPreferences: [String]?
  /// Nil leaves them, an empty list clears them.
  public var allergies: [String]?
  /// 1 to 10; nil leaves it.
  public var mealsPerDay: Int?
  /// The revision that the editor loaded; servers that know it refuse with 409 when it is no longer current.
  public var ifRevision: Int?

  /// An update; what is nil stays.
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

/// Body of `PUT /v1/profile`; absent keys stay untouched.
public struct ProfileUpdate: Sendable, Equatable {
  /// The date of birth; the date in UTC counts.
  public var dateOfBirth: Timestamp?
  /// As the user says.
  public var gender: Gender?
  /// Centimetres.
  public var height: Double?
  /// Kilograms.
  public var currentWeight: Double?
  /// Kilograms.
  public var targetWeight: Double?
  /// The aim.
  public var primaryGoal: Goal?
  /// Until when.
  public var targetDate: Timestamp?
  /// As the user says.
  public var activityLevel: ActivityLevel?
  /// Foods that are eaten, and allergies.
  public var preferences: PreferencesUpdate

  /// An update; what is nil stays.
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
