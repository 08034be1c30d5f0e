/// A stage in the life of an account, in the order in which accounts reach them.
package enum AccountStage: Int, CaseIterable, Sendable {
  /// The request needs no account.
  case nobody
  /// An identity that the server does not know yet.
  case newcomer
  case signedUp
  case onboarded
  /// The server has computed today's metrics.
  case measured
  case acknowledged
  /// The server has given an upload address for a photo's file.
  case presigned
  /// The photo's file is uploaded, and the photo is not confirmed yet.
  case stored
  /// A photo is stored.
  case photographed
}

/// Facts about an account from which its requests are made.
package struct RequestMaterial: Sendable {
  package var identity: SignUpRequest
  package var onboarding: OnboardingRequest
  /// The refresh token; empty before a session exists.
  package var refreshToken = ""
  /// The account's metrics; nil until ``AccountStage/measured``.
  package var metrics: HealthMetrics?
  /// The key of the uploaded file; empty before ``AccountStage/presigned``.
  package var fileKey = ""
  /// The newest photo; 0 until ``AccountStage/photographed``.
  package var photo = 0
  /// The number of requests of the account so far.
  package var number: Int32 = 0

  package init(identity: SignUpRequest, onboarding: OnboardingRequest) {
    self.identity = identity
    self.onboarding = onboarding
  }

  /// The size of a photo in bytes: enough for a picture, and cheap to send.
  private static let photoSize = 20_000

  package var upload: APIRequest {
    .uploadPhoto(
      PhotoUpload(taskID: 1, item: PhotoItemID(number), contentType: .jpeg, fileSize: Self.photoSize))
  }
  package var presign: APIRequest {
    .presignPhoto(fileName: "photo.jpg", contentType: .jpeg, fileSize: Self.photoSize)
  }
  package var store: APIRequest { .storePhoto(fileKey: fileKey, contentType: .jpeg, fileSize: Self.photoSize) }
  fileprivate var confirm: APIRequest {
    .confirmPhoto(
      PhotoConfirmation(
        fileKey: fileKey, item: PhotoItemID(0), contentType: .jpeg, fileSize: Self.photoSize, taskID: 1))
  }
  package var acknowledge: APIRequest {
    .acknowledge(
      version: metrics?.version ?? 1, metricsComputedAt: metrics?.computedAt ?? Timestamp(milliseconds: 0))
  }
  /// An edit whose weight differs from that of the previous edit.
  fileprivate var edit: APIRequest {
    let weight = onboarding.profile.currentWeight
    let other = weight < 100 ? weight + 1 : weight - 1
    return .updateProfile(ProfileUpdate(currentWeight: number.isMultiple(of: 2) ? weight : other))
  }
}

/// Recipe for single requests to an endpoint.
package struct SingleRequest: Sendable {
  /// A resource that a correct server accepts only once.
  package enum Spent: Sendable {
    /// The identity or account: the next request needs another one.
    case account
    /// A refresh token: the reply brings the next one.
    case refreshToken
    /// A photo, which can be deleted once, so the next request needs another one.
    case photo
  }

  /// The stage that the account must have reached for a correct server to reply with success.
  package var stage: AccountStage
  /// The resource that the request uses up; nil if the same request may be repeated.
  package var spent: Spent?
  package var make: @Sendable (RequestMaterial) -> APIRequest

  fileprivate init(
    _ stage: AccountStage, spends spent: Spent? = nil, _ make: @escaping @Sendable (RequestMaterial) -> APIRequest
  ) {
    self.stage = stage
    self.spent = spent
    self.make = make
  }
}

extension Endpoint {
  /// The table of single requests, used by scenario files, their validation and the generator.
  package var single: SingleRequest {
    switch self {
    case .signUp: SingleRequest(.newcomer, spends: .account) { .signUp($0.identity) }
    case .logIn: SingleRequest(.signedUp) { .logIn(email: $0.identity.email, password: $0.identity.password) }
    case .refresh: SingleRequest(.signedUp, spends: .refreshToken) { .refresh(refreshToken: $0.refreshToken) }
    // A repetition succeeds as well.
    case .logOut: SingleRequest(.signedUp) { .logOut(refreshToken: $0.refreshToken) }
    case .me: SingleRequest(.onboarded) { _ in .me }
    case .updateBasicProfile:
      SingleRequest(.onboarded) { .updateBasicProfile(name: "User \($0.number)", email: nil) }
    case .preferences: SingleRequest(.onboarded) { _ in .preferences }
    case .updatePreferences:
      SingleRequest(.onboarded) { .updatePreferences(PreferencesUpdate(mealsPerDay: 3 + Int($0.number & 1))) }
    case .onboard: SingleRequest(.signedUp) { .onboard($0.onboarding) }
    case .howItWorks: SingleRequest(.onboarded) { _ in .howItWorks }
    case .profile: SingleRequest(.onboarded) { _ in .profile }
    case .updateProfile: SingleRequest(.measured) { $0.edit }
    case .todayMetrics: SingleRequest(.measured) { _ in .todayMetrics }
    case .acknowledge: SingleRequest(.measured) { $0.acknowledge }
    case .generatePlan: SingleRequest(.acknowledged) { _ in .generatePlan(forceRecompute: false) }
    case .uploadPhoto: SingleRequest(.onboarded) { $0.upload }
    case .presignPhoto: SingleRequest(.onboarded) { $0.presign }
    case .storePhoto: SingleRequest(.presigned) { $0.store }
    // A repetition returns the stored photo.
    case .confirmPhoto: SingleRequest(.stored) { $0.confirm }
    case .photos: SingleRequest(.onboarded) { _ in .photos(taskID: nil, limit: 50, offset: 0) }
    case .deletePhoto: SingleRequest(.photographed, spends: .photo) { .deletePhoto(id: $0.photo) }
    case .tasksToday: SingleRequest(.onboarded) { _ in .tasksToday }
    case .submitEvidence: SingleRequest(.onboarded) { _ in .submitEvidence(taskID: 1) }
    case .streak: SingleRequest(.onboarded) { _ in .streak }
    case .health: SingleRequest(.nobody) { _ in .health }
    case .deleteAccount: SingleRequest(.signedUp, spends: .account) { _ in .deleteAccount }
    case .exportData: SingleRequest(.onboarded) { _ in .exportData }
    }
  }
}

extension LoadSettings {
  /// Requests that cannot be sent for accounts that exist already, since they create or delete an account.
  package var requestsOfOwnAccounts: [Endpoint] {
    unit == .request ? requests.map(\.request).filter { $0.single.spent == .account } : []
  }

  /// Whether single requests need an account at the server.
  package var needsAccounts: Bool {
    unit == .request && requests.contains { $0.request.single.stage.rawValue > AccountStage.newcomer.rawValue }
  }
}
