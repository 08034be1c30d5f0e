import Foundation
import GTSDModel
import Testing

/// The fix guide's own types, decoded by Foundation from the server's replies.
struct GuideModelTests {
  /// Issue 2, step 1, except that the contract has a number as id.
  private struct User: Codable {
    let id: Int
    let email: String
    let name: String
    let hasCompletedOnboarding: Bool
    let createdAt: Date
    let updatedAt: Date
    let dietaryPreferences: [String]?
    let allergies: [String]?
    let mealsPerDay: Int?
  }

  private struct Envelope<Content: Codable>: Codable { let data: Content }
  private struct Session: Codable { let user: User }
  private struct PreferencesReply: Codable {
    let success: Bool
    let user: User
  }

  /// Issue 3: the reply to an upload.
  private struct PhotoReply: Codable {
    struct Photo: Codable {
      let id: String
      let taskId: String
      let url: String
      let caption: String?
      let createdAt: Date
    }
    let photo: Photo
  }

  private static let ann = UserPayload(
    id: 1, email: "ann@example.com", name: "Ann", hasCompletedOnboarding: true,
    createdAt: Timestamp(milliseconds: 1_700_000_000_000), updatedAt: Timestamp(milliseconds: 1_700_000_060_000))

  private func decode<Content: Decodable>(
    _ type: Content.Type, _ response: APIResponse, for request: APIRequest
  ) throws -> Content {
    let context = ResponseContext(
      wire: Generation.preset(.correct).wire, now: Timestamp(milliseconds: 1_700_000_100_000), user: Self.ann)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      return try Date(text, strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true))
    }
    let wire = response.encoded(for: request, context: context)
    return try decoder.decode(type, from: Data(wire.body))
  }

  @Test("The `User` type of the guide decodes every reply that contains a user")
  func users() throws {
    let session = SessionPayload(user: Self.ann, accessToken: "a", refreshToken: "r")
    let signedUp = try decode(
      Envelope<Session>.self, .session(session), for: .logIn(email: Self.ann.email, password: "x"))
    #expect(signedUp.data.user.updatedAt.timeIntervalSince(signedUp.data.user.createdAt) == 60)
    let preferences = DietPreferences(dietaryPreferences: ["Vegan"], allergies: ["Nuts"], mealsPerDay: 4)
    let me = try decode(
      Envelope<User>.self,
      .me(
        MePayload(id: 1, email: Self.ann.email, name: "Ann", hasCompletedOnboarding: true, preferences: preferences)),
      for: .me)
    #expect(me.data.dietaryPreferences == ["Vegan"] && me.data.mealsPerDay == 4)
    let saved = try decode(
      PreferencesReply.self, .preferences(PreferencesPayload(preferences: preferences, revision: 2)),
      for: .updatePreferences(PreferencesUpdate(dietaryPreferences: ["Vegan"])))
    #expect(saved.user.allergies == ["Nuts"])
  }

  @Test("The reply with a photo contains its caption")
  func captions() throws {
    let upload = PhotoUpload(
      taskID: 3, item: PhotoItemID(0), contentType: .jpeg, fileSize: 400, caption: "after a week")
    let wire = APIRequest.uploadPhoto(upload).wire
    #expect(try APIRequest(wire) == .uploadPhoto(upload))
    let reply = try decode(
      PhotoReply.self, .photo(PhotoPayload(id: 7, taskID: 3, fileSize: 400, caption: "after a week")),
      for: .uploadPhoto(upload))
    #expect(reply.photo.caption == "after a week")
  }
}
