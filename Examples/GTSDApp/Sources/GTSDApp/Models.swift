/// The tokens of the signed-in user.
package struct Session: Codable, Sendable, Equatable {
  package var accessToken: String
  package var refreshToken: String

  package init(accessToken: String, refreshToken: String) {
    (self.accessToken, self.refreshToken) = (accessToken, refreshToken)
  }
}

/// Today's health metrics, which a person acknowledges before the first plan.
package struct Metrics: Decodable, Sendable, Equatable {
  package struct Row: Decodable, Sendable, Equatable {
    package var bmi: Double
    package var computedAt: String
    package var version: Int
  }

  package var metrics: Row
  package var acknowledged: Bool
}

/// A week's plan.
package struct Plan: Decodable, Sendable, Equatable {
  package struct Targets: Decodable, Sendable, Equatable {
    package var calorieTarget: Int
    package var proteinTarget: Int
  }

  package var targets: Targets
}

/// The number of today's tasks, and of those that are done.
package struct Tasks: Decodable, Sendable, Equatable {
  package var totalTasks: Int
  package var completedTasks: Int
}

/// The content of the edit form.
package struct Preferences: Codable, Sendable, Equatable {
  package var dietaryPreferences: [String] = []
  package var allergies: [String] = []
  package var mealsPerDay = 3

  package init() {}
}

/// A photo on the server.
package struct StoredPhoto: Decodable, Sendable, Equatable, Identifiable {
  package var id: Int
}

/// The answers of onboarding.
package struct Profile: Encodable, Sendable {
  package var dateOfBirth = "1991-05-01T00:00:00.000Z"
  package var gender = "female"
  package var primaryGoal = "lose_weight"
  package var currentWeight = 70.0
  package var targetWeight = 62.0
  package var height = 170.0
  package var targetDate = "2027-01-01T00:00:00.000Z"
  package var activityLevel = "lightly_active"
  package var dietaryPreferences: [String] = []
  package var allergies: [String] = []
  package var mealsPerDay = 3

  package init() {}
}

/// The explanation of the numbers after onboarding.
package struct Summary: Decodable, Sendable, Equatable {
  package struct User: Decodable, Sendable, Equatable { package var name: String }
  package var user: User
}
