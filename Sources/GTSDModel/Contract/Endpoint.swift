/// Every endpoint of the GTSD API that a client generation uses.
public enum Endpoint: UInt8, CaseIterable, Hashable, Sendable {
  case signUp
  case logIn
  case refresh
  case logOut
  case me
  case updateBasicProfile
  case preferences
  case updatePreferences
  case onboard
  case howItWorks
  case profile
  case updateProfile
  case todayMetrics
  case acknowledge
  case generatePlan
  case uploadPhoto
  case presignPhoto
  case storePhoto
  case confirmPhoto
  case photos
  case deletePhoto
  case tasksToday
  case submitEvidence
  case streak
  case health
  case deleteAccount
  case exportData

  /// The name in scenarios and reports, in kebab case.
  public var name: String {
    switch self {
    case .signUp: "sign-up"
    case .logIn: "log-in"
    case .refresh: "refresh"
    case .logOut: "log-out"
    case .me: "me"
    case .updateBasicProfile: "update-basic-profile"
    case .preferences: "preferences"
    case .updatePreferences: "update-preferences"
    case .onboard: "onboard"
    case .howItWorks: "how-it-works"
    case .profile: "profile"
    case .updateProfile: "update-profile"
    case .todayMetrics: "today-metrics"
    case .acknowledge: "acknowledge"
    case .generatePlan: "generate-plan"
    case .uploadPhoto: "upload-photo"
    case .presignPhoto: "presign-photo"
    case .storePhoto: "store-photo"
    case .confirmPhoto: "confirm-photo"
    case .photos: "photos"
    case .deletePhoto: "delete-photo"
    case .tasksToday: "tasks-today"
    case .submitEvidence: "submit-evidence"
    case .streak: "streak"
    case .health: "health"
    case .deleteAccount: "delete-account"
    case .exportData: "export-data"
    }
  }

  /// Finds the endpoint with this name; nil if there is none.
  package init?(name: String) {
    guard let match = Endpoint.allCases.first(where: { $0.name == name }) else { return nil }
    self = match
  }
}
