import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorlds

@Suite struct OrderTreeTests {
  /// What the tree says of 600 schedules is what living through each of them shows, and it lives through none twice.
  @Test(arguments: [ToyHazard.lostUpdate, .cacheResurrects])
  func whatIsKnownIsWhatComes(hazard: ToyHazard) {
    let random = RandomPolicy(seed: 3)
    let tree = OrderTree<[ToyHazard.Step]>(random)
    var lived = 0
    var orders: Set<[UInt64]> = []
    for schedule in 0..<600 as Range<UInt64> {
      random.begin(schedule: schedule)
      let (log, scheduler) = hazard.run(random)
      orders.insert(scheduler.trace.map(\.id))
      random.begin(schedule: schedule)
      let outcome = tree.outcome(under: random) { tree in
        lived += 1
        return hazard.run(tree).log
      }
      #expect(outcome == log)
    }
    #expect(lived == orders.count && lived < 300, "\(lived)")
  }

  /// Says after the fourth pick what comes of the order: that pick.
  private final class FourthPick: SchedulePolicy {
    let tree: OrderTree<UInt64>
    private var step = 0
    var window: Int64 { tree.window }
    var picksJobs: Bool { tree.picksJobs }

    init(_ tree: OrderTree<UInt64>) { self.tree = tree }

    func pick(from choices: [ReadyChoice]) -> Int {
      let index = tree.pick(from: choices)
      step += 1
      if step == 4 { tree.settle(choices[index].id) }
      return index
    }
  }

  /// What is settled half-way holds for every order that begins so, also where one goes on from a recorded start.
  @Test func whatIsSettledHoldsForAllThatFollows() {
    let hazard = ToyHazard.cacheResurrects
    let picks = hazard.run(NaturalPolicy()).scheduler.trace.map(\.id)
    let random = RandomPolicy(seed: 3)
    let tree = OrderTree<UInt64>(random)
    var lived = 0
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
          lived += 1
          _ = hazard.run(FourthPick(tree))
          return 0
        }
        #expect(outcome == trace[3])
      }
    }
    #expect(lived == starts.count)
  }
}
