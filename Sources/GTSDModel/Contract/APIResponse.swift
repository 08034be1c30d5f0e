/// The response of a GTSD server: the decoded body of a success, or an error body.
///
/// Indirect, because each async function that passes a response on would otherwise keep a full copy in its task's
/// frame.
public indirect enum APIResponse: Sendable, Equatable {
  /// The response to `signUp` and `logIn`.
  case session(SessionPayload)
  /// The response to `refresh`.
  case tokens(accessToken: String, refreshToken: String)
  /// The response to `me`.
  case me(MePayload)
  /// The response to `updateBasicProfile` and `onboard`.
  case user(UserPayload)
  /// The response to `preferences` and `updatePreferences`.
  case preferences(PreferencesPayload)
  /// The response to `howItWorks`.
  case summary(SummaryPayload)
  /// The response to `profile`.
  case profile(ProfilePayload)
  /// The response to `updateProfile`.
  case profileUpdated(ProfileUpdatePayload)
  /// The response to `todayMetrics`.
  case metrics(MetricsPayload)
  /// The response to `acknowledge`.
  case acknowledged(Acknowledgement)
  /// The response to `generatePlan`.
  case plan(PlanPayload)
  /// The response to `uploadPhoto` and `confirmPhoto`.
  case photo(PhotoPayload)
  /// The response to `presignPhoto`.
  case presigned(fileKey: String)
  /// The response to `photos`.
  case photos([PhotoPayload])
  /// The response to `tasksToday`.
  case tasks(TasksPayload)
  /// The response to `streak`.
  case streak(StreakPayload)
  /// A success without a body that anybody reads.
  case done
  /// A status that is no success.
  case failure(APIErrorPayload)
  /// A reply that the client could not decode.
  case undecodable
}

/// The user as sign-up, log-in and onboarding return it.
public struct UserPayload: Sendable, Equatable {
  /// The server's number of it.
  public var id: Int
  /// The address that signs in.
  public var email: String
  /// The user's display name.
  public var name: String
  /// Whether onboarding was completed or skipped.
  public var hasCompletedOnboarding: Bool

  /// An account.
  public init(id: Int, email: String, name: String, hasCompletedOnboarding: Bool) {
    self.id = id
    self.email = email
    self.name = name
    self.hasCompletedOnboarding = hasCompletedOnboarding
  }
}

/// Reply of sign-up and log-in.
public struct SessionPayload: Sendable, Equatable {
  /// The account.
  public var user: UserPayload
  /// The token that authorizes requests.
  public var accessToken: String
  /// The token that `refresh` exchanges for a new pair of tokens.
  public var refreshToken: String

  /// A session.
  public init(user: UserPayload, accessToken: String, refreshToken: String) {
    self.user = user
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }
}

/// Reply of `GET /auth/me`: flag and preferences are absent on servers that do not send them.
public struct MePayload: Sendable, Equatable {
  /// The server's number of it.
  public var id: Int
  /// The address that signs in.
  public var email: String
  /// The user's display name.
  public var name: String
  /// Whether onboarding was completed or skipped.
  public var hasCompletedOnboarding: Bool?
  /// The user's dietary preferences.
  public var preferences: DietPreferences?

  /// An account.
  public init(
    id: Int, email: String, name: String, hasCompletedOnboarding: Bool? = nil, preferences: DietPreferences? = nil
  ) {
    self.id = id
    self.email = email
    self.name = name
    self.hasCompletedOnboarding = hasCompletedOnboarding
    self.preferences = preferences
  }
}

/// Diet preferences as stored, with the revision of the stored value where the server tells it.
public struct PreferencesPayload: Sendable, Equatable {
  /// The user's dietary preferences.
  public var preferences: DietPreferences
  /// Counts the stored value's changes; nil where the server does not tell.
  public var revision: Int?

  /// Stored preferences.
  public init(preferences: DietPreferences, revision: Int? = nil) {
    self.preferences = preferences
    self.revision = revision
  }
}

