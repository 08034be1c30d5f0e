import Foundation
import GTSDModel
import Testing

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness
@testable import Statistics

/// Invented runs of invented requests.
enum SyntheticLoad {
  static let second: Int64 = 1_000_000_000

  /// Samples of all kinds over some seconds, from a stream of draws.
  static func samples(_ count: Int, over seconds: Double, seed: UInt64 = 3) -> [RequestSample] {
    let draws = Draws(seed: seed)
    return (0..<count).map { index in
      func u(_ purpose: UInt32) -> Double { draws.uniform(user: UInt32(index), purpose: purpose) }
      let scheduled = Int64(u(1) * seconds * 1e9)
      let sent = scheduled + Int64(Sampling.lognormal(u(2), median: 1e6, sigma: 1))
      let ended = sent + Int64(Sampling.lognormal(u(3), median: 5e7, sigma: 1))
      let outcome = outcomes[Int(u(4) * Double(outcomes.count))]
      let isAnswered = if case .failure = outcome { false } else { true }
      let isSent = outcome != .failure(.refused)
      return RequestSample(
        endpoint: Endpoint.allCases[Int(u(5) * 4) + 10], scheduledAt: scheduled, sentAt: isSent ? sent : ended,
        firstByteAt: isAnswered ? (sent + ended) / 2 : 0, endedAt: ended, outcome: outcome,
        bytesSent: isSent ? 200 + index % 7 : 0, bytesReceived: isAnswered ? 400 + index % 11 : 0,
        reusedConnection: index % 3 != 0)
    }
  }

  static let outcomes: [RequestSample.Outcome] = Array(repeating: .status(200), count: 12) + others
  private static let others: [RequestSample.Outcome] = [
    .status(201), .status(404), .status(400), .status(429), .status(503), .undecodable(200),
    .failure(.refused), .failure(.totalTimedOut), .failure(.firstByteTimedOut), .failure(.broken(errno: 104)),
    .failure(.broken(errno: 32)), .failure(.malformed(.length)), .failure(.cancelled), .failure(.closedEarly),
    .failure(.notSecure(reason: "expired")), .failure(.abandoned),
  ]
}

struct LoadFoldTests {
  /// Requests that begin within ten seconds and are answered thirty seconds later count in the throughput of the ten
  /// seconds only as far as answered there.
  @Test func pendingRepliesLeaveThroughputAsItIs() {
    let second: Int64 = 1_000_000_000
    func fold(closing: [Int64]) -> LoadFold {
      var fold = LoadFold(warmUp: 2 * second)
      fold.start(scheduledAt: 3 * second, at: 3 * second)
      for instant in closing { fold.close(at: instant) }
      fold.complete(scheduledAt: 3 * second, at: 40 * second)
      return fold
    }
    var early = fold(closing: [10 * second])
    #expect(early.seconds == 8 && early.elapsed == 40 * second && early.completed == 1)
    #expect(fold(closing: []).seconds == 38)
    early.merge(fold(closing: [12 * second]))
    #expect(early.seconds == 10)
  }

  private static let thresholds = [
    LoadThreshold(.p95, .serviceTime, of: .todayMetrics, .below, 1), LoadThreshold(.rate, .errorRate, .below, 0.1),
    LoadThreshold(.rate, .droppedRate, .below, 0.1), LoadThreshold(.max, .startLateness, .below, 1),
    LoadThreshold(.rate, .sessions, .above, 1), LoadThreshold(.count, .requests, of: .profile, .above, 1),
    LoadThreshold(.mean, .timeToFirstByte, .below, 1),
  ]

