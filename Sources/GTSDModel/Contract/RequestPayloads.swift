/// Body of `POST /auth/signup`.
public struct SignUpRequest: Sendable, Equatable {
  /// The address that signs in.
  public var email: String
  /// At least 8 characters, with an upper-case and a lower-case letter, a digit and one of another kind.
  public var password: String
  /// What the user is called.
  public var name: String

  /// Who signs up.
  public init(email: String, password: String, name: String) {
    self.email = email
    self.password = password
    self.name = name
  }
}

/// Body of `POST /v1/onboarding`; the skip body carries zeros for weights and height.
public struct OnboardingRequest: Sendable, Equatable {
  /// The health data.
  public var profile: HealthProfile
  /// What is eaten and what is not.
  public var preferences: DietPreferences

  /// What onboarding asks for.
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
  /// Its date in UTC counts.
  public var dateOfBirth: Timestamp?
  /// As the user says.
  public var gender: Gender?
  /// Centimetres.
  public var height: Double?
  /// Kilograms.
  public var currentWeight: Double?
  /// Kilograms.
  public var targetWeight: Double?
  /// What is to be reached.
  public var primaryGoal: Goal?
  /// Until when.
  public var targetDate: Timestamp?
  /// As the user says.
  public var activityLevel: ActivityLevel?
  /// What is eaten and what is not.
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

/// The image types that the server stores.
public enum PhotoContentType: String, CaseIterable, Sendable {
  /// JPEG.
  case jpeg = "image/jpeg"
  /// PNG.
  case png = "image/png"
  /// HEIC, as phones take pictures.
  case heic = "image/heic"
}

/// A multipart upload to `POST /v1/progress/photos`.
public struct PhotoUpload: Sendable, Equatable {
  /// The task that it shows.
  public var taskID: Int
  /// The picked item these bytes come from; over HTTP it travels only as the file name.
  public var item: PhotoItemID
  /// What the bytes are.
  public var contentType: PhotoContentType
  /// Bytes.
  public var fileSize: Int

  /// A file of a task.
  public init(taskID: Int, item: PhotoItemID, contentType: PhotoContentType, fileSize: Int) {
    self.taskID = taskID
    self.item = item
    self.contentType = contentType
    self.fileSize = fileSize
  }
}

/// Body of `POST /v1/progress/photo/confirm`.
public struct PhotoConfirmation: Sendable, Equatable {
  /// What `presignPhoto` told.
  public var fileKey: String
  /// The picked item these bytes come from.
  public var item: PhotoItemID
  /// What the bytes are.
  public var contentType: PhotoContentType
  /// Bytes.
  public var fileSize: Int
  /// The task that it shows; nil for none.
  public var taskID: Int?

  /// The confirmation of a stored file.
  public init(
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
public struct PhotoItemID: Hashable, Sendable {
  /// Counts a person's picks from 0.
  public var rawValue: Int32

  /// The pick of this number.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }
}
