import GTSDModel
import Testing

@testable import GTSDExplore
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import InterleavingTesting

/// The breaches that the judge reports for an app's own client, request by request.
struct ClientJudgeTests {
  /// A client with its requests, whose sign-ins have tokens `a1`, `r1`, `a2`, `r2`, ….
  private struct Feed {
    var judge = ClientJudge()
    private var last: Int32 = 0

    init(users: [Int] = [7]) { for user in users { signUp(user) } }

    private mutating func signUp(_ user: Int) {
      let number = last + 1
      let payload = UserPayload(id: user, email: "\(user)@x.de", name: "Ada", hasCompletedOnboarding: false)
      exchange(
        .signUp(SignUpRequest(email: "\(user)@x.de", password: "Secret-1", name: "Ada")), token: nil,
        .session(SessionPayload(user: payload, accessToken: "a\(number)", refreshToken: "r\(number)")))
    }

    mutating func send(
      _ request: APIRequest, token: String? = "a1", key: UInt64 = 0, content: UInt64 = 0
    ) -> Int32 {
      last += 1
      judge.sent(last, request, token: token, key: key, content: content, at: Int64(last) * 1_000_000)
      return last
    }

    mutating func answer(_ id: Int32, status: Int = 200, _ reply: APIResponse) {
      judge.decided(id, status: status, reply)
      judge.ended(id, (status, reply))
    }

    mutating func exchange(
      _ request: APIRequest, token: String? = "a1", key: UInt64 = 0, content: UInt64 = 0, _ reply: APIResponse
    ) {
      let id = send(request, token: token, key: key, content: content)
      answer(id, reply)
    }

    var keys: [String] { judge.found.map(\.key) }
  }

  private static func row(_ second: Int64) -> Timestamp { Timestamp(milliseconds: second * 1000) }

  private static func metrics(_ second: Int64, _ isAcknowledged: Bool = false) -> APIResponse {
    let metrics = HealthMetrics(bmi: 22, bmr: 1700, tdee: 2400, computedAt: row(second), version: 1)
    return .metrics(MetricsPayload(metrics: metrics, acknowledged: isAcknowledged))
  }

  private static func acknowledge(_ second: Int64) -> APIRequest {
    .acknowledge(version: 1, metricsComputedAt: row(second))
  }

  private static let acknowledged = APIResponse.acknowledged(Acknowledgement(acknowledgedAt: row(9), version: 1))

  private static func save(_ lists: [String]) -> APIRequest {
    .updatePreferences(PreferencesUpdate(dietaryPreferences: lists))
  }

  private static func stored(_ lists: [String]) -> APIResponse {
    .preferences(PreferencesPayload(preferences: DietPreferences(dietaryPreferences: lists)))
  }

