import Foundation
import GTSDModel
import GTSDModelTestSupport
import Testing

@testable import GTSDWorld

struct RequestCodingTests {
  @Test(arguments: Endpoint.allCases)
  func decodingUndoesEncoding(endpoint: Endpoint) throws {
    var random = RandomValues(seed: UInt64(endpoint.rawValue))
    for _ in 0..<200 {
      let request = random.request(endpoint)
      let wire = request.wire
      #expect(wire.method == endpoint.route.method)
      #expect(try APIRequest(wire) == request)
      #expect(wire.body.count == wire.body.bytes.count)
      #expect(Array(wire.body.segments.joined()) == wire.body.bytes)
    }
  }

  @Test func writesWhatTheContractSays() throws {
    let computedAt = Timestamp(milliseconds: 1_762_071_330_412)
    let acknowledge = APIRequest.acknowledge(version: 1, metricsComputedAt: computedAt).wire
    #expect(acknowledge.target == "/v1/profile/metrics/acknowledge")
    #expect(acknowledge.contentType == "application/json")
    #expect(text(acknowledge.body) == #"{"metricsComputedAt":"2025-11-02T08:15:30.412Z","version":1}"#)

    let preferences = APIRequest.updatePreferences(PreferencesUpdate(allergies: [])).wire
    // An empty list clears, and an absent key changes nothing.
    #expect(text(preferences.body) == #"{"allergies":[]}"#)

    let photos = APIRequest.photos(taskID: 3, limit: 20, offset: 40).wire
    #expect(photos.target == "/v1/progress/photos?limit=20&offset=40&taskId=3")
    #expect(photos.body == .empty)
    #expect(APIRequest.deletePhoto(id: 9).wire.target == "/v1/progress/photo/9")
  }

  @Test func uploadsAreMultipartWithTheSizeOfTheFile() throws {
    let upload = PhotoUpload(taskID: 4, item: PhotoItemID(2), contentType: .png, fileSize: 5000)
    let wire = APIRequest.uploadPhoto(upload).wire
    let contentType = try #require(wire.contentType)
    #expect(contentType.hasPrefix("multipart/form-data; boundary="))
    guard case .file(let head, let file, _) = wire.body else {
      Issue.record("a photo is sent as a file")
      return
    }
    #expect(file == PhotoFile(upload))
    #expect(file.size == 5000)
    let headText = String(decoding: head, as: UTF8.self)
    #expect(headText.contains("name=\"photo\"; filename=\"photo-2.png\"\r\nContent-Type: image/png\r\n\r\n"))
    #expect(headText.contains("name=\"taskId\"\r\n\r\n4\r\n"))
  }

  /// The specification's client: another boundary, the photo first, a caption, a file name without number.
  @Test func readsTheMultipartBodyOfOtherClients() throws {
    let body = [
      "preamble", "--XyZ", "Content-Disposition: form-data; name=\"photo\"; filename=\"photo.jpg\"",
      "Content-Type: image/jpeg", "", "12345\r\n678", "--XyZ", "Content-Disposition: form-data; name=\"caption\"", "",
      "", "--XyZ", "Content-Disposition: form-data; name=\"taskId\"", "", "17", "--XyZ--", "",
    ].joined(separator: "\r\n")
    let wire = WireRequest(
      method: .post, target: "/v1/progress/photos", contentType: "multipart/form-data; charset=utf-8; boundary=\"XyZ\"",
      body: .bytes(Array(body.utf8)))
    let expected = PhotoUpload(taskID: 17, item: .unknown, contentType: .jpeg, fileSize: 10)
    #expect(try APIRequest(wire) == .uploadPhoto(expected))
  }

  /// A text that differs from a delimiter in one byte, before or after it, belongs to the photo.
  @Test func photosMayHoldWhatIsAlmostADelimiter() throws {
    let photo = "\r\n--Xy\r\n--XyA\r\r\n-XyZ\n--XyZ\r\n\r\n\r"
    let head =
      "--XyZ\r\nContent-Disposition: form-data; name=\"taskId\"\r\n\r\n17\r\n"
      + "--XyZ\r\nContent-Disposition: form-data; name=\"photo\"\r\nContent-Type: image/png\r\n\r\n"
    for end in ["\r\n--XyZ--", "\r\n--XyZ--\r\n", "\r\n--XyZ\r\n"] {
      let wire = WireRequest(
        method: .post, target: "/v1/progress/photos", contentType: "multipart/form-data; boundary=XyZ",
        body: .bytes(Array((head + photo + end).utf8)))
      let expected = PhotoUpload(taskID: 17, item: .unknown, contentType: .png, fileSize: photo.utf8.count)
      #expect(try APIRequest(wire) == .uploadPhoto(expected))
    }
    // A body without its last delimiter is incomplete.
    let cut = WireRequest(
      method: .post, target: "/v1/progress/photos", contentType: "multipart/form-data; boundary=XyZ",
      body: .bytes(Array((head + photo).utf8)))
    #expect(throws: WireRequestProblem.invalid(key: "photo")) { try APIRequest(cut) }
  }

