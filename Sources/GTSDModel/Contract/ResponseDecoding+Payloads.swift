// Each initializer reads one payload. It returns nil if a value is missing that every server sends.

extension UserPayload {
  init?(_ json: JSONView) {
    guard let id = json["id"].int, let email = json["email"].string else { return nil }
    self.init(
      id: id, email: email, name: json["name"].string ?? "",
      hasCompletedOnboarding: json["hasCompletedOnboarding"].or(json["onboardingCompleted"]).bool ?? false,
      createdAt: json["createdAt"].timestamp, updatedAt: json["updatedAt"].timestamp)
  }
}

extension PreferencesPayload {
  init?(_ json: JSONView) {
    let meals = json["mealsPerDay"].int
    let dietary = json["dietaryPreferences"].strings
    let allergies = json["allergies"].strings
    guard meals != nil || dietary != nil || allergies != nil else { return nil }
    self.init(
      preferences: DietPreferences(
        dietaryPreferences: dietary ?? [], allergies: allergies ?? [], mealsPerDay: meals ?? 3),
      revision: json["revision"].int)
  }
}

extension NutritionTargets {
  /// Reads daily targets. In replies to updates, `bmr` and `tdee` are missing; they are then 0.
  init?(_ json: JSONView) {
    guard let calories = json["calorieTarget"].or(json["calories"]).int,
      let protein = json["proteinTarget"].or(json["protein"]).int,
      let water = json["waterTarget"].or(json["water"]).int
    else { return nil }
    self.init(
      bmr: json["bmr"].int ?? 0, tdee: json["tdee"].int ?? 0, calories: calories, protein: protein, water: water)
  }
}

extension SummaryPayload {
  /// Reads a summary. It does not contain the date of birth, which becomes 1970-01-01: use `age`.
  init?(_ json: JSONView) {
    let current = json["currentMetrics"]
    let goals = json["goals"]
    let values = json["calculations"]
    guard let weight = current["weight"].double, let height = current["height"].double,
      let goal = goals["primaryGoal"].string.flatMap(Goal.init(rawValue:)),
      let activity = current["activityLevel"].string.flatMap(ActivityLevel.init(rawValue:)),
      let bmr = values["bmr"]["value"].int, let tdee = values["tdee"]["value"].int,
      let calories = values["targets"]["calories"]["value"].int,
      let protein = values["targets"]["protein"]["value"].int, let water = values["targets"]["water"]["value"].int
    else { return nil }
    let profile = HealthProfile(
      dateOfBirth: Timestamp(milliseconds: 0), gender: Gender(lenient: current["gender"].string),
      currentWeight: weight, targetWeight: goals["targetWeight"].double ?? 0, height: height, primaryGoal: goal,
      targetDate: goals["targetDate"].timestamp ?? Timestamp(milliseconds: 0), activityLevel: activity)
    self.init(
      profile: profile, age: current["age"].int,
      targets: NutritionTargets(bmr: bmr, tdee: tdee, calories: calories, protein: protein, water: water),
      estimatedWeeks: json["projection"]["estimatedWeeks"].int)
  }
}

extension Gender {
  /// Reads a gender from any text. The formulas treat all unknown genders alike.
  fileprivate init(lenient text: String?) {
    self = text.flatMap(Gender.init(rawValue:)) ?? .preferNotToSay
  }
}

extension ProfilePayload {
  /// Reads a profile; goals and date of birth that are null mean that there is none yet.
  init?(_ json: JSONView) {
    let goals = json["goals"]
    let demographics = json["demographics"]
    guard var user = UserPayload(json["user"]) else { return nil }
    var profile: HealthProfile?
    if let birth = demographics["dateOfBirth"].timestamp,
      let goal = goals["primaryGoal"].string.flatMap(Goal.init(rawValue:)),
      let targetDate = goals["targetDate"].timestamp,
      let activity = goals["activityLevel"].string.flatMap(ActivityLevel.init(rawValue:))
    {
      profile = HealthProfile(
        dateOfBirth: birth, gender: Gender(lenient: demographics["gender"].string),
        currentWeight: json["health"]["currentWeight"].double ?? 0,
        targetWeight: json["health"]["targetWeight"].double ?? 0, height: demographics["height"].double ?? 0,
        primaryGoal: goal, targetDate: targetDate, activityLevel: activity)
    }
    if json["user"]["hasCompletedOnboarding"].isNull { user.hasCompletedOnboarding = profile != nil }
    self.init(
      user: user, profile: profile,
      preferences: PreferencesPayload(json["preferences"]) ?? PreferencesPayload(preferences: DietPreferences()),
      targets: NutritionTargets(json["targets"]))
  }
}

