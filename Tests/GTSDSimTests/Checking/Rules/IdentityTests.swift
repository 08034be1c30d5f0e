import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Violations of identity are named as such, and granted requests are distinguished from refused ones.
struct IdentityTests {
  @Test("An event under the previous account breaks I-USER, and does not count as a second view of the summary")
  func eventsBelongToWhoIsSignedIn() {
    let story = Story.ready()
    let event = AnalyticsEvent.summaryViewed(
      bmr: 1, tdee: 2, calories: 3, goal: .maintain, estimatedWeeks: 0)
    story.wait()
    story.tell(.analytics(event))
    story.signOut()
    story.signIn(1)
    story.account = 0
    story.wait()
    story.tell(.analytics(event))
    let sites = story.end().entries.map(\.key)
    #expect(!sites.contains { $0.site.kind == .summaryShownAgain })
    #expect(
      sites.filter { $0.invariant == .user }.map(\.site.sentence) == [
        "an event was reported under an account that is not signed in here: metrics_summary_viewed"
      ])
  }

  @Test("A photo that is sent again during its upload is not reported as already uploaded")
  func anUploadUnderWayIsNoUpload() {
    func sentence(after state: PhotoItemState) -> [String] {
      let story = Story.ready()
      let states: [PhotoItemState] = [.selected, .uploading] + (state == .uploading ? [] : [state]) + [.uploading]
      for state in states {
        story.wait()
        story.tell(.photoItem(PhotoItemID(1), state))
      }
      return story.end().entries.filter { $0.key.invariant == .photo }.map(\.key.site.sentence)
    }
    #expect(sentence(after: .uploading) == ["a photo was sent again while its upload was under way"])
    #expect(sentence(after: .uploaded).contains("a photo was sent again though it was reported as uploaded"))
  }

  /// A server that has created two accounts and answers one more request.
  private func found(
    _ request: APIRequest, _ reply: APIResponse, status: Int = 200, account: Int = 0
  ) throws -> [Divergence] {
    let options = ReferenceOptions(try Scenario.parse(#"{"generation": "correct"}"#))
    var (server, found): (ReferenceServer, [Divergence]) = (ReferenceServer(), [])
    let now = WorldCalendar.timestamp(at: 0)
    func serve(_ id: Int32, _ request: APIRequest, _ token: String?, status: Int, _ reply: APIResponse) {
      let call = WireCall(id: id, body: request, accessToken: token, key: 0, operation: .homeLoad)
      server.served(call, status: status, reply, at: now, device: 0, options, &found)
    }
    for (index, name) in ["ada", "bob"].enumerated() {
      let body = SignUpRequest(email: "\(name)@example.com", password: "Passw0rd!", name: name)
      let session = SessionPayload(
        user: Self.user(name), accessToken: "access-\(index)", refreshToken: "refresh-\(index)")
      serve(Int32(index + 1), .signUp(body), nil, status: 201, .session(session))
    }
    #expect(found == [])
    serve(9, request, "access-\(account)", status: status, reply)
    return found
  }

  private static func user(_ name: String) -> UserPayload {
    UserPayload(
      id: 1, email: "\(name)@example.com", name: name, hasCompletedOnboarding: false,
      createdAt: nil, updatedAt: nil)
  }

  private static func me(_ name: String) -> APIResponse {
    .me(
      MePayload(
        id: 1, email: "\(name)@example.com", name: name, hasCompletedOnboarding: false, preferences: DietPreferences()))
  }

  @Test("A reply with another account's data is distinguished from a reply that is only wrong")
  func othersDataIsNamed() throws {
    #expect(try found(.me, Self.me("ada")) == [])
    #expect(try found(.me, Self.me("bob")) == [.replyOfOtherAccount(.me)])
    #expect(try found(.me, Self.me("eve")) == [.replyMismatch(.me)])
  }

  @Test("A creation is answered with 201, and an acknowledgment with the version of its row")
  func grantsAreOfTheContract() throws {
    let skip = OnboardingRequest.skip(at: WorldCalendar.epoch)
    var user = Self.user("ada")
    user.hasCompletedOnboarding = true
    #expect(try found(.onboard(skip), .user(user), status: 201) == [])
    #expect(try found(.onboard(skip), .user(user), status: 200) == [.grantedOtherwise(.onboard)])
    #expect(try found(.me, Self.me("ada"), status: 201) == [.grantedOtherwise(.me)])
    for (next, isRight) in [("refresh-9", true), ("refresh-0", false)] {
      let reply = APIResponse.tokens(accessToken: "access-9", refreshToken: next)
      #expect(try found(.refresh(refreshToken: "refresh-0"), reply) == (isRight ? [] : [.replyMismatch(.refresh)]))
    }
    let refusal = APIResponse.failure(APIErrorPayload(message: "", reason: .unauthorized))
    #expect(try found(.me, refusal, status: 401) == [.refused(.me)])
    let row = WorldCalendar.epoch
    for (told, isRight) in [(1, true), (2, false)] {
      let reply = APIResponse.acknowledged(Acknowledgement(acknowledgedAt: row, version: told))
      let found = try found(.acknowledge(version: 1, metricsComputedAt: row), reply)
      // No phone received the row itself, which is wrong in both cases.
      #expect(found.count == (isRight ? 1 : 2))
    }
  }

  @Test("A log-out may be repeated, and only an unknown token is refused", arguments: ["refresh-0", "refresh-7"])
  func logOutsAreRepeated(token: String) throws {
    let refusal = APIResponse.failure(APIErrorPayload(message: "", reason: .notFound))
    let found = try found(.logOut(refreshToken: token), refusal, status: 404)
    #expect(found == (token == "refresh-0" ? [.refused(.logOut)] : []))
  }

  @Test("A write that should have been refused is reported, and a wrong status is a separate finding")
  func grantsAreToldFromRefusals() throws {
    let tooMany = PreferencesUpdate(dietaryPreferences: (0..<200).map { "diet \($0)" })
    #expect(
      try found(
        .updatePreferences(tooMany),
        .preferences(
          PreferencesPayload(preferences: DietPreferences(dietaryPreferences: (0..<200).map { "diet \($0)" }))))
        == [.granted(.updatePreferences)])
    #expect(
      try found(.streak, .failure(APIErrorPayload(message: "", reason: .server)), status: 400)
        .allSatisfy { $0 == .refused(.streak) || $0 == .refusedOtherwise(.streak) })
    #expect(try found(.deletePhoto(id: 7), .done) == [.granted(.deletePhoto)])
  }
}
