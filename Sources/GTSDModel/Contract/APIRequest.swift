/// One request of the GTSD API, with the payload it carries.
///
/// Large payloads are indirect, since a request passes through many hands, and each would otherwise keep room for the
/// largest in its task's frame.
package enum APIRequest: Sendable, Equatable {
  indirect case signUp(SignUpRequest)
  indirect case logIn(email: String, password: String)
  case refresh(refreshToken: String)
  case logOut(refreshToken: String)
  case me
  indirect case updateBasicProfile(name: String?, email: String?)
  case preferences
  indirect case updatePreferences(PreferencesUpdate)
  indirect case onboard(OnboardingRequest)
  case howItWorks
  case profile
  indirect case updateProfile(ProfileUpdate)
  case todayMetrics
  case acknowledge(version: Int, metricsComputedAt: Timestamp)
  case generatePlan(forceRecompute: Bool)
  indirect case uploadPhoto(PhotoUpload)
  indirect case presignPhoto(fileName: String, contentType: PhotoContentType, fileSize: Int)
  indirect case storePhoto(fileKey: String, contentType: PhotoContentType, fileSize: Int)
  indirect case confirmPhoto(PhotoConfirmation)
  indirect case photos(taskID: Int?, limit: Int, offset: Int)
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
