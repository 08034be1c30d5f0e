import Foundation
import GTSDModel

@testable import GTSDLoad
@testable import HTTPLoop

/// The server of another hand behind another shape: other paths and methods, other header fields, snake case, other
/// envelopes, places and lists, choices in capitals, instants in milliseconds, ids as texts, a token in a header field,
/// a write without a reply, and lists without pages. What it calls things is written here by hand, and shares nothing
/// with `load.map`.
enum RenamedServer {
  typealias Object = [String: Any]

  /// The server's method and path, and the contract's; `N` is the account's number, `I` a photo's.
  private static let routes: [(there: String, here: String)] = [
    ("GET /status", "GET /healthz"), ("PUT /api/accounts", "POST /auth/signup"),
    ("POST /api/sessions", "POST /auth/login"), ("PATCH /api/sessions", "POST /auth/refresh"),
    ("DELETE /api/sessions", "POST /auth/logout"), ("GET /api/accounts/N", "GET /auth/me"),
    ("PATCH /api/accounts/N", "PUT /auth/profile"), ("GET /api/accounts/N/diet", "GET /auth/profile/preferences"),
    ("PATCH /api/accounts/N/diet", "PUT /auth/profile/preferences"),
    ("PUT /api/accounts/N/body", "POST /v1/onboarding"),
    ("GET /api/why", "GET /v1/summary/how-it-works"), ("GET /api/accounts/N/body", "GET /v1/profile"),
    ("PATCH /api/accounts/N/body", "PUT /v1/profile"), ("GET /api/figures", "GET /v1/profile/metrics/today"),
    ("PUT /api/figures/seen", "POST /v1/profile/metrics/acknowledge"), ("POST /api/plan", "POST /v1/plans/generate"),
    ("PUT /api/pictures", "POST /v1/progress/photos"), ("POST /api/uploads", "POST /v1/progress/photo/presign"),
    ("PUT /api/uploads", "POST /v1/progress/photo/confirm"), ("GET /api/pictures", "GET /v1/progress/photos"),
    ("POST /api/I/pictures/removal", "DELETE /v1/progress/photo/I"), ("GET /api/todo", "GET /v1/tasks/today"),
    ("POST /api/proof", "POST /v1/evidence"), ("GET /api/days", "GET /v1/streaks/me"),
  ]

