/// The reason why a successful reply cannot be read: the missing or malformed part and its place.
package struct ReplyProblem: Hashable, Sendable {
  /// The contract's name of the field; empty if the reply as a whole is wrong.
  package var field: String
  /// The path of the missing or malformed field, such as `$.data.accessToken`.
  package var path: String
  /// The problem in words, such as `is missing` or `is a text, no whole number`.
  package var finding: String
  /// The path of a field in the reply with nearly this name, such as `$.data.access_token`.
  package var similar: String?

  package init(field: String, path: String, finding: String, similar: String? = nil) {
    (self.field, self.path, self.finding, self.similar) = (field, path, finding, similar)
  }

  /// One line: `accessToken is missing at $.data.accessToken; the reply has $.data.access_token`.
  package var text: String {
    let what = field.isEmpty ? "the body \(finding)" : "\(field) \(finding) at \(path)"
    return what + (similar.map { "; the reply has \($0)" } ?? "")
  }

  /// The name of the similar field.
  package var similarName: String? { similar?.split(separator: ".").last.map { String($0) } }

  /// The beginning of a body in one line, for reports.
  package static func sample(of body: [UInt8], upTo count: Int = 160) -> String {
    let text = String(decoding: body.prefix(4 * count), as: UTF8.self)
    var line = ""
    for scalar in text.unicodeScalars {
      if line.count == count { return line + "…" }
      let isShown = scalar.value >= 0x20 && scalar.value != 0x7F
      let next: Character = isShown ? Character(scalar) : " "
      if next == " ", line.last == " " { continue }
      line.append(next)
    }
    return body.count > 4 * count ? line + "…" : line
  }
}

extension ReplyProblem {
  /// A description of a body that is not JSON.
  static func kind(of body: [UInt8]) -> String {
    if body.starts(with: [0x1F, 0x8B]) { return "is compressed with gzip, which the request did not allow" }
    func isText(_ byte: UInt8) -> Bool { byte != 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D }
    let (first, last) = (body.first(where: isText), body.last(where: isText))
    if first == UInt8(ascii: "<") { return "is HTML or XML, where JSON is expected" }
    let isCut =
      first == UInt8(ascii: "{") && last != UInt8(ascii: "}") || first == UInt8(ascii: "[") && last != UInt8(ascii: "]")
    return isCut ? "is JSON that is cut off" : "is no JSON"
  }

  /// The first problem of a successful reply; nil for a readable one.
  package static func first(in body: [UInt8], for endpoint: Endpoint) -> ReplyProblem? {
    all(in: body, for: endpoint).first
  }

  /// All problems of a successful reply.
  package static func all(in body: [UInt8], for endpoint: Endpoint) -> [ReplyProblem] {
    guard !body.isEmpty else {
      return [ReplyProblem(field: "", path: "$", finding: "is empty, where JSON is expected")]
    }
    guard let document = JSONValue(parsing: body) else {
      return [ReplyProblem(field: "", path: "$", finding: kind(of: body))]
    }
    let flags = ["success", "ok"].filter { document[$0].bool == false }
    if let flag = flags.first {
      return [ReplyProblem(field: flag, path: "$.\(flag)", finding: "is false in a reply with a success status")]
    }
    let hasErrors = !document["error"].isNull || document["errors"].array?.isEmpty == false
    let reportsFailure = document["status"].string.map { ["error", "fail", "failed"].contains($0) } ?? false
    if hasErrors && document["data"].isNull || reportsFailure {
      return [ReplyProblem(field: "", path: "$", finding: "reports an error in a reply with a success status")]
    }
    var reading = ReplyNeeds(root: LocatedJSON(path: "$", value: document))
    reading.read(endpoint)
    return reading.problems.map { problem in
      var problem = problem
      problem.similar = reading.root.similar(to: problem.field)
      return problem
    }
  }
}

/// A value and its place.
struct LocatedJSON {
  var path: String
  var value: JSONValue

  subscript(key: String) -> LocatedJSON { LocatedJSON(path: "\(path).\(key)", value: value[key]) }

  /// This value, or the other one if this is null. If both are null, the result is the one that an error should name.
  func or(_ other: LocatedJSON) -> LocatedJSON { value.isNull ? other : self }

  /// Whether this is an object with a member of this name, null or not.
  func has(_ key: String) -> Bool {
    guard case .object(let object) = value else { return false }
    return object.members.contains { $0.key == key }
  }

  /// The member whose name differs only in case, underscores and hyphens.
  func similar(to field: String) -> String? {
    guard !field.isEmpty else { return nil }
    func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
    switch value {
    case .object(let object):
      for (key, _) in object.members where key != field && plain(key) == plain(field) { return "\(path).\(key)" }
      return object.members.lazy.compactMap { self[$0.key].similar(to: field) }.first
    case .array(let elements):
      return elements.first.flatMap { LocatedJSON(path: "\(path)[0]", value: $0).similar(to: field) }
    case .null, .bool, .number, .string: return nil
    }
  }

  /// A description of the value.
  var kind: String {
    switch value {
    case .null: "is null"
    case .bool: "is a truth value"
    case .number: "is a number"
    case .string: "is a text"
    case .array: "is a list"
    case .object: "is an object"
    }
  }
}

/// Collects the missing and malformed fields of a reply. The decoders require the same fields.
private struct ReplyNeeds {
  var root: LocatedJSON
  var problems: [ReplyProblem] = []

  private enum Kind {
    case whole, number, text, instant, flag
    case one(of: [String])

