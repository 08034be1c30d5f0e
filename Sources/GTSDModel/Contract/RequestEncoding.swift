import Foundation

extension APIRequest {
  /// This request in its HTTP form.
  package var wire: WireRequest {
    switch self {
    case .signUp(let request):
      json { body in
        body.put("email", request.email)
        body.put("name", request.name)
        body.put("password", request.password)
      }
    case .logIn(let email, let password):
      json { body in
        body.put("email", email)
        body.put("password", password)
      }
    case .refresh(let refreshToken), .logOut(let refreshToken):
      json { $0.put("refreshToken", refreshToken) }
    case .updateBasicProfile(let name, let email):
      json { body in
        body.put("email", email)
        body.put("name", name)
      }
    case .updatePreferences(let update):
      json(update.put(into:))
    case .onboard(let request):
      json(request.put(into:))
    case .updateProfile(let update):
      json(update.put(into:))
    case .acknowledge(let version, let metricsComputedAt):
      json { body in
        body.put("metricsComputedAt", metricsComputedAt)
        body.put("version", version)
      }
    case .generatePlan(let forceRecompute):
      json { $0.put("forceRecompute", forceRecompute) }
    case .uploadPhoto(let upload):
      WireRequest(
        method: .post, target: endpoint.route.path, contentType: PhotoMultipart.contentType,
        body: PhotoMultipart.body(upload))
    case .presignPhoto(let fileName, let contentType, let fileSize):
      json { body in
        body.put("contentType", contentType.rawValue)
        body.put("fileName", fileName)
        body.put("fileSize", fileSize)
      }
    case .storePhoto(let fileKey, let contentType, let fileSize):
      WireRequest(
        method: .put, target: path(fileKey), contentType: contentType.rawValue,
        body: .file(head: [], PhotoFile(fileKey: fileKey, contentType: contentType, size: fileSize), tail: []))
    case .confirmPhoto(let confirmation):
      json(confirmation.put(into:))
    case .photos(let taskID, let limit, let offset):
      bare("?limit=\(limit)&offset=\(offset)" + (taskID.map { "&taskId=\($0)" } ?? ""))
    case .deletePhoto(let id):
      WireRequest(method: .delete, target: path(String(id)))
    case .submitEvidence(let taskID):
      json { body in
        body.put("data", tree: ["text": "done"])
        body.put("taskId", taskID)
        body.put("type", "text_log")
      }
    case .me, .preferences, .howItWorks, .profile, .todayMetrics, .tasksToday, .streak, .health, .deleteAccount,
      .exportData:
      bare("")
    }
  }

  /// Encodes a request with a JSON body.
  ///
  /// - Parameter put: writes the members of the body, sorted by the bytes of their keys.
  private func json(_ put: (inout JSONObjectWriter) -> Void) -> WireRequest {
    let route = endpoint.route
    var body = JSONObjectWriter()
    put(&body)
    return WireRequest(
      method: route.method, target: route.path, contentType: "application/json", body: .bytes(body.finish()))
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
  /// Whether this byte needs no escape in any path, such as those in this package's file keys and numbers.
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
  fileprivate func put(into body: inout JSONObjectWriter) {
    body.put("allergies", allergies)
    body.put("dietaryPreferences", dietaryPreferences)
    body.put("ifRevision", ifRevision)
    body.put("mealsPerDay", mealsPerDay)
  }
}

extension OnboardingRequest {
  fileprivate func put(into body: inout JSONObjectWriter) {
    body.put("activityLevel", profile.activityLevel.rawValue)
    body.put("allergies", preferences.allergies)
    body.put("currentWeight", profile.currentWeight)
    body.put("dateOfBirth", profile.dateOfBirth)
    body.put("dietaryPreferences", preferences.dietaryPreferences)
    body.put("gender", profile.gender.rawValue)
    body.put("height", profile.height)
    body.put("mealsPerDay", preferences.mealsPerDay)
    body.put("partners", [] as [String])
    body.put("primaryGoal", profile.primaryGoal.rawValue)
    body.put("targetDate", profile.targetDate)
    body.put("targetWeight", profile.targetWeight)
  }
}

extension ProfileUpdate {
  fileprivate func put(into body: inout JSONObjectWriter) {
    body.put("activityLevel", activityLevel?.rawValue)
    body.put("allergies", preferences.allergies)
    body.put("currentWeight", currentWeight)
    body.put("dateOfBirth", dateOfBirth)
    body.put("dietaryPreferences", preferences.dietaryPreferences)
    body.put("gender", gender?.rawValue)
    body.put("height", height)
    body.put("ifRevision", preferences.ifRevision)
    body.put("mealsPerDay", preferences.mealsPerDay)
    body.put("primaryGoal", primaryGoal?.rawValue)
    body.put("targetDate", targetDate)
    body.put("targetWeight", targetWeight)
  }
}

extension PhotoConfirmation {
  /// Writes the confirmation of an upload. The file name is not part of the contract: it tells a simulated server which
  /// photo was picked, if file keys do not end in it. Other servers ignore unknown keys.
  fileprivate func put(into body: inout JSONObjectWriter) {
    body.put("contentType", contentType.rawValue)
    body.put("evidenceType", taskID == nil ? nil : "during")
    body.put("fileKey", fileKey)
    body.put("fileName", item.fileName(contentType))
    body.put("fileSize", fileSize)
    body.put("taskId", taskID)
  }
}
