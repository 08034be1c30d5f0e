import Foundation
import GTSDModel
import GTSDModelTestSupport
import Testing

@testable import Documents
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

/// Random folds of the kind that a run could leave.
struct RandomFolds {
  private var random: RandomValues

  init(seed: UInt64) { random = RandomValues(seed: seed) }

  private mutating func histogram() -> LogHistogram {
    var result = LogHistogram()
    for _ in 0..<random.int(0...30) {
      result.record(Int64(bitPattern: random.next() >> 1) >> random.int(0...62), times: Int64(random.int(1...9)))
    }
    return result
  }

  private mutating func rate() -> RateFold {
    let trials = random.int(0...1_000_000)
    return RateFold(successes: random.int(0...trials), trials: trials, censored: random.int(0...1_000))
  }

  private mutating func clusters() -> ClusterFold {
    var fold = ClusterFold()
    for _ in 0..<random.int(0...20) {
      var tally = TrialTally()
      (tally.trials, tally.counted) = (Int64(random.int(0...1_000_000)), Int64(random.int(0...1_000_000)))
      fold.add(tally)
    }
    fold.endWorld()
    return fold
  }

  private mutating func quantiles() -> QuantileFold {
    var fold = QuantileFold()
    for _ in 0..<random.int(0...9) {
      fold.add((0..<ClusterQuantiles.slots).map { _ in UInt16(random.int(0...3)) })
    }
    fold.endWorld()
    return fold
  }

  mutating func arm() -> ArmFold {
    var fold = ArmFold()
    for (_, field) in ArmFold.fields {
      switch field {
      case .count(let path): fold[keyPath: path] = random.int(0...10_000_000)
      case .rate(let path): fold[keyPath: path] = rate()
      case .histogram(let path): fold[keyPath: path] = histogram()
      case .survival(let path): fold[keyPath: path] = SurvivalFold(events: histogram(), censored: histogram())
      case .clusters(let path): fold[keyPath: path] = clusters()
      case .quantiles(let path): fold[keyPath: path] = quantiles()
      }
    }
    return fold
  }

  mutating func kpis(arms: Int) -> KPIFold {
    var fold = KPIFold(arms: arms)
    for index in fold.arms.indices { fold.arms[index] = arm() }
    for index in fold.funnel.indices { fold.funnel[index] = random.int(0...9_999) }
    for index in fold.requests.indices where random.bool() {
      fold.requests[index].count = Int64(random.int(0...9_999))
      for _ in 0..<random.int(0...8) {
        fold.requests[index].add(
          random.one(of: [
            .cancelled, .undecodable, .timedOut, .network, .status(200), .status(201), .status(404), .status(429),
            .status(500),
          ]))
      }
      fold.requests[index].latency = histogram()
    }
    for index in fold.analytics.indices where random.bool() { fold.analytics[index] = Int64(random.int(0...9_999)) }
    fold.queueWait = histogram()
    if random.bool() { fold.triggers = triggers(arms: arms, hours: 5) }
    return fold
  }

  mutating func triggers(arms: Int, hours: Int) -> TriggerFold {
    TriggerFold(
      arms: (0..<arms).map { _ in
        (0..<hours).map { _ in
          TriggerFold.Hour(
            sessions: random.int(0...99), crashes: random.int(0...9), requests: random.int(0...999),
            failures: random.int(0...99), complaints: random.int(0...9))
        }
      })
  }

  mutating func violations(in unit: ViolationFold.Unit) -> ViolationFold {
    var fold = ViolationFold()
    for _ in 0..<random.int(0...40) {
      var site = Site(random.one(of: Site.Kind.allCases))
      if random.bool() { (site.detail, site.second) = (UInt8(random.int(0...255)), UInt8(random.int(0...255))) }
      let invariant = random.one(of: Invariant.allCases)
      let hazard = random.maybe { $0.one(of: HazardID.allCases) }
      for episode in 0..<random.int(1...7) {
        let breach = CheckLog.Breach(
          invariant: invariant, site: site, hazard: hazard, time: Int64(random.int(0...1_300_000_000_000_000)),
          device: UInt8(random.int(0...2)), session: UInt16(random.int(0...65_535)))
        fold.add(
          ViolationKey(invariant: invariant, hazard: hazard, site: site), user: random.int(0...9_999_999),
          isFirst: episode == 0, breach, unit)
      }
    }
    for invariant in Invariant.allCases {
      fold.count(invariant, evaluated: random.int(0...9_999_999), vacuous: random.int(0...9_999_999))
    }
    return fold
  }
}

