/// One request of the GTSD API, with the payload it carries.
package enum APIRequest: Sendable, Equatable {
  case signUp(SignUpRequest)
  case logIn(email: String, password: String)
  case refresh(refreshToken: String)
  case logOut(refreshToken: String)
  case me
  case updateBasicProfile(name: String?, email: String?)
  case preferences
  case updatePreferences(PreferencesUpdate)
  case onboard(OnboardingRequest)
  case howItWorks
  case profile
  case updateProfile(ProfileUpdate)
  case todayMetrics
  case acknowledge(version: Int, metricsComputedAt: Timestamp)
  case generatePlan(forceRecompute: Bool)
  case uploadPhoto(PhotoUpload)
  case presignPhoto(fileName: String, contentType: PhotoContentType, fileSize: Int)
  case storePhoto(fileKey: String, contentType: PhotoContentType, fileSize: Int)
  case confirmPhoto(PhotoConfirmation)
  case photos(taskID: Int?, limit: Int, offset: Int)
  case deletePhoto(id: Int)
  case tasksToday
  case submitEvidence(taskID: Int)
  case streak
  case health

  /// The endpoint this request goes to.
  package var endpoint: Endpoint {
    switch self {
    case .signUp: .signUp
    case .logIn: .logIn
    case .refresh: .refresh
    case .logOut: .logOut
    case .me: .me
    case .updateBasicProfile: .updateBasicProfile
    case .preferences: .preferences
    case .updatePreferences: .updatePreferences
    case .onboard: .onboard
    case .howItWorks: .howItWorks
    case .profile: .profile
    case .updateProfile: .updateProfile
    case .todayMetrics: .todayMetrics
    case .acknowledge: .acknowledge
    case .generatePlan: .generatePlan
    case .uploadPhoto: .uploadPhoto
    case .presignPhoto: .presignPhoto
    case .storePhoto: .storePhoto
    case .confirmPhoto: .confirmPhoto
    case .photos: .photos
    case .deletePhoto: .deletePhoto
    case .tasksToday: .tasksToday
    case .submitEvidence: .submitEvidence
    case .streak: .streak
    case .health: .health
    }
  }
}
