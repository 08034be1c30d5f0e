import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import HTTPLoop
@testable import Interleaving

/// Rates of the measured window, and the part of a run that is due to the generator.
struct LoadValidityTests {
  private static let second: Int64 = 1_000_000_000

  private func sample(
    due: Int64, ended: Int64, _ outcome: RequestSample.Outcome = .status(200),
    parts: RequestSample.Parts = RequestSample.Parts()
  ) -> RequestSample {
    RequestSample(
      endpoint: .health, scheduledAt: due, sentAt: due + parts.lateness + parts.wait + parts.connect,
      firstByteAt: ended, endedAt: ended, outcome: outcome, parts: parts)
  }

  private func finding(_ text: String, in fold: LoadFold) throws -> LoadThreshold.Finding {
    try LoadThreshold(text).finding(in: fold, total: fold.total)
  }

  /// The sentence about the slowest of endpoints, each with a number of replies in 1 ms and of some in 2 s.
  private func slowest(_ endpoints: [(fast: Int64, slow: Int64)]) -> String? {
    func summary(_ fast: Int64, _ slow: Int64) -> DistributionSummary {
      var times = LogHistogram()
      times.record(Self.second / 1000, times: fast)
      times.record(2 * Self.second, times: slow)
      return DistributionSummary(id: "", unit: "s", histogram: times)
    }
    var section = LoadSection.blank
    section.endpoints = endpoints.enumerated().map { index, counts in
      var requests = LoadSection.Requests.blank
      (requests.endpoint, requests.count) = ("e\(index)", Int(counts.fast + counts.slow))
      requests.responseTime = summary(counts.fast, counts.slow)
      return requests
    }
    section.total.responseTime = summary(
      endpoints.reduce(0) { $0 + $1.fast }, endpoints.reduce(0) { $0 + $1.slow })
    return section.slowestSentence?.finding
  }

  @Test("An endpoint is called the slowest if it is slow as a rule or alone, and not for one of many slow requests")
  func theSlowestEndpointIsNotChance() {
    let usual = [(fast: Int64, slow: Int64)](repeating: (100, 0), count: 9)
    #expect(slowest(usual + [(0, 20)])?.hasPrefix("The slowest endpoint is e9: ") == true)
    #expect(slowest(usual + [(40, 4)])?.hasPrefix("The slowest endpoint is e9: ") == true)
    // A tail over all endpoints, of which the one with few requests shows more.
    let tail = [(fast: Int64, slow: Int64)](repeating: (98, 2), count: 9)
    #expect(slowest(tail + [(14, 1)]) == nil)
    #expect(slowest(usual + [(14, 1)]) == nil)
    // A standstill for all that were requested during it.
    #expect(slowest(usual.dropLast() + [(97, 3), (16, 4)]) == nil)
  }

  @Test("A server with 60 answers a second misses a threshold of 95, even with many outstanding replies at the end")
  func ratesCountRepliesWithinTheWindow() throws {
    var fold = LoadFold()
    let service = Self.second / 60
    // 100 starts a second are due for 5 s, and answered one after the other.
    for number in 0..<500 {
      let due = Int64(number) * Self.second / 100
      fold.start(scheduledAt: due, at: due)
      let ended = Int64(number + 1) * service
      if ended > 5 * Self.second, fold.closedAt == nil { fold.close(at: 5 * Self.second) }
      fold.record(sample(due: due, ended: ended))
      fold.complete(scheduledAt: due, at: ended)
    }
    for text in ["rate(requests)>=95/s", "rate(sessions)>=95/s", "rate(requests{health})>=95/s"] {
      let found = try finding(text, in: fold)
      #expect(found.verdict == .missed && abs((found.value ?? 0) - 60) < 0.5, "\(text): \(found.value ?? -1)")
    }
    #expect(try finding("count(requests)>=500", in: fold).verdict == .met)
    var settings = LoadSettings()
    (settings.rate, settings.duration) = (100, .seconds(5))
    let section = LoadSection(settings, fold, target: "http://a", loops: 1)
    #expect(abs(section.rate(of: section.total) - 60) < 0.5)
    #expect(section.sentences.contains { $0.finding.hasPrefix("500 requests in 5 s, 60 replies per second;") })
  }