  private func fold(
    _ samples: some Sequence<RequestSample>, warmUp: Int64 = 0, limit: Int = 600, startsToo: Bool = true
  ) -> LoadFold {
    var fold = LoadFold(warmUp: warmUp, thresholds: Self.thresholds, sliceLimit: limit)
    for sample in samples {
      fold.record(sample)
      guard startsToo else { continue }
      if sample.bytesSent % 5 == 0 {
        fold.drop(scheduledAt: sample.scheduledAt)
      } else {
        fold.start(scheduledAt: sample.scheduledAt, at: sample.sentAt)
        if sample.bytesSent % 7 != 1 { fold.complete(scheduledAt: sample.scheduledAt, at: sample.endedAt) }
      }
    }
    return fold
  }

  @Test func everyRequestIsCountedExactlyOnce() {
    let samples = SyntheticLoad.samples(5_000, over: 30)
    let fold = fold(samples)
    let total = fold.total
    #expect(total.count == 5_000 && total.outcomes.total == 5_000)
    let (ended, failed) = RequestEnd.allCases.reduce(into: (0, 0) as (Int64, Int64)) { sums, end in
      sums.0 += total.count(end)
      if end.isError { sums.1 += total.count(end) }
    }
    #expect(ended == 5_000)
    #expect(total.answered + total.count(.cancelled) == 5_000)
    #expect(total.count(.ok) + total.count(.notYet) + failed == total.answered)
    for (endpoint, load) in zip(Endpoint.allCases, fold.endpoints) {
      #expect(Int(load.count) == samples.count { $0.endpoint == endpoint })
      #expect(load.outcomes.total == load.count)
    }
    let slices = fold.series.slices
    let (sentInAll, endedInAll) = slices.reduce(into: (0, 0) as (Int64, Int64)) { sums, slice in
      sums.0 += Int64(slice.sent)
      for ended in slice.ended { sums.1 += Int64(ended) }
    }
    #expect(sentInAll == 5_000)
    #expect(endedInAll == 5_000)
    #expect(fold.series.requestsInFlight.last == 0)
    #expect(fold.offered == 5_000 && fold.started + fold.dropped == 5_000)
    #expect(fold.series.inFlight.last == fold.started - fold.completed)
    // Two error numbers are one kind.
    let broken = total.outcomes.byName.first { $0.name == "broken" }?.count ?? 0
    #expect(Int(broken) == samples.count { if case .failure(.broken) = $0.outcome { true } else { false } })
  }

  @Test func endsAreThoseOfTheKPI() {
    func end(_ outcome: RequestSample.Outcome, mayBeMissing: Bool = false) -> RequestEnd {
      RequestSample(
        endpoint: .todayMetrics, scheduledAt: 0, sentAt: 0, endedAt: 1, outcome: outcome, mayBeMissing: mayBeMissing
      ).end
    }
    #expect(end(.status(204)) == .ok && end(.status(304)) == .undecodable)
    #expect(end(.status(404)) == .clientError && end(.status(404), mayBeMissing: true) == .notYet)
    #expect(end(.status(429)) == .rateLimited && end(.status(500)) == .serverError)
    #expect(end(.undecodable(200)) == .undecodable && end(.failure(.malformed(.chunk))) == .undecodable)
    #expect(end(.failure(.cancelled)) == .cancelled)
    #expect(RequestEnd.allCases.filter { !$0.isError } == [.ok, .cancelled, .notYet])
  }

