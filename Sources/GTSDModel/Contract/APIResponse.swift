/// What a GTSD server answers: the decoded body of a success, or an error body.
///
/// Indirect, since a reply passes through many hands, and each would otherwise keep a copy in its task's frame.
package indirect enum APIResponse: Sendable, Equatable {
  case session(SessionPayload)
  case tokens(accessToken: String, refreshToken: String)
  case me(MePayload)
  case user(UserPayload)
  case preferences(PreferencesPayload)
  case summary(SummaryPayload)
  case profile(ProfilePayload)
  case profileUpdated(ProfileUpdatePayload)
  case metrics(MetricsPayload)
  case acknowledged(Acknowledgement)
  case plan(PlanPayload)
  case photo(PhotoPayload)
  case presigned(fileKey: String)
  case photos([PhotoPayload])
  case tasks(TasksPayload)
  case streak(StreakPayload)
  /// A success without a body that anybody reads.
  case done
  case failure(APIErrorPayload)
  /// A reply that the client could not decode.
  case undecodable
}

/// The user as sign-up, log-in and onboarding return it.
package struct UserPayload: Sendable, Equatable {
  package var id: Int
  package var email: String
  package var name: String
  package var hasCompletedOnboarding: Bool

  package init(id: Int, email: String, name: String, hasCompletedOnboarding: Bool) {
    self.id = id
    self.email = email
    self.name = name
    self.hasCompletedOnboarding = hasCompletedOnboarding
  }
}

/// Reply of sign-up and log-in.
package struct SessionPayload: Sendable, Equatable {
  package var user: UserPayload
  package var accessToken: String
  package var refreshToken: String

  package init(user: UserPayload, accessToken: String, refreshToken: String) {
    self.user = user
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }
}

/// Reply of `GET /auth/me`: flag and preferences are absent on servers that do not send them.
package struct MePayload: Sendable, Equatable {
  package var id: Int
  package var email: String
  package var name: String
  package var hasCompletedOnboarding: Bool?
  package var preferences: DietPreferences?

  package init(
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
package struct PreferencesPayload: Sendable, Equatable {
  package var preferences: DietPreferences
  package var revision: Int?

  package init(preferences: DietPreferences, revision: Int? = nil) {
    self.preferences = preferences
    self.revision = revision
  }
}

/// What `GET /v1/summary/how-it-works` says; its texts are made when it is written to the wire.
package struct SummaryPayload: Sendable, Equatable {
  package var profile: HealthProfile
  package var age: Int?
  package var targets: NutritionTargets
  package var estimatedWeeks: Int?

  package init(profile: HealthProfile, age: Int? = nil, targets: NutritionTargets, estimatedWeeks: Int? = nil) {
    self.profile = profile
    self.age = age
    self.targets = targets
    self.estimatedWeeks = estimatedWeeks
  }
}

/// Reply of `GET /v1/profile`; profile and targets are nil for who never onboarded.
package struct ProfilePayload: Sendable, Equatable {
  package var user: UserPayload
  package var profile: HealthProfile?
  package var preferences: PreferencesPayload
  package var targets: NutritionTargets?

  package init(
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
package struct ProfileUpdatePayload: Sendable, Equatable {
  package var planUpdated: Bool
  package var targets: NutritionTargets?
  /// Whether anything of the profile was written, which the reply then repeats.
  package var isChanged: Bool
  /// How the targets have moved; nil where they have not.
  package var changes: TargetChanges?

  package init(
    planUpdated: Bool, targets: NutritionTargets? = nil, isChanged: Bool = false, changes: TargetChanges? = nil
  ) {
    self.planUpdated = planUpdated
    self.targets = targets
    self.isChanged = isChanged
    self.changes = changes
  }

  /// How an edit has moved the daily targets.
  package struct TargetChanges: Sendable, Equatable {
    /// Kilocalories.
    package var previousCalories, newCalories: Int
    /// Grams.
    package var previousProtein, newProtein: Int

    package init(from old: NutritionTargets, to new: NutritionTargets) {
      (previousCalories, newCalories) = (old.calories, new.calories)
      (previousProtein, newProtein) = (old.protein, new.protein)
    }

    init?(_ json: JSONValue) {
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
package struct MetricsPayload: Sendable, Equatable {
  package var metrics: HealthMetrics
  package var acknowledged: Bool
  package var acknowledgement: Acknowledgement?

  package init(metrics: HealthMetrics, acknowledged: Bool, acknowledgement: Acknowledgement? = nil) {
    self.metrics = metrics
    self.acknowledged = acknowledged
    self.acknowledgement = acknowledgement
  }
}

/// A committed acknowledgment as the server tells it.
package struct Acknowledgement: Sendable, Equatable {
  package var acknowledgedAt: Timestamp
  package var version: Int

  package init(acknowledgedAt: Timestamp, version: Int) {
    self.acknowledgedAt = acknowledgedAt
    self.version = version
  }
}

/// Reply of `POST /v1/plans/generate`.
package struct PlanPayload: Sendable, Equatable {
  package var id: Int
  package var startDate: Timestamp
  package var endDate: Timestamp
  package var targets: NutritionTargets
  /// Kilograms a week.
  package var weeklyRate: Double?
  package var estimatedWeeks: Int?
  package var recomputed: Bool

  package init(
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
package struct PhotoPayload: Sendable, Equatable {
  package var id: Int
  package var taskID: Int?
  /// Bytes.
  package var fileSize: Int
  /// What it was stored as; on the wire, lists alone tell.
  package var contentType: PhotoContentType

  package init(id: Int, taskID: Int? = nil, fileSize: Int, contentType: PhotoContentType = .jpeg) {
    self.id = id
    self.taskID = taskID
    self.fileSize = fileSize
    self.contentType = contentType
  }
}

/// Reply of `GET /v1/tasks/today`.
package struct TasksPayload: Sendable, Equatable {
  package var total: Int
  package var completed: Int
  /// Days.
  package var currentStreak: Int
  /// What the server calls the tasks, where it lists them.
  package var ids: [Int]

  package init(total: Int, completed: Int, currentStreak: Int, ids: [Int] = []) {
    self.total = total
    self.completed = completed
    self.currentStreak = currentStreak
    self.ids = ids
  }
}

/// Reply of `GET /v1/streaks/me`, in days.
package struct StreakPayload: Sendable, Equatable {
  package var current: Int
  package var longest: Int

  package init(current: Int, longest: Int) {
    self.current = current
    self.longest = longest
  }
}

/// What an error reply says, whichever of the envelopes it came in.
package struct APIErrorPayload: Sendable, Equatable {
  package var message: String
  package var reason: Reason

  package init(message: String, reason: Reason) {
    self.message = message
    self.reason = reason
  }
}

extension APIErrorPayload {
  /// Why a request was refused. In process it is exact; over HTTP it is read from status and message.
  package enum Reason: UInt8, Sendable, CaseIterable {
    case validation, unauthorized, forbidden, notFound, notReady, conflict, gated, onboardingIncomplete, tooLarge
    case rateLimited, server, unavailable
  }
}
