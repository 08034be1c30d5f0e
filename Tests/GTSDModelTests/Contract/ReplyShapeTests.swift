import GTSDModel
import Testing

/// Replies whose shape depends on the request, compared with the contract's text.
struct ReplyShapeTests {
  private static let context = ResponseContext(
    wire: Generation.preset(.head).wire, now: Timestamp(milliseconds: 1_760_000_000_000), requestID: "r1")

  private static func json(_ response: APIResponse, to request: APIRequest) -> JSONValue {
    JSONValue(parsing: response.encoded(for: request, context: context).body) ?? .null
  }

  @Test func anUpdateRepeatsWhatItWroteByGroup() {
    let request = APIRequest.updateProfile(
      ProfileUpdate(height: 181, targetWeight: 70, preferences: PreferencesUpdate(allergies: [])))
    let written = ProfileUpdatePayload(planUpdated: false, isChanged: true)
    #expect(
      Self.json(.profileUpdated(written), to: request)["profile"] == [
        "demographics": ["height": 181], "health": ["targetWeight": 70], "preferences": ["allergies": []],
      ])
    let nothing = ProfileUpdatePayload(planUpdated: false)
    #expect(Self.json(.profileUpdated(nothing), to: request)["profile"] == [:])
  }

  @Test func eachRefusedFieldIsNamed() {
    let refused = APIResponse.failure(APIErrorPayload(.validation))
    let request = APIRequest.updateProfile(
      ProfileUpdate(height: 1, currentWeight: 80, preferences: PreferencesUpdate(mealsPerDay: 99)))
    let fields = Self.json(refused, to: request)["fieldErrors"]
    #expect(fields["height"].string == "height must be between 50 and 300")
    #expect(fields["mealsPerDay"].string != nil && fields["currentWeight"].isNull)
    #expect(Self.json(refused, to: .updateProfile(ProfileUpdate()))["fieldErrors"][""].string != nil)
    #expect(Self.json(refused, to: .me)["error"]["requestId"].string == "r1")
  }

  @Test func aListTellsWhatEachPhotoIs() {
    let photos = APIResponse.photos([
      PhotoPayload(id: 1, fileSize: 9, contentType: .heic), PhotoPayload(id: 2, fileSize: 9, contentType: .png),
    ])
    let list = Self.json(photos, to: .photos(taskID: nil, limit: 50, offset: 0))["data"]["photos"].array ?? []
    #expect(list.map { $0["mimeType"].string } == ["image/heic", "image/png"])
  }

  /// The photos that the backend lists have all fields of the contract, and are read back unchanged.
  @Test func aListTellsWhereEachPhotoIs() throws {
    let at = try #require(Timestamp(iso8601: "2026-03-01T10:00:00.250Z"))
    let photos = [PhotoPayload(id: 1, taskID: 2, fileSize: 9, fileKey: "progress-photos/1.jpg", uploadedAt: at)]
    let request = APIRequest.photos(taskID: nil, limit: 50, offset: 0)
    let json = Self.json(.photos(photos), to: request)
    let one = try #require(json["data"]["photos"].array?.first)
    #expect(one["fileKey"].string == "progress-photos/1.jpg")
    #expect(one["uploadedAt"].string == at.iso8601 && one["createdAt"].string == at.iso8601)
    #expect(APIResponse(status: 200, body: json.bytes, for: request) == .photos(photos))
  }
}
