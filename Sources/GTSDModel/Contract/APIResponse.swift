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
  /// A success whose body is ignored.
  case done
  /// An error status.
  case failure(APIErrorPayload)
  /// A reply that the client could not decode.
  case undecodable
}

/// The user as sign-up, log-in and onboarding return it.
public struct UserPayload: Sendable, Equatable {
  /// The server's id of the user.
  public var id: Int
  /// The e-mail address for signing in.
  public var email: String
  /// The user's display name.
  public var name: String
  /// Whether onboarding was completed or skipped.
  public var hasCompletedOnboarding: Bool
  /// The time at which the account was created; nil if the server does not send it.
  public var createdAt: Timestamp?
  /// The time of the last change; nil if the server does not send it.
  public var updatedAt: Timestamp?

  /// Creates an account.
  public init(
    id: Int, email: String, name: String, hasCompletedOnboarding: Bool, createdAt: Timestamp? = nil,
    updatedAt: Timestamp? = nil
  ) {
    self.id = id
    self.email = email
    self.name = name
    self.hasCompletedOnboarding = hasCompletedOnboarding
    self.createdAt = createdAt
    self.updatedAt = updatedAt
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

  /// Creates the payload of a session.
  public init(user: UserPayload, accessToken: String, refreshToken: String) {
    self.user = user
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }
}

/// The response to `GET /auth/me`. Flag and preferences are nil on servers that do not send them.
public struct MePayload: Sendable, Equatable {
  /// The server's id of the user.
  public var id: Int
  /// The e-mail address for signing in.
  public var email: String
  /// The user's display name.
  public var name: String
  /// Whether onboarding was completed or skipped.
  public var hasCompletedOnboarding: Bool?
  /// The user's dietary preferences.
  public var preferences: DietPreferences?

  /// Creates the payload of `me`.
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

/// Stored dietary preferences, with their revision where the server sends it.
public struct PreferencesPayload: Sendable, Equatable {
  /// The user's dietary preferences.
  public var preferences: DietPreferences
  /// The number of changes of the stored value; nil if the server does not send it.
  public var revision: Int?

  /// Creates the payload of stored preferences.
  public init(preferences: DietPreferences, revision: Int? = nil) {
    self.preferences = preferences
    self.revision = revision
  }
}

/// The response to `GET /v1/summary/how-it-works`. Its texts are generated when it is encoded.
public struct SummaryPayload: Sendable, Equatable {
  /// The health data.
  public var profile: HealthProfile
  /// The age in completed years.
  public var age: Int?
  /// The daily targets.
  public var targets: NutritionTargets
  /// The number of weeks until the target weight is reached.
  public var estimatedWeeks: Int?

  /// Creates the payload of a summary.
  public init(profile: HealthProfile, age: Int? = nil, targets: NutritionTargets, estimatedWeeks: Int? = nil) {
    self.profile = profile
    self.age = age
    self.targets = targets
    self.estimatedWeeks = estimatedWeeks
  }
}

/// The response to `GET /v1/profile`. Profile and targets are nil for a person who never onboarded.
public struct ProfilePayload: Sendable, Equatable {
  /// The account.
  public var user: UserPayload
  /// The health data.
  public var profile: HealthProfile?
  /// The user's dietary preferences.
  public var preferences: PreferencesPayload
  /// The daily targets.
  public var targets: NutritionTargets?

  /// Creates the payload of a profile.
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

/// The response to `PUT /v1/profile`.
public struct ProfileUpdatePayload: Sendable, Equatable {
  /// Whether the targets were computed again.
  public var planUpdated: Bool
  /// The daily targets.
  public var targets: NutritionTargets?
  /// Whether any field of the profile was written. The reply then repeats the written fields.
  public var isChanged: Bool
  /// The change of the targets; nil if they did not change.
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

  /// The change of the daily targets that an edit caused.
  public struct TargetChanges: Sendable, Equatable {
    /// The energy targets in kilocalories, before and after.
    public var previousCalories, newCalories: Int
    /// The protein targets in grams, before and after.
    public var previousProtein, newProtein: Int

