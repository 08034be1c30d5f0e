import Testing

@testable import Interleaving

@Suite struct OrderTreeTests {
  /// The tree's outcomes of 600 schedules equal those of running each schedule, and it runs none twice.
  @Test(arguments: [ToyHazard.lostUpdate, .cacheResurrects])
  func predictedOutcomeIsTheOutcome(hazard: ToyHazard) {
    let random = RandomPolicy(seed: 3)
    let tree = OrderTree(random)
    var runs: [[ToyHazard.Step]] = []
    var orders: Set<[UInt64]> = []
    for schedule in 0..<600 as Range<UInt64> {
      random.begin(schedule: schedule)
      let (log, scheduler) = hazard.run(random)
      orders.insert(scheduler.trace.map(\.id))
      random.begin(schedule: schedule)
      let outcome = tree.outcome(under: random) { tree in
        runs.append(hazard.run(tree).log)
        return runs.count - 1
      }
      #expect(runs[outcome] == log)
    }
    #expect(runs.count == orders.count && runs.count < 300, "\(runs.count)")
  }

  /// A tree without memory for more returns the same outcomes, and does not run again the orders that it has stored.
  @Test func orderThatDoesNotFitRunsAgain() {
    let hazard = ToyHazard.lostUpdate
    let random = RandomPolicy(seed: 3)
    let tree = OrderTree(random, capacity: 10)
    var kept: [[ToyHazard.Step]] = []
    var runs = 0
    for schedule in 0..<600 as Range<UInt64> {
      random.begin(schedule: schedule)
      let log = hazard.run(random).log
      random.begin(schedule: schedule)
      var now: [ToyHazard.Step]?
      let outcome = tree.outcome(under: random) { tree in
        now = hazard.run(tree).log
        return kept.count
      }
      #expect(now ?? kept[outcome] == log)
      guard let now else { continue }
      runs += 1
      if tree.hasKept { kept.append(now) }
    }
    #expect(!kept.isEmpty && kept.count < runs && runs < 600, "\(kept.count) of \(runs)")
  }

  /// Reports, after the fourth pick, that pick as the outcome of the order.
  private final class FourthPick: SchedulePolicy {
    let tree: OrderTree
    private var step = 0
    var window: Int64 { tree.window }
    var picksJobs: Bool { tree.picksJobs }

    init(_ tree: OrderTree) { self.tree = tree }

    func pick(from choices: [ReadyChoice]) -> Int {
      let index = tree.pick(from: choices)
      step += 1
      if step == 4 { tree.settle(Int(choices[index].id >> 1)) }
      return index
    }
  }

  /// An outcome that is settled halfway holds for every order with that beginning, also after a recorded start.
  @Test func settledOutcomeHoldsForAllThatFollows() {
    let hazard = ToyHazard.cacheResurrects
    let picks = hazard.run(NaturalPolicy()).scheduler.trace.map(\.id)
    let random = RandomPolicy(seed: 3)
    let tree = OrderTree(random)
    var runs = 0
    var starts: Set<[UInt64]> = []
    for length in 0...picks.count {
      for schedule in 0..<40 as Range<UInt64> {
        let policy = RecordedPolicy(picks: Array(picks[..<length]), window: .max, then: random)
        random.begin(schedule: schedule)
        let trace = hazard.run(policy).scheduler.trace.map(\.id)
        starts.insert(Array(trace[..<4]))
        policy.begin()
        random.begin(schedule: schedule)
        let outcome = tree.outcome(under: policy) { tree in
          runs += 1
          _ = hazard.run(FourthPick(tree))
          return 0
        }
        #expect(outcome == Int(trace[3] >> 1))
      }
    }
    #expect(runs == starts.count)
  }
}
