import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The course of a call: giving up, cancellation, limits, tokens.
@Suite struct CallTests {
  @Test func cancelledCallerResumesWhileTheServerContinues() {
    let harness = BackendHarness { $0.backend.service = .constant(5) }
    harness.start { person in
      let body = SignUpRequest(email: person.email, password: "Passw0rd!", name: "Ann")
      await #expect(throws: TransportError.timedOut) {
        try await person.send(.signUp(body), timeout: .seconds(2))
      }
      #expect(harness.world.scheduler.now == 2_000_000_000)
    }
    harness.world.scheduler.run()
    #expect(harness.recorder.commits == [.account, .signedIn])
    #expect(harness.recorder.events[0].time == 5_025_000_000)
  }

  @Test func cancellationResumesAtOnceAndTheServerContinues() {
    let harness = BackendHarness()
    let log = Log<(TransportError?, Int64)>()
    let scheduler = harness.world.scheduler
    let person = CallingPerson(backend: harness.backend, user: 0, pausing: harness.pausing)
    let task = scheduler.spawn {
      let body = SignUpRequest(email: person.email, password: "Passw0rd!", name: "Ann")
      do throws(TransportError) {
        try await person.send(.signUp(body))
        log.append((nil, scheduler.now))
      } catch {
        log.append((error, scheduler.now))
      }
    }
    scheduler.schedule(after: 40_000_000, kind: .timer) { task.cancel() }
    scheduler.run()
    #expect(log.items.count == 1 && log.items[0] == (.cancelled, 40_000_000))
    #expect(harness.recorder.commits == [.account, .signedIn])
  }

  @Test func aCancelledTaskSendsNothing() {
    let harness = BackendHarness()
    let scheduler = harness.world.scheduler
    let person = CallingPerson(backend: harness.backend, user: 0, pausing: harness.pausing)
    let task = scheduler.spawn {
      await #expect(throws: TransportError.cancelled) {
        try await person.send(.signUp(SignUpRequest(email: "a@b.c", password: "Passw0rd!", name: "A")))
      }
    }
    task.cancel()
    scheduler.run()
    #expect(harness.recorder.commits.isEmpty)
  }

  @Test func aShutdownCommitsNothingMore() {
    let harness = BackendHarness { $0.backend.service = .constant(5) }
    harness.start { person in
      let body = SignUpRequest(email: person.email, password: "Passw0rd!", name: "Ann")
      _ = try? await person.send(.signUp(body))
    }
    harness.world.scheduler.run(until: 1_000_000_000)
    _ = harness.world.scheduler.shutdown()
    #expect(harness.recorder.commits.isEmpty)
  }

  @Test(arguments: [Generation.Limits.Mode.off, .perUser, .perIp])
  func requestsAreLimitedByUserOrAddress(_ mode: Generation.Limits.Mode) {
    let harness = BackendHarness {
      $0.generation.limits.mode = mode
      $0.backend.requestsPerMinute = 5
      $0.backend.usersPerAddress = 2
    }
    let refused = Log<Int>()
    for user in 0..<2 as Range<UInt32> {
      harness.start(user) { person in
        for _ in 0..<2 {
          for _ in 0..<8 {
            if try await person.send(.health).status == 429 { refused.append(Int(user)) }
          }
          await person.pause(.seconds(60))
        }
      }
    }
    harness.world.scheduler.run()
    let expected =
      switch mode {
      case .off: 0;
      case .perUser: 12;
      case .perIp: 22
      }
    #expect(refused.items.count == expected)
  }

  @Test func photoEndpointsHaveTheirOwnLimits() {
    let harness = BackendHarness {
      $0.generation.limits.mode = .perUser
      $0.backend.requestsPerMinute = 1000
    }
    harness.run { person in
      try await person.signUp()
      var statuses: [Int] = []
      for _ in 0..<22 {
        let presign = APIRequest.presignPhoto(fileName: "a.jpg", contentType: .jpeg, fileSize: 1000)
        statuses.append(try await person.send(presign).status)
      }
      #expect(statuses == Array(repeating: 200, count: 20) + [429, 429])
      await person.pause(.minutes(1))
      _ = try await person.presign("a.jpg")
    }
  }

  @Test func tokensAreShortAndAreDecodedAgain() {
    for slot in [0, 35, 36, 999, 1_679_615] {
      for number in [0, 1, 1_000_000_000, 78_364_164_095] as [Int64] {
        let token = ServerToken(.access, slot: slot, number: number)
        #expect(ServerToken(token.text, kind: .access) == token)
        #expect(ServerToken(token.text, kind: .refresh) == nil)
        #expect(token.text.utf8.count <= 15)
      }
    }
    for text in ["", "A", "A.", "A1", "A1.", "A.1", "A1.2.3", "A1.-2", "AÄ.1", "A123456789012.1"] {
      #expect(ServerToken(text, kind: .access) == nil)
    }
  }

  @Test func refreshTokensExpire() {
    let harness = BackendHarness { $0.backend.refreshTokenLifetime = .days(7) }
    harness.run { person in
      try await person.signUp()
      await person.pause(.days(6))
      try await person.refresh()
      await person.pause(.days(8))
      #expect(try await person.send(.refresh(refreshToken: person.refreshToken)).status == 401)
    }
  }

  /// After a lost reply, the exchange is repeated with the same key. A log-out revokes the resulting token, however it
  /// was obtained.
  @Test func repeatedExchangeReturnsTheSameTokenUntilRevoked() {
    let harness = BackendHarness { $0.generation = .preset(.correct) }
    harness.run { person in
      try await person.signUp()
      let exchange = APIRequest.refresh(refreshToken: person.refreshToken)
      let replies = [try await person.send(exchange, key: 7), try await person.send(exchange, key: 7)]
      let tokens = replies.compactMap { if case .tokens(_, let refresh) = $0.body { refresh } else { nil } }
      #expect(tokens.count == 2 && tokens[0] == tokens[1])
      #expect(try await person.send(.logOut(refreshToken: tokens[0])).status == 200)
      #expect(try await person.send(exchange, key: 7).status == 401)
    }
  }

  @Test func equalSeedsGiveEqualRuns() {
    func run(_ seed: UInt64) -> [Int64] {
      let harness = BackendHarness {
        $0.seed = seed
        $0.backend = BackendConfiguration()
        $0.faults = [Fault(kind: .latency(.exponential(mean: 1)), probability: 0.5)]
      }
      for user in 0..<20 as Range<UInt32> {
        harness.start(user) { person in
          for _ in 0..<5 { _ = try? await person.send(.health) }
          try await person.insistOnSession()
        }
      }
      harness.world.scheduler.run()
      return harness.recorder.events.map(\.time)
    }
    #expect(run(1) == run(1) && run(1) != run(2))
  }

  @Test func scriptedBackendReturnsItsScript() {
    let harness = BackendHarness()
    let scheduler = harness.world.scheduler
    let script = ScriptedBackend(scheduler: scheduler) { call throws(TransportError) in
      if call.id == 2 { throw .unreachable }
      return APIReply(status: 418, asOf: 3, body: .done)
    }
    let person = CallingPerson(backend: script, user: 0, pausing: harness.pausing)
    scheduler.spawn {
      let reply = try? await person.send(.me)
      #expect(reply?.status == 418)
      await #expect(throws: TransportError.unreachable) { try await person.send(.streak) }
    }
    scheduler.run()
    #expect(script.calls.map(\.request) == [.me, .streak])
  }
}
