import Foundation

/// A client's tour through every endpoint of the contract, as bytes, over any transport.
struct ContractTour {
  struct Request: Sendable {
    var method: String
    var path: String
    var token: String?
    var type = "application/json"
    var body: Data?
  }

  struct Reply: Sendable, Equatable {
    var status: Int
    var body: Data
  }

  private(set) var replies: [Reply] = []
  private var token: String?
  private var refreshToken = ""
  private var computedAt = ""
  private var fileKey = ""
  private var photo = 0

  /// The number of steps so far.
  private var step = 0

  private static let onboarding = #"""
    {"dateOfBirth":"1991-05-01T00:00:00.000Z","gender":"female","primaryGoal":"lose_weight","targetWeight":60,
     "currentWeight":70,"height":170,"targetDate":"2099-01-01T00:00:00.000Z","activityLevel":"lightly_active",
     "dietaryPreferences":["vegan"],"allergies":[],"mealsPerDay":3}
    """#

  private static let upload =
    "--b\r\nContent-Disposition: form-data; name=\"taskId\"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; "
    + "name=\"photo\"; filename=\"photo.jpg\"\r\nContent-Type: image/jpeg\r\n\r\nabc\r\n--b--\r\n"

  /// The next request, nil at the end. Metrics exist some time after onboarding, which is the fourth request.
  mutating func next() -> Request? {
    defer { step += 1 }
    func request(_ method: String, _ path: String, _ json: String? = nil, isOpen: Bool = false) -> Request {
      Request(method: method, path: path, token: isOpen ? nil : token, body: json.map { Data($0.utf8) })
    }
    switch step {
    case 0: return request("GET", "/healthz", isOpen: true)
    case 1: return request("POST", "/auth/signup", #"{"email":"a@b.de","password":"Secret-123","name":"Ada"}"#)
    case 2: return request("GET", "/auth/me")
    case 3: return request("POST", "/v1/onboarding", Self.onboarding)
    case 4: return request("GET", "/v1/profile/metrics/today")
    case 5:
      return request(
        "POST", "/v1/profile/metrics/acknowledge", #"{"version":1,"metricsComputedAt":"\#(computedAt)"}"#)
    case 6: return request("POST", "/v1/plans/generate", #"{"forceRecompute":false}"#)
    case 7: return request("GET", "/v1/summary/how-it-works")
    case 8: return request("GET", "/v1/profile")
    case 9: return request("PUT", "/v1/profile", #"{"currentWeight":72}"#)
    case 10: return request("PUT", "/auth/profile", #"{"name":"Ada L."}"#)
    case 11: return request("GET", "/auth/profile/preferences")
    case 12: return request("PUT", "/auth/profile/preferences", #"{"dietaryPreferences":[],"mealsPerDay":4}"#)
    case 13:
      var upload = request("POST", "/v1/progress/photos")
      upload.type = "multipart/form-data; boundary=b"
      upload.body = Data(Self.upload.utf8)
      return upload
    case 14:
      return request(
        "POST", "/v1/progress/photo/presign", #"{"fileName":"a.jpg","contentType":"image/jpeg","fileSize":3}"#)
    case 15:
      var store = request("PUT", "/storage/\(fileKey)", isOpen: true)
      store.type = "image/jpeg"
      store.body = Data("xyz".utf8)
      return store
    case 16:
      return request(
        "POST", "/v1/progress/photo/confirm",
        #"{"fileKey":"\#(fileKey)","fileSize":3,"contentType":"image/jpeg","taskId":1,"evidenceType":"during"}"#)
    case 17: return request("GET", "/v1/progress/photos?taskId=1&limit=10")
    case 18: return request("DELETE", "/v1/progress/photo/\(photo)")
    case 19: return request("GET", "/v1/tasks/today")
    case 20: return request("POST", "/v1/evidence", #"{"taskId":1}"#)
    case 21: return request("GET", "/v1/streaks/me")
    case 22: return request("POST", "/auth/refresh", #"{"refreshToken":"\#(refreshToken)"}"#, isOpen: true)
    case 23: return request("POST", "/auth/login", #"{"email":"a@b.de","password":"Secret-123"}"#, isOpen: true)
    case 24: return request("POST", "/auth/logout", #"{"refreshToken":"\#(refreshToken)"}"#, isOpen: true)
    case 25: return request("GET", "/no/such/path")
    case 26: return request("POST", "/auth/signup", "{")
    default: return nil
    }
  }

  mutating func take(_ reply: Reply) {
    replies.append(reply)
    guard let json = try? JSONSerialization.jsonObject(with: reply.body) as? [String: Any] else { return }
    let data = json["data"] as? [String: Any] ?? [:]
    if let text = data["accessToken"] as? String { token = text }
    if let text = data["refreshToken"] as? String { refreshToken = text }
    if let row = data["metrics"] as? [String: Any], let text = row["computedAt"] as? String { computedAt = text }
    if let text = data["fileKey"] as? String { fileKey = text }
    if let number = data["photoId"] as? Int { photo = number }
  }

  /// The structure of a reply without its values, since two servers differ in names, ids and instants.
  static func shape(_ reply: Reply) -> String {
    func shape(_ value: Any) -> String {
      switch value {
      case let object as [String: Any]:
        "{" + object.sorted { $0.key < $1.key }.map { "\($0.key):\(shape($0.value))" }.joined(separator: ",") + "}"
      case let array as [Any]: "[" + array.map { shape($0) }.joined(separator: ",") + "]"
      case is String: "text"
      case is NSNull: "null"
      default: "number"
      }
    }
    let json = try? JSONSerialization.jsonObject(with: reply.body)
    return "\(reply.status) \(json.map { shape($0) } ?? "\(reply.body.count) bytes")"
  }
}