  @Test func requestUnderWayIsNotSentAgain() {
    var feed = Feed()
    feed.exchange(.todayMetrics, Self.metrics(1))
    let first = feed.send(Self.acknowledge(1))
    _ = feed.send(Self.acknowledge(2))
    #expect(feed.keys == [])
    _ = feed.send(Self.acknowledge(1))
    #expect(feed.keys == ["I-ONCE/sent-again/acknowledge"])
    #expect(feed.judge.found[0].hazard == .doubleTapAcknowledge)
    #expect(
      feed.judge.found[0].message.hasPrefix(
        "I-ONCE: acknowledge of 5.0 ms was sent while the same request, acknowledge of 3.0 ms, was in flight"))
    // Another attempt after the end of the first, or after it was given up, is allowed.
    feed.judge.found = []
    feed.judge.abandoned(5)
    feed.answer(first, status: 500, .failure(APIErrorPayload(message: "", reason: .server)))
    _ = feed.send(Self.acknowledge(1))
    #expect(feed.keys == [])
  }

  @Test func succeededRequestIsNotRepeatedWithItsKey() {
    var feed = Feed()
    let evidence = APIRequest.submitEvidence(taskID: 1)
    let lost = feed.send(evidence, key: 5)
    feed.judge.ended(lost, nil)
    feed.exchange(evidence, key: 5, .done)
    #expect(feed.keys == [])
    feed.exchange(evidence, key: 6, .done)
    #expect(feed.keys == [])
    feed.exchange(evidence, key: 5, .done)
    #expect(feed.keys == ["I-ONCE/sent-again/submit-evidence"])
  }

  @Test func aRefreshTokenIsExchangedOnce() {
    var feed = Feed()
    let lost = feed.send(.refresh(refreshToken: "r1"), token: nil)
    feed.judge.ended(lost, nil)
    let first = feed.send(.refresh(refreshToken: "r1"), token: nil)
    #expect(feed.keys == [])
    _ = feed.send(.refresh(refreshToken: "r1"), token: nil)
    #expect(feed.keys == ["I-TOKEN/sent-again/refresh"])
    feed.answer(first, .tokens(accessToken: "a9", refreshToken: "r9"))
    feed.judge.found = []
    feed.judge.abandoned(4)
    _ = feed.send(.refresh(refreshToken: "r9"), token: nil)
    #expect(feed.keys == [])
    _ = feed.send(.refresh(refreshToken: "r1"), token: nil)
    #expect(feed.keys == ["I-TOKEN/sent-again/refresh"])
    #expect(feed.judge.found[0].hazard == .tokenRefreshStampede)
  }

  @Test func aFileIsStoredOnceForATask() {
    var feed = Feed()
    func upload(_ task: Int) -> APIRequest {
      .uploadPhoto(PhotoUpload(taskID: task, item: .unknown, contentType: .jpeg, fileSize: 9))
    }
    func photo(_ id: Int) -> APIResponse { .photo(PhotoPayload(id: id, fileSize: 9)) }
    feed.exchange(upload(1), content: 77, photo(1))
    feed.exchange(upload(1), content: 78, photo(2))
    feed.exchange(upload(2), content: 77, photo(3))
    // The same reply again describes the same photo.
    feed.exchange(upload(1), content: 77, photo(1))
    #expect(feed.keys == [])
    feed.exchange(.deletePhoto(id: 2), .done)
    feed.exchange(upload(1), content: 78, photo(4))
    #expect(feed.keys == [])
    feed.exchange(upload(1), content: 77, photo(5))
    #expect(feed.keys == ["I-PHOTO/stored-twice"])
    // With presign and confirm, the file goes to the object store.
    let store = APIRequest.storePhoto(fileKey: "k", contentType: .jpeg, fileSize: 9)
    feed.exchange(store, token: nil, content: 77, .done)
    let confirm = PhotoConfirmation(fileKey: "k", item: .unknown, contentType: .jpeg, fileSize: 9, taskID: 1)
    feed.exchange(.confirmPhoto(confirm), photo(6))
    #expect(feed.keys == ["I-PHOTO/stored-twice", "I-PHOTO/stored-twice"])
  }

  @Test func nothingIsSentAfterALogOut() {
    var feed = Feed()
    let logOut = feed.send(.logOut(refreshToken: "r1"))
    _ = feed.send(.streak)
    #expect(feed.keys == [])
    feed.answer(logOut, .done)
    _ = feed.send(.streak)
    #expect(feed.keys == ["I-USER/after-log-out/streak"])
    _ = feed.send(.refresh(refreshToken: "r1"), token: nil)
    #expect(feed.keys.last == "I-USER/after-log-out/refresh")
  }

  @Test func nothingOfAnotherAccountIsNamed() {
    var feed = Feed(users: [7, 8])
    feed.exchange(.todayMetrics, token: "a1", Self.metrics(1))
    feed.exchange(
      .uploadPhoto(PhotoUpload(taskID: 1, item: .unknown, contentType: .jpeg, fileSize: 9)), token: "a1", content: 3,
      .photo(PhotoPayload(id: 4, fileSize: 9)))
    _ = feed.send(.deletePhoto(id: 4), token: "a1")
    _ = feed.send(Self.acknowledge(1), token: "a1")
    _ = feed.send(.deletePhoto(id: 99), token: "a2")
    #expect(feed.keys == [])
    _ = feed.send(Self.acknowledge(1), token: "a2")
    _ = feed.send(.deletePhoto(id: 4), token: "a2")
    #expect(feed.keys == ["I-USER/other-account/acknowledge", "I-USER/other-account/delete-photo"])
  }

  @Test func aPlanWaitsForTheAcknowledgmentThatIsOwed() {
    var feed = Feed()
    // A client that received no row need not acknowledge one.
    feed.exchange(.generatePlan(forceRecompute: false), .done)
    feed.exchange(.todayMetrics, Self.metrics(1))
    let acknowledging = feed.send(Self.acknowledge(1))
    _ = feed.send(.generatePlan(forceRecompute: true))
    #expect(feed.keys == ["I-GATE/plan-requested"])
    #expect(feed.judge.found[0].hazard == .ackBypassToolbar)
    feed.judge.found = []
    feed.answer(acknowledging, Self.acknowledged)
    // An older reply does not undo this.
    feed.exchange(.todayMetrics, Self.metrics(1))
    feed.exchange(.generatePlan(forceRecompute: false), .done)
    #expect(feed.keys == [])
  }

  @Test func theNewestRowIsAcknowledged() {
    var feed = Feed()
    feed.exchange(.todayMetrics, Self.metrics(1))
    feed.exchange(.todayMetrics, Self.metrics(2))
    feed.exchange(Self.acknowledge(2), Self.acknowledged)
    #expect(feed.keys == [])
    feed.exchange(Self.acknowledge(1), Self.acknowledged)
    #expect(feed.keys == ["I-TARGET/older-row"])
  }

  @Test func preferencesAreReadBeforeTheyAreReplaced() {
    var feed = Feed(users: [7, 7])
    feed.exchange(Self.save(["vegan"]), token: "a1", Self.stored(["vegan"]))
    // Overwriting its own value, or storing the same value again, loses nothing.
    feed.exchange(Self.save(["vegan", "kosher"]), token: "a1", Self.stored(["vegan", "kosher"]))
    var blind = feed
    feed.exchange(Self.save(["vegan", "kosher"]), token: "a2", Self.stored(["vegan", "kosher"]))
    #expect(feed.keys == [])
    blind.exchange(Self.save(["halal"]), token: "a2", Self.stored(["halal"]))
    #expect(blind.keys == ["I-LOST/preferences"])
    #expect(blind.judge.found.map(\.hazard) == [.prefsEmptyLoadOverwrite])
    feed.exchange(.preferences, token: "a2", Self.stored(["vegan", "kosher"]))
    var reader = feed
    reader.exchange(Self.save(["halal"]), token: "a2", Self.stored(["halal"]))
    #expect(reader.keys == [])
    feed.exchange(Self.save([]), token: "a1", Self.stored([]))
    feed.exchange(Self.save(["paleo"]), token: "a1", Self.stored(["paleo"]))
    feed.exchange(Self.save(["halal"]), token: "a2", Self.stored(["halal"]))
    #expect(feed.judge.found.map(\.hazard) == [.prefsTwoWriters])
  }

  @Test func writesOfASessionTakeEffectInItsOrder() {
    var feed = Feed()
    let first = feed.send(Self.save(["vegan"]))
    let second = feed.send(Self.save(["halal"]))
    let meals = feed.send(.updatePreferences(PreferencesUpdate(mealsPerDay: 4)))
    feed.answer(meals, Self.stored([]))
    feed.answer(second, Self.stored(["halal"]))
    #expect(feed.keys == [])
    feed.answer(first, Self.stored(["vegan"]))
    #expect(feed.keys == ["monotonic-writes/update-preferences"])
  }
}
