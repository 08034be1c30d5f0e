import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Two requests in service at once: with the correct switch they take effect one after the other, otherwise they race.
@Suite struct BackendRaceTests {
  /// Prepares a person, sends the same request twice with this many milliseconds in between, and returns the replies
  /// and commits.
  private func twice(
    apart: Int64 = 10, _ change: @escaping (inout Generation) -> Void, settle: Bool = true,
    _ request: @escaping @Sendable (CallingPerson, MetricsPayload?) -> APIRequest
  ) -> (replies: [APIReply], commits: [Commit]) {
    let harness = BackendHarness { change(&$0.generation) }
    let replies = Log<APIReply>()
    let before = Log<Int>()
    let scheduler = harness.world.scheduler
    harness.start { person in
      try await person.signUp()
      var metrics: MetricsPayload?
      if settle {
        try await person.onboard()
        await person.pause(.seconds(10))
        metrics = try await person.metrics()
      }
      before.append(harness.recorder.commits.count)
      let sent = request(person, metrics)
      for delay in [0, apart] {
        scheduler.spawn {
          await person.pause(.milliseconds(delay))
          if let reply = try? await person.send(sent) { replies.append(reply) }
        }
      }
    }
    scheduler.run()
    return (replies.items, Array(harness.recorder.commits.dropFirst(before.items[0])))
  }

  @Test func acknowledgmentsAreUniqueOrDuplicated() {
    let request: @Sendable (CallingPerson, MetricsPayload?) -> APIRequest = { _, metrics in
      .acknowledge(version: 1, metricsComputedAt: metrics!.metrics.computedAt)
    }
    let sound = twice({ $0.acknowledge.uniqueness = .unique }, request)
    #expect(sound.commits.count == 1 && sound.replies[0].body == sound.replies[1].body)
    let racing = twice({ $0.acknowledge.uniqueness = .checkThenInsert }, request)
    #expect(racing.commits.map(isFirst) == [true, false])
    #expect(racing.replies[0].body != racing.replies[1].body && racing.replies.allSatisfy { $0.status == 200 })
    let apart = twice(apart: 100, { $0.acknowledge.uniqueness = .checkThenInsert }, request)
    #expect(apart.commits.count == 1)
  }

  private func isFirst(_ commit: Commit) -> Bool? {
    if case .acknowledgment(_, newest: true, let first) = commit { first } else { nil }
  }

  @Test func plansAreUniqueOrDuplicated() {
    func plans(_ uniqueness: Generation.Plan.Uniqueness, apart: Int64) -> [Int32] {
      let result = twice(
        apart: apart,
        {
          $0.plan.gate = .off
          $0.plan.uniqueness = uniqueness
        }
      ) { _, _ in .generatePlan(forceRecompute: false) }
      return result.commits.compactMap { commit in
        if case .plan(_, forced: false, gateOpen: false, let sameWeek) = commit { sameWeek } else { nil }
      }
    }
    #expect(plans(.unique, apart: 10) == [1])
    #expect(plans(.checkThenInsert, apart: 10) == [1, 2])
    #expect(plans(.checkThenInsert, apart: 100) == [1])
  }

  @Test func lazyMetricsAreUniqueOrDuplicated() {
    func rows(_ uniqueness: Generation.Metrics.Uniqueness) -> Int {
      let harness = BackendHarness {
        $0.generation.metrics.compute = .lazy
        $0.generation.metrics.uniqueness = uniqueness
      }
      harness.start { person in
        try await person.signUp()
        try await person.onboard()
        for _ in 0..<2 { harness.world.scheduler.spawn { _ = try? await person.send(.todayMetrics) } }
      }
      harness.world.scheduler.run()
      return harness.recorder.commits.count { if case .metrics = $0 { true } else { false } }
    }
    #expect(rows(.unique) == 1)
    #expect(rows(.checkThenInsert) == 2)
  }

  @Test func aRepeatedOnboardingComputesOnceWhereRowsAreUnique() {
    func rows(_ uniqueness: Generation.Metrics.Uniqueness) -> Int {
      let harness = BackendHarness { $0.generation.metrics.uniqueness = uniqueness }
      harness.run { person in
        try await person.signUp()
        try await person.onboard()
        try await person.onboard()
      }
      return harness.recorder.commits.count { if case .metrics = $0 { true } else { false } }
    }
    #expect(rows(.unique) == 1)
    #expect(rows(.checkThenInsert) == 2)
  }

  @Test func rotationIsTransactionalOrNot() {
    func outcome(_ rotation: Generation.Auth.Rotation) -> ([Int], [Commit]) {
      let result = twice({ $0.auth.rotation = rotation }, settle: false) { person, _ in
        .refresh(refreshToken: person.refreshToken)
      }
      return (result.replies.map(\.status), result.commits)
    }
    #expect(outcome(.transactional) == ([200, 401], [.rotated(live: 1), .refreshRefused(live: 1, device: 0)]))
    #expect(outcome(.unlocked) == ([200, 200], [.rotated(live: 1), .rotated(live: 2)]))
  }

  @Test func aDuplicateHasASecondEffectUnlessAKeyOrARulePreventsIt() {
    func photos(_ idempotency: Generation.Limits.Idempotency, key: UInt64) -> Int {
      let harness = BackendHarness {
        $0.generation.limits.idempotency = idempotency
        $0.faults = [Fault(kind: .duplicate, endpoints: [.uploadPhoto])]
      }
      harness.run { person in
        try await person.signUp()
        _ = try await person.upload(0, task: 1, key: key)
      }
      return harness.recorder.commits.count { if case .photo = $0 { true } else { false } }
    }
    #expect(photos(.honoured, key: 5) == 1)
    #expect(photos(.honoured, key: 0) == 2)
    #expect(photos(.ignored, key: 5) == 2)
  }

  @Test func twoWritersOfPreferencesLoseNothingWhereWritesAreConditional() {
    func statuses(_ write: Generation.Preferences.Write) -> [Int] {
      let result = twice({ $0.prefs.write = write }) { _, _ in
        .updatePreferences(PreferencesUpdate(allergies: ["milk"], ifRevision: 4))
      }
      return result.replies.map(\.status)
    }
    // Account, sign-in, onboarding, preferences: the fourth commit wrote the preferences.
    #expect(statuses(.lastWriterWins) == [200, 200])
    #expect(statuses(.conditional) == [200, 409])
  }
}
