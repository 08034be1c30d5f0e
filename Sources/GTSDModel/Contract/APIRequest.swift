/// A request of the GTSD API, with its payload.
///
/// Large payloads are indirect. Otherwise every async function that passes a request on would reserve memory for the
/// largest payload in its task's frame.
public enum APIRequest: Sendable, Equatable {
  /// `POST /auth/signup`: creates an account and signs in.
  indirect case signUp(SignUpRequest)
  /// `POST /auth/login`.
  indirect case logIn(email: String, password: String)
  /// `POST /auth/refresh`: new tokens for a refresh token.
  case refresh(refreshToken: String)
  /// `POST /auth/logout`: revokes the refresh token.
  case logOut(refreshToken: String)
  /// `GET /auth/me`.
  case me
  /// `PUT /auth/profile`: changes name and address; nil leaves a value unchanged.
  indirect case updateBasicProfile(name: String?, email: String?)
  /// `GET /auth/profile/preferences`.
  case preferences
  /// `PUT /auth/profile/preferences`.
  indirect case updatePreferences(PreferencesUpdate)
  /// `POST /v1/onboarding`: completes it, or skips it with zeros for weights and height.
  indirect case onboard(OnboardingRequest)
  /// `GET /v1/summary/how-it-works`.
  case howItWorks
  /// `GET /v1/profile`.
  case profile
  /// `PUT /v1/profile`.
  indirect case updateProfile(ProfileUpdate)
  /// `GET /v1/profile/metrics/today`.
  case todayMetrics
  /// `POST /v1/profile/metrics/acknowledge`, with the version and instant of the metrics that were shown.
  case acknowledge(version: Int, metricsComputedAt: Timestamp)
  /// `POST /v1/plans/generate`.
  case generatePlan(forceRecompute: Bool)
  /// `POST /v1/progress/photos`, as `multipart/form-data`; the bytes are made up.
  indirect case uploadPhoto(PhotoUpload)
  /// `POST /v1/progress/photo/presign`: requests an address at which a file of this size may be stored.
  indirect case presignPhoto(fileName: String, contentType: PhotoContentType, fileSize: Int)
  /// `PUT` of the file to the address from the reply to `presignPhoto`.
  indirect case storePhoto(fileKey: String, contentType: PhotoContentType, fileSize: Int)
  /// `POST /v1/progress/photo/confirm`: the stored file is a photo of the account.
  indirect case confirmPhoto(PhotoConfirmation)
  /// `GET /v1/progress/photos`, newest first.
  indirect case photos(taskID: Int?, limit: Int, offset: Int)
  /// `DELETE /v1/progress/photo/{id}`.
  case deletePhoto(id: Int)
  /// `GET /v1/tasks/today`.
  case tasksToday
  /// `POST /v1/evidence`: completes a task of today.
  case submitEvidence(taskID: Int)
  /// `GET /v1/streaks/me`.
  case streak
  /// `GET /healthz`.
  case health
  /// `DELETE /auth/delete-account`: deletes the account and all of its data.
  case deleteAccount
  /// `GET /v1/profile/export`: the stored health data, in the shape of `GET /v1/profile`.
  case exportData

  /// The endpoint this request goes to.
  public var endpoint: Endpoint {
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
    case .deleteAccount: .deleteAccount
    case .exportData: .exportData
    }
  }
}
