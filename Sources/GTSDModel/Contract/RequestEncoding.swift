import Foundation

extension APIRequest {
  /// This request as it goes over HTTP.
  package var wire: WireRequest {
    switch self {
    case .signUp(let request):
      json(["email": .string(request.email), "password": .string(request.password), "name": .string(request.name)])
    case .logIn(let email, let password):
      json(["email": .string(email), "password": .string(password)])
    case .refresh(let refreshToken), .logOut(let refreshToken):
      json(["refreshToken": .string(refreshToken)])
    case .updateBasicProfile(let name, let email):
      json(["name": JSONValue(name), "email": JSONValue(email)])
    case .updatePreferences(let update):
      json(update.json)
    case .onboard(let request):
      json(request.json)
    case .updateProfile(let update):
      json(update.json)
    case .acknowledge(let version, let metricsComputedAt):
      json(["metricsComputedAt": JSONValue(metricsComputedAt), "version": JSONValue(version)])
    case .generatePlan(let forceRecompute):
      json(["forceRecompute": .bool(forceRecompute)])
    case .uploadPhoto(let upload):
      WireRequest(
        method: .post, target: endpoint.route.path, contentType: PhotoMultipart.contentType,
        body: PhotoMultipart.body(upload))
    case .presignPhoto(let fileName, let contentType, let fileSize):
      json([
        "fileName": .string(fileName), "contentType": .string(contentType.rawValue), "fileSize": JSONValue(fileSize),
      ])
    case .storePhoto(let fileKey, let contentType, let fileSize):
      WireRequest(
        method: .put, target: path(fileKey), contentType: contentType.rawValue,
        body: .file(head: [], PhotoFile(fileKey: fileKey, contentType: contentType, size: fileSize), tail: []))
    case .confirmPhoto(let confirmation):
      json(confirmation.json)
    case .photos(let taskID, let limit, let offset):
      bare("?limit=\(limit)&offset=\(offset)" + (taskID.map { "&taskId=\($0)" } ?? ""))
    case .deletePhoto(let id):
      WireRequest(method: .delete, target: path(String(id)))
    case .submitEvidence(let taskID):
      json(["taskId": JSONValue(taskID), "type": "text_log", "data": ["text": "done"]])
    case .me, .preferences, .howItWorks, .profile, .todayMetrics, .tasksToday, .streak, .health, .deleteAccount,
      .exportData:
      bare("")
    }
  }

  private func json(_ value: JSONValue) -> WireRequest {
    let route = endpoint.route
    return WireRequest(
      method: route.method, target: route.path, contentType: "application/json", body: .bytes(value.withoutNulls.bytes))
  }

  private func bare(_ query: String) -> WireRequest {
    let route = endpoint.route
    return WireRequest(method: route.method, target: query.isEmpty ? route.path : route.path + query)
  }

  /// The endpoint's path with its varying part filled in.
  private func path(_ argument: String) -> String {
    let fixed = endpoint.route.path.prefix { $0 != ":" }
    if argument.utf8.allSatisfy(\.isPlainInPath) { return fixed + argument }
    // Never nil: a Swift string has no unpaired surrogates.
    return fixed + (argument.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? argument)
  }
}

extension UInt8 {
  /// Whether this byte stands for itself in every path: what our file keys and numbers consist of.
  fileprivate var isPlainInPath: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension PreferencesUpdate {
  fileprivate var json: JSONValue {
    [
      "allergies": JSONValue(allergies), "dietaryPreferences": JSONValue(dietaryPreferences),
      "ifRevision": JSONValue(ifRevision), "mealsPerDay": JSONValue(mealsPerDay),
    ]
  }
}

extension OnboardingRequest {
  fileprivate var json: JSONValue {
    [
      "dateOfBirth": JSONValue(profile.dateOfBirth), "gender": .string(profile.gender.rawValue),
      "primaryGoal": .string(profile.primaryGoal.rawValue), "targetWeight": JSONValue(profile.targetWeight),
      "currentWeight": JSONValue(profile.currentWeight), "height": JSONValue(profile.height),
      "targetDate": JSONValue(profile.targetDate), "activityLevel": .string(profile.activityLevel.rawValue),
      "dietaryPreferences": JSONValue(preferences.dietaryPreferences), "allergies": JSONValue(preferences.allergies),
      "mealsPerDay": JSONValue(preferences.mealsPerDay), "partners": [],
    ]
  }
}

extension ProfileUpdate {
  fileprivate var json: JSONValue {
    [
      "dateOfBirth": JSONValue(dateOfBirth), "gender": JSONValue(gender?.rawValue), "height": JSONValue(height),
      "currentWeight": JSONValue(currentWeight), "targetWeight": JSONValue(targetWeight),
      "primaryGoal": JSONValue(primaryGoal?.rawValue), "targetDate": JSONValue(targetDate),
      "activityLevel": JSONValue(activityLevel?.rawValue),
      "dietaryPreferences": JSONValue(preferences.dietaryPreferences), "allergies": JSONValue(preferences.allergies),
      "mealsPerDay": JSONValue(preferences.mealsPerDay), "ifRevision": JSONValue(preferences.ifRevision),
    ]
  }
}

extension PhotoConfirmation {
  /// The file name is ours, to carry the item where file keys do not end in it; servers strip keys they do not know.
  fileprivate var json: JSONValue {
    [
      "fileName": .string(item.fileName(contentType)),
      "fileKey": .string(fileKey), "fileSize": JSONValue(fileSize), "contentType": .string(contentType.rawValue),
      "taskId": JSONValue(taskID), "evidenceType": taskID == nil ? nil : "during",
    ]
  }
}
