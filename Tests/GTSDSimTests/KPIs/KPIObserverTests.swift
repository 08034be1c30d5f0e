import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

/// Hand-written histories whose KPIs can be counted by hand.
struct KPIObserverTests {
  static let hour: Int64 = 3_600_000_000_000

  /// Passes events, given as (hours, user, kind), to an observer that ends at a horizon in hours.
  static func fold(
    users: Int, horizon: Int64 = 48, _ history: [(hours: Double, user: UInt32, kind: SimulationEvent.Kind)]
  ) -> ArmFold {
    let observer = KPIObserver(users: 0..<users, arms: 1)
    for entry in history {
      observer.observe(
        SimulationEvent(
          time: Int64(entry.hours * Double(hour)), user: entry.user, account: 0, device: 0, session: 1,
          kind: entry.kind))
    }
    return observer.finish(horizon: horizon * hour, queueWait: LogHistogram()) { _, _ in true }.total
  }

  static func commit(_ commit: Commit) -> SimulationEvent.Kind { .committed(commit, revision: 1, intent: 0) }
  static let onboarded = commit(.onboarded(complete: true))
  static let acknowledged = commit(.acknowledgment(row: 1, newest: true, first: true))

  @Test func acknowledgmentCountsWithin24HoursOfOnboardingAndOnlyClosedWindows() {
    let arm = Self.fold(
      users: 4,
      [
        (0, 0, Self.commit(.account)), (0.1, 0, Self.onboarded), (24.05, 0, Self.acknowledged),  // in time
        (0, 1, Self.commit(.account)), (0.1, 1, Self.onboarded), (24.2, 1, Self.acknowledged),  // too late
        (0, 2, Self.commit(.account)), (1, 2, Self.onboarded),  // never
        (30, 3, Self.commit(.account)), (30.5, 3, Self.onboarded), (31, 3, Self.acknowledged),  // window still open
      ])
    #expect(arm.acknowledgedWithin24h == RateFold(successes: 1, trials: 3, censored: 1))
    #expect(arm.timeToAcknowledge.events.count == 3)
    #expect(arm.timeToAcknowledge.censored.count == 1)
  }

  @Test func skippersJoinTheOnboardedWhenTheyCompleteLater() {
    let arm = Self.fold(
      users: 1, horizon: 200,
      [
        (0, 0, Self.commit(.account)), (0.1, 0, Self.commit(.onboarded(complete: false))), (50, 0, Self.onboarded),
        (60, 0, Self.acknowledged),
      ])
    #expect(arm.acknowledgedWithin24h == RateFold(successes: 1, trials: 1, censored: 0))
    #expect(arm.profileCompletedWithin7d == RateFold(successes: 1, trials: 1, censored: 0))
    #expect(arm.timeToProfileCompletion.events.minimum == 50 * Self.hour)
    #expect(arm.onboardingAbandoned == RateFold(successes: 0, trials: 1, censored: 0))
  }

  @Test func lateOnboardingCountsAsAbandoned() {
    let arm = Self.fold(
      users: 2, [(0, 0, Self.commit(.account)), (25, 0, Self.onboarded), (0, 1, Self.commit(.account))])
    #expect(arm.onboardingAbandoned == RateFold(successes: 2, trials: 2, censored: 0))
  }

  @Test func dismissalIsCountedOnceAUserAmongThoseWhoSawTheCard() {
    let arm = Self.fold(
      users: 3,
      [
        (0, 0, Self.commit(.account)), (1, 0, .analytics(.cardViewed)), (1, 0, .analytics(.cardDismissed)),
        (2, 0, .analytics(.cardViewed)), (2, 0, .analytics(.cardDismissed)),
        (0, 1, Self.commit(.account)), (1, 1, .analytics(.cardViewed)),
        (0, 2, Self.commit(.account)),
      ])
    #expect(arm.dismissals == RateFold(successes: 1, trials: 2, censored: 0))
  }

  @Test func theCardsTimeCountsOnlyWhileHomeIsInFront() {
    let arm = Self.fold(
      users: 1,
      [
        (0, 0, Self.commit(.account)), (1, 0, .sessionStarted(cold: true)),
        (1, 0, .analytics(.cardViewed)), (1, 0, .published(.homeCard, value: 1, cause: .reply)),
        (2, 0, .published(.tab, value: Tab.plans.published, cause: .person)),
        (4, 0, .published(.tab, value: Tab.home.published, cause: .person)),
        (5, 0, .background), (6, 0, .foreground), (7, 0, .sessionEnded),
      ])
    #expect(arm.bannerVisible.minimum == 3 * Self.hour)
    #expect(arm.sessionLength.minimum == 6 * Self.hour)
  }

