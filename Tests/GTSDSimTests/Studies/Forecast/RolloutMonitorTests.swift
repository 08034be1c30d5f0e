import GTSDModel
import GTSDModelTestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

/// Hours with counts that can be added by hand.
struct RolloutMonitorTests {
  typealias Hour = TriggerFold.Hour

  static func hours(_ count: Int, _ fill: (Int) -> Hour) -> [Hour] { (0..<count).map(fill) }

  @Test func aCrashRateFiresAtTheFirstFullHourAboveItsLimit() {
    let monitor = RolloutMonitor(arm: 1, stages: [10, 40], hours: 100)
    func firing(sessions: Int, crashes: [Int: Int]) -> Int? {
      monitor.firing(of: .crashRate, in: Self.hours(100) { Hour(sessions: sessions, crashes: crashes[$0] ?? 0) })
    }
    // Hours before the first stage are part of the window, but triggers are not evaluated in them.
    #expect(firing(sessions: 10, crashes: [15: 5]) == 16)
    #expect(firing(sessions: 10, crashes: [3: 5]) == 11)
    #expect(firing(sessions: 10, crashes: [:]) == nil)
    // 240 sessions in a full window: 2 are below the limit of 1 %, 3 above it.
    #expect(firing(sessions: 10, crashes: [50: 2]) == nil)
    #expect(firing(sessions: 10, crashes: [50: 3]) == 51)
    #expect(firing(sessions: 10, crashes: [50: 2, 73: 1]) == 74)
    #expect(firing(sessions: 10, crashes: [50: 2, 74: 1]) == nil, "24 h later the first are out of the window")
    // A rate equal to the limit does not exceed it.
    let exact = Self.hours(100) { $0 == 50 ? Hour(sessions: 100, crashes: 1) : Hour() }
    #expect(monitor.firing(of: .crashRate, in: exact) == nil)
  }

  @Test func ratesOfTooFewAreNoRates() {
    let monitor = RolloutMonitor(arm: 1, stages: [10], hours: 100)
    let sparse = Self.hours(100) { $0 < 10 ? Hour() : Hour(sessions: 1, crashes: 1, requests: 5, failures: 5) }
    #expect(monitor.firing(of: .crashRate, in: sparse) == 30, "the 20th session ends in the hour before 30")
    #expect(monitor.firing(of: .apiErrorRate, in: sparse) == 30, "the 100th request too")
    let sparser = Self.hours(100) { _ in Hour(requests: 4, failures: 4) }
    #expect(monitor.firing(of: .apiErrorRate, in: sparser) == nil, "96 in each window")
  }

  @Test func windowsAddUpWhatABruteForceSumDoes() {
    var random = RandomValues(seed: 11)
    for _ in 0..<50 {
      let count = random.int(1...120)
      let monitor = RolloutMonitor(arm: 1, stages: [random.int(0...60)], hours: random.int(1...130))
      let counts = Self.hours(count) { _ in
        Hour(
          sessions: random.int(0...9), crashes: random.int(0...1), requests: random.int(0...99),
          failures: random.int(0...9), complaints: random.int(0...3))
      }
      let trailing = monitor.trailing(counts)
      let last = min(count, monitor.hours)
      #expect(trailing.map(\.hour) == Array((monitor.stages[0] + 1)..<max(monitor.stages[0] + 1, last + 1)))
      for (hour, sum) in trailing {
        var expected = Hour()
        for index in max(0, hour - 24)..<hour { expected += counts[index] }
        #expect(sum == expected)
      }
    }
  }

  @Test func complaintsCountFor24HoursOfEachStage() {
    let monitor = RolloutMonitor(arm: 1, stages: [10, 48, 60], hours: 100)
    func firing(_ complaints: [Int: Int]) -> Int? {
      monitor.firing(of: .complaints, in: Self.hours(100) { Hour(complaints: complaints[$0] ?? 0) })
    }
    #expect(firing([10: 10]) == nil)
    #expect(firing([10: 10, 33: 1]) == 34, "the eleventh")
    #expect(firing([10: 10, 34: 1]) == nil, "24 h are over")
    #expect(firing([9: 50, 40: 50]) == nil, "before the stages, and between their first days")
    #expect(firing([48: 6, 61: 5]) == 62, "the first day of the second stage goes on in the third")
    #expect(firing([60: 11]) == 61)
    let some = Self.hours(100) { Hour(complaints: [10: 1, 48: 2, 61: 4, 83: 8][$0] ?? 0) }
    #expect(monitor.complaints(some) == [1, 6, 12])
    #expect(monitor.complaints(Self.hours(50) { _ in Hour(complaints: 1) }) == [24, 2, 0])
  }

