import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

@Suite struct FaultTests {
  /// The reply that one caller received, and its time in nanoseconds.
  struct Outcome: Sendable, Equatable {
    var result: Result<Int, TransportError>
    var at: Int64
  }

  /// Uploads one photo a second, from second 0 on, and returns how each request ended and what was committed.
  ///
  /// Second 0 is second 60 of the world. The faults are shifted by 60 seconds too, so that the sign-in is before them.
  private func outcomes(
    of count: Int, faults: [Fault], _ change: (inout Scenario) -> Void = { _ in }
  ) -> (outcomes: [Outcome], commits: [Commit]) {
    let base = TimeSpan.seconds(60)
    let harness = BackendHarness {
      $0.horizon = .hours(1)
      $0.backend.accessTokenLifetime = .hours(2)
      $0.faults = faults.map { fault in
        var moved = fault
        moved.from.nanoseconds += base.nanoseconds
        moved.until?.nanoseconds += base.nanoseconds
        return moved
      }
      change(&$0)
    }
    let log = Log<(Int, Outcome)>()
    let scheduler = harness.world.scheduler
    harness.start { person in
      try await person.insistOnSession()
      await person.pause(TimeSpan(nanoseconds: base.nanoseconds - scheduler.now))
      for index in 0..<count {
        scheduler.spawn {
          await person.pause(.seconds(Int64(index)))
          let start = scheduler.now
          let upload = PhotoUpload(
            taskID: 1, item: PhotoItemID(Int32(index)), contentType: .jpeg, fileSize: 200_000)
          var result: Result<Int, TransportError>
          do throws(TransportError) {
            result = .success(try await person.send(.uploadPhoto(upload), timeout: .seconds(10)).status)
          } catch {
            result = .failure(error)
          }
          log.append((index, Outcome(result: result, at: scheduler.now - start)))
        }
      }
    }
    scheduler.run()
    let photos = harness.recorder.commits.filter { if case .photo = $0 { true } else { false } }
    return (log.items.sorted { $0.0 < $1.0 }.map(\.1), photos)
  }

  private let plain = Outcome(result: .success(201), at: 90_000_000)

  @Test func withoutFaultsEverythingIsServed() {
    let (outcomes, commits) = outcomes(of: 3, faults: [])
    #expect(outcomes == [plain, plain, plain] && commits.count == 3)
  }

  @Test func latencyIsAddedWithinItsWindow() {
    let fault = Fault(kind: .latency(.constant(2)), from: .milliseconds(500), until: .milliseconds(1500))
    let (outcomes, commits) = outcomes(of: 3, faults: [fault])
    #expect(outcomes == [plain, Outcome(result: .success(201), at: 2_090_000_000), plain])
    #expect(commits.count == 3)
  }

  @Test func faultsTouchTheirEndpointsOnly() {
    let fault = Fault(kind: .error(status: 502), endpoints: [.streak, .me])
    #expect(outcomes(of: 1, faults: [fault]).outcomes == [plain])
  }

  @Test func errorsReplaceService() {
    let (outcomes, commits) = outcomes(of: 1, faults: [Fault(kind: .error(status: 502))])
    #expect(outcomes == [Outcome(result: .success(502), at: 50_000_000)] && commits.isEmpty)
  }

  @Test func timeoutsCommitNothing() {
    let (outcomes, commits) = outcomes(of: 1, faults: [Fault(kind: .timeout)])
    #expect(outcomes == [Outcome(result: .failure(.timedOut), at: 10_000_000_000)] && commits.isEmpty)
  }

  @Test func aLostReplyIsCommitted() {
    let (outcomes, commits) = outcomes(of: 1, faults: [Fault(kind: .replyLost)])
    #expect(outcomes == [Outcome(result: .failure(.timedOut), at: 10_000_000_000)] && commits.count == 1)
  }