extension MetricsPayload {
  /// Reads metrics, either nested under their own key or flat beside the acknowledgment.
  init?(_ json: JSONView) {
    let row = json["metrics"].or(json)
    guard let bmi = row["bmi"].double, let bmr = row["bmr"].int, let tdee = row["tdee"].int,
      let computedAt = row["computedAt"].timestamp
    else { return nil }
    let version = row["version"].int ?? 1
    let acknowledgement = json["acknowledgement"]["acknowledgedAt"].timestamp.map {
      Acknowledgement(acknowledgedAt: $0, version: json["acknowledgement"]["version"].int ?? version)
    }
    self.init(
      metrics: HealthMetrics(bmi: bmi, bmr: bmr, tdee: tdee, computedAt: computedAt, version: version),
      acknowledged: json["acknowledged"].bool ?? (acknowledgement != nil), acknowledgement: acknowledgement)
  }
}

extension Acknowledgement {
  /// Reads the reply. The public server's form has no version; the version that was sent then counts.
  fileprivate init?(acknowledgement json: JSONView, version: Int) {
    guard let acknowledgedAt = json["acknowledgedAt"].timestamp else { return nil }
    self.init(acknowledgedAt: acknowledgedAt, version: json["version"].int ?? version)
  }

  init?(reply json: JSONView, sentVersion: Int) {
    guard json["acknowledged"].bool != false else { return nil }
    self.init(acknowledgement: json["acknowledgement"].or(json), version: sentVersion)
  }
}

extension PlanPayload {
  init?(_ json: JSONView) {
    let plan = json["plan"]
    guard let id = plan["id"].int, let startDate = plan["startDate"].timestamp,
      let endDate = plan["endDate"].timestamp, let targets = NutritionTargets(json["targets"])
    else { return nil }
    self.init(
      id: id, startDate: startDate, endDate: endDate, targets: targets,
      weeklyRate: json["targets"]["weeklyRate"].double, estimatedWeeks: json["targets"]["estimatedWeeks"].int,
      recomputed: json["recomputed"].bool ?? false)
  }
}

extension PhotoPayload {
  /// Reads a photo. Values that the reply leaves out are taken from the request.
  init?(_ json: JSONView, taskID: Int?, fileSize: Int, contentType: PhotoContentType = .jpeg) {
    guard let id = json["id"].or(json["photoId"]).int else { return nil }
    self.init(
      id: id, taskID: json["taskId"].int ?? taskID, fileSize: json["fileSize"].int ?? fileSize,
      contentType: json["mimeType"].string.flatMap(PhotoContentType.init) ?? contentType,
      fileKey: json["fileKey"].string,
      uploadedAt: json["uploadedAt"].timestamp, caption: json["caption"].string)
  }
}

extension TasksPayload {
  /// Reads the server's counts, or the list that the public app expects.
  init?(_ json: JSONView) {
    if let total = json["totalTasks"].int {
      self.init(
        total: total, completed: json["completedTasks"].int ?? 0, currentStreak: json["streak"]["current"].int ?? 0,
        ids: Self.ids(in: json["tasksByType"]))
    } else if let items = json["items"].array {
      let completed = items.count { $0["status"].string == "completed" }
      self.init(
        total: json["meta"]["total"].int ?? items.count, completed: completed, currentStreak: 0,
        ids: items.compactMap { $0["id"].int })
    } else {
      return nil
    }
  }

  /// The ids in the lists by type, for any names of types, in the order of their names.
  private static func ids(in types: JSONView) -> [Int] {
    guard let members = types.members else { return [] }
    return JSONObject.inOrder(members).flatMap { ($0.value.array ?? []).compactMap { $0["id"].int } }
  }
}

extension StreakPayload {
  init?(_ json: JSONView) {
    guard let current = json["currentStreak"].or(json["current"]).int else { return nil }
    self.init(current: current, longest: json["longestStreak"].or(json["longest"]).int ?? current)
  }
}