  /// Each simulated person represents many: if a single complaint would exceed the limit, complaints are not watched.
  @Test func complaintsOfTooFewPeopleAreNotWatched() {
    let counts = Self.hours(100) { Hour(complaints: [10: 2][$0] ?? 0) }
    func firing(scale: Double) -> Int? {
      RolloutMonitor(arm: 1, stages: [10], hours: 100, scale: scale).firing(of: .complaints, in: counts)
    }
    #expect(firing(scale: 4) == nil && firing(scale: 6) == 11 && firing(scale: 11) == nil)
    let few = RolloutMonitor(arm: 1, stages: [10], hours: 100, scale: 11)
    #expect(!few.watchesComplaints && few.due(.complaints, pooled: counts, replications: 1) == nil)
  }

  @Test func firedTriggerIsJudgedByTheLongRun() {
    let monitor = RolloutMonitor(arm: 1, stages: [0, 48, 144], hours: 240)
    #expect(monitor.verdict(firing: nil, due: nil) == .quiet)
    #expect(monitor.verdict(firing: 5, due: nil) == .wrong)
    #expect(monitor.verdict(firing: nil, due: 0) == .missed)
    #expect(monitor.verdict(firing: 48, due: 0) == .inTime, "at the instant at which the next stage begins")
    #expect(monitor.verdict(firing: 49, due: 0) == .late)
    #expect(monitor.verdict(firing: 48, due: 1) == .wrong, "the stage before is within the limit")
    #expect(monitor.verdict(firing: 144, due: 1) == .inTime)
    #expect(monitor.verdict(firing: 240, due: 2) == .inTime)
    #expect([1, 48, 49, 144, 145, 240].map { monitor.stage(before: $0) } == [0, 0, 1, 1, 2, 2])
  }

  @Test func theLongRunIsAllReplicationsAndHoursTogether() {
    let monitor = RolloutMonitor(arm: 1, stages: [2, 30], hours: 60)
    func due(_ trigger: RolloutMonitor.Trigger, _ hour: (Int) -> Hour) -> Int? {
      monitor.due(trigger, pooled: Self.hours(61, hour), replications: 4)
    }
    // 58 full hours count, but not the two before the first stage and the last, incomplete one.
    #expect(due(.crashRate) { Hour(sessions: 100, crashes: $0 < 2 || $0 == 60 ? 100 : 1) } == nil)
    #expect(due(.crashRate) { Hour(sessions: 100, crashes: $0 == 59 ? 2 : 1) } == 0)
    #expect(due(.apiErrorRate) { _ in Hour(requests: 100, failures: 5) } == nil)
    #expect(due(.apiErrorRate) { _ in Hour(requests: 100, failures: 6) } == 0)
    // Forty complaints in four replications are ten each.
    #expect(due(.complaints) { $0 == 31 ? Hour(complaints: 40) : Hour() } == nil)
    #expect(due(.complaints) { $0 == 31 ? Hour(complaints: 41) : Hour() } == 1)
    let counts = Self.hours(61) { $0 == 31 ? Hour(complaints: 41) : Hour() }
    #expect(monitor.longRun(.complaints, pooled: counts, replications: 4) == 10.25)
  }

  /// Sessions end in four hours with windows that do not overlap, so a replication fires wrongly with probability 1 -
  /// P(Bin(300, 0.008) <= 3)^4.
  @Test func firingWronglyHasTheProbabilityOfIndependentWindows() throws {
    let (sessions, rate, windows, replications) = (300, 0.008, 4, 3_000)
    let monitor = RolloutMonitor(arm: 1, stages: [0], hours: 25 * windows)
    var random = RandomValues(seed: 2_026)
    var pooled = TriggerFold()
    var firings: [Int?] = []
    for _ in 0..<replications {
      let counts = Self.hours(25 * windows) { hour in
        guard hour.isMultiple(of: 25) else { return Hour() }
        let chance = random.double(0...1)
        let crashes = BinomialDistribution.quantile(chance, trials: sessions, probability: rate)
        return Hour(sessions: sessions, crashes: crashes)
      }
      let fold = TriggerFold(arms: [Self.hours(25 * windows) { _ in Hour() }, counts])
      pooled.merge(fold)
      firings.append(try #require(monitor.observation(fold).firings.first))
    }
    let due = monitor.due(.crashRate, pooled: pooled.arms[1], replications: replications)
    #expect(due == nil, "0.8 % is within the limit")
    let wrong = firings.count { monitor.verdict(firing: $0, due: due) == .wrong }
    let quiet = BinomialDistribution.cumulative(3, trials: sessions, probability: rate)
    let expected = 1 - (0..<windows).reduce(1.0) { product, _ in product * quiet }
    let low = BinomialDistribution.quantile(0.0005, trials: replications, probability: expected)
    let high = BinomialDistribution.quantile(0.9995, trials: replications, probability: expected)
    #expect((low...high).contains(wrong), "\(wrong) of \(replications), expected \(expected)")
  }

  @Test func limitsAreTheSpecificationsUnlessTheScenarioHasCriteria() throws {
    var scenario = Scenario(name: "s")
    #expect(RolloutMonitor(scenario) == nil)
    scenario.experiment = Experiment(
      name: "e",
      arms: [Arm(name: "off"), Arm(name: "on", stages: [RolloutStage(from: .minutes(90), share: 0.5)])])
    let plain = try #require(RolloutMonitor(scenario))
    #expect(plain.limits == [0.01, 0.05, 10])
    #expect(plain.arm == 1 && plain.stages == [1] && plain.hours == 48)
    scenario.targets = [
      TargetOverride(kpi: "complaints-24h", comparison: "<=", value: [3], level: .criterion),
      TargetOverride(kpi: "crash-rate", comparison: "<", value: [0.5], level: .target),
    ]
    #expect(RolloutMonitor(scenario)?.limits == [0.01, 0.05, 3], "an aim is no limit")
  }

  @Test func chartsHaveAHundredHoursAtMost() {
    for (start, hours) in [(0, 20), (0, 480), (7, 8), (30, 8_784), (5, 5), (0, 101)] {
      let sampled = RolloutMonitor(arm: 1, stages: [start], hours: hours).sampledHours
      #expect(sampled.count <= 101)
      #expect(sampled.allSatisfy { $0 > start && $0 <= hours })
      #expect(sampled.isEmpty == (start >= hours))
    }
  }
}

/// The way from folds of replications to the section of the report.
struct RolloutSectionTests {
  typealias Hour = TriggerFold.Hour

