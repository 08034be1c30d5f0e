import Dispatch
import Foundation
import Synchronization

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import HTTPLoop
@testable import Interleaving

/// An independent server, written from the contract's text alone, with dictionaries for data and Foundation for JSON.
/// It shares only the transport with `serve`, has rules of its own where the contract leaves a choice, and checks
/// photos byte by byte.
final class ForeignServer {
  enum Wire: String, CaseIterable { case nested, flat }

  enum Defect: String, CaseIterable {
    case acknowledgmentForgotten, acknowledgmentLate, acknowledgmentExpired, othersPhotos
    case repeatedUploads, deletionForgotten, staleMetrics, duplicatePhotos,
      othersPreferences,
      commitAnswered500, anyToken, noToken, anyPassword, secondAccount, refreshTwice, logOutForgotten, anyonesPhoto,
      keysForgotten, datesShifted, failureUnderSuccess, othersMetrics, pagesIgnored, nameForgotten, weightForgotten,
      heightWiped,
      lastWriterWins, acknowledgedAnew, accountKept
  }

  typealias Object = [String: Any]

  struct Refusal: Error {
    var status: Int
    var message: String
  }

  final class Account {
    let id: Int
    var email: String
    var password: String
    var name: String
    /// The answers of onboarding and the profile form, by the contract's keys.
    var settings: Object = [:]
    /// The times at which rows were computed, in milliseconds, and whether they are acknowledged.
    var rows: [(computedAt: Int64, acknowledgedAt: Int64?)] = []
    var metricsFrom: Int64?
    var photos: [Object] = []
    var plan: Object?
    var reads = 0
    /// The number of reads of the list of photos.
    var lists = 0
    /// The number of reads of metrics since the newest row.
    var readsOfRow = 0
    /// The number of reads of metrics that do not show an acknowledgment yet.
    var blindReads = 0
    /// Photos by the key of the write that stored them.
    var photosByKey: [String: Object] = [:]

    init(id: Int, email: String, password: String, name: String) {
      (self.id, self.email, self.password, self.name) = (id, email, password, name)
    }

    /// The server numbers tasks in its own way.
    var tasks: [Int] { [id * 10 + 1, id * 10 + 2, id * 10 + 3] }
    var isOnboarded: Bool { !settings.isEmpty }
  }

  struct Request {
    var path: String
    var query: String
    var body: [UInt8]
    var type: String
    var account: Account!
    var id: String
    /// The key of an idempotent write; empty for none.
    var key = ""

    var json: Object { (try? JSONSerialization.jsonObject(with: Data(body))) as? Object ?? [:] }
  }

  let wire: Wire
  let defect: Defect?
  var accounts: [Account] = []
  private var bearers: [String: Account] = [:]
  private var refreshTokens: [String: Account] = [:]
  private var uploads: [String: (account: Account, type: String, bytes: [UInt8]?)] = [:]
  private var nextNumber = 1
  private var requestIDs: Set<String> = []
  private(set) var calls: [String: Int] = [:]
  /// Requests that no client may send: a repeated request ID, an unknown path, and unexpected refusals.
  private(set) var complaints: [String] = []

  init(_ wire: Wire, _ defect: Defect?) { (self.wire, self.defect) = (wire, defect) }

  func complain(_ text: String) { complaints.append(text) }

  /// Complains of a request of the app without the fields that the app sends. The probe before the run has no ID.
  func look(at incoming: HTTPIncoming) {
    guard incoming.header("X-Request-ID") ?? incoming.header("X-Trace") != nil, !incoming.target.hasPrefix("/bucket/")
    else { return }
    for (name, value) in [("Accept", "application/json"), ("X-Platform", "iOS"), ("X-Device-Model", "iPhone")]
    where incoming.header(name) != value {
      complain("\(incoming.target) without \(name)")
    }
    if incoming.header("Content-Type") == nil { complain("\(incoming.target) without Content-Type") }
  }

  // MARK: The table

