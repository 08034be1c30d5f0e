import GTSDModel

/// Endpoints that a server lacks and that are never requested. The app receives the reply of a server that has no such
/// data yet.
struct LeftOutEndpoints {
  private let mask: UInt32

  init(_ endpoints: [Endpoint]) { mask = endpoints.reduce(0) { $0 | 1 << UInt32($1.rawValue) } }

  @inline(__always)
  func contains(_ endpoint: Endpoint) -> Bool { mask & 1 << UInt32(endpoint.rawValue) != 0 }

  var isEmpty: Bool { mask == 0 }

  /// The reply that stands for a request to a missing endpoint.
  ///
  /// - Parameter user: the user of the session, if known.
  func reply(at endpoint: Endpoint, user: UserPayload?) -> APIReply {
    func success(_ body: APIResponse) -> APIReply { APIReply(status: 200, asOf: -1, body: body) }
    switch endpoint {
    case .tasksToday: return success(.tasks(TasksPayload(total: 0, completed: 0, currentStreak: 0, ids: [])))
    case .streak: return success(.streak(StreakPayload(current: 0, longest: 0)))
    case .photos: return success(.photos([]))
    case .health, .logOut: return success(.done)
    case .me:
      guard let user else { return .refusal(status: 404) }
      return success(
        .me(
          MePayload(
            id: user.id, email: user.email, name: user.name, hasCompletedOnboarding: user.hasCompletedOnboarding)))
    case .todayMetrics:
      return APIReply(status: 404, asOf: -1, body: .failure(APIErrorPayload(.notReady)))
    case .signUp, .logIn, .refresh, .updateBasicProfile, .preferences, .updatePreferences, .onboard, .howItWorks,
      .profile,
      .updateProfile, .acknowledge, .generatePlan, .uploadPhoto, .presignPhoto, .storePhoto, .confirmPhoto,
      .deletePhoto,
      .submitEvidence, .deleteAccount, .exportData:
      return .refusal(status: 404)
    }
  }
}
