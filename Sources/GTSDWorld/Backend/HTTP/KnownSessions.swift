import GTSDModel

/// Accounts of signed-in users, as known from replies. They are needed if a path contains the account's id, if the app
/// needs account data without a request, or if the server's replies to writes have no body.
struct KnownSessions {
  private struct Account: Hashable {
    var user: UInt32
    var account: UInt8

    init(_ caller: Caller) { (user, account) = (caller.user, caller.account) }
  }

  private var users: [Account: UserPayload] = [:]
  private var diets: [Account: DietPreferences] = [:]

  private static let limit = 100_000

  subscript(caller: Caller) -> UserPayload? { users[Account(caller)] }

  mutating func note(_ request: APIRequest, _ reply: APIReply, of caller: Caller) {
    let account = Account(caller)
    if case .onboard(let body) = request, reply.isCarriedOut { diets[account] = body.preferences }
    switch reply.body {
    case .session(let session):
      if users.count >= Self.limit {
        users.removeAll()
        diets.removeAll()
      }
      users[account] = session.user
    case .user(let user): users[account]?.hasCompletedOnboarding = user.hasCompletedOnboarding
    case .preferences(let payload): diets[account] = payload.preferences
    case .me(let me): if let preferences = me.preferences { diets[account] = preferences }
    case .profile(let profile): diets[account] = profile.preferences.preferences
    case .tokens, .summary, .profileUpdated, .metrics, .acknowledged, .plan, .photo, .presigned, .photos, .tasks,
      .streak, .done, .failure, .undecodable:
      break
    }
  }

  /// A reply in place of a successful one without a body: the account's known values, updated with those that the app
  /// sent. Nil if the app cannot continue without the server's reply.
  func echo(of request: APIRequest, by caller: Caller) -> APIReply? {
    let account = Account(caller)
    func success(_ body: APIResponse) -> APIReply { APIReply(status: 200, asOf: -1, body: body) }
    switch request {
    case .onboard:
      guard var user = users[account] else { return nil }
      user.hasCompletedOnboarding = true
      return success(.user(user))
    case .updateBasicProfile(let name, let email):
      guard var user = users[account] else { return nil }
      user.name = name ?? user.name
      user.email = email ?? user.email
      return success(.user(user))
    case .updatePreferences(let update):
      var diet = diets[account] ?? DietPreferences()
      diet.dietaryPreferences = update.dietaryPreferences ?? diet.dietaryPreferences
      diet.allergies = update.allergies ?? diet.allergies
      diet.mealsPerDay = update.mealsPerDay ?? diet.mealsPerDay
      return success(.preferences(PreferencesPayload(preferences: diet)))
    case .updateProfile: return success(.profileUpdated(ProfileUpdatePayload(planUpdated: false, isChanged: true)))
    case .acknowledge(let version, let computedAt):
      return success(.acknowledged(Acknowledgement(acknowledgedAt: computedAt, version: version)))
    case .todayMetrics: return APIReply(status: 404, asOf: -1, body: .failure(APIErrorPayload(.notReady)))
    case .signUp, .logIn, .refresh, .logOut, .me, .preferences, .howItWorks, .profile, .generatePlan, .uploadPhoto,
      .presignPhoto, .storePhoto, .confirmPhoto, .photos, .deletePhoto, .tasksToday, .submitEvidence, .streak, .health,
      .deleteAccount, .exportData:
      return nil
    }
  }
}