  /// A request that this machine could not send is not a failure of the server: it is in no other figure, and the run
  /// fails.
  @Test func theGeneratorsOwnLimitsAreNotTheServers() throws {
    func sample(_ outcome: RequestSample.Outcome) -> RequestSample {
      RequestSample(
        endpoint: .profile, scheduledAt: 0, sentAt: 1_000, firstByteAt: 1_500, endedAt: 2_000, outcome: outcome)
    }
    func section(late: Int64 = 0, busy: Double = 0.4, unsent: Int = 0, closed: Bool = false) -> LoadSection {
      var settings = SampleLoad.constant
      if closed {
        settings.rate = nil
        settings.users = 4
      }
      var fold = LoadFold(settings)
      for number in 0..<20 { fold.start(scheduledAt: Int64(number), at: Int64(number) + late) }
      fold.record(sample(.status(200)))
      var other = LoadFold(settings)
      for _ in 0..<unsent { other.record(sample(.failure(.exhausted(errno: 24)))) }
      other.processorShare = busy
      fold.merge(other)
      return LoadSection(settings, fold, target: "http://127.0.0.1", loops: 2)
    }
    let sound = section()
    #expect(sound.generatorLimits.isEmpty && !sound.isOfGenerator)
    let starved = section(unsent: 7)
    #expect(starved.generatorLimits == [.connections] && starved.isOfGenerator)
    #expect(starved.total.count == 1 && starved.total.errors == 0 && starved.generator?.unsent == 7)
    #expect(starved.sentences[0].finding.contains("7 requests were never sent"))
    #expect(section(late: 99_000_000).generatorLimits.isEmpty)
    #expect(section(late: 150_000_000).generatorLimits == [.lateness])
    #expect(section(late: 150_000_000, closed: true).generatorLimits.isEmpty)
    #expect(section(busy: 0.96).isOfGenerator)
    // Users without pauses should go as fast as they can.
    #expect(section(busy: 0.96, closed: true).generatorLimits == [.processor])
    #expect(!section(busy: 0.96, closed: true).isOfGenerator)
    var report = SampleLoad.steady
    #expect(report.exitCode == 0)
    report.content = .load(starved)
    #expect(report.exitCode == 1)
    let again = try Report(json: Data(report.json.utf8))
    #expect(again.load?.generator == starved.generator && again.exitCode == 1)
  }

  @Test func bothLatenciesAreMeasured() {
    var fold = LoadFold()
    // Due at 1 s, sent at 3 s because no connection was free, answered at 3.5 s.
    fold.record(
      RequestSample(
        endpoint: .profile, scheduledAt: 1_000_000_000, sentAt: 3_000_000_000, firstByteAt: 3_200_000_000,
        endedAt: 3_500_000_000, outcome: .status(200)))
    // Never sent: its time limit passed while it waited for a connection.
    fold.record(
      RequestSample(
        endpoint: .profile, scheduledAt: 1_000_000_000, sentAt: 11_000_000_000, endedAt: 11_000_000_000,
        outcome: .failure(.connectTimedOut)))
    // Refused at once, which says nothing about the server's speed.
    fold.record(
      RequestSample(
        endpoint: .profile, scheduledAt: 0, sentAt: 1_000, endedAt: 1_000, outcome: .failure(.refused)))
    let total = fold.total
    #expect(total.responseTime.count == 2 && total.responseTime.sum == 12_500_000_000)
    #expect(total.serviceTime.count == 1 && total.serviceTime.sum == 500_000_000)
    #expect(total.timeToFirstByte.count == 1 && total.timeToFirstByte.sum == 200_000_000)
    #expect(fold.series.slices[3].measures[0].count == 1 && fold.series.slices[11].measures[0].count == 1)
    #expect(fold.series.requestsInFlight.count == 12 && fold.series.requestsInFlight.allSatisfy { $0 == 0 })
    #expect(fold.elapsed == 11_000_000_000)
  }

  @Test func startsOfTheWarmUpAreNotMeasured() {
    let samples = SyntheticLoad.samples(2_000, over: 20)
    let fold = fold(samples, warmUp: 5 * SyntheticLoad.second)
    let warm = samples.count { $0.scheduledAt < 5 * SyntheticLoad.second }
    #expect(Int(fold.warmUpRequests) == warm && Int(fold.total.count) == 2_000 - warm)
    #expect(Int(fold.warmUpStarts) == warm && Int(fold.offered) == 2_000 - warm)
    #expect(fold.series.slices.reduce(0) { $0 + $1.offered } == 2_000)
    #expect(abs(fold.seconds - Double(fold.elapsed) / 1e9 + 5) < 1e-9)
  }

