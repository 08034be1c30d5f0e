import Foundation
import GTSDModel
import GTSDSim
import Synchronization
import TestSupport
import Testing

@testable import GTSDExplore
@testable import InterleavingTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One client gets equal replies in process, through `URLSession`, and from a server.
@Suite(.limitedWait) struct OneClientTests {
  private static func request(_ request: ContractTour.Request, at base: String) throws -> URLRequest {
    var result = URLRequest(url: try #require(URL(string: base + request.path)))
    result.httpMethod = request.method
    result.httpBody = request.body
    if request.body != nil { result.setValue(request.type, forHTTPHeaderField: "Content-Type") }
    if let token = request.token { result.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    return result
  }

  /// The tour in a world, with or without `URLSession`.
  private static func explored(throughSession: Bool) async throws -> [ContractTour.Reply] {
    let kept = Mutex<[ContractTour.Reply]>([])
    let result = try await QuietSearch.run(schedules: 1) { world in
      // Uses the address of `ExploredBackend`, since addresses in replies are derived from it.
      let backend = world.backend(.correct, host: "backend.test")
      let session = world.urlSession()
      var tour = ContractTour()
      while let request = tour.next() {
        if throughSession {
          let (body, response) = try await session.data(for: Self.request(request, at: "https://backend.test"))
          tour.take(ContractTour.Reply(status: (response as? HTTPURLResponse)?.statusCode ?? 0, body: body))
        } else {
          var headers: [String: String] = [:]
          if request.body != nil { headers["Content-Type"] = request.type }
          let reply = try await backend.send(
            request.method, request.path, token: request.token, body: request.body, headers: headers)
          tour.take(ContractTour.Reply(status: reply.status, body: reply.body))
        }
        // Metrics are computed after a while.
        if tour.replies.count == 4 { try await Task.sleep(for: .seconds(120)) }
      }
      kept.withLock { [replies = tour.replies] in $0 = replies }
    }
    #expect(result.findings.isEmpty, "\(result.findings)")
    return kept.withLock { $0 }
  }

  private static func served() throws -> [ContractTour.Reply] {
    try LoadRunTests.serving(["backend.metricsDelay=0"]) { target in
      var tour = ContractTour()
      while let request = tour.next() {
        let reply = Mutex(ContractTour.Reply(status: 0, body: Data()))
        let ended = DispatchSemaphore(value: 0)
        // Metrics may be computed soon after the reply to the request that causes them.
        for _ in 0..<10_000 {
          URLSession.shared.dataTask(
            with: try Self.request(request, at: "http://\(target.origin.host):\(target.origin.port)")
          ) { body, response, _ in
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            reply.withLock { $0 = ContractTour.Reply(status: status, body: body ?? Data()) }
            ended.signal()
          }.resume()
          ended.wait()
          guard request.path.hasSuffix("/metrics/today"), reply.withLock({ $0.status == 404 }) else { break }
        }
        tour.take(reply.withLock { $0 })
      }
      return tour.replies
    }
  }

  @Test func everyEndpointAnswersAlike() async throws {
    let (direct, session) = (
      try await Self.explored(throughSession: false), try await Self.explored(throughSession: true)
    )
    #expect(direct.count == 27)
    #expect(direct.prefix(25).allSatisfy { (200..<300).contains($0.status) }, "\(direct.map(\.status))")
    #expect(direct == session)
    let served = try Self.served()
    // A server of its own reports more in `health`.
    #expect(served.dropFirst().map(ContractTour.shape) == direct.dropFirst().map(ContractTour.shape))
  }

  /// The backend answers with the contract's types: a read returns the data that an earlier call stored, and a refusal
  /// states its reason.
  @Test func repliesHaveTheTypesOfTheContract() async throws {
    let profile = HealthProfile(
      dateOfBirth: try #require(Timestamp(iso8601: "1990-05-01")), gender: .female, currentWeight: 70, targetWeight: 64,
      height: 170, primaryGoal: .loseWeight, targetDate: try #require(Timestamp(iso8601: "2027-06-01")),
      activityLevel: .moderatelyActive)
    let account = SignUpRequest(email: "ada@example.com", password: "Secret-123", name: "Ada")
    let result = try await QuietSearch.run(schedules: 10) { world in
      let backend = world.backend(.correct)
      let refused = try await backend.respond(to: .me)
      guard case .failure(let error) = refused else {
        Issue.record("without a token: \(refused)")
        return
      }
      #expect(error.reason == .unauthorized)
      guard case .session(let session) = try await backend.respond(to: .signUp(account)) else {
        Issue.record("no session")
        return
      }
      let token = session.accessToken
      let onboarding = OnboardingRequest(profile: profile, preferences: DietPreferences(allergies: ["nuts"]))
      _ = try await backend.respond(to: .onboard(onboarding), token: token)
      try await Task.sleep(for: .seconds(120))
      guard case .metrics(let row) = try await backend.respond(to: .todayMetrics, token: token) else {
        Issue.record("no metrics")
        return
      }
      #expect(!row.acknowledged && row.metrics.bmi == 24.22)
      let acknowledge = APIRequest.acknowledge(
        version: row.metrics.version, metricsComputedAt: row.metrics.computedAt)
      _ = try await backend.respond(to: acknowledge, token: token, idempotencyKey: "1")
      guard case .metrics(let after) = try await backend.respond(to: .todayMetrics, token: token),
        case .profile(let stored) = try await backend.respond(to: .profile, token: token)
      else {
        Issue.record("no metrics, or no profile")
        return
      }
      #expect(after.acknowledged && stored.profile == profile && stored.preferences.preferences.allergies == ["nuts"])
      let upload = PhotoUpload(taskID: 1, item: PhotoItemID(7), contentType: .jpeg, fileSize: 20_000)
      guard case .photo(let photo) = try await backend.respond(to: .uploadPhoto(upload), token: token) else {
        Issue.record("no photo")
        return
      }
      #expect(photo.taskID == 1 && photo.fileSize == 20_000)
      guard
        case .photos(let photos) = try await backend.respond(
          to: .photos(taskID: nil, limit: 10, offset: 0), token: token)
      else {
        Issue.record("no photos")
        return
      }
      #expect(photos.map(\.id) == [photo.id])
    }
    #expect(result.findings.isEmpty, "\(result.findings)")
  }
}
