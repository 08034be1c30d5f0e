import Testing

@testable import Interleaving

@Suite struct DepthFirstSearchTests {
  static func exhaust(
    _ hazard: ToyHazard, _ search: DepthFirstSearch, limit: Int = 5_000
  ) -> (schedules: [[ToyHazard.Step]], deviations: [Int], classes: Set<UInt64>) {
    var (schedules, deviations, classes) = ([[ToyHazard.Step]](), [Int](), Set<UInt64>())
    while !search.isExhausted, schedules.count < limit {
      search.begin()
      let (log, scheduler) = hazard.run(search)
      schedules.append(log)
      deviations.append(scheduler.trace.count { $0.picked != 0 })
      classes.insert(scheduler.orderHash)
    }
    return (schedules, deviations, classes)
  }

  /// k tasks in one lane have as many schedules as the multinomial coefficient, and each runs once.
  @Test(
    arguments: [([2, 2], 6), ([2, 2, 2], 90), ([4, 4], 70), ([1, 1, 1, 1, 1], 120), ([3, 1, 2], 60)] as [([Int], Int)])
  func oneLaneHasEveryInterleavingOnce(lengths: [Int], expected: Int) {
    let hazard = ToyHazard(name: "one lane", tasks: lengths.map { Array(repeating: 0, count: $0) }) { _ in false }
    let search = DepthFirstSearch()
    let (schedules, deviations, classes) = Self.exhaust(hazard, search)
    #expect(schedules.count == expected)
    #expect(Set(schedules).count == expected)
    #expect(classes.count == expected)
    #expect(deviations == deviations.sorted())
    #expect(deviations.first == 0)
    #expect(search.isExhausted && !search.isCut)
  }

  @Test func independentLanesAreOneClass() {
    let hazard = ToyHazard(name: "independent", tasks: [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2]]) { _ in false }
    let (schedules, _, classes) = Self.exhaust(hazard, DepthFirstSearch(mergesClasses: true))
    #expect(classes.count == 1)
    // At most one schedule for each set of steps that may have happened, instead of one for each of 34,650
    // interleavings.
    #expect(schedules.count < 125)
  }

  /// The classes found are all classes, as counted by brute force over the interleavings.
  @Test(
    arguments: [
      [[0, 1], [0, 1]], [[0, 1, 0], [1, 0, 1]], [[0, 1], [1, 2], [2, 0]], [[0, 0, 1], [1, 1], [0, 1]],
      [[0, 1, 2], [2, 1, 0], [3, 3]],
    ] as [[[Int]]])
  func everyClassIsMet(tasks: [[Int]]) {
    let hazard = ToyHazard(name: "mixed", tasks: tasks) { _ in false }
    let expected = Set(hazard.interleavings().map { hazard.lanes(of: $0) })
    let (schedules, _, classes) = Self.exhaust(hazard, DepthFirstSearch(mergesClasses: true))
    #expect(Set(schedules.map { hazard.lanes(of: $0) }) == expected)
    #expect(classes.count == expected.count)
  }

  /// The reason why a search of the app merges no classes: under a window, two orders of independent events leave the
  /// following events at other instants, and therefore with other choices.
  @Test func underAWindowOrdersOfOneClassHaveOtherFutures() {
    let hazard = ToyHazard(name: "into one lane", tasks: [[0, 1], [2, 1], [3, 1]]) { _ in false }
    let searches = [false, true].map { DepthFirstSearch(window: 2, mergesClasses: $0) }
    let met = searches.map { Set(Self.exhaust(hazard, $0).schedules.map { hazard.lanes(of: $0) }) }
    #expect(met[0].count == 6)
    #expect(met[1].isStrictSubset(of: met[0]))
  }

  @Test func deviationBoundLimitsTheSearch() {
    let hazard = ToyHazard(name: "one lane", tasks: [[0, 0], [0, 0], [0, 0]]) { _ in false }
    let search = DepthFirstSearch(maximumDeviations: 1)
    let (schedules, deviations, _) = Self.exhaust(hazard, search)
    let natural = hazard.run(NaturalPolicy(window: .max)).scheduler.trace
    #expect(schedules.count == 1 + natural.map { Int($0.choices) - 1 }.reduce(0, +))
    #expect(deviations.allSatisfy { $0 <= 1 })
    #expect(search.isExhausted && search.isCut)
  }

  @Test(arguments: ToyHazard.all.filter { $0.name != "starvation window" && $0.name != "nested windows" })
  func findsSmallHazards(hazard: ToyHazard) {
    let (schedules, _, _) = Self.exhaust(hazard, DepthFirstSearch())
    #expect(schedules.contains { hazard.isWrong($0) })
  }
}
