import GTSDModel
import Testing

@testable import GTSDWorld

/// The rules for what a request must carry, and for the end of onboarding.
struct ReferenceRequestsTests {
  @Test("The tabs appear once a reply says that onboarding is over", arguments: [1, 0] as [Int64])
  func onboardingIsOver(shown: Int64) throws {
    var tale = try PhoneTale()
    tale.show(.onboarded, 0)
    let me = MePayload(id: 1, email: "ada@example.com", name: "Ada", hasCompletedOnboarding: true)
    let call = tale.send(.me, for: .restore)
    tale.receive(call, .me(me))
    tale.show(.onboarded, shown)
    tale.settle()
    #expect(tale.found.contains(.shownOther(.onboarded)) == (shown == 0))
  }

  @Test("A request with an effect names a key", arguments: [0, 1] as [UInt64])
  func effectsHaveKeys(key: UInt64) throws {
    var tale = try PhoneTale()
    tale.phone.isPlanAsked = true
    _ = tale.send(.generatePlan(forceRecompute: false), for: .plansFetch, key: key)
    #expect(tale.found.contains(.sentOther(.generatePlan)) == (key == 0))
  }

  @Test("A save contains nothing for which the form has no field")
  func savesContainFields() throws {
    let lists = PreferencesUpdate(dietaryPreferences: [], allergies: [], mealsPerDay: 3, ifRevision: 0)
    let updates: [(APIRequest, isRight: Bool)] = [
      (.updateProfile(ProfileUpdate(preferences: lists)), true),
      (.updateProfile(ProfileUpdate(targetWeight: 60, preferences: lists)), false),
      (.updateProfile(ProfileUpdate(activityLevel: .sedentary, preferences: lists)), false),
      (.updateProfile(ProfileUpdate(preferences: PreferencesUpdate(mealsPerDay: 3, ifRevision: 0))), false),
      (.updateBasicProfile(name: nil, email: "bea@example.com"), false),
    ]
    for (request, isRight) in updates {
      #expect(AskedFor().covers(request, sendsAsTyped: true, largest: 10_000_000) == isRight, "\(request)")
    }
    #expect(!AskedFor().covers(.photos(taskID: nil, limit: 20, offset: 0), sendsAsTyped: true, largest: 10_000_000))
  }

  @Test("A photo is sent if it has at most 10 MB", arguments: [10_000_000, 10_000_001])
  func largerPhotosAreNotSent(size: Int) throws {
    var tale = try PhoneTale()
    let pick = PhotoPick(
      item: PhotoItemID(1), contentType: .jpeg, fileSize: size, longerSide: 2_000, isImage: true)
    tale.pick([pick])
    let upload = PhotoUpload(taskID: 1, item: pick.item, contentType: .jpeg, fileSize: size)
    _ = tale.send(.uploadPhoto(upload), for: .photoUpload, key: 5)
    #expect(tale.found.contains(.sentOther(.uploadPhoto)) == (size > 10_000_000))
  }

  @Test("A skip succeeds with any stored answers, and answers only with their own")
  func skipsAreAnsweredByAnyAnswers() {
    let sent = OnboardingRequest.sample()
    let stored = APIResponse.profile(
      ProfilePayload(
        user: UserPayload(id: 1, email: "a@b.cd", name: "A", hasCompletedOnboarding: true),
        profile: OnboardingRequest.skip(at: WorldCalendar.epoch).profile,
        preferences: PreferencesPayload(preferences: DietPreferences(), revision: 1), targets: nil))
    for (tap, isAnswered) in [(.skipOnboarding, true), (.completeOnboarding(sent), false)] as [(UserAction, Bool)] {
      var asked = AskedFor()
      asked.note(.completeOnboarding(sent))
      asked.onboardingBegan()
      asked.sent(sent)
      asked.note(tap)
      asked.onboardingBegan()
      #expect(asked.isAnswered(by: stored) == isAnswered)
    }
  }

  @Test("A request carries a token that the server gave", arguments: [nil, "access", "other"])
  func tokensWereGiven(token: String?) throws {
    let options = ReferenceOptions(try Scenario.parse(#"{"generation": "correct"}"#))
    var person = PersonReference(options)
    let now = WorldCalendar.timestamp(at: 0)
    let user = UserPayload(id: 1, email: "ada@example.com", name: "Ada", hasCompletedOnboarding: false)
    let signUp = WireCall(
      id: 1, body: .signUp(SignUpRequest(email: "ada@example.com", password: "Passw0rd!", name: "Ada")),
      accessToken: nil, key: 0, operation: .signUp)
    let session = APIResponse.session(SessionPayload(user: user, accessToken: "access", refreshToken: "refresh"))
    person.observe(.served(signUp, status: 201, session, asOf: 1, at: now, source: nil), device: 0, at: 0)
    person.observe(.received(signUp, status: 201, session), device: 0, at: 0)
    let read = WireCall(id: 2, body: .streak, accessToken: token, key: 0, operation: .homeStreak)
    person.observe(.sent(read), device: 0, at: 1)
    #expect(person.found.contains(.sentWithOldToken(.streak)) == (token != "access"))
  }
}