  /// Slices of 1 s, 2 s and 16 s, whichever fold contains the late ones.
  @Test(arguments: [600, 20, 3])
  func foldsAddUpToTheFoldOfAllInAnyOrder(limit: Int) {
    let samples = SyntheticLoad.samples(3_000, over: 37)
    let whole = fold(samples, limit: limit)
    var early = fold(samples.filter { $0.endedAt < 9 * SyntheticLoad.second }, limit: limit)
    var odd: [RequestSample] = []
    var even: [RequestSample] = []
    for sample in samples where sample.endedAt >= 9 * SyntheticLoad.second {
      if sample.bytesSent % 2 == 0 { even.append(sample) } else { odd.append(sample) }
    }
    var late = fold(odd, limit: limit)
    late.merge(early)
    late.merge(fold(even, limit: limit))
    early.merge(fold(even, limit: limit))
    early.merge(fold(odd, limit: limit))
    #expect(late == whole && early == whole)
    var nothing = LoadFold(thresholds: Self.thresholds, sliceLimit: limit)
    nothing.merge(whole)
    #expect(nothing == whole)
    #expect(whole.series.slices.count <= limit)
  }

  @Test func slicesAreMergedInPairsRatherThanBecomeTooMany() {
    var fold = LoadFold(sliceLimit: 4)
    for second in 0..<9 {
      for _ in 0...second {
        fold.start(scheduledAt: Int64(second) * SyntheticLoad.second, at: Int64(second) * SyntheticLoad.second)
      }
    }
    #expect(fold.series.width == 4 * SyntheticLoad.second)
    #expect(fold.series.slices.map(\.started) == [10, 26, 9])
    #expect(fold.series.inFlight == [10, 36, 45])
    #expect(fold.mostInFlight == 45)
  }
}

struct CoarseHistogramTests {
  @Test(arguments: [1_000.0, 50_000, 5e6, 2e9, 3e12])
  func percentilesAreThoseOfTheSortedValues(median: Double) {
    let draws = Draws(seed: 11)
    let values = (0..<4_001).map { index in
      Int64(Sampling.lognormal(draws.uniform(user: index, purpose: 1), median: median, sigma: 0.4))
    }
    var histogram = CoarseHistogram()
    for value in values { histogram.record(value) }
    let sorted = values.sorted()
    for share in [0.01, 0.5, 0.9, 0.95, 0.99, 1] as [Double] {
      let place = Int((share * 4_001).rounded(.up))
      let exact = sorted[max(0, place - 1)]
      guard let found = histogram.percentile(share) else {
        Issue.record("no percentile")
        continue
      }
      switch exact {
      case ..<1_024: #expect(found == 512)
      case (1 << 40)...: #expect(found >= Int64(1) << 40)
      default: #expect(abs(Double(found) / Double(exact) - 1) <= 1.0 / 31, "\(exact) \(found)")
      }
    }
    #expect(histogram.count == 4_001)
    let buckets = histogram.buckets
    let counted: Int64 = buckets.reduce(0) { sum, bucket in sum + bucket.count }
    #expect(counted == 4_001)
    for bucket in buckets where bucket.low < Int64(1) << 40 {
      let (low, high) = (bucket.low, bucket.high)
      let within = values.count { (value: Int64) -> Bool in value >= low && value < high }
      #expect(Int64(within) == bucket.count)
    }
  }

  @Test func mergesExactly() {
    var (all, one, other) = (CoarseHistogram(), CoarseHistogram(), CoarseHistogram())
    for value in stride(from: Int64(0), to: 4_000_000, by: 977) {
      all.record(value)
      if value % 2 == 0 || value > 2_000_000 { one.record(value) } else { other.record(value) }
    }
    other.merge(one)
    #expect(other == all)
    #expect(CoarseHistogram().percentile(0.5) == nil)
  }
}