  private typealias Handler = (ForeignServer) -> (Request) throws -> (Int, Object)
  private static var open: [String: Handler] {
    [
      "GET /healthz": health, "POST /auth/signup": signUp, "POST /auth/login": logIn, "POST /auth/refresh": refresh,
      "POST /auth/logout": logOut,
    ]
  }
  private static var closed: [String: Handler] {
    [
      "GET /auth/me": me, "PUT /auth/profile": rename, "GET /auth/profile/preferences": preferences,
      "PUT /auth/profile/preferences": savePreferences, "POST /v1/onboarding": onboard,
      "GET /v1/summary/how-it-works": summary, "GET /v1/profile": profile, "PUT /v1/profile": saveProfile,
      "GET /v1/profile/metrics/today": metrics, "POST /v1/profile/metrics/acknowledge": acknowledge,
      "POST /v1/plans/generate": plan, "POST /v1/progress/photos": upload,
      "POST /v1/progress/photo/presign": presign, "POST /v1/progress/photo/confirm": confirm,
      "GET /v1/progress/photos": list, "GET /v1/tasks/today": tasks, "POST /v1/evidence": evidence,
      "GET /v1/streaks/me": streak, "GET /v1/profile/export": profile, "DELETE /auth/delete-account": leave,
    ]
  }

  /// A request as received, or as a server of another shape passes it on.
  struct Incoming {
    var method: String
    var target: String
    /// The header fields by the names that are used.
    var fields: [String: String]
    var body: [UInt8]

    init(method: String, target: String, fields: [String: String], body: [UInt8]) {
      (self.method, self.target, self.fields, self.body) = (method, target, fields, body)
    }

    init(_ incoming: HTTPIncoming) {
      let names = ["Authorization", "Content-Type", "X-Request-ID", "Idempotency-Key"]
      self.init(
        method: incoming.method.rawValue, target: incoming.target,
        fields: Dictionary(uniqueKeysWithValues: names.compactMap { name in incoming.header(name).map { (name, $0) } }),
        body: incoming.body)
    }
  }

  /// The endpoints that the server lacks, by method and path.
  var lacks: Set<String> = []
  /// The statuses with which the server refuses every request to some endpoints, without a word.
  var refuses: [String: Int] = [:]
  /// The type that replies have; nil for none.
  var contentType = "application/json"
  /// The last account that was created. A careless server shows its data to anybody.
  private var last: Account? { accounts.last }
  /// Changes each reply before it is sent.
  var change: (_ key: String, _ body: inout Object) -> Void = { _, _ in }

  func answer(_ incoming: Incoming) -> HTTPOutgoing {
    let parts = incoming.target.split(separator: "?", maxSplits: 1).map { String($0) }
    var request = Request(
      path: parts[0], query: parts.count > 1 ? parts[1] : "", body: incoming.body,
      type: incoming.fields["Content-Type"] ?? "", account: nil, id: incoming.fields["X-Request-ID"] ?? "",
      key: incoming.fields["Idempotency-Key"] ?? "")
    let key = "\(incoming.method) \(request.path)"
    var (status, body) =
      lacks.contains(key) ? (404, ["error": ["message": "nothing here"]]) : serve(&request, key, incoming)
    if let refusal = refuses[key] {
      var outgoing = HTTPOutgoing(status: refusal, contentType: contentType, body: [])
      if (300..<400).contains(refusal) { outgoing.headers.append(("Location", "/elsewhere")) }
      return outgoing
    }
    change(key, &body)
    let data = try? JSONSerialization.data(withJSONObject: body)
    return HTTPOutgoing(status: status, contentType: contentType, body: Array(data ?? Data()))
  }

  /// Whether a request asks for something that a correct server refuses.
  private func isProbe(_ request: Request) -> Bool {
    request.id.split(separator: ".").first?.split(separator: "-").last.flatMap { Int($0) } ?? 0 > 10_000
  }