  /// The `load.map` that describes this server.
  static let map: String = {
    let paths = [
      "health": "GET /status", "sign-up": "PUT /api/accounts", "log-in": "POST /api/sessions",
      "refresh": "PATCH /api/sessions", "log-out": "DELETE /api/sessions", "me": "GET /api/accounts/:user",
      "update-basic-profile": "PATCH /api/accounts/:user", "preferences": "GET /api/accounts/:user/diet",
      "update-preferences": "PATCH /api/accounts/:user/diet", "onboard": "PUT /api/accounts/:user/body",
      "how-it-works": "GET /api/why", "profile": "GET /api/accounts/:user/body",
      "update-profile": "PATCH /api/accounts/:user/body", "today-metrics": "GET /api/figures",
      "acknowledge": "PUT /api/figures/seen", "generate-plan": "POST /api/plan", "upload-photo": "PUT /api/pictures",
      "presign-photo": "POST /api/uploads", "confirm-photo": "PUT /api/uploads", "photos": "GET /api/pictures",
      "delete-photo": "POST /api/:id/pictures/removal", "tasks-today": "GET /api/todo",
      "submit-evidence": "POST /api/proof", "streak": "GET /api/days",
    ]
    let own = [
      // The account lies elsewhere, and the tokens beside it.
      "sign-up": #", "reply": {"data.user.id": "result.account.number", "data.user.email": "result.account.email"}, "#
        + #""replyHeaders": {"data.accessToken": "X-Session: Key {}"}"#,
      "log-in": #", "reply": {"data.user.id": "result.account.number", "data.user.email": "result.account.email"}, "#
        + #""replyHeaders": {"data.accessToken": "X-Session: Key {}"}, "added": {"client.name": "load"}"#,
      "update-preferences": #", "request": {"allergies": "diet.without", "mealsPerDay": "diet.meals_per_day"}, "#
        + #""emptyReply": true"#,
      "photos": #", "request": {"offset": null}, "#
        + #""reply": {"data.photos": "pictures", "data.photos[].id": "pictures[].ref.number"}"#,
    ]
    let endpoints = paths.sorted { $0.key < $1.key }.map { name, line in
      let parts = line.split(separator: " ")
      return #""\#(name)": {"method": "\#(parts[0])", "path": "\#(parts[1])"\#(own[name] ?? "")}"#
    }
    let fields = ContractFields.names.filter { snake($0) != $0 }.map { #""\#($0)": "\#(snake($0))""# }
    let all = (fields + [#""data": "result""#, #""photo": "picture""#]).joined(separator: ", ")
    let headers =
      #""Authorization": "X-Session: Key {}", "X-Request-ID": "X-Trace", "Idempotency-Key": "X-Once""#
    let values = (goals + activities).map { #""\#($0)": "\#($0.uppercased())""# }.joined(separator: ", ")
    let forms =
      #""values": {\#(values)}, "times": {"*": "milliseconds", "dateOfBirth": "date"}, "ids": "text""#
    return
      "{\"*\": {\"headers\": {\(headers)}, \"fields\": {\(all)}, \(forms)}, \(endpoints.joined(separator: ", "))}"
  }()

  private static let goals = ["lose_weight", "gain_muscle", "maintain", "improve_health"]
  private static let activities = [
    "sedentary", "lightly_active", "moderately_active", "very_active", "extremely_active",
  ]
  private static let ids: Set<String> = ["id", "userId", "photoId", "taskId"]

  private static func snake(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
  }

  private static func camel(_ name: String) -> String {
    let parts = name.split(separator: "_")
    return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + $1.capitalized }
  }

  private static func renamed(_ value: Any, _ name: (String) -> String) -> Any {
    if let object = value as? Object {
      return Object(object.map { (name($0), renamed($1, name)) }, uniquingKeysWith: { first, _ in first })
    }
    return (value as? [Any])?.map { renamed($0, name) } ?? value
  }

  /// A document with each value changed by the contract's name of its field.
  private static func translated(_ value: Any, _ name: String = "", _ change: (String, Any) -> Any) -> Any {
    if let object = value as? Object {
      return Object(uniqueKeysWithValues: object.map { ($0, translated($1, $0, change)) })
    }
    if let elements = value as? [Any] { return elements.map { translated($0, name, change) } }
    return change(name, value)
  }

  private static var stamps: ISO8601DateFormatter {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return formatter
  }

  /// A value of the contract as this server writes it.
  private static func own(_ name: String, _ value: Any) -> Any {
    if ids.contains(name), let number = value as? Int { return "n-\(number)" }
    guard let text = value as? String else { return value }
    if name == "primaryGoal" || name == "activityLevel" { return text.uppercased() }
    if name == "dateOfBirth" { return String(text.prefix(10)) }
    guard text.hasSuffix("Z"), let date = stamps.date(from: text) else { return value }
    return Int((date.timeIntervalSince1970 * 1000).rounded())
  }

  /// A value of this server as the contract has it.
  private static func contracts(_ name: String, _ value: Any) -> Any {
    if let text = value as? String {
      if ids.contains(name) { return Int(text.dropFirst(2)) ?? text }
      if name == "primaryGoal" || name == "activityLevel" { return text == text.uppercased() ? text.lowercased() : "?" }
      return name == "dateOfBirth" ? "\(text)T00:00:00.000Z" : value
    }
    guard name == "targetDate" || name == "metricsComputedAt", let number = value as? Double else { return value }
    return stamps.string(from: Date(timeIntervalSince1970: number / 1000))
  }

  // MARK: There and back

  /// A request in the contract's form; nil for one that the backend does not know.
  static func inward(_ incoming: HTTPIncoming) -> ForeignServer.Incoming? {
    let parts = incoming.target.split(separator: "?", maxSplits: 1).map { String($0) }
    var path = parts[0]
    if !path.hasPrefix("/bucket/") {
      var number = ""
      let pattern = path.split(separator: "/").map { part -> String in
        guard part.hasPrefix("n-") else { return String(part) }
        number = String(part.dropFirst(2))
        return path.hasPrefix("/api/accounts/") ? "N" : "I"
      }
      let line = "\(incoming.method.rawValue) /\(pattern.joined(separator: "/"))"
      guard let route = routes.first(where: { $0.there == line }) else { return nil }
      path = String(route.here.split(separator: " ")[1]).replacing("/I", with: "/\(number)")
      let query = parts.count > 1 ? parts[1].replacing("task_id=n-", with: "taskId=") : ""
      // Lists have no pages here.
      guard !query.contains("offset") else { return nil }
      return changed(incoming, String(route.here.prefix { $0 != " " }), path + (query.isEmpty ? "" : "?" + query))
    }
    return changed(incoming, incoming.method.rawValue, incoming.target)
  }

  private static func changed(
    _ incoming: HTTPIncoming, _ method: String, _ target: String
  ) -> ForeignServer.Incoming? {
    var fields: [String: String] = [:]
    if let session = incoming.header("X-Session"), session.hasPrefix("Key ") {
      fields["Authorization"] = "Bearer \(session.dropFirst(4))"
    }
    for (there, here) in [("X-Trace", "X-Request-ID"), ("X-Once", "Idempotency-Key"), ("Content-Type", "Content-Type")]
    {
      if let value = incoming.header(there) { fields[here] = value }
    }
    var body = incoming.body
    if let json = try? JSONSerialization.jsonObject(with: Data(body)) {
      var object = renamed(json, camel) as? Object ?? [:]
      if let diet = object["diet"] as? Object {
        object["diet"] = nil
        object["allergies"] = diet["without"]
        object["mealsPerDay"] = diet["mealsPerDay"]
      }
      // Only what knows the program gets a session.
      if target == "/auth/login", (object.removeValue(forKey: "client") as? Object)?["name"] as? String != "load" {
        return nil
      }
      object = translated(object, "", contracts) as? Object ?? [:]
      body = Array((try? JSONSerialization.data(withJSONObject: object)) ?? Data())
    } else if let text = String(bytes: body.prefix(400), encoding: .isoLatin1), text.contains("form-data") {
      // Only names change, and none of them is in the file.
      let head = text.replacing("name=\"task_id\"", with: "name=\"taskId\"")
        .replacing("name=\"picture\"", with: "name=\"photo\"").replacing("\r\n\r\nn-", with: "\r\n\r\n")
      body = (head.data(using: .isoLatin1).map { Array($0) } ?? []) + body.dropFirst(400)
    }
    return ForeignServer.Incoming(method: method, target: target, fields: fields, body: body)
  }

  /// A reply of the contract in the backend's shape.
  static func outward(_ reply: HTTPOutgoing, to request: ForeignServer.Incoming) -> HTTPOutgoing {
    guard var object = (try? JSONSerialization.jsonObject(with: Data(reply.body))) as? Object else { return reply }
    var reply = reply
    if let error = object.removeValue(forKey: "error") as? Object {
      object["errors"] = [["detail": error["message"] ?? "no"]]
    } else if request.method == "PUT", request.target == "/auth/profile/preferences" {
      (reply.status, reply.body) = (204, [])
      return reply
    }
    object = renamed(translated(object, "", own), snake) as? Object ?? [:]
    if let data = object.removeValue(forKey: "data") { object["result"] = data }
    if let photo = object.removeValue(forKey: "photo") { object["picture"] = photo }
    if var result = object["result"] as? Object {
      if var user = result["user"] as? Object, result["access_token"] != nil {
        let account: Object = [
          "number": user.removeValue(forKey: "id") ?? 0, "email": user.removeValue(forKey: "email") ?? "",
        ]
        (result["account"], result["user"]) = (account, user)
        let token = result.removeValue(forKey: "access_token") as? String ?? ""
        reply.headers.append((name: "X-Session", value: "Key \(token)"))
      }
      if let photos = result["photos"] as? [Object] {
        object["pictures"] = photos.map { photo in
          var photo = photo
          photo["ref"] = ["number": photo.removeValue(forKey: "id") ?? 0] as Object
          return photo
        }
        result["photos"] = nil
      }
      object["result"] = result
    }
    reply.body = Array((try? JSONSerialization.data(withJSONObject: object)) ?? Data())
    return reply
  }
}
