extension APIResponse {
  /// This reply in its HTTP form.
  ///
  /// The request chooses between forms of one payload (a photo uploaded or confirmed). The context's wire switches
  /// choose between the forms of different servers.
  package func encoded(for request: APIRequest, context: ResponseContext) -> WireResponse {
    switch self {
    case .failure(let error): error.encoded(for: request, context: context)
    case .undecodable: WireResponse(contentType: "text/html", body: Array("<html></html>".utf8))
    default: WireResponse(json: json(for: request, context: context))
    }
  }

  private func json(for request: APIRequest, context: ResponseContext) -> JSONValue {
    switch self {
    case .session(let session):
      success([
        "user": session.user.json, "accessToken": .string(session.accessToken),
        "refreshToken": .string(session.refreshToken),
      ])
    case .tokens(let accessToken, let refreshToken):
      success(["accessToken": .string(accessToken), "refreshToken": .string(refreshToken)])
    case .me(let me):
      success(me.json(full: context.wire.me == .full, user: context.user))
    case .user(let user):
      // The reply to onboarding is the bare user; every other reply has the envelope.
      request.endpoint == .onboard ? user.json : success(user.json)
    case .preferences(let preferences):
      preferences.json(for: request, user: context.user)
    case .summary(let summary):
      success(summary.json(context))
    case .profile(let profile):
      ["success": true, "profile": profile.json]
    case .profileUpdated(let update):
      JSONValue.object([
        "success": true, "profile": update.isChanged ? request.writtenProfile : [:],
        "planUpdated": .bool(update.planUpdated), "targets": update.targets?.json ?? nil,
        "changes": update.changes?.json ?? nil,
      ]).withoutNulls
    case .metrics(let metrics):
      success(metrics.json(context.wire.metrics))
    case .acknowledged(let acknowledgement):
      success(acknowledgement.reply(context.wire.ack))
    case .plan(let plan):
      success(plan.json(context))
    case .photo(let photo):
      photo.json(for: request, context: context)
    case .presigned(let fileKey):
      success([
        "uploadUrl": .string(context.baseURL + "/storage/" + fileKey), "fileKey": .string(fileKey), "expiresIn": 600,
      ])
    case .photos(let photos):
      photos.json(for: request, context: context)
    case .tasks(let tasks):
      .object(["success": true, "data": tasks.json(context.now), "cached": false])
    case .streak(let streak):
      success(streak.json(user: context.user))
    case .done:
      request.endpoint == .health ? context.health : ["success": true, "message": "OK"]
    case .failure, .undecodable:
      preconditionFailure("\(self) is no success")
    }
  }
}

extension ResponseContext {
  /// The reply of `GET /healthz`.
  fileprivate var health: JSONValue {
    guard let server else { return ["status": "ok"] }
    return [
      "status": "ok", "version": .string(server.version), "gitSha": "unknown", "uptime": JSONValue(server.uptime),
      "timestamp": JSONValue(now),
    ]
  }
}

extension APIRequest {
  /// The fields of a profile update, in the groups of the profile, as the response repeats them.
  fileprivate var writtenProfile: JSONValue {
    guard case .updateProfile(let update) = self else { return [:] }
    let preferences = update.preferences
    let groups: [(String, [JSONObject.Member])] = [
      (
        "demographics",
        [
          ("dateOfBirth", JSONValue(update.dateOfBirth)), ("gender", JSONValue(update.gender?.rawValue)),
          ("height", JSONValue(update.height)),
        ]
      ),
      (
        "health",
        [("currentWeight", JSONValue(update.currentWeight)), ("targetWeight", JSONValue(update.targetWeight))]
      ),
      (
        "goals",
        [
          ("primaryGoal", JSONValue(update.primaryGoal?.rawValue)), ("targetDate", JSONValue(update.targetDate)),
          ("activityLevel", JSONValue(update.activityLevel?.rawValue)),
        ]
      ),
      (
        "preferences",
        [
          ("dietaryPreferences", preferences.dietaryPreferences.map { JSONValue($0) } ?? .null),
          ("allergies", preferences.allergies.map { JSONValue($0) } ?? .null),
          ("mealsPerDay", JSONValue(preferences.mealsPerDay)),
        ]
      ),
    ]
    let given = groups.map { name, fields in (name, fields.filter { !$0.1.isNull }) }.filter { !$0.1.isEmpty }
    return .object(JSONObject(given.map { ($0.0, .object(JSONObject($0.1))) }))
  }
}

func success(_ data: JSONValue) -> JSONValue { ["data": data, "success": true] }

extension UserPayload {
  var json: JSONValue {
    let members: JSONObject = [
      "createdAt": JSONValue(createdAt), "email": .string(email), "emailVerified": false,
      "hasCompletedOnboarding": .bool(hasCompletedOnboarding), "id": JSONValue(id), "name": .string(name),
      "updatedAt": JSONValue(updatedAt),
    ]
    return JSONValue.object(members).withoutNulls
  }
}

extension MePayload {
  fileprivate func json(full: Bool, user: UserPayload?) -> JSONValue {
    var known: [JSONObject.Member] = [
      ("email", .string(email)), ("emailVerified", false), ("id", JSONValue(id)), ("isActive", true),
      ("name", .string(name)), ("phone", nil), ("timezone", "UTC"),
    ]
    if let createdAt = user?.createdAt, let updatedAt = user?.updatedAt {
      known += [("createdAt", JSONValue(createdAt)), ("updatedAt", JSONValue(updatedAt))]
    }
    let members = JSONObject(known)
    guard full else { return .object(members) }
    var extras: [JSONObject.Member] = []
    if let preferences { extras += preferences.members }
    if let hasCompletedOnboarding { extras.append(("hasCompletedOnboarding", .bool(hasCompletedOnboarding))) }
    return .object(members.merging(JSONObject(extras)))
  }
}

