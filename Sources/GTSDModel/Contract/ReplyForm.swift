/// The JSON types of the contract's fields. The reader tolerates many others, such as numbers as texts; an app with
/// strict decoding does not.
enum FieldForm {
  case flag, whole, number, text, instant, texts, list, object
  /// A whole number, or an object around it.
  case figure
  case one(of: [String])

  /// The JSON type of a field that has the same type everywhere in the contract; nil for other fields.
  init?(_ name: String) {
    switch name {
    case "acknowledged", "emailVerified", "hasCompletedOnboarding", "isActive", "onboardingCompleted", "planUpdated",
      "recomputed":
      self = .flag
    case "calorieTarget", "completedTasks", "currentStreak", "estimatedWeeks", "fileSize", "id", "longestStreak",
      "mealsPerDay", "photoId", "proteinTarget", "revision", "taskId", "totalTasks", "version", "waterTarget":
      self = .whole
    case "bmr", "calories", "protein", "tdee", "water": self = .figure
    case "bmi", "currentWeight", "height", "targetWeight", "weeklyRate", "weight": self = .number
    case "accessToken", "caption", "email", "fileKey", "gender", "name", "refreshToken", "uploadUrl": self = .text
    case _ where FieldValues.instants.contains(name): self = .instant
    case "allergies", "dietaryPreferences": self = .texts
    case "items", "photos": self = .list
    case "acknowledgement", "calculations", "currentMetrics", "demographics", "goals", "metrics", "plan",
      "preferences", "profile", "projection", "streak", "targets", "user":
      self = .object
    case "activityLevel": self = .one(of: ActivityLevel.allCases.map(\.rawValue))
    case "primaryGoal": self = .one(of: Goal.allCases.map(\.rawValue))
    case "mimeType": self = .one(of: PhotoContentType.allCases.map(\.rawValue))
    default: return nil
    }
  }

  /// The fields that are never null where the contract has them.
  private static let neverNull: Set<String> = [
    "accessToken", "acknowledged", "allergies", "completedTasks", "dietaryPreferences", "email", "id", "mealsPerDay",
    "name", "refreshToken", "totalTasks", "version",
  ]

  /// The problem with a value's type; nil if there is none.
  ///
  /// - Parameter idsAreTexts: whether ids and sizes may be texts of digits, as in the reply to an upload.
  func problem(_ name: String, _ located: LocatedJSON, idsAreTexts: Bool) -> String? {
    let value = located.value
    if value.isNull { return Self.neverNull.contains(name) ? "is null" : nil }
    switch (self, value) {
    case (.flag, .bool), (.number, .number), (.text, .string), (.list, .array), (.object, .object), (.figure, .object):
      return nil
    case (.flag, _): return "\(located.kind), no truth value,"
    case (.whole, .number(let number)), (.figure, .number(let number)):
      return number == number.rounded() ? nil : "is a number with decimals, no whole number,"
    case (.whole, .string(let text)) where idsAreTexts && Int(text) != nil: return nil
    case (.whole, _), (.figure, _): return "\(located.kind), no whole number,"
    case (.number, _): return "\(located.kind), no number,"
    case (.text, _): return "\(located.kind), no text,"
    case (.instant, .string(let text)):
      return Timestamp(iso8601: text) == nil ? "is a text, no ISO 8601 instant," : nil
    case (.instant, _): return "\(located.kind), no ISO 8601 instant,"
    case (.texts, _): return value.strings == nil ? "\(located.kind), no list of texts," : nil
    case (.list, _): return "\(located.kind), no list,"
    case (.object, _): return "\(located.kind), no object,"
    case (.one(let names), .string(let text)):
      return names.contains(text) ? nil : "is none of \(names.joined(separator: ", "))"
    case (.one, _): return "\(located.kind), no text,"
    }
  }
}

extension ReplyProblem {
  /// The largest number of type problems kept for one reply.
  private static let most = 3