struct FoldStateTests {
  /// A property that is added to a fold but not to its table would be lost between shards.
  @Test func theTableHasEveryPropertyOfAnArm() {
    let children = Mirror(reflecting: ArmFold()).children
    #expect(ArmFold.fields.map(\.name) == children.compactMap(\.label))
    for ((name, field), child) in zip(ArmFold.fields, children) {
      switch field {
      case .count: #expect(child.value is Int, "\(name)")
      case .rate: #expect(child.value is RateFold, "\(name)")
      case .histogram: #expect(child.value is LogHistogram, "\(name)")
      case .survival: #expect(child.value is SurvivalFold, "\(name)")
      case .clusters: #expect(child.value is ClusterFold, "\(name)")
      case .quantiles: #expect(child.value is QuantileFold, "\(name)")
      }
    }
  }

  /// Two rows of the table with one key path would pass all other tests.
  @Test func everyRowOfTheTableIsThePropertyOfItsName() {
    var random = RandomFolds(seed: 3)
    let fold = random.arm()
    for ((name, _), (state, child)) in zip(ArmFold.fields, zip(fold.state, Mirror(reflecting: fold).children)) {
      switch state {
      case .count(let count): #expect(child.value as? Int == count, "\(name)")
      case .rate(let rate): #expect(child.value as? RateFold == rate, "\(name)")
      case .histogram(let state): #expect((child.value as? LogHistogram)?.state == state, "\(name)")
      case .survival(let events, let censored):
        let survival = child.value as? SurvivalFold
        #expect(survival?.events.state == events && survival?.censored.state == censored, "\(name)")
      case .clusters(let clusters): #expect(child.value as? ClusterFold == clusters, "\(name)")
      case .quantiles(let quantiles): #expect(child.value as? QuantileFold == quantiles, "\(name)")
      }
    }
  }

  /// The state contains everything besides arms. A property that is added must be added to the state, too.
  @Test func theStateHasEveryPropertyOfAFold() {
    func names(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }
    let fold = KPIFold(arms: 1)
    // The counts by day of experiments are in no report of a simulation.
    #expect(names(fold).filter { $0 != "daily" } == names(fold.state))
    #expect(names(RequestFold()) == names(RequestFold().state))
    #expect(names(ViolationFold()) == ["entries", "evaluated", "vacuous"])
    #expect(names(SurvivalFold()) == ["events", "censored"])
    #expect(names(RateFold()) == ["successes", "trials", "censored"])
    #expect(names(ClusterFold()) == ["people", "worlds"] && names(ClusterSums()) == ["count", "sums"])
    #expect(names(QuantileFold()) == ["people", "worlds"])
    #expect(names(ClusterQuantiles()) == ["count", "values", "squares", "sums"])
  }

  @Test(arguments: 1...20)
  func foldsAreRestoredFromStateAndJSON(seed: UInt64) throws {
    var random = RandomFolds(seed: seed)
    let place = ViolationFold.Unit(replication: UInt32(seed), cell: 7)
    let kpis = random.kpis(arms: Int(seed % 4) + 1)
    let violations = random.violations(in: place)
    let unit = KeptUnit(
      replication: place.replication, cell: place.cell, digest: seed &* 0x9E37_79B9_7F4A_7C15,
      state: .init(kpis: kpis.state, violations: violations.state))
    let read = try JSONDecoder().decode(RecordReading<KeptUnit>.self, from: Data(unit.json.text.utf8)).value
    #expect(read == unit)
    #expect(read.checksum == read.ownChecksum)
    #expect(read.json.text == unit.json.text)
    let fold = try read.fold()
    #expect(fold.digest == unit.digest)
    #expect(fold.kpis.state == kpis.state)
    #expect(fold.violations == violations)
  }

