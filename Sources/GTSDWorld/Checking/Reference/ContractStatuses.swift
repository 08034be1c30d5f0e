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

extension SignUpRequest {
  /// Whether the contract lets these data sign up: an e-mail address, a name of 1 to 255 bytes, and a password of at
  /// least 8 characters with letters of both cases, a digit and another character.
  var isFit: Bool {
    let sides = email.split(separator: "@", omittingEmptySubsequences: false)
    guard sides.count == 2, sides[0] != "", sides[1].contains("."), !name.isEmpty, name.utf8.count < 256 else {
      return false
    }
    let kinds: [(Character) -> Bool] = [
      { $0.isASCII && $0.isUppercase }, { $0.isASCII && $0.isLowercase }, { $0.isASCII && $0.isNumber },
      { $0.isASCII && ($0.isPunctuation || $0.isSymbol) },
    ]
    return password.utf8.count > 7 && kinds.allSatisfy { password.contains(where: $0) }
  }
}

extension ReferenceOptions {
  /// Whether the server stores a photo of a size in bytes: neither an empty file nor one that is too large.
  func storesPhotos(of size: Int) -> Bool { size > 0 && size <= photoMaxBytes }
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