/// The response to `GET /v1/summary/how-it-works`. Its texts are generated when it is encoded.
public struct SummaryPayload: Sendable, Equatable {
  /// The health data.
  public var profile: HealthProfile
  /// Completed years.
  public var age: Int?
  /// Daily targets.
  public var targets: NutritionTargets
  /// Weeks until the target weight is reached.
  public var estimatedWeeks: Int?

  /// A summary.
  public init(profile: HealthProfile, age: Int? = nil, targets: NutritionTargets, estimatedWeeks: Int? = nil) {
    self.profile = profile
    self.age = age
    self.targets = targets
    self.estimatedWeeks = estimatedWeeks
  }
}

/// Reply of `GET /v1/profile`; profile and targets are nil for who never onboarded.
public struct ProfilePayload: Sendable, Equatable {
  /// The account.
  public var user: UserPayload
  /// The health data.
  public var profile: HealthProfile?
  /// The user's dietary preferences.
  public var preferences: PreferencesPayload
  /// Daily targets.
  public var targets: NutritionTargets?

  /// A profile.
  public init(
    user: UserPayload, profile: HealthProfile? = nil, preferences: PreferencesPayload,
    targets: NutritionTargets? = nil
  ) {
    self.user = user
    self.profile = profile
    self.preferences = preferences
    self.targets = targets
  }
}

/// Reply of `PUT /v1/profile`.
public struct ProfileUpdatePayload: Sendable, Equatable {
  /// Whether targets were computed anew.
  public var planUpdated: Bool
  /// Daily targets.
  public var targets: NutritionTargets?
  /// Whether anything of the profile was written, which the reply then repeats.
  public var isChanged: Bool
  /// How the targets have moved; nil where they have not.
  public var changes: TargetChanges?

  /// Creates the result of a profile update.
  public init(
    planUpdated: Bool, targets: NutritionTargets? = nil, isChanged: Bool = false, changes: TargetChanges? = nil
  ) {
    self.planUpdated = planUpdated
    self.targets = targets
    self.isChanged = isChanged
    self.changes = changes
  }

  /// How an edit has moved the daily targets.
  public struct TargetChanges: Sendable, Equatable {
    /// Kilocalories.
    public var previousCalories, newCalories: Int
    /// Grams.
    public var previousProtein, newProtein: Int

    /// The difference of two rows of targets.
    public init(from old: NutritionTargets, to new: NutritionTargets) {
      (previousCalories, newCalories) = (old.calories, new.calories)
      (previousProtein, newProtein) = (old.protein, new.protein)
    }

    init?(_ json: JSONView) {
      guard let previousCalories = json["previousCalories"].int, let newCalories = json["newCalories"].int,
        let previousProtein = json["previousProtein"].int, let newProtein = json["newProtein"].int
      else { return nil }
      (self.previousCalories, self.newCalories) = (previousCalories, newCalories)
      (self.previousProtein, self.newProtein) = (previousProtein, newProtein)
    }

    var json: JSONValue {
      [
        "previousCalories": JSONValue(previousCalories), "newCalories": JSONValue(newCalories),
        "previousProtein": JSONValue(previousProtein), "newProtein": JSONValue(newProtein),
      ]
    }
  }
}

/// Reply of `GET /v1/profile/metrics/today`, nested or flat on the wire.
public struct MetricsPayload: Sendable, Equatable {
  /// The newest row.
  public var metrics: HealthMetrics
  /// Whether this row was acknowledged.
  public var acknowledged: Bool
  /// The acknowledgment of this row; nil without one, or where the server does not tell.
  public var acknowledgement: Acknowledgement?

  /// A row of metrics and its acknowledgment.
  public init(metrics: HealthMetrics, acknowledged: Bool, acknowledgement: Acknowledgement? = nil) {
    self.metrics = metrics
    self.acknowledged = acknowledged
    self.acknowledgement = acknowledgement
  }
}

