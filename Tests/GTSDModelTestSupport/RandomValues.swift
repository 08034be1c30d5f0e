package import GTSDModel

/// Draws the same values on every run: SplitMix64.
package struct RandomValues: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  package mutating func bool() -> Bool { Bool.random(using: &self) }
  package mutating func double(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
  package mutating func maybe<Value>(_ value: (inout RandomValues) -> Value) -> Value? { bool() ? value(&self) : nil }
  package mutating func one<Value>(of values: [Value]) -> Value { values[int(0...values.count - 1)] }

  package mutating func text() -> String {
    let letters = Array("abcXYZ 0189\"\\/\n\u{1}é漢🙂&=%+{}[]:,")
    return String((0..<int(0...12)).map { _ in one(of: letters) })
  }

  package mutating func texts() -> [String] { (0..<int(0...3)).map { _ in text() } }
  package mutating func instant() -> Timestamp {
    Timestamp(milliseconds: Int64(int(-1_000_000_000_000...4_000_000_000_000)))
  }
  package mutating func weight() -> Double { bool() ? double(0...500) : Double(int(0...50_000)) / 100 }

  package mutating func profile() -> HealthProfile {
    HealthProfile(
      dateOfBirth: instant(), gender: one(of: Gender.allCases), currentWeight: weight(), targetWeight: weight(),
      height: weight(), primaryGoal: one(of: Goal.allCases), targetDate: instant(),
      activityLevel: one(of: ActivityLevel.allCases))
  }

  package mutating func diet() -> DietPreferences {
    DietPreferences(dietaryPreferences: texts(), allergies: texts(), mealsPerDay: int(1...10))
  }

  package mutating func dietUpdate() -> PreferencesUpdate {
    PreferencesUpdate(
      dietaryPreferences: maybe { $0.texts() }, allergies: maybe { $0.texts() }, mealsPerDay: maybe { $0.int(1...10) },
      ifRevision: maybe { $0.int(0...9) })
  }

  package mutating func profileUpdate() -> ProfileUpdate {
    ProfileUpdate(
      dateOfBirth: maybe { $0.instant() }, gender: maybe { $0.one(of: Gender.allCases) },
      height: maybe { $0.weight() }, currentWeight: maybe { $0.weight() }, targetWeight: maybe { $0.weight() },
      primaryGoal: maybe { $0.one(of: Goal.allCases) }, targetDate: maybe { $0.instant() },
      activityLevel: maybe { $0.one(of: ActivityLevel.allCases) }, preferences: dietUpdate())
  }

  package mutating func targets() -> NutritionTargets {
    NutritionTargets(
      bmr: int(0...5000), tdee: int(0...9000), calories: int(0...9000), protein: int(0...400), water: int(0...9000))
  }

  package mutating func user() -> UserPayload {
    UserPayload(id: int(1...1_000_000_000), email: text(), name: text(), hasCompletedOnboarding: bool())
  }

  package mutating func acknowledgement() -> Acknowledgement {
    Acknowledgement(acknowledgedAt: instant(), version: int(1...9))
  }
}

extension RandomValues {
  /// A request to an endpoint.
  package mutating func request(_ endpoint: Endpoint) -> APIRequest {
    let item = PhotoItemID(Int32(int(0...1000)))
    let type = one(of: PhotoContentType.allCases)
    return switch endpoint {
    case .signUp: .signUp(SignUpRequest(email: text(), password: text(), name: text()))
    case .logIn: .logIn(email: text(), password: text())
    case .refresh: .refresh(refreshToken: text())
    case .logOut: .logOut(refreshToken: text())
    case .me: .me
    case .updateBasicProfile: .updateBasicProfile(name: maybe { $0.text() }, email: maybe { $0.text() })
    case .preferences: .preferences
    case .updatePreferences: .updatePreferences(dietUpdate())
    case .onboard: .onboard(OnboardingRequest(profile: profile(), preferences: diet()))
    case .howItWorks: .howItWorks
    case .profile: .profile
    case .updateProfile: .updateProfile(profileUpdate())
    case .todayMetrics: .todayMetrics
    case .acknowledge: .acknowledge(version: int(1...9), metricsComputedAt: instant())
    case .generatePlan: .generatePlan(forceRecompute: bool())
    case .uploadPhoto:
      .uploadPhoto(PhotoUpload(taskID: int(0...9), item: item, contentType: type, fileSize: int(0...2000)))
    case .presignPhoto:
      .presignPhoto(fileName: item.fileName(type), contentType: type, fileSize: int(0...2000))
    case .storePhoto: .storePhoto(fileKey: key(item, type), contentType: type, fileSize: int(0...2000))
    case .confirmPhoto:
      .confirmPhoto(
        PhotoConfirmation(
          fileKey: bool() ? key(item, type) : text(), item: item, contentType: type, fileSize: int(0...2000),
          taskID: maybe { $0.int(0...9) }))
    case .photos: .photos(taskID: maybe { $0.int(0...9) }, limit: int(1...100), offset: int(0...100))
    case .deletePhoto: .deletePhoto(id: int(1...1000))
    case .tasksToday: .tasksToday
    case .submitEvidence: .submitEvidence(taskID: int(0...9))
    case .streak: .streak
    case .health: .health
    case .deleteAccount: .deleteAccount
    case .exportData: .exportData
    }
  }

