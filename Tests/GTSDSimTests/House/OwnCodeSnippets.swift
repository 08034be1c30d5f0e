import GTSDExplore
import GTSDModel
import InterleavingTesting
import Testing

/// The code of the guide to exploring one's own code, word for word. Separate from the other snippets, whose
/// `Exploration` is another type.
struct OwnCodeSnippets {
  @Test(.explored(schedules: 500)) func cardAgreesAfterAcknowledging() async {
    let api = LittleApp.FakeAPI()
    let home = await LittleApp.HomeViewModel(api: api, isGuarded: true)
    let plans = await LittleApp.PlansViewModel(api: api, home: home)
    async let load: Void = home.load()
    async let acknowledge: Void = plans.acknowledge()
    _ = await (load, acknowledge)
    await #expect(home.needsAcknowledgment == plans.needsAcknowledgment)
  }

  @Test func readerNeverSeesHalfOfAWrite() async throws {
    try await Exploration.search(schedules: 200) { world in
      world.intercept(host: "app.test") { _ in
        try await Task.sleep(for: .milliseconds(20))
        return .json(#"{"acknowledged": true}"#)
      }
      let screen = await FrameTests.Screen()
      world.watch(screen, as: "screen")
      world.always("nothing is negative") { screen.items >= 0 }
      world.eventually("something is shown", within: .seconds(1)) { screen.items == 1 }
      await screen.load()
      world.note("loaded")
    }
  }

  @Test func callerWithoutSignInIsRefused() async throws {
    try await Exploration.search(schedules: 50) { world in
      let slow = Fault(kind: .latency(.constant(2)), endpoints: [.streak])
      let backend = world.backend(.correct, faults: [slow], host: "api.gtsd.test")
      async let streak = backend.send("GET", "/v1/streaks/me")
      async let tasks = backend.send("GET", "/v1/tasks/today")
      let statuses = try await [streak.status, tasks.status]
      #expect(statuses == [401, 401])
      #expect(world.elapsed > .seconds(2))
    }
  }

  @Test func metricsTakeAWhile() async throws {
    try await Exploration.search(schedules: 50) { world in
      let backend = world.backend(.correct)
      let account = SignUpRequest(email: "ada@example.com", password: "Secret-123", name: "Ada")
      guard case .session(let session) = try await backend.respond(to: .signUp(account)) else { return }
      let answer = try await backend.respond(to: .todayMetrics, token: session.accessToken)
      guard case .failure(let refusal) = answer else { return }
      #expect(refusal.reason == .notReady)
    }
  }
}
