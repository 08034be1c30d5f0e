import Foundation
import GTSDModel
import Testing

@testable import GTSDExplore
@testable import InterleavingTesting

/// Findings about a client that need no line in its test.
struct WireJudgementTests {
  /// An account with a metrics row that is not acknowledged, prepared without `URLSession`.
  static func account(_ backend: ExploredBackend) async throws -> (token: String, computedAt: String) {
    struct SignUp: Decodable {
      struct Content: Decodable { var accessToken: String }
      var data: Content
    }
    let signUp = try await backend.send(
      "POST", "/auth/signup", body: Data(#"{"email":"ada@example.com","password":"Secret-123","name":"Ada"}"#.utf8))
    let token = try JSONDecoder().decode(SignUp.self, from: signUp.body).data.accessToken
    let body = #"""
      {"dateOfBirth":"1991-05-01T00:00:00.000Z","gender":"female","primaryGoal":"lose_weight","targetWeight":60,
       "currentWeight":70,"height":170,"targetDate":"2027-01-01T00:00:00.000Z","activityLevel":"lightly_active",
       "dietaryPreferences":["vegan"],"allergies":[],"mealsPerDay":3}
      """#
    let onboarding = try await backend.send("POST", "/v1/onboarding", token: token, body: Data(body.utf8))
    #expect(onboarding.status == 201)
    try await Task.sleep(for: .seconds(120))
    let metrics = try await backend.send("GET", "/v1/profile/metrics/today", token: token)
    #expect(metrics.status == 200)
    let text = String(decoding: metrics.body, as: UTF8.self)
    let start = try #require(text.range(of: #""computedAt":""#)).upperBound
    return (token, String(text[start...].prefix { $0 != "\"" }))
  }

  @Test func doubleTapIsFoundForEveryClient() async throws {
    let result = try await QuietSearch.run(schedules: 20) { world in
      let backend = world.backend(.correct)
      let (token, computedAt) = try await Self.account(backend)
      let body = Data(#"{"version":1,"metricsComputedAt":"\#(computedAt)"}"#.utf8)
      let path = "/v1/profile/metrics/acknowledge"
      async let first = backend.send("POST", path, token: token, body: body)
      async let second = backend.send("POST", path, token: token, body: body)
      let statuses = try await [first.status, second.status]
      #expect(statuses == [200, 200])
    }
    try #require(result.findings.count == 1, "\(result.findings)")
    let finding = result.findings[0]
    #expect(finding.message.hasPrefix("I-ONCE: acknowledge of"))
    #expect(finding.message.contains("(double-tap-acknowledge)"))
    #expect(finding.timeline.contains("→ POST /v1/profile/metrics/acknowledge"))
    #expect(finding.timeline.contains("← 200 to POST /v1/profile/metrics/acknowledge"))
    #expect(finding.token != nil)
  }

  @Test func correctClientHasNoFindings() async throws {
    let result = try await QuietSearch.run(schedules: 20) { world in
      let backend = world.backend(.correct)
      let (token, computedAt) = try await Self.account(backend)
      let body = Data(#"{"version":1,"metricsComputedAt":"\#(computedAt)"}"#.utf8)
      let acknowledged = try await backend.send(
        "POST", "/v1/profile/metrics/acknowledge", token: token, body: body)
      #expect(acknowledged.status == 200)
      async let plan = backend.send("POST", "/v1/plans/generate", token: token, body: Data("{}".utf8))
      async let profile = backend.send("GET", "/v1/profile", token: token)
      let statuses = try await [plan.status, profile.status]
      #expect([200, 201].contains(statuses[0]) && statuses[1] == 200)
    }
    #expect(result.findings.isEmpty, "\(result.findings)")
  }

  @Test func faultsAreValues() async throws {
    let result = try await QuietSearch.run(schedules: 5) { world in
      let lost = Fault(kind: .replyLost, endpoints: [.signUp], times: 1)
      let backend = world.backend(.correct, faults: [lost])
      let body = Data(#"{"email":"ada@example.com","password":"Secret-123","name":"Ada"}"#.utf8)
      await #expect(throws: URLError.self) { try await backend.send("POST", "/auth/signup", body: body) }
      let again = try await backend.send("POST", "/auth/signup", body: body).status
      #expect(again == 409)
    }
    #expect(result.findings.isEmpty, "\(result.findings)")
  }

  @Test func aBackendAnswersOnlyItsSchedule() async throws {
    let result = try await QuietSearch.run(schedules: 1) { world in
      let backend = world.backend(.correct)
      await #expect(throws: ExplorationError.self) { try await backend.send("GET", "no/path") }
      kept = backend
    }
    #expect(result.findings.isEmpty, "\(result.findings)")
    await #expect(throws: ExplorationError.self) { try await kept?.send("GET", "/auth/me") }
  }
}

/// `nonisolated(unsafe)`: written within a search, read after it.
private nonisolated(unsafe) var kept: ExploredBackend?