  @Test("Rates include neither requests without a reply nor replies outside the window")
  func onlyRepliesCount() throws {
    var fold = LoadFold(warmUp: Self.second, length: 3 * Self.second)
    fold.record(sample(due: 0, ended: Self.second / 2))
    // Due in the warm-up, and answered after it.
    fold.record(sample(due: 0, ended: 2 * Self.second))
    for failure in [HTTPFailure.refused, .totalTimedOut, .cancelled, .closedUnanswered] {
      fold.record(sample(due: Self.second, ended: 2 * Self.second, .failure(failure)))
    }
    fold.record(sample(due: Self.second, ended: 2 * Self.second, .status(503)))
    // Read before the run was closed and after the end of its plan.
    fold.record(sample(due: Self.second, ended: 3 * Self.second + 1))
    fold.close(at: 3 * Self.second)
    #expect(try finding("rate(requests)>0", in: fold).value == 1)
    var settings = LoadSettings()
    (settings.rate, settings.duration, settings.warmUp) = (1, .seconds(3), .seconds(1))
    var kept = LoadFold(settings)
    kept.record(sample(due: 0, ended: 2 * Self.second, parts: .init(lateness: 3, wait: 4, connect: 5, unread: 6)))
    kept.drop(scheduledAt: 2 * Self.second, isMissed: true)
    #expect(LoadFold(settings, kept: kept.kept) == kept && kept.total.replies == 1 && kept.missed == 1)
  }

  /// A run whose requests all have these parts and 100 ms of service.
  private func section(
    _ parts: RequestSample.Parts, service: Int64 = 100_000_000, _ change: (inout LoadSettings) -> Void = { _ in }
  ) -> LoadSection {
    var settings = SampleLoad.constant
    change(&settings)
    var fold = LoadFold(settings)
    for number in 0..<100 {
      let due = Int64(number) * 20_000_000
      fold.start(scheduledAt: due, at: due)
      let ended = due + parts.lateness + parts.wait + parts.connect + service
      fold.record(sample(due: due, ended: ended, parts: parts))
      fold.complete(scheduledAt: due, at: ended)
    }
    return LoadSection(settings, fold, target: "http://127.0.0.1", loops: 1)
  }

  @Test("The parts of a percentile add up to it")
  func partsAddUp() throws {
    let section = section(
      .init(lateness: 10_000_000, wait: 30_000_000, connect: 60_000_000, unread: 20_000_000))
    for parts in section.shownParts {
      #expect(abs(parts.responseTime - 0.2) < 0.001)
      let expected = [0.01, 0.03, 0.06, 0.02, 0.08]
      for (part, value) in zip([parts.lateness, parts.wait, parts.connect, parts.unread, parts.service], expected) {
        #expect(abs(part - value) < 0.001)
      }
    }
    #expect(section.shownParts.map(\.share) == [0.5, 0.95, 0.99])
    var timing = HTTPTiming()
    (timing.queuedAt, timing.sentAt, timing.connectedIn, timing.endedAt, timing.unread) = (15, 75, 40, 100, 5)
    #expect(timing.parts(since: 10) == .init(lateness: 5, wait: 20, connect: 40, unread: 5))
    // Never sent: its time limit passed while it waited or connected.
    (timing.sentAt, timing.connectedIn) = (nil, nil)
    #expect(timing.parts(since: 10).wait == 85)
    timing.connectBeganAt = 35
    #expect(timing.parts(since: 10) == .init(lateness: 5, wait: 20, connect: 65, unread: 5))
  }