  @Test("The request of a garbled reply is committed, and no app can read the reply")
  func aGarbledReplyIsCommittedAndUnreadable() throws {
    let (outcomes, commits) = outcomes(of: 1, faults: [Fault(kind: .garbled)])
    #expect(outcomes == [plain] && commits.count == 1)
    let played = try Play(
      Scenario.parse(
        """
        {"generation": "correct", "story": {"given": ["onboard", {"do": "openTab", "tab": "plans"}], "when": [
          {"do": "disturb", "fault": {"kind": "garbled", "endpoints": ["generate-plan"], "times": 1}},
          "acknowledge",
          {"expect": {"plansScreen": "error", "server": {"acknowledged": true, "plans": 1}}, "within": "1m"},
          {"do": "retryPlan", "after": "5s"},
          {"expect": {"plansScreen": "plan", "server": {"plans": 1}}, "within": "1m"},
        ]}}
        """)
    ).run()
    #expect(played.findings == [])
  }

  @Test func outagesBreakConnections() {
    let fault = Fault(kind: .outage, from: .seconds(1), until: .seconds(2))
    let (outcomes, commits) = outcomes(of: 3, faults: [fault])
    #expect(outcomes == [plain, Outcome(result: .failure(.unreachable), at: 25_000_000), plain])
    #expect(commits.count == 2)
  }

  @Test func rateLimitStormsAnswer429() {
    let (outcomes, commits) = outcomes(of: 1, faults: [Fault(kind: .rateLimitStorm)])
    #expect(outcomes == [Outcome(result: .success(429), at: 50_000_000)] && commits.isEmpty)
  }

  @Test func delayedRepliesAreOvertaken() {
    let fault = Fault(kind: .reorder(.constant(3)), until: .milliseconds(500))
    let (outcomes, _) = outcomes(of: 2, faults: [fault])
    #expect(outcomes == [Outcome(result: .success(201), at: 3_090_000_000), plain])
  }