/// A committed acknowledgment as the server tells it.
public struct Acknowledgement: Sendable, Equatable {
  /// When it was committed.
  public var acknowledgedAt: Timestamp
  /// The version of the acknowledged metrics.
  public var version: Int

  /// An acknowledgment.
  public init(acknowledgedAt: Timestamp, version: Int) {
    self.acknowledgedAt = acknowledgedAt
    self.version = version
  }
}

/// Reply of `POST /v1/plans/generate`.
public struct PlanPayload: Sendable, Equatable {
  /// The server's number of it.
  public var id: Int
  /// Monday of its week.
  public var startDate: Timestamp
  /// The last day of the plan.
  public var endDate: Timestamp
  /// Daily targets.
  public var targets: NutritionTargets
  /// Kilograms a week.
  public var weeklyRate: Double?
  /// Weeks until the target weight is reached.
  public var estimatedWeeks: Int?
  /// Whether it was computed anew.
  public var recomputed: Bool

  /// A plan.
  public init(
    id: Int, startDate: Timestamp, endDate: Timestamp, targets: NutritionTargets, weeklyRate: Double? = nil,
    estimatedWeeks: Int? = nil, recomputed: Bool
  ) {
    self.id = id
    self.startDate = startDate
    self.endDate = endDate
    self.targets = targets
    self.weeklyRate = weeklyRate
    self.estimatedWeeks = estimatedWeeks
    self.recomputed = recomputed
  }
}

/// One stored photo.
public struct PhotoPayload: Sendable, Equatable {
  /// The server's number of it.
  public var id: Int
  /// The task that it shows; nil for none.
  public var taskID: Int?
  /// Bytes.
  public var fileSize: Int
  /// The type under which the photo is stored. On the wire, only lists contain it.
  public var contentType: PhotoContentType
  /// The photo's key in the object store. On the wire, only lists contain it.
  public var fileKey: String?
  /// When it was stored; lists alone tell.
  public var uploadedAt: Timestamp?

  /// A photo.
  public init(
    id: Int, taskID: Int? = nil, fileSize: Int, contentType: PhotoContentType = .jpeg, fileKey: String? = nil,
    uploadedAt: Timestamp? = nil
  ) {
    self.id = id
    self.taskID = taskID
    self.fileSize = fileSize
    self.contentType = contentType
    self.fileKey = fileKey
    self.uploadedAt = uploadedAt
  }
}

/// Reply of `GET /v1/tasks/today`.
public struct TasksPayload: Sendable, Equatable {
  /// Tasks of today.
  public var total: Int
  /// The number of tasks that are done.
  public var completed: Int
  /// Days.
  public var currentStreak: Int
  /// The ids of the tasks, where the server lists them.
  public var ids: [Int]

  /// Today's tasks.
  public init(total: Int, completed: Int, currentStreak: Int, ids: [Int] = []) {
    self.total = total
    self.completed = completed
    self.currentStreak = currentStreak
    self.ids = ids
  }
}

/// Reply of `GET /v1/streaks/me`, in days.
public struct StreakPayload: Sendable, Equatable {
  /// Days up to today.
  public var current: Int
  /// Days of the longest there was.
  public var longest: Int

  /// A streak.
  public init(current: Int, longest: Int) {
    self.current = current
    self.longest = longest
  }
}

/// The content of an error response, whichever envelope it came in.
public struct APIErrorPayload: Sendable, Equatable {
  /// The server's message, for people.
  public var message: String
  /// The reason, as the client understands it.
  public var reason: Reason

  /// An error.
  public init(message: String, reason: Reason) {
    self.message = message
    self.reason = reason
  }
}

extension APIErrorPayload {
  /// Why a request was refused. In process it is exact; over HTTP it is read from status and message.
  public enum Reason: UInt8, Sendable, CaseIterable {
    case validation, unauthorized, forbidden, notFound, notReady, conflict, gated, onboardingIncomplete, tooLarge
    case rateLimited, server, unavailable
  }
}