  private func serve(_ request: inout Request, _ key: String, _ incoming: Incoming) -> (Int, Object) {
    // The probe before the run has no ID.
    if !request.id.isEmpty, !requestIDs.insert(request.id).inserted { complaints.append("\(request.id) came twice") }
    do {
      if let handler = Self.open[key] {
        calls[key, default: 0] += 1
        return try handler(self)(request)
      }
      if request.path.hasPrefix("/bucket/") {
        calls["PUT /bucket", default: 0] += 1
        return try store(request)
      }
      let words = (incoming.fields["Authorization"] ?? "").split(separator: " ")
      let owner = words.count == 2 && words[0] == "Bearer" ? bearers[String(words[1])] : nil
      let isCareless = defect == .anyToken && words.count == 2 || defect == .noToken && words.isEmpty
      guard let account = owner ?? (isCareless ? last : nil) else { throw Refusal(status: 401, message: "no session") }
      request.account = account
      if key == "DELETE /auth/delete-account", defect == .accountKept { return (200, ["success": true]) }
      if request.path.hasPrefix("/v1/progress/photo/"), incoming.method == "DELETE" {
        calls["DELETE photo", default: 0] += 1
        return try delete(request)
      }
      // Some writes are refused, by the body alone.
      if defect == .failureUnderSuccess, incoming.method != "GET", nextNumber.isMultiple(of: 3), !isProbe(request) {
        nextNumber += 1
        return (
          200, nextNumber.isMultiple(of: 2) ? ["success": false, "error": "busy"] : ["error": ["message": "busy"]]
        )
      }
      guard let handler = Self.closed[key] else { throw Refusal(status: 404, message: "nothing at \(key)") }
      calls[key, default: 0] += 1
      return try handler(self)(request)
    } catch let refusal as Refusal {
      if !(refusal.status == 404 && refusal.message == "not yet"), !isProbe(request) {
        complaints.append("\(key): \(refusal.status) \(refusal.message)")
      }
      return (refusal.status, ["error": ["message": refusal.message, "requestId": request.id]])
    } catch {
      return (500, ["error": ["message": "\(error)", "requestId": request.id]])
    }
  }

  // MARK: Sessions