  /// Every value in a readable reply whose JSON type differs from the contract's.
  package static func tolerated(in body: [UInt8], for endpoint: Endpoint) -> [ReplyProblem] {
    // The version in the reply to `health` is the server's, not that of any data.
    guard endpoint != .health, let document = JSONValue(parsing: body), case .object(let members) = document else {
      return []
    }
    let root = LocatedJSON(path: "$", value: document)
    var problems: [ReplyProblem] = []
    if !document["success"].isNull, document["success"].bool == nil {
      let success = root["success"]
      problems.append(
        ReplyProblem(field: "success", path: success.path, finding: "\(success.kind), no truth value,"))
    }
    let hasEnvelope = !document["data"].isNull
    for (name, _) in members.members where !hasEnvelope || FieldForm.isPayload(name) {
      look(at: name, in: root, endpoint, &problems)
    }
    return problems
  }

  private static func look(
    at name: String, in object: LocatedJSON, _ endpoint: Endpoint, _ problems: inout [ReplyProblem]
  ) {
    let located = object[name]
    if let finding = FieldForm(name)?.problem(name, located, idsAreTexts: endpoint == .uploadPhoto),
      problems.count < Self.most
    {
      problems.append(ReplyProblem(field: name, path: located.path, finding: finding))
      return
    }
    // Texts for people contain members with the same names, of any type.
    if FieldForm.isContainer(name) { visit(located, endpoint, &problems) }
  }

  private static func visit(_ located: LocatedJSON, _ endpoint: Endpoint, _ problems: inout [ReplyProblem]) {
    switch located.value {
    case .object(let object):
      for (name, _) in object.members { look(at: name, in: located, endpoint, &problems) }
    case .array(let elements):
      // All elements have the same type, so the first few are enough.
      for (index, element) in elements.prefix(3).enumerated() {
        visit(LocatedJSON(path: "\(located.path)[\(index)]", value: element), endpoint, &problems)
      }
    case .null, .bool, .number, .string: break
    }
  }

  /// The problem with the content type that a reply states; nil if there is none.
  ///
  /// - Parameter contentType: the field `Content-Type`; nil if there is none.
  package static func contentType(_ contentType: String?, for endpoint: Endpoint) -> ReplyProblem? {
    guard !endpoint.answersWithoutPayload else { return nil }
    guard let contentType else {
      return ReplyProblem(field: "Content-Type", path: "the head", finding: "is missing")
    }
    let type = contentType.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    guard type != "application/json", !(type.hasPrefix("application/") && type.hasSuffix("+json")) else { return nil }
    return ReplyProblem(
      field: "Content-Type", path: "the head", finding: "is \(type.prefix(60)), where JSON is sent,")
  }

  /// The problem with a refusal; nil if there is none. Gateways and routers have refusal formats of their own, which
  /// are accepted.
  package static func refusal(
    _ status: Int, _ body: [UInt8], retryAfter: String?, for endpoint: Endpoint
  ) -> ReplyProblem? {
    if status == 429 || status == 503, retryAfter == nil {
      return ReplyProblem(field: "Retry-After", path: "the head", finding: "is missing in a reply with \(status)")
    }
    let isText = status == 429 && (endpoint == .presignPhoto || endpoint == .confirmPhoto)
    guard !body.isEmpty, !isText, endpoint != .storePhoto, status != 404, status != 405, !(501...504).contains(status),
      JSONValue(parsing: body) == nil
    else { return nil }
    return ReplyProblem(field: "", path: "$", finding: "\(kind(of: body)) in a reply with \(status)")
  }
}

extension FieldForm {
  /// Whether a member beside `data` is the payload, such as `user` in the reply to preferences.
  fileprivate static func isPayload(_ name: String) -> Bool { ["data", "user", "profile", "photo"].contains(name) }

  /// Whether a member contains fields of the contract.
  fileprivate static func isContainer(_ name: String) -> Bool {
    switch FieldForm(name) {
    case .object, .list: name != "calculations"
    case .flag, .whole, .number, .text, .instant, .texts, .figure, .one: false
    case nil: ["data", "photo", "health"].contains(name)
    }
  }
}