  @Test("Times from the first card to the acknowledgment are recorded for those who saw it")
  func timeFromTheCardToTheAcknowledgment() {
    let arm = Self.fold(
      users: 3,
      [
        (0, 0, Self.commit(.account)), (0.1, 0, Self.onboarded), (1, 0, .analytics(.cardViewed)),
        (2, 0, .analytics(.cardViewed)), (4, 0, Self.acknowledged),
        // Without a card, and before one.
        (0, 1, Self.commit(.account)), (0.1, 1, Self.onboarded), (3, 1, Self.acknowledged),
        (0, 2, Self.commit(.account)), (0.1, 2, Self.onboarded), (3, 2, Self.acknowledged),
        (5, 2, .analytics(.cardViewed)),
      ])
    #expect(arm.cardViewToAcknowledge.count == 1)
    #expect(arm.cardViewToAcknowledge.minimum == 3 * Self.hour)
  }

  @Test(arguments: [
    (SimulationEvent.Outcome.status(200), false, true), (.status(404), false, true), (.status(429), true, true),
    (.status(400), true, true), (.status(503), true, true), (.network, true, true), (.timedOut, true, true),
    (.undecodable, true, true), (.cancelled, false, false),
  ])
  func metricsLoadErrorsFollowTheDefinition(outcome: SimulationEvent.Outcome, isError: Bool, counts: Bool) {
    let arm = Self.fold(
      users: 1, [(0, 0, .received(.todayMetrics, request: 1, outcome: outcome, revision: 0, latency: 1))])
    #expect(arm.metricsLoadErrors == RateFold(successes: isError ? 1 : 0, trials: counts ? 1 : 0, censored: 0))
    #expect(arm.apiErrors == arm.metricsLoadErrors)
  }

  @Test func aMissingResourceElsewhereIsAnError() {
    let arm = Self.fold(
      users: 1, [(0, 0, .received(.howItWorks, request: 1, outcome: .status(404), revision: 0, latency: 1))])
    #expect(arm.apiErrors.successes == 1)
  }

  @Test func retentionIsASessionInTheSeventhDay() {
    let starts: [(Double, Bool)] = [(144, false), (144.1, true), (168, true), (168.1, false)]
    for (start, retained) in starts {
      let arm = Self.fold(
        users: 1, horizon: 200, [(0, 0, Self.commit(.account)), (start, 0, .sessionStarted(cold: true))])
      #expect(arm.retained7d.successes == (retained ? 1 : 0), "\(start) h")
    }
  }

  @Test func aPhotoCountsWhenReportedAndStoredExactlyOnce() {
    let item = { (number: Int32) in PhotoItemID(number) }
    let arm = Self.fold(
      users: 1,
      [
        (0, 0, Self.commit(.account)),
        (1, 0, .photoItem(item(1), .selected)), (1, 0, .photoItem(item(1), .uploading)),
        (1.5, 0, Self.commit(.photo(item: item(1), id: 1))), (2, 0, .photoItem(item(1), .uploaded)),
        (1, 0, .photoItem(item(2), .selected)), (1, 0, .photoItem(item(2), .uploading)),
        (1.5, 0, Self.commit(.photo(item: item(2), id: 2))), (2, 0, .photoItem(item(2), .failed)),
        (3, 0, .photoItem(item(2), .uploading)), (3.5, 0, Self.commit(.photo(item: item(2), id: 3))),
        (4, 0, .photoItem(item(2), .uploaded)),
        (1, 0, .photoItem(item(3), .selected)), (1, 0, .photoItem(item(3), .invalid)),
      ])
    #expect(arm.photosUploaded == RateFold(successes: 1, trials: 2, censored: 0))
    #expect(arm.photosRetried == RateFold(successes: 1, trials: 2, censored: 0))
    #expect(arm.photoUploadTime.maximum == 3 * Self.hour)
  }

