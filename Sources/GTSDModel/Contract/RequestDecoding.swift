import Foundation

extension APIRequest {
  /// Reads a request that arrived over HTTP, on the server's side of `wire`.
  ///
  /// Checks presence and types. `ProfileValidation` checks ranges.
  package init(_ wire: WireRequest) throws(WireRequestProblem) {
    let (path, query) = wire.target.pathAndQuery
    guard let (endpoint, argument) = Endpoint.matching(method: wire.method, path: path) else {
      throw .noRoute(path: path)
    }
    switch endpoint {
    case .me: self = .me
    case .preferences: self = .preferences
    case .howItWorks: self = .howItWorks
    case .profile: self = .profile
    case .todayMetrics: self = .todayMetrics
    case .tasksToday: self = .tasksToday
    case .streak: self = .streak
    case .health: self = .health
    case .deleteAccount: self = .deleteAccount
    case .exportData: self = .exportData
    case .photos:
      let query = Query(query)
      self = .photos(
        taskID: try query.int("taskId"), limit: try query.int("limit") ?? 50, offset: try query.int("offset") ?? 0)
    case .deletePhoto:
      guard let id = Int(argument) else { throw .invalid(key: "photoId") }
      self = .deletePhoto(id: id)
    case .uploadPhoto:
      self = .uploadPhoto(try PhotoMultipart.upload(contentType: wire.contentType, body: wire.body))
    case .storePhoto:
      guard let type = wire.contentType.flatMap(PhotoContentType.init(rawValue:)) else {
        throw .invalid(key: "Content-Type")
      }
      self = .storePhoto(fileKey: argument, contentType: type, fileSize: wire.body.count)
    default:
      self = try APIRequest(endpoint, body: BodyReader(wire.body))
    }
  }

  /// Reads a request with a JSON body.
  private init(_ endpoint: Endpoint, body: BodyReader) throws(WireRequestProblem) {
    switch endpoint {
    case .signUp:
      self = .signUp(
        SignUpRequest(
          email: try body.string("email"), password: try body.string("password"), name: try body.string("name")))
    case .logIn:
      self = .logIn(email: try body.string("email"), password: try body.string("password"))
    case .refresh:
      self = .refresh(refreshToken: try body.string("refreshToken"))
    case .logOut:
      self = .logOut(refreshToken: try body.string("refreshToken"))
    case .updateBasicProfile:
      self = .updateBasicProfile(name: try body.optionalString("name"), email: try body.optionalString("email"))
    case .updatePreferences:
      self = .updatePreferences(try body.preferencesUpdate())
    case .onboard:
      self = .onboard(try body.onboarding())
    case .updateProfile:
      self = .updateProfile(try body.profileUpdate())
    case .acknowledge:
      let version = try body.int("version")
      let text = try body.string("metricsComputedAt")
      guard version > 0 else { throw .invalid(key: "version") }
      guard let instant = Timestamp(metricsComputedAt: text) else { throw .invalid(key: "metricsComputedAt") }
      self = .acknowledge(version: version, metricsComputedAt: instant)
    case .generatePlan:
      self = .generatePlan(forceRecompute: try body.optional("forceRecompute", \.bool) ?? false)
    case .presignPhoto:
      self = .presignPhoto(
        fileName: try body.string("fileName"), contentType: try body.photoContentType(),
        fileSize: try body.int("fileSize"))
    case .confirmPhoto:
      let fileKey = try body.string("fileKey")
      let fileName = try body.optionalString("fileName") ?? fileKey
      self = .confirmPhoto(
        PhotoConfirmation(
          fileKey: fileKey, item: PhotoItemID(fileName: fileName), contentType: try body.photoContentType(),
          fileSize: try body.int("fileSize"), taskID: try body.optional("taskId", \.int)))
    case .submitEvidence:
      self = .submitEvidence(taskID: try body.int("taskId"))
    case .me, .preferences, .howItWorks, .profile, .todayMetrics, .tasksToday, .streak, .health, .deleteAccount,
      .exportData, .photos,
      .deletePhoto, .uploadPhoto, .storePhoto:
      preconditionFailure("\(endpoint) has no JSON body")
    }
  }
}

extension String {
  /// The path of a request line without its percent encoding, and the text after the question mark.
  fileprivate var pathAndQuery: (path: String, query: Substring) {
    let mark = utf8.firstIndex(of: UInt8(ascii: "?"))
    let raw = mark.map { String(self[..<$0]) } ?? self
    let query = mark.map { self[utf8.index(after: $0)...] } ?? ""
    guard raw.utf8.contains(UInt8(ascii: "%")) else { return (raw, query) }
    return (raw.removingPercentEncoding ?? raw, query)
  }
}

/// The query of a request line.
private struct Query {
  private var items: [(name: Substring, value: Substring)]

  init(_ text: Substring) {
    items = text.split(separator: "&").map { item in
      let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (sides[0], sides.count > 1 ? sides[1] : "")
    }
  }