  /// Other clients send no file name with a confirmation; the public server's file keys end in one.
  @Test func confirmationsTellTheirItemByNameOrKey() throws {
    let keys = [
      (#""fileKey":"f1","fileName":"photo-3.jpg""#, PhotoItemID(3)),
      (#""fileKey":"progress-photos/7/uuid-photo-4.jpg""#, PhotoItemID(4)),
      (#""fileKey":"progress-photos/7/uuid-front.jpg""#, PhotoItemID.unknown),
    ]
    for (key, item) in keys {
      let body = #"{\#(key),"fileSize":9,"contentType":"image/jpeg"}"#
      let wire = WireRequest(
        method: .post, target: "/v1/progress/photo/confirm", body: .bytes(Array(body.utf8)))
      guard case .confirmPhoto(let confirmation) = try APIRequest(wire) else {
        Issue.record("\(key) is not read as a confirmation")
        continue
      }
      #expect(confirmation.item == item)
    }
  }

  @Test(arguments: [
    (HTTPMethod.post, "/v1/plans/generate", "{", WireRequestProblem.malformedJSON),
    (.post, "/v1/plans/generate", "[]", .malformedJSON),
    (.post, "/v1/plans/generate", "{" + String(repeating: " ", count: 102_400), .oversizedJSON),
    (.post, "/v1/plans/generate", #"{"forceRecompute":"yes"}"#, .invalid(key: "forceRecompute")),
    (.get, "/v1/plans/generate", "", .noRoute(path: "/v1/plans/generate")),
    (.delete, "/auth/logout", "", .noRoute(path: "/auth/logout")),
    (.delete, "/v1/progress/photo/x", "", .invalid(key: "photoId")),
    (.get, "/v1/progress/photos?limit=many", "", .invalid(key: "limit")),
    (.post, "/auth/login", #"{"email":"a@b.c"}"#, .invalid(key: "password")),
    (.post, "/auth/login", #"{"email":7,"password":"x"}"#, .invalid(key: "email")),
    (
      .post, "/v1/profile/metrics/acknowledge", #"{"version":1.5,"metricsComputedAt":"2025-11-02T08:15:30Z"}"#,
      .invalid(key: "version")
    ),
    (
      .post, "/v1/profile/metrics/acknowledge", #"{"version":0,"metricsComputedAt":"2025-11-02T08:15:30Z"}"#,
      .invalid(key: "version")
    ),
    (
      .post, "/v1/profile/metrics/acknowledge", #"{"version":1,"metricsComputedAt":"2025-11-02T08:15:30.4Z"}"#,
      .invalid(key: "metricsComputedAt")
    ),
    (.put, "/auth/profile/preferences", #"{"allergies":["nuts",3]}"#, .invalid(key: "allergies")),
    (.put, "/v1/profile", #"{"height":"180"}"#, .invalid(key: "height")),
    (.put, "/v1/profile", #"{"activityLevel":"lazy"}"#, .invalid(key: "activityLevel")),
    (.put, "/v1/profile", #"{"dateOfBirth":"1990-01-01T00:00:00+01:00"}"#, .invalid(key: "dateOfBirth")),
  ])
  func refusesWhatItCannotRead(method: HTTPMethod, target: String, body: String, problem: WireRequestProblem) {
    let wire = WireRequest(
      method: method, target: target, contentType: "application/json", body: .bytes(Array(body.utf8)))
    #expect(throws: problem) { try APIRequest(wire) }
  }

  @Test func ignoresUnknownKeysAndFillsDefaults() throws {
    let plan = WireRequest(method: .post, target: "/v1/plans/generate")
    #expect(try APIRequest(plan) == .generatePlan(forceRecompute: false))
    let body = #"{"name":"Ada","mealsPerDay":4,"gender":"agender"}"#
    let update = WireRequest(method: .put, target: "/v1/profile", body: .bytes(Array(body.utf8)))
    let expected = ProfileUpdate(gender: .preferNotToSay, preferences: PreferencesUpdate(mealsPerDay: 4))
    #expect(try APIRequest(update) == .updateProfile(expected))
  }

  private func text(_ body: WireRequest.Body) -> String { String(decoding: body.bytes, as: UTF8.self) }
}