  @Test func aPhotoThatFailsCountsForWhatItsLastRequestMet() {
    let failed = SimulationEvent.Kind.photoItem(PhotoItemID(1), .failed)
    func reply(_ outcome: SimulationEvent.Outcome, _ endpoint: Endpoint = .uploadPhoto) -> SimulationEvent.Kind {
      .received(endpoint, request: 1, outcome: outcome, revision: -1, latency: 1)
    }
    let arm = Self.fold(
      users: 1,
      [
        (0, 0, Self.commit(.account)), (1, 0, .photoItem(PhotoItemID(1), .invalid)),
        (2, 0, reply(.status(413))), (2, 0, failed), (3, 0, reply(.status(503))), (3, 0, reply(.network)),
        (3, 0, failed),
        (4, 0, reply(.timedOut)), (4, 0, reply(.status(500), .me)), (4, 0, failed),
        (5, 0, reply(.status(500), .confirmPhoto)), (5, 0, failed), (6, 0, reply(.undecodable)), (6, 0, failed),
        (7, 0, reply(.status(500))), (7, 0, .photoItem(PhotoItemID(1), .uploaded)),
      ])
    #expect(
      arm.photoFailures == [
        .init(reason: "not-allowed", count: 1), .init(reason: "network", count: 1), .init(reason: "timeout", count: 1),
        .init(reason: "refused", count: 1), .init(reason: "server", count: 1), .init(reason: "undecodable", count: 1),
      ])
  }

  @Test func savesAndTheListsThatTheyStoreAreCountedByUser() {
    let arm = Self.fold(
      users: 3,
      [
        (0, 0, Self.commit(.account)), (1, 0, .ended(.editSave)),
        (1, 0, .analytics(.preferencesSaved(preferences: 2, allergies: 1))),
        (2, 0, .ended(.editSave)), (2, 0, .analytics(.preferencesSaved(preferences: 3, allergies: 2))),
        (0, 1, Self.commit(.account)), (1, 1, .ended(.editSave)), (0, 2, Self.commit(.account)),
      ])
    #expect(arm.editsPerUser.count == 3 && arm.editsPerUser.mean == 1 && arm.editsPerUser.maximum == 2)
    #expect(arm.preferencesPerUser.count == 1 && arm.preferencesPerUser.maximum == 5)
  }

  @Test func aStuckDeviceCrashesItsLastSession() {
    let observer = KPIObserver(users: 0..<2, arms: 1)
    for user in [UInt32(0), 1] {
      let history: [(Int64, SimulationEvent.Kind)] = [
        (0, Self.commit(.account)), (1, .sessionStarted(cold: true)), (2, .sessionEnded),
        (3, .sessionStarted(cold: true)), (4, .trap(.photoUpload)), (5, .sessionEnded),
        (6, .sessionStarted(cold: true)), (7, .sessionEnded),
      ]
      for (time, kind) in history {
        observer.observe(
          SimulationEvent(time: time * Self.hour, user: user, account: 0, device: 0, session: 1, kind: kind))
      }
    }
    observer.stuck(user: 1)
    let arm = observer.finish(horizon: 48 * Self.hour, queueWait: LogHistogram()) { _, _ in false }.total
    #expect(arm.crashedSessions == RateFold(successes: 3, trials: 6, censored: 0))
  }

  @Test("A count of violations has an interval over people, wider where few people have most of them")
  func violationsByPerson() throws {
    func interval(_ counts: [Int]) throws -> Interval {
      let observer = KPIObserver(users: counts.indices, arms: 1)
      for (user, count) in counts.enumerated() {
        observer.observe(
          SimulationEvent(
            time: 0, user: UInt32(user), account: 0, device: 0, session: 1, kind: Self.commit(.account)))
        for episode in 0..<count { observer.violated(user: user, at: Int64(episode)) }
      }
      let fold = observer.finish(horizon: 48 * Self.hour, queueWait: LogHistogram()) { _, _ in false }
      let result = KPIResult(.stateViolations, fold.total.measurement(of: .stateViolations))
      #expect(result.value == Double(counts.reduce(0, +)) && result.verdict == .missed)
      return try #require(result.interval)
    }
    let even = try interval((0..<100).map { 5 + $0 % 3 })
    let uneven = try interval((0..<100).map { $0 < 10 ? 60 : 0 })
    // Student's t for the mean of 5, 6 and 7 in turn, times 100 people.
    #expect(abs(even.low - 583) < 2 && abs(even.high - 615) < 2)
    #expect(uneven.high - uneven.low > 8 * (even.high - even.low))
  }

  @Test func mergedFoldsEqualTheFoldOfAll() {
    let history: [(hours: Double, user: UInt32, kind: SimulationEvent.Kind)] = [
      (0, 0, Self.commit(.account)), (0.5, 0, Self.onboarded), (3, 0, Self.acknowledged),
      (0, 1, Self.commit(.account)), (0.5, 1, Self.onboarded), (1, 1, .analytics(.cardViewed)),
    ]
    let whole = Self.fold(users: 2, history)
    var parts = Self.fold(users: 2, history.filter { $0.user == 0 })
    parts.merge(Self.fold(users: 2, history.filter { $0.user == 1 }))
    for kpi in KPI.allCases where !kpi.countsEvents {
      #expect(parts.measurement(of: kpi) == whole.measurement(of: kpi), "\(kpi.id)")
    }
    // The parts are worlds of their own.
    #expect(parts.violationsByPerson.people == whole.violationsByPerson.people)
    #expect(parts.violationsByPerson.worlds.count == 2 && whole.violationsByPerson.worlds.count == 1)
  }
}