  func int(_ name: String) throws(WireRequestProblem) -> Int? {
    guard let item = items.first(where: { $0.name == name }) else { return nil }
    guard let value = Int(item.value) else { throw .invalid(key: name) }
    return value
  }
}

/// Reads the keys of a JSON body; unknown keys are ignored, null counts as absent.
private struct BodyReader {
  /// The largest body that the server's parser accepts, 100 kB.
  private static let limit = 102_400

  private var json: JSONValue

  init(_ body: WireRequest.Body) throws(WireRequestProblem) {
    guard body.count > 0 else {
      // An absent body is read as an empty object, as the server's parser does.
      json = [:]
      return
    }
    guard body.count <= Self.limit else { throw .oversizedJSON }
    guard let json = JSONValue(parsing: body.bytes), case .object = json else { throw .malformedJSON }
    self.json = json
  }

  func optional<Value>(
    _ key: String, _ read: (JSONValue) -> Value?
  ) throws(WireRequestProblem) -> Value? {
    let value = json[key]
    if value.isNull { return nil }
    guard let result = read(value) else { throw .invalid(key: key) }
    return result
  }

  func required<Value>(_ key: String, _ read: (JSONValue) -> Value?) throws(WireRequestProblem) -> Value {
    guard let result = try optional(key, read) else { throw .invalid(key: key) }
    return result
  }

  func string(_ key: String) throws(WireRequestProblem) -> String { try required(key, \.string) }
  func optionalString(_ key: String) throws(WireRequestProblem) -> String? { try optional(key, \.string) }
  func int(_ key: String) throws(WireRequestProblem) -> Int { try required(key, number).wholeNumber(key) }
  func double(_ key: String) throws(WireRequestProblem) -> Double { try required(key, number) }
  func optionalDouble(_ key: String) throws(WireRequestProblem) -> Double? { try optional(key, number) }

  /// The number of a value. Only replies may write numbers as text; requests must not.
  private func number(_ value: JSONValue) -> Double? {
    guard case .number(let number) = value else { return nil }
    return number
  }

  func photoContentType() throws(WireRequestProblem) -> PhotoContentType {
    try required("contentType") { $0.string.flatMap(PhotoContentType.init(rawValue:)) }
  }

  /// A gender from any text of 1 to 20 characters. The formulas treat all unknown genders alike.
  private func gender(_ value: JSONValue) -> Gender? {
    guard let text = value.string, (1...20).contains(text.count) else { return nil }
    return Gender(rawValue: text) ?? .preferNotToSay
  }

  /// A date and time in UTC.
  private func instant(_ value: JSONValue) -> Timestamp? {
    guard let text = value.string, text.hasSuffix("Z") else { return nil }
    return Timestamp(iso8601: text)
  }

  func preferencesUpdate() throws(WireRequestProblem) -> PreferencesUpdate {
    PreferencesUpdate(
      dietaryPreferences: try optional("dietaryPreferences", \.strings),
      allergies: try optional("allergies", \.strings),
      mealsPerDay: try optionalDouble("mealsPerDay")?.wholeNumber("mealsPerDay"),
      ifRevision: try optional("ifRevision", \.int))
  }

  func onboarding() throws(WireRequestProblem) -> OnboardingRequest {
    let profile = HealthProfile(
      dateOfBirth: try required("dateOfBirth", instant), gender: try required("gender", gender),
      currentWeight: try double("currentWeight"), targetWeight: try double("targetWeight"),
      height: try double("height"),
      primaryGoal: try required("primaryGoal") { $0.string.flatMap(Goal.init(rawValue:)) },
      targetDate: try required("targetDate", instant),
      activityLevel: try required("activityLevel") { $0.string.flatMap(ActivityLevel.init(rawValue:)) })
    let diet = try preferencesUpdate()
    return OnboardingRequest(
      profile: profile,
      preferences: DietPreferences(
        dietaryPreferences: diet.dietaryPreferences ?? [], allergies: diet.allergies ?? [],
        mealsPerDay: diet.mealsPerDay ?? 3))
  }

  func profileUpdate() throws(WireRequestProblem) -> ProfileUpdate {
    ProfileUpdate(
      dateOfBirth: try optional("dateOfBirth", instant), gender: try optional("gender", gender),
      height: try optionalDouble("height"), currentWeight: try optionalDouble("currentWeight"),
      targetWeight: try optionalDouble("targetWeight"),
      primaryGoal: try optional("primaryGoal") { $0.string.flatMap(Goal.init(rawValue:)) },
      targetDate: try optional("targetDate", instant),
      activityLevel: try optional("activityLevel") { $0.string.flatMap(ActivityLevel.init(rawValue:)) },
      preferences: try preferencesUpdate())
  }
}

extension Double {
  fileprivate func wholeNumber(_ key: String) throws(WireRequestProblem) -> Int {
    guard let value = Int(exactly: self) else { throw .invalid(key: key) }
    return value
  }
}
