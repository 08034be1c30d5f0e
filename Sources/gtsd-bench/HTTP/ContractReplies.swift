import GTSDModel
import GTSDStudies

/// Constant replies to every request of the contract, the least with which journeys continue. The server has no memory:
/// all users look the same, with metrics that were never acknowledged.
enum ContractReplies {
  static let accessToken = "access-of-everybody-0123456789abcdef"

  private static let user = UserPayload(
    id: 4_217, email: "everybody@example.test", name: "Everybody", hasCompletedOnboarding: true)
  private static let preferences = DietPreferences(
    dietaryPreferences: ["vegetarian"], allergies: ["nuts"], mealsPerDay: 4)
  private static let targets = NutritionTargets(bmr: 1_634, tdee: 2_533, calories: 2_033, protein: 148, water: 2_700)

  /// The body of a reply for each endpoint, in the form of a server with these payloads.
  static func bodies(_ wire: Generation.Wire, now: Timestamp) -> [(endpoint: Endpoint, body: [UInt8])] {
    let profile = HealthProfile(
      dateOfBirth: Timestamp(milliseconds: 641_001_600_000), gender: .female, currentWeight: 74.5, targetWeight: 68,
      height: 169, primaryGoal: .loseWeight, targetDate: now.adding(days: 120), activityLevel: .moderatelyActive)
    let context = ResponseContext(wire: wire, now: now, user: user, profile: profile)
    return Endpoint.allCases.map { endpoint in
      (endpoint, response(endpoint, profile, now).encoded(for: request(endpoint), context: context).body)
    }
  }

  private static func response(_ endpoint: Endpoint, _ profile: HealthProfile, _ now: Timestamp) -> APIResponse {
    let acknowledgement = Acknowledgement(acknowledgedAt: now, version: 1)
    let photo = PhotoPayload(id: 11, taskID: 1, fileSize: 250_000)
    switch endpoint {
    case .signUp, .logIn:
      var newcomer = user
      newcomer.hasCompletedOnboarding = endpoint == .logIn
      return .session(
        SessionPayload(user: newcomer, accessToken: accessToken, refreshToken: "refresh-of-everybody"))
    case .refresh: return .tokens(accessToken: accessToken, refreshToken: "refresh-of-everybody")
    case .me:
      return .me(
        MePayload(
          id: user.id, email: user.email, name: user.name, hasCompletedOnboarding: true, preferences: preferences))
    case .updateBasicProfile, .onboard: return .user(user)
    case .preferences, .updatePreferences:
      return .preferences(PreferencesPayload(preferences: preferences, revision: 1))
    case .howItWorks:
      return .summary(SummaryPayload(profile: profile, age: 36, targets: targets, estimatedWeeks: 13))
    case .profile, .exportData:
      return .profile(
        ProfilePayload(
          user: user, profile: profile, preferences: PreferencesPayload(preferences: preferences, revision: 1),
          targets: targets))
    case .updateProfile: return .profileUpdated(ProfileUpdatePayload(planUpdated: true, targets: targets))
    case .todayMetrics:
      return .metrics(
        MetricsPayload(
          metrics: HealthMetrics(bmi: 26.08, bmr: 1_634, tdee: 2_533, computedAt: now, version: 1),
          acknowledged: false))
    case .acknowledge: return .acknowledged(acknowledgement)
    case .generatePlan:
      return .plan(
        PlanPayload(
          id: 9, startDate: now, endDate: now.adding(days: 7), targets: targets, weeklyRate: -0.5, estimatedWeeks: 13,
          recomputed: false))
    case .uploadPhoto, .confirmPhoto: return .photo(photo)
    case .presignPhoto: return .presigned(fileKey: "photos/0")
    case .photos: return .photos([photo])
    case .tasksToday: return .tasks(TasksPayload(total: 6, completed: 2, currentStreak: 3))
    case .streak: return .streak(StreakPayload(current: 3, longest: 9))
    case .logOut, .storePhoto, .deletePhoto, .submitEvidence, .health, .deleteAccount: return .done
    }
  }

  /// A request to an endpoint, for endpoints whose reply depends on the request.
  private static func request(_ endpoint: Endpoint) -> APIRequest {
    let item = PhotoItemID(0)
    return switch endpoint {
    case .signUp: .signUp(SignUpRequest(email: user.email, password: "", name: user.name))
    case .logIn: .logIn(email: user.email, password: "")
    case .refresh: .refresh(refreshToken: "")
    case .logOut: .logOut(refreshToken: "")
    case .me: .me
    case .updateBasicProfile: .updateBasicProfile(name: nil, email: nil)
    case .preferences: .preferences
    case .updatePreferences: .updatePreferences(PreferencesUpdate())
    case .onboard: .onboard(OnboardingRequest(profile: .none, preferences: preferences))
    case .howItWorks: .howItWorks
    case .profile: .profile
    case .updateProfile: .updateProfile(ProfileUpdate())
    case .todayMetrics: .todayMetrics
    case .acknowledge: .acknowledge(version: 1, metricsComputedAt: Timestamp(milliseconds: 0))
    case .generatePlan: .generatePlan(forceRecompute: false)
    case .uploadPhoto: .uploadPhoto(PhotoUpload(taskID: 1, item: item, contentType: .jpeg, fileSize: 0))
    case .presignPhoto: .presignPhoto(fileName: "", contentType: .jpeg, fileSize: 0)
    case .storePhoto: .storePhoto(fileKey: "", contentType: .jpeg, fileSize: 0)
    case .confirmPhoto: .confirmPhoto(PhotoConfirmation(fileKey: "", item: item, contentType: .jpeg, fileSize: 0))
    case .photos: .photos(taskID: nil, limit: 50, offset: 0)
    case .deletePhoto: .deletePhoto(id: 0)
    case .tasksToday: .tasksToday
    case .submitEvidence: .submitEvidence(taskID: 0)
    case .streak: .streak
    case .health: .health
    case .deleteAccount: .deleteAccount
    case .exportData: .exportData
    }
  }
}

extension HealthProfile {
  /// A placeholder profile for requests whose content does not matter.
  fileprivate static let none = HealthProfile(
    dateOfBirth: Timestamp(milliseconds: 0), gender: .other, currentWeight: 0, targetWeight: 0, height: 0,
    primaryGoal: .maintain, targetDate: Timestamp(milliseconds: 0), activityLevel: .sedentary)
}
