import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Rows of metrics that follow from an earlier profile.
struct ReferenceRowTests {
  @Test("A plan may be refused for a row that follows one of an earlier profile", arguments: [10, 90])
  func rowsOfEarlierProfilesAreFollowed(computedAfter seconds: Int64) throws {
    let options = ReferenceOptions(try Scenario.parse(#"{"generation": "correct"}"#))
    func time(_ seconds: Int64) -> Timestamp { WorldCalendar.timestamp(at: seconds * Nanoseconds.second) }
    let body = SignUpRequest(email: "ada@example.com", password: "Secret-1", name: "Ada")
    var (account, found): (ReferenceAccount, [Divergence]) = (ReferenceAccount(body, at: time(0)), [])
    func serve(_ request: APIRequest, _ status: Int, _ reply: APIResponse, at seconds: Int64) {
      let call = WireCall(id: 1, body: request, accessToken: "access", key: 0, operation: .plansFetch)
      _ = account.served(call, status: status, reply, at: time(seconds), options, &found)
    }
    // The same body, so that both profiles give equal numbers.
    for seconds: Int64 in [1, 60] {
      let user = UserPayload(
        id: 1, email: body.email, name: body.name, hasCompletedOnboarding: true, createdAt: time(0),
        updatedAt: time(seconds))
      serve(.onboard(.sample()), 201, .user(user), at: seconds)
    }
    let row = try #require(
      OnboardingRequest.sample().profile.metrics(at: time(seconds), unsupportedGender: .asOther))
    serve(.todayMetrics, 200, .metrics(MetricsPayload(metrics: row, acknowledged: false)), at: 120)
    let acknowledgment = Acknowledgement(acknowledgedAt: time(130), version: row.version)
    serve(
      .acknowledge(version: row.version, metricsComputedAt: row.computedAt), 200, .acknowledged(acknowledgment), at: 130
    )
    #expect(found == [])
    serve(
      .generatePlan(forceRecompute: false), 400,
      .failure(APIErrorPayload(message: "Please acknowledge your health metrics first", reason: .gated)), at: 140)
    #expect(found == (seconds < 60 ? [] : [.refused(.generatePlan)]))
  }

  @Test("A profile that an edit completes is followed by a row", arguments: [5, 3_600])
  func editsAreFollowedByRows(readAfter seconds: Int64) throws {
    let options = ReferenceOptions(try Scenario.parse(#"{"generation": "correct"}"#))
    func time(_ seconds: Int64) -> Timestamp { WorldCalendar.timestamp(at: seconds * Nanoseconds.second) }
    let body = SignUpRequest(email: "ada@example.com", password: "Secret-1", name: "Ada")
    var (account, found): (ReferenceAccount, [Divergence]) = (ReferenceAccount(body, at: time(0)), [])
    func serve(_ request: APIRequest, _ status: Int, _ reply: APIResponse, at seconds: Int64) {
      let call = WireCall(id: 1, body: request, accessToken: "access", key: 0, operation: .editSave)
      _ = account.served(call, status: status, reply, at: time(seconds), options, &found)
    }
    let user = UserPayload(id: 1, email: body.email, name: body.name, hasCompletedOnboarding: true)
    serve(.onboard(.skip(at: time(0))), 201, .user(user), at: 1)
    serve(.todayMetrics, 404, .failure(APIErrorPayload(message: "Not found", reason: .notReady)), at: 3_600)
    #expect(!found.contains(.refused(.todayMetrics)))
    let edit = ProfileUpdate(height: 180, currentWeight: 80)
    serve(
      .updateProfile(edit), 200, .profileUpdated(ProfileUpdatePayload(planUpdated: true, isChanged: true)), at: 4_000)
    serve(
      .todayMetrics, 404, .failure(APIErrorPayload(message: "Not found", reason: .notReady)), at: 4_000 + seconds)
    #expect(found.contains(.refused(.todayMetrics)) == (seconds > 60))
  }

  @Test(
    "A profile that is edited back to the row's needs no other row, whatever the age", arguments: [1, 2] as [Int32])
  func editedBackProfilesNeedNoRow(body: Int32) {
    func targets(_ body: Int32, age: Int32) -> Commit {
      .targets(stored: 1, demanded: 1, inputs: body << 7 | age, isReplyAsStored: true)
    }
    var account = AccountHistory()
    let commits: [Commit] = [
      .onboarded(complete: true), targets(1, age: 30), .metrics(row: 9), .profile(complete: false, changed: .weight),
      .profile(complete: true, changed: .weight), targets(body, age: 31),
    ]
    for (index, commit) in commits.enumerated() { account.committed(commit, revision: Int32(index + 1)) }
    #expect(account.unfollowedEdit == (body == 1 ? -1 : 5))
  }
}
