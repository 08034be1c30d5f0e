import GTSDModel
import GTSDWorld
import Interleaving

/// What came of the schedules of a search of which nothing was drawn but their order: one in which the same is picked under
/// the same menu goes as the other went, and is not lived through again.
///
/// Small stories have few orders, of which some come up in every other schedule.
struct KnownOrders {
  /// Places that are remembered of each menu, some hundred bytes each.
  private static let capacity = 20_000
  /// Menus whose orders are remembered: of more, none is likely to come again soon.
  private static let menuLimit = 16

  private struct Menu: Equatable {
    var faults: FaultSet
    var leftOut: UInt64
  }

  private let runner: ScheduleRunner
  private var trees: [(menu: Menu, tree: OrderTree)] = []
  private var outcomes: [ScheduleOutcome] = []

  init(_ runner: ScheduleRunner) { self.runner = runner }

  /// What comes of a schedule under a policy that has been told to begin it.
  mutating func outcome(of schedule: Schedule, under policy: any SchedulePolicy) -> ScheduleOutcome {
    // More is asked of the natural order.
    guard case .searched = schedule.order, !runner.subject.isDrawn(schedule),
      let tree = tree(of: Menu(faults: schedule.faults, leftOut: schedule.leftOut), policy)
    else { return runner.run(schedule, under: policy) }
    var lived: ScheduleOutcome?
    let number = tree.outcome(under: policy) { tree in
      lived = runner.run(schedule, under: tree)
      return outcomes.count
    }
    guard let lived else { return outcomes[number] }
    if tree.hasKept { outcomes.append(lived) }
    return lived
  }

  private mutating func tree(of menu: Menu, _ policy: any SchedulePolicy) -> OrderTree? {
    if let known = trees.first(where: { $0.menu == menu }) { return known.tree }
    guard trees.count < Self.menuLimit else { return nil }
    let tree = OrderTree(policy, capacity: Self.capacity)
    trees.append((menu, tree))
    return tree
  }
}
