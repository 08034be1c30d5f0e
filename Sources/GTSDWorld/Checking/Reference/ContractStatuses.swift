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
  /// Whether the contract grants the request with status 201 only, because the request stores something new.
  var creates: Bool {
    switch self {
    case .signUp, .onboard, .uploadPhoto: true
    case .logIn, .refresh, .logOut, .me, .updateBasicProfile, .preferences, .updatePreferences, .howItWorks,
      .profile, .updateProfile, .todayMetrics, .acknowledge, .generatePlan, .presignPhoto, .storePhoto, .confirmPhoto,
      .photos, .deletePhoto, .tasksToday, .submitEvidence, .streak, .health, .deleteAccount, .exportData:
      false
    }
  }
}