    /// Compares two sets of targets.
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

/// The response to `GET /v1/profile/metrics/today`, nested or flat on the wire.
public struct MetricsPayload: Sendable, Equatable {
  /// The newest row of metrics.
  public var metrics: HealthMetrics
  /// Whether this row was acknowledged.
  public var acknowledged: Bool
  /// The acknowledgment of this row; nil if there is none, or where the server does not send it.
  public var acknowledgement: Acknowledgement?

  /// Creates the payload of a row of metrics.
  public init(metrics: HealthMetrics, acknowledged: Bool, acknowledgement: Acknowledgement? = nil) {
    self.metrics = metrics
    self.acknowledged = acknowledged
    self.acknowledgement = acknowledgement
  }
}

/// A committed acknowledgment, as the server reports it.
public struct Acknowledgement: Sendable, Equatable {
  /// The time of the commit.
  public var acknowledgedAt: Timestamp
  /// The version of the acknowledged metrics.
  public var version: Int

  /// Creates an acknowledgment.
  public init(acknowledgedAt: Timestamp, version: Int) {
    self.acknowledgedAt = acknowledgedAt
    self.version = version
  }
}

/// Reply of `POST /v1/plans/generate`.
public struct PlanPayload: Sendable, Equatable {
  /// The server's id of the plan.
  public var id: Int
  /// The Monday of the plan's week.
  public var startDate: Timestamp
  /// The last day of the plan.
  public var endDate: Timestamp
  /// The daily targets.
  public var targets: NutritionTargets
  /// The planned change of weight in kilograms per week.
  public var weeklyRate: Double?
  /// The number of weeks until the target weight is reached.
  public var estimatedWeeks: Int?
  /// Whether the plan was computed again.
  public var recomputed: Bool

  /// Creates the payload of a plan.
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

/// A stored photo.
public struct PhotoPayload: Sendable, Equatable {
  /// The server's id of the photo.
  public var id: Int
  /// The task that the photo shows; nil if there is none.
  public var taskID: Int?
  /// The size in bytes.
  public var fileSize: Int
  /// The type under which the photo is stored. On the wire, only lists contain it.
  public var contentType: PhotoContentType
  /// The photo's key in the object store. On the wire, only lists contain it.
  public var fileKey: String?
  /// The time at which the photo was stored. Only lists contain it.
  public var uploadedAt: Timestamp?
  /// The caption of the photo.
  public var caption: String?

  /// Creates the payload of a photo.
  public init(
    id: Int, taskID: Int? = nil, fileSize: Int, contentType: PhotoContentType = .jpeg, fileKey: String? = nil,
    uploadedAt: Timestamp? = nil, caption: String? = nil
  ) {
    self.caption = caption
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
  /// The number of today's tasks.
  public var total: Int
  /// The number of tasks that are done.
  public var completed: Int
  /// The current streak in days.
  public var currentStreak: Int
  /// The ids of the tasks, where the server lists them.
  public var ids: [Int]

  /// Creates the payload of today's tasks.
  public init(total: Int, completed: Int, currentStreak: Int, ids: [Int] = []) {
    self.total = total
    self.completed = completed
    self.currentStreak = currentStreak
    self.ids = ids
  }
}

/// Reply of `GET /v1/streaks/me`, in days.
public struct StreakPayload: Sendable, Equatable {
  /// The current streak in days.
  public var current: Int
  /// The longest streak so far, in days.
  public var longest: Int

  /// Creates the payload of a streak.
  public init(current: Int, longest: Int) {
    self.current = current
    self.longest = longest
  }
}

/// The content of an error response, in any envelope.
public struct APIErrorPayload: Sendable, Equatable {
  /// The server's message, for people.
  public var message: String
  /// The reason for the failure, as the client understands it.
  public var reason: Reason

  /// Creates an error response.
  public init(message: String, reason: Reason) {
    self.message = message
    self.reason = reason
  }
}

extension APIErrorPayload {
  /// The reason why a request was refused. In process it is exact; over HTTP it is derived from status and message.
  public enum Reason: UInt8, Sendable, CaseIterable {
    case validation, unauthorized, forbidden, notFound, notReady, conflict, gated, onboardingIncomplete, tooLarge
    case rateLimited, server, unavailable
  }
}