  static let scenario: Scenario = {
    var scenario = Scenario(name: "s")
    scenario.horizon = .hours(96)
    scenario.experiment = Experiment(
      name: "e",
      arms: [
        Arm(name: "off"),
        Arm(
          name: "on",
          stages: [RolloutStage(from: .zero, share: 0.1), RolloutStage(from: .hours(48), share: 1)]),
      ])
    return scenario
  }()

  /// For each replication, the treated arm's crashes by hour, among 50 sessions an hour.
  static func section(_ crashes: [[Int: Int]]) -> ForecastSection.Rollout? {
    let monitor = RolloutMonitor(scenario)
    var fold = ForecastFold(
      kpi: .acknowledgmentRate24h, targets: [], horizonSeconds: scenario.horizon.seconds,
      draws: ParameterDraws(scenario, replications: crashes.count, isStratified: false, chanceAlone: true))
    var pooled = TriggerFold()
    for crashes in crashes {
      let one = TriggerFold(
        arms: [
          (0..<96).map { _ in Hour(sessions: 50) }, (0..<96).map { Hour(sessions: 50, crashes: crashes[$0] ?? 0) },
        ])
      pooled.merge(one)
      var values = ReplicationValues(KPIFold(arms: 2), violations: 0, horizonSeconds: scenario.horizon.seconds)
      values.rollout = monitor?.observation(one)
      fold.add([values])
    }
    return fold.rollout(of: scenario, pooled: pooled)
  }

  @Test func aSoundArmCanOnlyFireWrongly() throws {
    let section = try #require(Self.section([[:], [60: 13], [60: 13, 0: 1], [:], [:]]))
    #expect(section.arm == "on" && section.replications == 5)
    #expect(section.stages == [[0, 0.1], [172_800, 1]])
    let crashes = section.triggers[0]
    #expect(crashes.longRunValue == 27.0 / (5 * 96 * 50) && !crashes.isOverLimit)
    #expect(crashes.fires == 2 && crashes.firesWrongly == 2 && crashes.firesLate == 0)
    #expect(crashes.firesWronglyInterval == ProportionInterval.clopperPearson(successes: 2, trials: 5))
    #expect(crashes.firesLateInterval == nil)
    #expect(crashes.firesInStage == [1, 1])
    #expect(crashes.firesAt.first == [0, 3_600] && crashes.firesAt.last == [1, 61 * 3_600])
    #expect(crashes.controlFires == 0 && crashes.controlValue == 0)
    #expect(crashes.rates.count == 96 && crashes.rates.allSatisfy { $0.count == 4 })
    #expect(section.triggers[1].longRunValue == nil && section.triggers[1].rates.isEmpty)
    #expect(section.triggers[2].longRunValue == 0)
  }

  @Test func anArmOverItsLimitFiresInTimeOrTooLate() throws {
    let bad = Dictionary(uniqueKeysWithValues: (0..<96).map { ($0, 1) })
    let late = Dictionary(uniqueKeysWithValues: (50..<96).map { ($0, 2) })
    let crashes = try #require(Self.section([bad, bad, late, [:]])).triggers[0]
    #expect(crashes.dueStage == 1)
    #expect(crashes.fires == 3 && crashes.firesWrongly == 0 && crashes.firesLate == 2 && crashes.neverFires == 1)
    #expect(crashes.firesWronglyInterval == nil)
    #expect(crashes.firesLateInterval == ProportionInterval.clopperPearson(successes: 2, trials: 4))
    #expect(crashes.firesInStage == [2, 1])
  }
}