    /// The problem of a value; nil if there is none.
    func problem(_ located: LocatedJSON) -> String? {
      let value = located.value
      if value.isNull { return "is missing" }
      switch self {
      case .whole: return value.int == nil ? "\(located.kind), no whole number," : nil
      case .number: return value.double == nil ? "\(located.kind), no number," : nil
      case .text: return value.string == nil ? "\(located.kind), no text," : nil
      case .instant: return value.timestamp == nil ? "\(located.kind), no ISO 8601 instant," : nil
      case .flag: return value.bool == nil ? "\(located.kind), no truth value," : nil
      case .one(let names):
        if let text = value.string, names.contains(text) { return nil }
        return "is none of \(names.joined(separator: ", "))"
      }
    }
  }

  /// The payload inside the envelope, or the body itself if there is no envelope.
  private var data: LocatedJSON { root["data"].or(root) }

  private mutating func need(_ kind: Kind, _ name: String, in object: LocatedJSON, or other: String? = nil) {
    var member = object[name]
    if let other, member.value.isNull, !object[other].value.isNull { member = object[other] }
    guard var finding = kind.problem(member) else { return }
    if member.value.isNull {
      switch object.value {
      case .null, .object: if object.has(name) { finding = "is null" }
      case .bool, .number, .string, .array:
        // The container of the field has another type, which is the one problem to report.
        let field = object.path.split(separator: ".").last.map { String($0) } ?? ""
        let problem = ReplyProblem(
          field: field == "$" ? "" : field, path: object.path, finding: "\(object.kind), no object,")
        if !problems.contains(problem) { problems.append(problem) }
        return
      }
    }
    problems.append(ReplyProblem(field: name, path: member.path, finding: finding))
  }

  mutating func read(_ endpoint: Endpoint) {
    switch endpoint {
    case .signUp, .logIn:
      user(data["user"])
      tokens()
    case .refresh: tokens()
    case .me: user(data["user"].or(data))
    case .updateBasicProfile, .onboard: user(data["user"].or(root["user"]).or(data))
    case .preferences, .updatePreferences: preferences()
    case .howItWorks: summary()
    case .profile, .exportData: user(root["profile"].or(data["profile"]).or(data)["user"])
    case .updateProfile:
      // The reply has the flag, or a profile.
      if root["planUpdated"].or(data["planUpdated"]).value.bool == nil,
        root["profile"].or(data["profile"]).value.isNull
      {
        need(.flag, "planUpdated", in: data)
      }
    case .todayMetrics:
      let row = data["metrics"].or(data)
      need(.number, "bmi", in: row)
      need(.whole, "bmr", in: row)
      need(.whole, "tdee", in: row)
      need(.instant, "computedAt", in: row)
    case .acknowledge:
      if data["acknowledged"].value.bool == false {
        problems.append(
          ReplyProblem(field: "acknowledged", path: data["acknowledged"].path, finding: "is false in a success"))
      } else {
        need(.instant, "acknowledgedAt", in: data["acknowledgement"].or(data))
      }
    case .generatePlan:
      need(.whole, "id", in: data["plan"])
      need(.instant, "startDate", in: data["plan"])
      need(.instant, "endDate", in: data["plan"])
      targets(data["targets"])
    case .uploadPhoto: need(.whole, "id", in: root["photo"].or(data["photo"]).or(data), or: "photoId")
    case .confirmPhoto: need(.whole, "photoId", in: data, or: "id")
    case .presignPhoto: need(.text, "fileKey", in: data)
    case .photos: photos()
    case .tasksToday:
      // The reply has counts, or the list itself.
      if data["totalTasks"].value.int == nil, data["items"].value.array == nil { need(.whole, "totalTasks", in: data) }
    case .streak: need(.whole, "currentStreak", in: data["streak"].or(data), or: "current")
    case .logOut, .storePhoto, .deletePhoto, .submitEvidence, .health, .deleteAccount: break
    }
  }

  private mutating func user(_ user: LocatedJSON) {
    need(.whole, "id", in: user)
    need(.text, "email", in: user)
  }

  private mutating func tokens() {
    need(.text, "accessToken", in: data)
    need(.text, "refreshToken", in: data)
  }

  private mutating func targets(_ targets: LocatedJSON) {
    need(.whole, "calorieTarget", in: targets, or: "calories")
    need(.whole, "proteinTarget", in: targets, or: "protein")
    need(.whole, "waterTarget", in: targets, or: "water")
  }

  /// Checks that the preferences contain at least one of three fields.
  private mutating func preferences() {
    let object = root["data"].or(root["user"]).or(root["preferences"]).or(root)
    guard object["mealsPerDay"].value.int == nil, object["dietaryPreferences"].value.strings == nil,
      object["allergies"].value.strings == nil
    else { return }
    need(.whole, "mealsPerDay", in: object)
  }

  private mutating func summary() {
    let (current, goals, values) = (data["currentMetrics"], data["goals"], data["calculations"])
    need(.number, "weight", in: current)
    need(.number, "height", in: current)
    need(.one(of: ActivityLevel.allCases.map(\.rawValue)), "activityLevel", in: current)
    need(.one(of: Goal.allCases.map(\.rawValue)), "primaryGoal", in: goals)
    for name in ["bmr", "tdee"] { need(.whole, "value", in: values[name]) }
    for name in ["calories", "protein", "water"] { need(.whole, "value", in: values["targets"][name]) }
  }

  private mutating func photos() {
    let list = data["photos"].or(data["items"]).or(data)
    guard let photos = list.value.array else {
      problems.append(
        ReplyProblem(
          field: "photos", path: data["photos"].path,
          finding: data["photos"].value.isNull ? "is missing" : "\(data["photos"].kind), no list,"))
      return
    }
    for (index, photo) in photos.enumerated() {
      need(.whole, "id", in: LocatedJSON(path: "\(list.path)[\(index)]", value: photo), or: "photoId")
    }
  }
}