  @Test func restartsLoseQueuedAndServedRequests() {
    // One server with services of 2 s. At the restart at 3.5 s, the second request is in service; the third and fourth
    // wait.
    let fault = Fault(kind: .restart, from: .milliseconds(3500), until: .milliseconds(3600))
    let (outcomes, commits) = outcomes(of: 5, faults: [fault]) {
      $0.backend.servers = 1
      $0.backend.service = .constant(2)
    }
    #expect(
      outcomes == [
        Outcome(result: .success(201), at: 2_050_000_000), Outcome(result: .failure(.unreachable), at: 2_500_000_000),
        Outcome(result: .failure(.unreachable), at: 1_500_000_000),
        Outcome(result: .failure(.unreachable), at: 500_000_000), Outcome(result: .success(201), at: 2_050_000_000),
      ])
    #expect(commits.count == 2)
  }

  @Test func brownOutsReduceTheCapacityUntilTheyEnd() {
    // Two servers with services of 1.8 s: one request a second needs both.
    let slow: (inout Scenario) -> Void = {
      $0.backend.servers = 2
      $0.backend.service = .constant(1.8)
    }
    let none = outcomes(of: 6, faults: [], slow).outcomes
    #expect(none.allSatisfy { $0.at == 1_850_000_000 })
    let fault = Fault(kind: .brownOut(capacity: 0.5), from: .zero, until: .milliseconds(2500))
    let cut = outcomes(of: 6, faults: [fault], slow).outcomes
    // The second request waits until the first ends at 1.825 s, and the third for the second server at 2.5 s.
    #expect(cut.map { $0.at / 1_000_000 } == [1850, 2650, 2325, 2450, 2125, 2250])
    // First no request is served, then all are.
    let all = Fault(kind: .brownOut(capacity: 0), from: .zero, until: .seconds(5))
    #expect(outcomes(of: 1, faults: [all], slow).outcomes[0].at == 6_825_000_000)
  }

  @Test func faultProbabilityIsTheShareOfRequests() {
    let fault = Fault(kind: .rateLimitStorm, probability: 0.3)
    let touched = outcomes(of: 2000, faults: [fault]) { _ in }.outcomes.count { $0.result == .success(429) }
    // The 99.9 % interval of a binomial distribution of 2,000 trials at 0.3.
    #expect((533...668).contains(touched))
  }

  @Test func additionalFaultLeavesOtherDrawsUnchanged() {
    let half = Fault(kind: .error(status: 500), probability: 0.5)
    let never = Fault(kind: .latency(.exponential(mean: 1)), probability: 0)
    let one = outcomes(of: 50, faults: [half]) { $0.backend.network = .exponential(mean: 0.1) }.outcomes
    let two = outcomes(of: 50, faults: [half, never]) { $0.backend.network = .exponential(mean: 0.1) }.outcomes
    #expect(one == two)
  }

  @Test func aFaultAffectsAtMostItsNumberOfRequests() {
    let refused = Outcome(result: .success(502), at: 50_000_000)
    let twice = Fault(kind: .error(status: 502), from: .milliseconds(500), times: 2)
    #expect(outcomes(of: 5, faults: [twice]).outcomes == [plain, refused, refused, plain, plain])
    // Each of several faults counts for itself, even if another one decides how the request ends.
    let once = Fault(kind: .rateLimitStorm, times: 1)
    #expect(
      outcomes(of: 4, faults: [once, Fault(kind: .outage, until: .milliseconds(1500), times: 1)]).outcomes == [
        Outcome(result: .failure(.unreachable), at: 25_000_000), plain, plain, plain,
      ])
    // A request that is not drawn does not count. The requests drawn are the same as without a limit.
    var half = Fault(kind: .error(status: 502), probability: 0.5)
    // Otherwise the limit would change the request's draws.
    half.name = "half"
    let always = outcomes(of: 20, faults: [half]).outcomes.map { $0 == refused }
    var third = half
    third.times = 3
    let limited = outcomes(of: 20, faults: [third]).outcomes.map { $0 == refused }
    let touched = always.indices.filter { always[$0] }
    #expect(touched.count > 3)
    #expect(limited.indices.filter { limited[$0] } == Array(touched.prefix(3)))
  }

  @Test func aLimitedDuplicateCountsRequestsAndNotTheirCopies() {
    let twice = Fault(kind: .duplicate, times: 2)
    #expect(outcomes(of: 4, faults: [twice]).commits.count == 6)
    #expect(outcomes(of: 4, faults: [Fault(kind: .duplicate)]).commits.count == 8)
  }

  @Test func lossesAndErrorsHaveTheStatedRates() {
    let lossy = outcomes(of: 2000, faults: []) { $0.backend.lossRate = 0.2 }
    let lost = lossy.outcomes.count { $0.result == .failure(.unreachable) }
    #expect((342...460).contains(lost))
    // Half of the losses lose the request, the other half only its reply.
    let served = lossy.outcomes.count - lost
    #expect((160...240).contains(lossy.commits.count - served))
    let failing = outcomes(of: 2000, faults: []) { $0.backend.errorRate = 0.2 }
    #expect((342...460).contains(failing.outcomes.count { $0.result == .success(500) }))
  }

  @Test func aSkewedClockShowsInTimestampsAndExpiry() {
    let harness = BackendHarness {
      $0.faults = [Fault(kind: .clockSkew(.hours(1)), from: .minutes(10), until: .minutes(11))]
    }
    harness.run { person in
      try await person.signUp()
      try await person.onboard()
      await person.pause(.seconds(10))
      let metrics = try await person.metrics()
      await person.pause(.minutes(10))
      // The token lives for 15 minutes, and the server's clock is more than 60 minutes ahead.
      #expect(try await person.send(.me).status == 401)
      try await person.refresh()
      guard case .acknowledged(let ack) = try await person.acknowledge(metrics).body else {
        Issue.record("no acknowledgment")
        return
      }
      #expect(ack.acknowledgedAt > metrics.metrics.computedAt.adding(.hours(1)))
    }
  }
}
