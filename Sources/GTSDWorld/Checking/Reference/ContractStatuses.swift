import GTSDModel

extension APIErrorPayload.Reason {
  /// The statuses that the contract allows for a reason; nil if it does not define them.
  var contractStatuses: [Int]? {
    switch self {
    case .validation, .gated, .onboardingIncomplete: [400]
    case .unauthorized: [401]
    case .forbidden: [403]
    case .notFound, .notReady: [404]
    case .conflict: [409]
    case .tooLarge: [400, 413]
    case .rateLimited: [429]
    case .server, .unavailable: nil
    }
  }
}

extension Endpoint {
  /// The only status with which the contract grants the request; nil if it depends on what is stored already.
  var grantedStatus: Int? {
    switch self {
    case .signUp, .onboard, .uploadPhoto: 201
    case .generatePlan, .confirmPhoto, .submitEvidence: nil
    case .logIn, .refresh, .logOut, .me, .updateBasicProfile, .preferences, .updatePreferences, .howItWorks,
      .profile, .updateProfile, .todayMetrics, .acknowledge, .presignPhoto, .storePhoto, .photos, .deletePhoto,
      .tasksToday, .streak, .health, .deleteAccount, .exportData:
      200
    }
  }
}