  @Test("The report begins with pool waits or generator lateness above 5 % of a percentile")
  func theGeneratorsPartIsNotTheServers() throws {
    #expect(section(.init(wait: 4_000_000)).isValid)
    let full = section(.init(wait: 100_000_000))
    #expect(full.generatorLimits == [.pool] && !full.isValid)
    #expect(
      full.sentences[0].finding.contains(
        "All of its 64 connections were busy, and requests waited for one: 100 ms (50.0%) of 200 ms at p50"))
    // A phone has four connections to a host, so waiting for one is the app's own behaviour.
    #expect(section(.init(wait: 100_000_000)) { $0.connections = .perUser }.isValid)
    let late = section(.init(lateness: 8_000_000, unread: 9_000_000))
    #expect(late.generatorLimits == [.lateness] && !late.isValid)
    #expect(late.sentences[0].finding.contains("Its own lateness is up to 17 ms (15.7%) of 108 ms at p50"))
    // Short, but most of a fast server's time: reported without a verdict.
    let fast = section(.init(lateness: 300_000), service: 100_000)
    #expect(fast.isValid)
    #expect(
      fast.sentences[0].finding.hasPrefix("The generator's own lateness is up to 0.3 ms (75.0%) of 0.4 ms at p50"))
    #expect(fast.sentences[0].verdict == .none)
    let report = SampleLoad.steady
    let again = try Report(json: Data(report.json.utf8))
    #expect(again.load?.shownParts.count == 3 && again.load?.isValid == report.load?.isValid)
  }

  @Test("The exit code ranks findings before missed thresholds, and both before an invalid run")
  func findingsWin() throws {
    var report = SampleLoad.steady
    report.content = .load(section(.init(wait: 100_000_000)))
    #expect(report.exitCode == 1 && report.outcome.contains("the generator was at its limit"))
    #expect(report.junit.contains("<error type=\"invalid\">"))
    report.change(\.load, Report.Content.load) { $0.thresholds[0].verdict = .missed }
    #expect(report.exitCode == 10)
    report.violations = SampleReport.full.violations
    #expect(report.exitCode == 11 && report.outcome == "an invariant was violated")
  }

  @Test("A run without any success does not pass, even without a threshold")
  func aRunOfFailuresFails() throws {
    var settings = SampleLoad.constant
    (settings.thresholds, settings.maxDropped) = ([], nil)
    var fold = LoadFold(settings)
    for number in 0..<10 {
      let due = Int64(number) * 100_000_000
      fold.start(scheduledAt: due, at: due)
      fold.record(sample(due: due, ended: due + 1_000_000, .status(500)))
    }
    var report = SampleLoad.steady
    report.content = .load(LoadSection(settings, fold, target: "http://127.0.0.1", loops: 1))
    #expect(report.exitCode == 1 && report.outcome.hasPrefix("no request succeeded"))
    #expect(report.load?.sentences[0].finding.hasPrefix("No request succeeded,") == true)
  }

  @Test("The state of an unwatched loop has the time of its last turn")
  func standstillsAreKnown() throws {
    let loop = try EventLoop()
    loop.heartbeat = 2_000_000
    loop.turn(until: loop.now + 1)
    loop.submit { loop.skip(5 * Self.second) }
    loop.turn(until: 0)
    // The next turn finds everything that arrived in these five seconds.
    loop.turn(until: 0)
    #expect(loop.now - loop.attentiveSince >= 5 * Self.second)
    #expect(loop.nextDeadline == .max)
  }
}

/// Whole runs whose verdict does not depend on the speed of anything.
@Suite(.limitedWait) struct LoadPlanCountTests {
  @Test("The offered load is that of the plan, and starts missed in a standstill are dropped")
  func aStandstillDropsTheRest() throws {
    let scenario = try LoadRunTests.scenario(
      #"{"unit": "request", "request": "health", "rate": 20, "duration": "3s", "arrivals": "constant"}"#)
    let load = try #require(scenario.load)
    let plan = try #require(LoadPlan(load, seed: scenario.seed))
    let tally = try LoadRunTests.serving { target in
      let loop = try EventLoop()
      // After a second, nothing runs for ten.
      let worker = LoadWorker(
        scenario: scenario, plan: plan, place: .init(index: 0, of: 1), loop: loop,
        client: HTTPClient(loop: loop, origin: target.origin), target: target, accounts: AccountNames(), headers: [],
        owners: DataOwners()
      ) { fold in if fold.closedAt == nil, fold.missed == 0 { loop.skip(10 * Nanoseconds.second) } }
      try worker.prepare()
      return worker.run(from: loop.readClock())
    }
    let fold = tally.fold
    #expect(fold.offered == 60 && fold.started + fold.dropped == 60 && fold.dropped > 0)
    #expect(fold.missed == fold.dropped)
    let section = LoadSection(load, fold, target: "http://127.0.0.1", loops: 1)
    #expect(section.generatorLimits.contains(.starts) && !section.isValid)
    #expect(section.sentences.contains { $0.finding.contains("of 60 that were due had not been made") })
  }

  @Test("An undisturbed run offers exactly the planned starts", arguments: [1, 2])
  func offeredIsThePlans(loops: Int) throws {
    let fold = try LoadRunTests.serving { target in
      var run = LoadRun(
        try LoadRunTests.scenario(
          #"{"unit": "request", "request": "health", "rate": 1000, "duration": "300ms", "arrivals": "constant"}"#),
        target: target)
      run.loops = loops
      return try run.measure()
    }.fold
    #expect(fold.offered == 300)
  }

  @Test("A wait for the only connection of a pool counts as a limit of the generator")
  func aFullPoolIsNamed() throws {
    let scenario = try LoadRunTests.scenario(
      #"{"unit": "request", "request": "health", "rate": 200, "arrivals": "constant", "iterations": 20, "connections": 1}"#
    )
    let fold = try LoadRunTests.serving(["backend.service=0.05"]) { target in
      try LoadRun(scenario, target: target).measure()
    }.fold
    let section = LoadSection(try #require(scenario.load), fold, target: "http://127.0.0.1", loops: 1)
    #expect(section.generatorLimits.contains(.pool) && !section.isValid)
    #expect(section.generator?.connections == 1)
  }
}