  /// Adding states gives the same as adding folds.
  @Test func foldsFromStatesMergeAlike() throws {
    var random = RandomFolds(seed: 77)
    let folds = (0..<5).map { _ in random.kpis(arms: 3) }
    var plain = KPIFold(arms: 3)
    var restored = KPIFold(arms: 3)
    for fold in folds {
      plain.merge(fold)
      restored.merge(try KPIFold(fold.state))
    }
    #expect(plain.state == restored.state)
    #expect(plain.total.users == folds.reduce(0) { $0 + $1.arms.reduce(0) { $0 + $1.users } })
    let latencies = folds.map { $0.requests[3].latency.count }
    #expect(plain.requests[3].latency.count == latencies.reduce(0, +))
  }

  @Test func everyChangedNumberIsDetected() throws {
    var random = RandomFolds(seed: 5)
    let place = ViolationFold.Unit(replication: 0, cell: 1)
    let unit = KeptUnit(
      replication: 0, cell: 1, digest: 9,
      state: .init(kpis: random.kpis(arms: 1).state, violations: random.violations(in: place).state))
    let text = unit.json.text
    let bytes = Array(text.utf8)
    var tried = 0
    for index in stride(from: 0, to: bytes.count, by: 97) where (0x30...0x38).contains(bytes[index]) {
      var damaged = bytes
      damaged[index] += 1
      guard let read = try? JSONDecoder().decode(RecordReading<KeptUnit>.self, from: Data(damaged)).value else {
        continue
      }
      tried += 1
      #expect(read.checksum != read.ownChecksum, "byte \(index)")
    }
    #expect(tried > 30)
  }

  @Test func integersThatNoFoldHasAreRefused() throws {
    var random = RandomFolds(seed: 6)
    let kpis = random.kpis(arms: 2).state
    func broken(_ change: (inout KPIFold.State) -> Void) -> KPIFold.State {
      var state = kpis
      change(&state)
      return state
    }
    #expect(throws: Never.self) { try KPIFold(kpis) }
    for (state, place) in [
      (broken { $0.arms = [] }, "arms"), (broken { $0.arms[1].removeLast() }, "arms"),
      (broken { $0.arms[0].swapAt(0, 2) }, "users"), (broken { $0.arms[0][0] = .count(-1) }, "users"),
      (broken { $0.arms[0][2] = .rate(RateFold(successes: 2, trials: 1, censored: 0)) }, "acknowledgedWithin24h"),
      (broken { $0.funnel[0] = .max }, "funnel"), (broken { $0.funnel = [] }, "funnel"),
      (broken { $0.requests = [] }, "requests"), (broken { $0.requests[0].outcomes = [200] }, "requests"),
      (broken { $0.requests[0].outcomes = [404, 1, 200, 1] }, "requests"), (broken { $0.analytics = [] }, "analytics"),
      (broken { $0.queueWait.sum += 1 << 70 }, "queueWait"), (broken { $0.triggers = [[1, 2, 3, 4]] }, "triggers"),
      (broken { $0.triggers = [[0, 0, 0, 0, -1], [0, 0, 0, 0, 0]] }, "triggers"),
      (broken { $0.triggers = [[0, 0, 0, 0, 0]] }, "triggers"),
    ] {
      #expect(throws: FoldStateError(place: place)) { try KPIFold(state) }
    }
    let place = ViolationFold.Unit(replication: 0, cell: 0)
    var found = random.violations(in: place).state
    while found.entries.count < 2 { found = random.violations(in: place).state }
    let violations = found
    func damaged(_ change: (inout ViolationFold.State) -> Void) -> ViolationFold.State {
      var state = violations
      change(&state)
      return state
    }
    #expect(violations.entries.count > 1)
    for state in [
      damaged { $0.entries.reverse() }, damaged { $0.entries.append($0.entries[$0.entries.count - 1]) },
      damaged { $0.entries[0].users = $0.entries[0].episodes + 1 }, damaged { $0.entries[0].examples.removeLast() },
      damaged { $0.entries[0].examples[0] = -1 }, damaged { $0.entries[0].examples[4] = 256 },
      damaged { $0.entries[0].examples = Array(repeating: 0, count: 36) },
      damaged { $0.entries[0].examples = [0, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0] },
    ] {
      #expect(throws: FoldStateError(place: "violations")) { try ViolationFold(state) }
    }
    #expect(throws: FoldStateError(place: "checks")) { try ViolationFold(damaged { $0.checks[0] = [1] }) }
  }
}