  private mutating func key(_ item: PhotoItemID, _ type: PhotoContentType) -> String {
    "progress-photos/\(int(1...9))/\(int(0...1000)) ü-\(item.fileName(type))"
  }

  /// A successful reply to a request, with the data that its wire form can contain.
  package mutating func response(to request: APIRequest) -> APIResponse {
    switch request {
    case .signUp, .logIn:
      return .session(SessionPayload(user: user(), accessToken: text(), refreshToken: text()))
    case .refresh:
      return .tokens(accessToken: text(), refreshToken: text())
    case .me:
      return .me(
        MePayload(
          id: int(1...99), email: text(), name: text(), hasCompletedOnboarding: maybe { $0.bool() },
          preferences: maybe { $0.diet() }))
    case .updateBasicProfile, .onboard:
      return .user(user())
    case .preferences, .updatePreferences:
      return .preferences(PreferencesPayload(preferences: diet(), revision: maybe { $0.int(0...9) }))
    case .howItWorks:
      var shown = profile()
      shown.dateOfBirth = Timestamp(milliseconds: 0)
      return .summary(
        SummaryPayload(
          profile: shown, age: maybe { $0.int(13...120) }, targets: targets(),
          estimatedWeeks: maybe { $0.int(0...99) }))
    case .profile, .exportData:
      return .profile(
        ProfilePayload(
          user: user(), profile: maybe { $0.profile() },
          preferences: PreferencesPayload(preferences: diet(), revision: maybe { $0.int(0...9) }),
          targets: maybe { $0.targets() }))
    case .updateProfile:
      return .profileUpdated(ProfileUpdatePayload(planUpdated: bool(), targets: maybe { $0.targets() }))
    case .todayMetrics:
      let metrics = HealthMetrics(
        bmi: double(10...60), bmr: int(500...5000), tdee: int(500...9000), computedAt: instant(),
        version: int(1...9))
      let acknowledged = bool()
      return .metrics(
        MetricsPayload(
          metrics: metrics, acknowledged: acknowledged, acknowledgement: acknowledged ? acknowledgement() : nil))
    case .acknowledge(let version, _):
      return .acknowledged(Acknowledgement(acknowledgedAt: instant(), version: version))
    case .generatePlan:
      return .plan(
        PlanPayload(
          id: int(1...99), startDate: instant(), endDate: instant(), targets: targets(),
          weeklyRate: maybe { $0.double(-1...1) }, estimatedWeeks: maybe { $0.int(1...99) }, recomputed: bool()))
    case .uploadPhoto(let upload):
      return .photo(
        PhotoPayload(id: int(1...99), taskID: upload.taskID, fileSize: int(1...9999), contentType: upload.contentType))
    case .confirmPhoto(let confirmation):
      return .photo(
        PhotoPayload(
          id: int(1...99), taskID: confirmation.taskID, fileSize: int(1...9999), contentType: confirmation.contentType))
    case .presignPhoto:
      return .presigned(fileKey: text())
    case .photos(let taskID, _, _):
      return .photos(
        (0..<int(0...3)).map { _ in PhotoPayload(id: int(1...99), taskID: taskID, fileSize: int(0...99)) })
    case .tasksToday:
      return .tasks(TasksPayload(total: int(0...9), completed: int(0...9), currentStreak: int(0...9)))
    case .streak:
      return .streak(StreakPayload(current: int(0...9), longest: int(0...99)))
    case .logOut, .storePhoto, .deletePhoto, .submitEvidence, .health, .deleteAccount:
      return .done
    }
  }
}
