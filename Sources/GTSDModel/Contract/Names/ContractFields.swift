/// The names of all fields in the contract's requests and replies.
package enum ContractFields {
  /// All names, in order. A test compares them with those that are written and read.
  package static let names = Set(inRequests + inReplies).sorted()

  /// Fields of bodies, parts of forms and parameters of queries.
  package static let inRequests = [
    "activityLevel", "allergies", "caption", "contentType", "currentWeight", "data", "dateOfBirth",
    "dietaryPreferences", "email",
    "evidenceType", "fileKey", "fileName", "fileSize", "forceRecompute", "gender", "height", "ifRevision", "limit",
    "mealsPerDay", "metricsComputedAt", "name", "offset", "partners", "password", "photo", "primaryGoal",
    "refreshToken",
    "targetDate", "targetWeight", "taskId", "text", "type", "version",
  ]

  package static let inReplies = [
    "accessToken", "acknowledged", "acknowledgedAt", "acknowledgement", "activityLevel", "age", "allergies", "bmi",
    "bmr",
    "calculations", "calorieTarget", "calories", "caption", "changes", "completedTasks", "computedAt", "createdAt",
    "current", "currentMetrics",
    "currentStreak", "currentWeight", "data", "dateOfBirth", "demographics", "dietaryPreferences", "email", "endDate",
    "error", "estimatedWeeks", "fileKey", "fileSize", "gender", "goals", "hasCompletedOnboarding", "health", "height",
    "id", "items", "longest", "longestStreak", "mealsPerDay", "message", "meta", "metrics", "mimeType", "name",
    "newCalories", "newProtein", "onboardingCompleted", "path", "photo", "photoId", "photos", "plan", "planUpdated",
    "preferences", "previousCalories", "previousProtein", "primaryGoal", "profile", "projection", "protein",
    "proteinTarget", "recomputed", "refreshToken", "revision", "startDate", "status", "streak", "success", "targetDate",
    "targetWeight", "targets", "taskId", "tasksByType", "tdee", "total", "totalTasks", "updatedAt", "uploadUrl",
    "uploadedAt",
    "user",
    "value", "version", "water", "waterTarget", "weeklyRate", "weight",
  ]
}
