import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The summary that the app caches for 24 hours and clears at log-out.
struct SummaryCacheTests {
  typealias Cache = Generation.Summary.Cache

  /// The number of further requests for the summary if the person does something more after a minute.
  private func reads(_ cache: Cache, after body: @escaping @Sendable (Person) async -> Void) -> Int {
    func sent(_ body: @escaping @Sendable (Person) async -> Void) -> Int {
      let harness = DeviceHarness { $0.generation.summary.cache = cache }
      harness.run { person in
        await person.onboard()
        await person.rest(60)
        await body(person)
      }
      return harness.events.sent(.howItWorks)
    }
    return sent(body) - sent { _ in }
  }

  private static func openAgain(_ person: Person, after seconds: Double) async {
    await person.tap(.terminate)
    await person.rest(seconds)
    await person.tap(.launch)
    await person.rest(30)
  }

  /// After 15 minutes the launch renews the token. The app then knows of a newer revision and reads its cached data
  /// again, unless it keeps them regardless.
  @Test(
    "A kept summary outlives the process for exactly a day, as long as nothing newer is known",
    arguments: [
      (Cache.none, 600.0, 1), (.day, 600, 0), (.day, 3600, 1), (.beyondLogOut, 86_400 - 120, 0),
      (.beyondLogOut, 86_400, 1),
    ])
  func cacheLastsExactlyOneDayAcrossLaunches(cache: Cache, seconds: Double, reads: Int) {
    #expect(self.reads(cache) { await Self.openAgain($0, after: seconds) } == reads)
  }

  @Test(
    "A reply that is older than the cached summary, or than a write that dropped it, is not cached",
    arguments: [false, true])
  func olderRepliesAreNotCached(isDropped: Bool) {
    let harness = DeviceHarness()
    let device = harness.devices[0]
    harness.run { person in
      await person.onboard()
      await device.receiveOlderSummary(afterDropping: isDropped)
      await Self.openAgain(person, after: 60)
    }
    let shown = harness.events.compactMap { event -> Int32? in
      if case .applied(.summary, .home, let revision, _) = event.kind { revision } else { nil }
    }
    #expect(shown.count > 2 && shown == shown.sorted())
  }

  @Test(arguments: [(Cache.none, 1), (.day, 1), (.beyondLogOut, 0)])
  func cachedSummaryAnswersAfterSignInOnlyIfItOutlivesLogOut(cache: Cache, reads: Int) {
    let found = self.reads(cache) { person in
      await person.tap(.logOut)
      await person.wait(.signedOut)
      await person.tap(.logIn(Person.own))
      await person.wait(.signInSettled)
      await person.rest(30)
    }
    #expect((found > 0) == (reads > 0))
  }

  @Test(arguments: [Cache.day, .beyondLogOut])
  func aPullOrAWriteReadsTheSummaryAgain(cache: Cache) {
    @Sendable func pull(_ person: Person) async {
      await person.tap(.pullToRefresh)
      await person.rest(30)
    }
    #expect(reads(cache) { await pull($0) } == 1)
    #expect(
      reads(cache) { person in
        await pull(person)
        _ = await person.open(.profile)
        await person.tap(.deleteHealthData, intent: 7)
        await person.rest(30)
        await Self.openAgain(person, after: 1)
      } > 1)
  }

  @Test(
    "A refresh or a write that fails leaves what is cached, and a newer reply replaces it",
    arguments: [
      // Pulled on Home without a network, pulled on a tab that reads no summary, a save that fails, and one that is
      // stored and of which the summary knows nothing.
      #""airplaneModeOn", {"do": "pullToRefresh", "after": "1s"}, {"do": "rest", "after": "5s"}"#,
      #"{"do": "openTab", "tab": "profile"}, {"do": "pullToRefresh", "after": "3s"}, {"do": "rest", "after": "5s"}"#,
      #"\#(form), "airplaneModeOn", {"do": "typeEdit", "weight": 70}, "saveEdit", {"do": "rest", "after": "30s"}"#,
      #"\#(form), {"do": "typeEdit", "mealsPerDay": 4}, "saveEdit", {"do": "rest", "after": "9s"}"#,
    ])
  func failedReadKeepsTheCachedSummary(steps: String) throws {
    let targets = #"{"expect": {"tab": "home", "targets": {"calories": 2228, "protein": 176, "water": 2800}}}"#
    let later = #""airplaneModeOn", "terminate", {"do": "launch", "after": "1s"}, {"do": "rest", "after": "40s"}"#
    let result = try OfferTests.play([#""onboard""#], [steps, later, targets], "correct")
    #expect(result.passes, "\(result.findings)")
  }

  private static let form =
    #"{"do": "openTab", "tab": "profile"}, "openEdit", {"do": "rest", "after": "1s", "until": "editReady"}"#

  /// Fewer reads, and nobody sees anything wrong: unless it outlives a log-out, when people see what is another's.
  @Test func cacheIsCorrectForADayAndWrongBeyondALogOut() throws {
    func run(_ cache: String) throws -> Report {
      let scenario = try Scenario.parse(
        #"""
        {"name": "cache", "seed": 3, "horizon": "2d", "population": {"size": 80},
         "generation": {"preset": "correct", "summary": {"cache": "\#(cache)"}}}
        """#)
      return Simulation(scenario).run()
    }
    func reads(_ report: Report) -> Int {
      report.requests.first { $0.endpoint == Endpoint.howItWorks.name }?.count ?? 0
    }
    let (without, day, beyond) = (try run("none"), try run("day"), try run("beyondLogOut"))
    #expect(without.violations.isEmpty && day.violations.isEmpty)
    #expect(reads(day) < reads(without) && reads(beyond) <= reads(day))
    #expect(beyond.violations.contains { $0.invariant == Invariant.user.id })
  }
}

extension Device {
  /// Receives a summary that the server read before everything that the phone knows.
  fileprivate func receiveOlderSummary(afterDropping isDropped: Bool) {
    guard var answer = storage.summary?.answer else { return }
    if isDropped { storage.summary = nil }
    answer.asOf -= 1
    keepSummary(.howItWorks, .success(answer))
  }
}