  private func number() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }

  private var now: Int64 { CalendarClock.milliseconds }

  private func stamp(_ milliseconds: Int64) -> String {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return formatter.string(from: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
  }

  private func text(_ object: Object, _ key: String) throws -> String {
    guard let text = object[key] as? String, !text.isEmpty else { throw Refusal(status: 400, message: "no \(key)") }
    return text
  }

  private func leave(_ request: Request) -> (Int, Object) {
    let account: Account = request.account
    accounts.removeAll { $0 === account }
    bearers = bearers.filter { $0.value !== account }
    refreshTokens = refreshTokens.filter { $0.value !== account }
    return (200, ["success": true, "message": "gone"])
  }

  private func health(_ request: Request) -> (Int, Object) {
    (200, ["status": "ok", "version": "9", "gitSha": "0", "uptime": 1, "timestamp": stamp(now)])
  }

  private func user(_ account: Account) -> Object {
    [
      "id": account.id, "email": account.email, "name": account.name, "emailVerified": false,
      "hasCompletedOnboarding": account.isOnboarded,
    ]
  }

  private func tokens(_ account: Account) -> Object {
    let (bearer, refresh) = ("b\(number())", "r\(number())")
    bearers[bearer] = account
    refreshTokens[refresh] = account
    return ["accessToken": bearer, "refreshToken": refresh]
  }

  private func signUp(_ request: Request) throws -> (Int, Object) {
    let json = request.json
    let (email, password) = (try text(json, "email"), try text(json, "password"))
    guard email.contains("@"), password.count >= 8 else { throw Refusal(status: 400, message: "no address") }
    guard defect == .secondAccount || !accounts.contains(where: { $0.email == email }) else {
      throw Refusal(status: 409, message: "taken")
    }
    let account = Account(id: number(), email: email, password: password, name: try text(json, "name"))
    accounts.append(account)
    return (201, ["success": true, "data": tokens(account).merging(["user": user(account)]) { $1 }])
  }

  private func logIn(_ request: Request) throws -> (Int, Object) {
    let json = request.json
    let email = try text(json, "email")
    guard let account = accounts.first(where: { $0.email == email }),
      defect == .anyPassword || account.password == json["password"] as? String
    else { throw Refusal(status: 401, message: "unknown") }
    return (200, ["success": true, "data": tokens(account).merging(["user": user(account)]) { $1 }])
  }

  private func refresh(_ request: Request) throws -> (Int, Object) {
    let token = try text(request.json, "refreshToken")
    guard let account = refreshTokens[token] else { throw Refusal(status: 401, message: "unknown token") }
    if defect != .refreshTwice { refreshTokens[token] = nil }
    return (200, ["success": true, "data": tokens(account)])
  }

  private func logOut(_ request: Request) throws -> (Int, Object) {
    let token = try text(request.json, "refreshToken")
    guard refreshTokens[token] != nil else { throw Refusal(status: 404, message: "unknown token") }
    if defect == .keysForgotten { refreshTokens[token]?.photosByKey = [:] }
    if defect != .logOutForgotten { refreshTokens[token] = nil }
    return (200, ["success": true, "message": "bye"])
  }

  private func me(_ request: Request) -> (Int, Object) {
    var data = user(request.account)
    // The public server's reply has neither flag nor preferences.
    if wire == .flat { data["hasCompletedOnboarding"] = nil }
    if wire == .nested { data.merge(diet(request.account)) { $1 } }
    return (200, ["success": true, "data": data])
  }

  private func rename(_ request: Request) throws -> (Int, Object) {
    let name = try text(request.json, "name")
    if defect != .nameForgotten { request.account.name = name }
    return (200, ["success": true, "data": user(request.account)])
  }

  // MARK: Profile

  private func diet(_ account: Account) -> Object {
    var diet: Object = [:]
    for key in ["dietaryPreferences", "allergies", "mealsPerDay"] { diet[key] = account.settings[key] }
    return diet
  }

  private func preferences(_ request: Request) throws -> (Int, Object) {
    guard request.account.isOnboarded else { throw Refusal(status: 404, message: "not yet") }
    request.account.reads += 1
    let other = accounts.last { $0 !== request.account && ($0.settings["allergies"] as? [String])?.isEmpty == false }
    let foreign = defect == .othersPreferences && request.account.reads % 2 == 0 ? other : nil
    return (200, ["success": true, "data": diet(foreign ?? request.account)])
  }

  private func savePreferences(_ request: Request) throws -> (Int, Object) {
    guard request.account.isOnboarded else { throw Refusal(status: 404, message: "no settings") }
    try set(request, ["dietaryPreferences", "allergies", "mealsPerDay"])
    if defect == .commitAnswered500 {
      return (500, ["error": ["message": "so it seems", "requestId": request.id]])
    }
    let key = wire == .nested ? "data" : "user"
    return (200, ["success": true, "message": "saved", key: diet(request.account)])
  }

  private func set(_ request: Request, _ keys: [String]) throws {
    let json = request.json
    if let meals = json["mealsPerDay"] as? Int, !(1...10).contains(meals) {
      throw Refusal(status: 400, message: "no such number of meals")
    }
    guard keys.contains(where: { json[$0] != nil }) else { throw Refusal(status: 400, message: "nothing to save") }
    for key in keys { if let value = json[key] { request.account.settings[key] = value } }
  }

  private static let body = [
    "dateOfBirth", "gender", "primaryGoal", "targetWeight", "currentWeight", "height", "targetDate", "activityLevel",
  ]

  private func onboard(_ request: Request) throws -> (Int, Object) {
    let json = request.json
    for key in Self.body where json[key] == nil { throw Refusal(status: 400, message: "no \(key)") }
    guard let weight = json["currentWeight"] as? Double, weight > 0, weight <= 500,
      let height = json["height"] as? Double, (50...300).contains(height)
    else { throw Refusal(status: 400, message: "no such body") }
    for key in ["dateOfBirth", "targetDate"] {
      guard (json[key] as? String)?.hasSuffix("Z") == true else { throw Refusal(status: 400, message: key) }
    }
    request.account.settings = ["mealsPerDay": 3, "dietaryPreferences": [String](), "allergies": [String]()]
    try set(request, Self.body + ["dietaryPreferences", "allergies", "mealsPerDay"])
    // Metrics are computed a little later; until then there are none.
    request.account.metricsFrom = now + 100
    var body = user(request.account)
    body["createdAt"] = stamp(now)
    body["updatedAt"] = stamp(now)
    return (201, body)
  }

  private func energy(_ account: Account) -> (bmi: Double, bmr: Int, tdee: Int) {
    let weight = account.settings["currentWeight"] as? Double ?? 80
    let height = account.settings["height"] as? Double ?? 180
    let bmr = Int((10 * weight + 6.25 * height - 100).rounded())
    return ((weight / height / height * 1_000_000).rounded() / 100, bmr, Int((Double(bmr) * 1.375).rounded()))
  }

  private func targets(_ account: Account) -> Object {
    let energy = energy(account)
    return [
      "bmr": energy.bmr, "tdee": energy.tdee, "calorieTarget": energy.tdee, "proteinTarget": 140, "waterTarget": 2800,
    ]
  }

  private func summary(_ request: Request) throws -> (Int, Object) {
    guard request.account.isOnboarded else { throw Refusal(status: 404, message: "not yet") }
    let (settings, energy) = (request.account.settings, energy(request.account))
    func said(_ value: Int) -> Object { ["value": value, "explanation": "so", "formula": "it"] }
    let current: Object = [
      "age": 33, "gender": settings["gender"]!, "weight": settings["currentWeight"]!, "height": settings["height"]!,
      "activityLevel": settings["activityLevel"]!,
    ]
    let goals: Object = [
      "primaryGoal": settings["primaryGoal"]!, "targetWeight": settings["targetWeight"]!,
      "targetDate": settings["targetDate"]!,
    ]
    let calculations: Object = [
      "bmr": said(energy.bmr), "tdee": said(energy.tdee),
      "targets": ["calories": said(energy.tdee), "protein": said(140), "water": said(2800)],
    ]
    let projection: Object = [
      "startWeight": 80, "targetWeight": 75, "weeklyRate": -0.5, "estimatedWeeks": NSNull(), "explanation": "so",
    ]
    return (
      200,
      [
        "success": true,
        "data": [
          "user": user(request.account), "currentMetrics": current, "goals": goals, "calculations": calculations,
          "projection": projection, "howItWorks": [:] as Object,
        ],
      ]
    )
  }

  private func profile(_ request: Request) throws -> (Int, Object) {
    guard request.account.isOnboarded else { throw Refusal(status: 404, message: "not yet") }
    let settings = request.account.settings
    func some(_ keys: [String]) -> Object {
      var some = settings.filter { keys.contains($0.key) }
      if defect == .datesShifted, let born = some["dateOfBirth"] as? String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        let date = formatter.date(from: born) ?? .distantPast
        some["dateOfBirth"] = stamp(Int64((date.timeIntervalSince1970 * 1000).rounded()) - 2 * 3_600_000)
      }
      return some
    }
    let profile: Object = [
      "user": ["id": request.account.id, "email": request.account.email, "name": request.account.name],
      "demographics": some(["dateOfBirth", "gender", "height"]), "health": some(["currentWeight", "targetWeight"]),
      "goals": some(["primaryGoal", "targetDate", "activityLevel"]), "preferences": diet(request.account),
      "targets": targets(request.account),
    ]
    return (200, ["success": true, "profile": profile])
  }

  private func saveProfile(_ request: Request) throws -> (Int, Object) {
    guard request.account.isOnboarded else { throw Refusal(status: 404, message: "no settings") }
    if let weight = request.json["currentWeight"] as? Double, !(20...500).contains(weight) {
      throw Refusal(status: 400, message: "no such weight")
    }
    let before = request.account.settings["currentWeight"]
    try set(request, Self.body + ["dietaryPreferences", "allergies", "mealsPerDay"])
    if defect == .weightForgotten { request.account.settings["currentWeight"] = before }
    if defect == .heightWiped { request.account.settings["height"] = 170.0 }
    // Two simultaneous writes end with the older values of all fields, which the second had read.
    if defect == .lastWriterWins { request.account.settings["mealsPerDay"] = 4 }
    // This server computes a new row when the body changes.
    if Self.body.contains(where: { request.json[$0] != nil }), !request.account.rows.isEmpty {
      request.account.metricsFrom = now
    }
    return (200, ["success": true, "profile": ["health": [:] as Object], "planUpdated": false])
  }

  // MARK: Metrics and plan

  private func metrics(_ request: Request) throws -> (Int, Object) {
    var account: Account = request.account
    if defect == .othersMetrics { account.reads += 1 }
    if defect == .othersMetrics, account.reads.isMultiple(of: 4),
      let other = accounts.last(where: {
        $0 !== request.account && $0.readsOfRow > 0
      })
    {
      account = other
    }
    if let due = account.metricsFrom, now >= due, due / 1000 > (account.rows.last?.computedAt ?? 0) / 1000 {
      // The first row is some seconds old, so that a later one has another second.
      account.rows.append((account.rows.isEmpty ? due - 5_000 : due, nil))
      account.metricsFrom = nil
      account.readsOfRow = 0
    }
    guard let newest = account.rows.last else { throw Refusal(status: 404, message: "not yet") }
    // The newest row is shown once, and then the previous one, as a cache behind one of two servers would.
    let isStale = defect == .staleMetrics && account.rows.count > 1 && account.readsOfRow % 2 == 1
    account.readsOfRow += 1
    let row = isStale ? account.rows[account.rows.count - 2] : newest
    account.blindReads -= 1
    let isExpired = defect == .acknowledgmentExpired && now - (row.acknowledgedAt ?? now) > 500
    let shown = account.blindReads >= 0 || isExpired ? nil : row.acknowledgedAt
    let energy = energy(account)
    let figures: Object = [
      "bmi": energy.bmi, "bmr": energy.bmr, "tdee": energy.tdee, "computedAt": stamp(row.computedAt), "version": 1,
    ]
    var data: Object = ["explanations": ["bmi": "so"], "acknowledged": shown != nil]
    data["acknowledgement"] =
      shown.map { ["acknowledgedAt": stamp($0), "version": 1] as Object } ?? NSNull()
    if wire == .nested { data["metrics"] = figures } else { data.merge(figures) { $1 } }
    return (200, ["success": true, "data": data])
  }

  private func acknowledge(_ request: Request) throws -> (Int, Object) {
    let second = String(try text(request.json, "metricsComputedAt").prefix(19))
    guard let index = request.account.rows.firstIndex(where: { stamp($0.computedAt).hasPrefix(second) }),
      request.json["version"] as? Int == 1
    else { throw Refusal(status: 404, message: "no such row") }
    let known = defect == .acknowledgedAnew ? nil : request.account.rows[index].acknowledgedAt
    let time = known ?? now
    if defect == .acknowledgmentLate { request.account.blindReads = 2 }
    if defect != .acknowledgmentForgotten { request.account.rows[index].acknowledgedAt = time }
    let data: Object =
      wire == .nested
      ? ["acknowledged": true, "acknowledgement": ["acknowledgedAt": stamp(time), "version": 1]]
      : ["success": true, "acknowledgedAt": stamp(time)]
    return (200, ["success": true, "data": data])
  }

  private func plan(_ request: Request) throws -> (Int, Object) {
    let account: Account = request.account
    guard account.isOnboarded else { throw Refusal(status: 404, message: "no settings") }
    if defect == nil, let row = account.rows.last, row.acknowledgedAt == nil {
      throw Refusal(status: 400, message: "Please acknowledge your health metrics first")
    }
    let isNew = account.plan == nil
    account.plan =
      account.plan ?? [
        "id": number(), "userId": account.id, "name": "Week", "description": "", "startDate": stamp(now - 86_400_000),
        "endDate": stamp(now + 6 * 86_400_000), "status": "active",
      ]
    return (
      isNew && wire == .nested ? 201 : 200,
      [
        "success": true,
        "data": [
          "plan": account.plan!, "targets": targets(account), "whyItWorks": [:] as Object, "recomputed": false,
        ],
      ]
    )
  }

  // MARK: Photos

  /// Checks that a photo has the stated format, from its first bytes to its last.
  private func look(_ bytes: ArraySlice<UInt8>, _ type: String, _ name: String) throws {
    guard type == "image/jpeg", name.hasSuffix(".jpg") else {
      throw Refusal(status: 400, message: "\(name) as \(type) is no JPEG")
    }
    guard (4...10_000_000).contains(bytes.count) else { throw Refusal(status: 413, message: "\(bytes.count) bytes") }
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]), bytes.suffix(2).elementsEqual([0xFF, 0xD9]) else {
      throw Refusal(status: 400, message: "no picture")
    }
  }

  private func keep(_ request: Request, _ photo: Object) -> Object {
    let account: Account = request.account
    if defect != .repeatedUploads, !request.key.isEmpty, let known = account.photosByKey[request.key] { return known }
    let kept = photo.merging(["id": number(), "createdAt": stamp(now)]) { $1 }
    account.photos.append(kept)
    account.photosByKey[request.key] = kept
    if defect == .duplicatePhotos { account.photos.append(photo.merging(["id": number()]) { $1 }) }
    return kept
  }

  private func upload(_ request: Request) throws -> (Int, Object) {
    guard let mark = request.type.range(of: "boundary="), request.type.hasPrefix("multipart/form-data") else {
      throw Refusal(status: 400, message: "no form")
    }
    let data = Data(request.body)
    let boundary = Data("--\(request.type[mark.upperBound...])".utf8)
    var fields: [String: (head: String, bytes: Data)] = [:]
    var start = data.startIndex
    while let next = data.range(of: boundary, in: start..<data.endIndex) {
      let part = data[start..<next.lowerBound]
      if let blank = part.range(of: Data("\r\n\r\n".utf8)) {
        let head = String(decoding: part[..<blank.lowerBound], as: UTF8.self)
        if let name = head.firstMatch(of: /; name="([^"]*)"/) {
          fields[String(name.1)] = (head, part[blank.upperBound...].dropLast(2))
        }
      }
      start = next.upperBound
    }
    guard let photo = fields["photo"], let task = fields["taskId"],
      let number = Int(String(decoding: task.bytes, as: UTF8.self)), request.account.tasks.contains(number)
    else { throw Refusal(status: 404, message: "no such task") }
    let name = photo.head.firstMatch(of: /filename="([^"]*)"/).map { String($0.1) } ?? ""
    let type = photo.head.firstMatch(of: /Content-Type: ([^\r\n]*)/).map { String($0.1) } ?? ""
    try look(Array(photo.bytes)[...], type, name)
    return (201, ["photo": keep(request, ["taskId": number, "url": "/x", "fileSize": photo.bytes.count])])
  }

  private func presign(_ request: Request) throws -> (Int, Object) {
    let (name, type) = (try text(request.json, "fileName"), try text(request.json, "contentType"))
    guard name.split(separator: ".").count == 2, let size = request.json["fileSize"] as? Int, size <= 10_485_760 else {
      throw Refusal(status: 400, message: "no such file")
    }
    let key = "progress-photos/\(request.account.id)/\(number())-\(name)"
    uploads[key] = (request.account, type, nil)
    return (
      200, ["success": true, "data": ["uploadUrl": "/bucket/\(key)?signed=1", "fileKey": key, "expiresIn": 600]]
    )
  }

  private func store(_ request: Request) throws -> (Int, Object) {
    let key = String(request.path.dropFirst("/bucket/".count))
    guard let upload = uploads[key], request.type == upload.type else {
      throw Refusal(status: 403, message: "not signed")
    }
    try look(request.body[...], request.type, key)
    uploads[key]?.bytes = request.body
    return (200, [:])
  }

  private func confirm(_ request: Request) throws -> (Int, Object) {
    let key = try text(request.json, "fileKey")
    guard let upload = uploads[key], let bytes = upload.bytes, upload.account === request.account else {
      throw Refusal(status: 404, message: "no such object")
    }
    guard request.json["fileSize"] as? Int == bytes.count, request.json["contentType"] as? String == upload.type else {
      throw Refusal(status: 400, message: "not what was stored")
    }
    if let task = request.json["taskId"] as? Int, !request.account.tasks.contains(task) {
      throw Refusal(status: 404, message: "no such task")
    }
    let photo = keep(request, ["taskId": request.json["taskId"] ?? NSNull(), "fileSize": bytes.count])
    return (201, ["success": true, "data": ["photoId": photo["id"]!, "downloadUrl": "/x"]])
  }

  private func list(_ request: Request) -> (Int, Object) {
    let task = request.query.firstMatch(of: /taskId=([0-9]+)/).flatMap { Int($0.1) }
    func number(_ match: Substring?) -> Int? { match.flatMap { Int($0) } }
    let first = number(request.query.firstMatch(of: /offset=([0-9]+)/)?.1) ?? 0
    let most = number(request.query.firstMatch(of: /limit=([0-9]+)/)?.1) ?? 50
    request.account.lists += 1
    let isOthers = defect == .othersPhotos && request.account.lists.isMultiple(of: 3)
    let other = isOthers ? accounts.last { $0 !== request.account && !$0.photos.isEmpty } : nil
    let all = (other ?? request.account).photos.filter { task == nil || $0["taskId"] as? Int == task }
    let photos = defect == .pagesIgnored ? all : Array(all.dropFirst(first).prefix(most))
    return (
      200,
      [
        "success": true,
        "data": ["photos": photos, "pagination": ["limit": 50, "offset": 0, "total": photos.count]] as Object,
      ]
    )
  }

  private func delete(_ request: Request) throws -> (Int, Object) {
    let id = Int(request.path.split(separator: "/").last ?? "")
    if defect == .anyonesPhoto {
      for account in accounts { account.photos.removeAll { $0["id"] as? Int == id } }
      return (200, ["success": true, "message": "gone"])
    }
    guard let index = request.account.photos.firstIndex(where: { $0["id"] as? Int == id }) else {
      throw Refusal(status: 404, message: "no such photo")
    }
    if defect != .deletionForgotten { request.account.photos.remove(at: index) }
    return (200, ["success": true, "message": "gone"])
  }

  // MARK: Tasks

  private func tasks(_ request: Request) -> (Int, Object) {
    let tasks = request.account.tasks.map { ["id": $0, "title": "Do it", "status": "pending"] as Object }
    let data: Object =
      wire == .nested
      ? ["items": tasks, "meta": ["total": 3, "page": 1, "limit": 20, "totalPages": 1]]
      : [
        "date": "2026-01-01", "totalTasks": 3, "completedTasks": 0, "completionPercentage": 0,
        "tasksByType": ["workout": tasks], "streak": ["current": 0, "longest": 0, "totalDays": 0],
      ]
    return (200, ["success": true, "data": data, "cached": false])
  }

  private func evidence(_ request: Request) throws -> (Int, Object) {
    guard let task = request.json["taskId"] as? Int, request.account.tasks.contains(task) else {
      throw Refusal(status: 404, message: "no such task")
    }
    return (201, ["success": true, "data": ["id": number(), "taskId": task]])
  }

  private func streak(_ request: Request) -> (Int, Object) {
    let streak: Object = [
      "userId": request.account.id, "currentStreak": 0, "longestStreak": 0, "totalCompliantDays": 0,
    ]
    return (
      200, ["success": true, "data": ["streak": streak, "todayCompliance": NSNull(), "canIncrementToday": true]]
    )
  }

  // MARK: On a thread

  /// Serves while `body` runs, and returns the server afterwards.
  ///
  /// - Parameters:
  ///   - isRenamed: whether it uses the names of ``RenamedServer``.
  ///   - prepare: changes the server before it begins.
  static func serving<Result>(
    _ wire: Wire, _ defect: Defect? = nil, isRenamed: Bool = false,
    prepare: @escaping @Sendable (ForeignServer) -> Void = { _ in }, _ body: (LoadTarget) throws -> Result
  ) throws -> (Result, calls: [String: Int], complaints: [String]) {
    let isOver = Atomic<Bool>(false)
    let url = Mutex("")
    let seen = Mutex<(calls: [String: Int], complaints: [String])>(([:], []))
    let (listening, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let result = try withoutActuallyEscaping(body) { body in
      let thread = Thread {
        if let loop = try? EventLoop() {
          let foreign = ForeignServer(wire, defect)
          prepare(foreign)
          let server = try? HTTPServer(loop: loop, address: .loopback()) { incoming, slot in
            foreign.look(at: incoming)
            guard isRenamed else { return slot.send(foreign.answer(Incoming(incoming))) }
            guard let known = RenamedServer.inward(incoming) else {
              foreign.complain("nothing at \(incoming.method.rawValue) \(incoming.target)")
              return slot.send(HTTPOutgoing(status: 404, contentType: "application/json", body: Array("{}".utf8)))
            }
            slot.send(RenamedServer.outward(foreign.answer(known), to: known))
          }
          if let server {
            url.withLock { $0 = "http://\(server.address)" }
            listening.signal()
            while !isOver.load(ordering: .relaxed) { loop.turn(until: loop.now + 10_000_000) }
            server.close()
            seen.withLock { $0 = (foreign.calls, foreign.complaints) }
          }
        }
        ended.signal()
      }
      thread.stackSize = 8 << 20
      thread.start()
      listening.wait()
      defer {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
      }
      return try body(LoadTarget(url.withLock { $0 }, allowedHosts: [], caFile: nil))
    }
    let (calls, complaints) = seen.withLock { $0 }
    return (result, calls, complaints)
  }
}
