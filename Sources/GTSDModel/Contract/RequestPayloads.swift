/// Body of `POST /auth/signup`.
package struct SignUpRequest: Sendable, Equatable {
  package var email: String
  package var password: String
  package var name: String

  package init(email: String, password: String, name: String) {
    self.email = email
    self.password = password
    self.name = name
  }
}

/// Body of `POST /v1/onboarding`; the skip body carries zeros for weights and height.
package struct OnboardingRequest: Sendable, Equatable {
  package var profile: HealthProfile
  package var preferences: DietPreferences

  package init(profile: HealthProfile, preferences: DietPreferences) {
    self.profile = profile
    self.preferences = preferences
  }
}

/// Body of `PUT /auth/profile/preferences`: absent keys stay untouched, empty lists clear.
package struct PreferencesUpdate: Sendable, Equatable {
  package var dietaryPreferences: [String]?
  package var allergies: [String]?
  package var mealsPerDay: Int?
  /// The revision that the editor loaded; servers that know it refuse with 409 when it is no longer current.
  package var ifRevision: Int?

  package init(
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
package struct ProfileUpdate: Sendable, Equatable {
  package var dateOfBirth: Timestamp?
  package var gender: Gender?
  /// Centimetres.
  package var height: Double?
  /// Kilograms.
  package var currentWeight: Double?
  /// Kilograms.
  package var targetWeight: Double?
  package var primaryGoal: Goal?
  package var targetDate: Timestamp?
  package var activityLevel: ActivityLevel?
  package var preferences: PreferencesUpdate

  package init(
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

/// The image types that the server stores.
package enum PhotoContentType: String, CaseIterable, Sendable {
  case jpeg = "image/jpeg"
  case png = "image/png"
  case heic = "image/heic"
}

/// A multipart upload to `POST /v1/progress/photos`.
package struct PhotoUpload: Sendable, Equatable {
  package var taskID: Int
  /// The picked item these bytes come from; over HTTP it travels only as the file name.
  package var item: PhotoItemID
  package var contentType: PhotoContentType
  /// Bytes.
  package var fileSize: Int

  package init(taskID: Int, item: PhotoItemID, contentType: PhotoContentType, fileSize: Int) {
    self.taskID = taskID
    self.item = item
    self.contentType = contentType
    self.fileSize = fileSize
  }
}

/// Body of `POST /v1/progress/photo/confirm`.
package struct PhotoConfirmation: Sendable, Equatable {
  package var fileKey: String
  package var item: PhotoItemID
  package var contentType: PhotoContentType
  /// Bytes.
  package var fileSize: Int
  package var taskID: Int?

  package init(
    fileKey: String, item: PhotoItemID, contentType: PhotoContentType, fileSize: Int, taskID: Int? = nil
  ) {
    self.fileKey = fileKey
    self.item = item
    self.contentType = contentType
    self.fileSize = fileSize
    self.taskID = taskID
  }
}

/// One photo that a person picked, unique within that person's account.
package struct PhotoItemID: Hashable, Sendable {
  /// Counts a person's picks from 0.
  package var rawValue: Int32

  /// The pick of this number.
  package init(_ rawValue: Int32) { self.rawValue = rawValue }
}