extension DietPreferences {
  fileprivate var members: [JSONObject.Member] {
    [
      ("allergies", JSONValue(allergies)), ("dietaryPreferences", JSONValue(dietaryPreferences)),
      ("mealsPerDay", JSONValue(mealsPerDay)),
    ]
  }
}

extension PreferencesPayload {
  fileprivate var members: JSONObject {
    var members = preferences.members
    if let revision { members.append(("revision", JSONValue(revision))) }
    return JSONObject(members)
  }

  /// An update's reply carries both the fields and the full user, since specifications and code differ.
  fileprivate func json(for request: APIRequest, user: UserPayload?) -> JSONValue {
    guard request.endpoint == .updatePreferences else { return success(.object(members)) }
    var full = members
    if case .object(let userMembers)? = user?.json { full = full.merging(userMembers) }
    return ["data": .object(members), "message": "Preferences updated", "success": true, "user": .object(full)]
  }
}

extension NutritionTargets {
  var json: JSONValue {
    [
      "bmr": JSONValue(bmr), "tdee": JSONValue(tdee), "calorieTarget": JSONValue(calories),
      "proteinTarget": JSONValue(protein), "waterTarget": JSONValue(water),
    ]
  }
}

extension SummaryPayload {
  fileprivate func json(_ context: ResponseContext) -> JSONValue {
    [
      "user": ["name": JSONValue(context.user?.name), "email": JSONValue(context.user?.email)],
      "currentMetrics": [
        "age": JSONValue(age), "gender": .string(profile.gender.rawValue), "weight": JSONValue(profile.currentWeight),
        "height": JSONValue(profile.height), "activityLevel": .string(profile.activityLevel.rawValue),
      ],
      "goals": [
        "primaryGoal": .string(profile.primaryGoal.rawValue), "targetWeight": JSONValue(profile.targetWeight),
        "targetDate": JSONValue(profile.targetDate),
      ],
      "calculations": ResponseTexts.calculations(self),
      "projection": [
        "startWeight": JSONValue(profile.currentWeight), "targetWeight": JSONValue(profile.targetWeight),
        "weeklyRate": JSONValue(profile.primaryGoal.weeklyRate), "estimatedWeeks": JSONValue(estimatedWeeks),
        "projectedDate": JSONValue(estimatedWeeks.map { context.now.adding(days: Int64($0) * 7) }),
        "explanation": .string(ResponseTexts.projection(profile.primaryGoal, weeks: estimatedWeeks)),
      ],
      "howItWorks": ResponseTexts.howItWorks,
    ]
  }
}

extension ProfilePayload {
  fileprivate var json: JSONValue {
    [
      "user": [
        "id": JSONValue(user.id), "email": .string(user.email), "name": .string(user.name),
        "hasCompletedOnboarding": .bool(user.hasCompletedOnboarding),
      ],
      "demographics": [
        "dateOfBirth": JSONValue(profile?.dateOfBirth), "gender": JSONValue(profile?.gender.rawValue),
        "height": JSONValue(profile?.height),
      ],
      "health": [
        "currentWeight": JSONValue(profile?.currentWeight), "targetWeight": JSONValue(profile?.targetWeight),
      ],
      "goals": [
        "primaryGoal": JSONValue(profile?.primaryGoal.rawValue), "targetDate": JSONValue(profile?.targetDate),
        "activityLevel": JSONValue(profile?.activityLevel.rawValue),
      ],
      "preferences": .object(preferences.members),
      "targets": targets?.json
        ?? ["bmr": nil, "tdee": nil, "calorieTarget": nil, "proteinTarget": nil, "waterTarget": nil],
    ]
  }
}

extension MetricsPayload {
  fileprivate func json(_ shape: Generation.Wire.Metrics) -> JSONValue {
    let row: JSONObject = [
      "bmi": JSONValue(metrics.bmi), "bmr": JSONValue(metrics.bmr), "computedAt": JSONValue(metrics.computedAt),
      "tdee": JSONValue(metrics.tdee), "version": JSONValue(metrics.version),
    ]
    let members: [JSONObject.Member] = [
      ("acknowledged", .bool(acknowledged)), ("acknowledgement", acknowledgement?.json ?? nil),
      ("explanations", ResponseTexts.metrics(metrics)),
    ]
    return switch shape {
    case .nested: .object(JSONObject(members + [("metrics", .object(row))]))
    case .flat: .object(JSONObject(members + row.members))
    }
  }
}

extension Acknowledgement {
  fileprivate var json: JSONValue {
    ["acknowledgedAt": JSONValue(acknowledgedAt), "version": JSONValue(version)]
  }

  fileprivate func reply(_ shape: Generation.Wire.Ack) -> JSONValue {
    let head: JSONObject = ["acknowledgedAt": JSONValue(acknowledgedAt), "success": true]
    let documented: JSONObject = ["acknowledged": true, "acknowledgement": json]
    return switch shape {
    case .head: .object(head)
    case .documented: .object(documented)
    case .union: .object(head.merging(documented))
    }
  }
}
