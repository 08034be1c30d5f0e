import GTSDModel
import GTSDWorld
import Interleaving

/// A cache of outcomes of the schedules in which only the order was drawn. A schedule that makes the same choices with
/// the same faults and optional steps has the same outcome, so it is not simulated again.
///
/// Small stories have few orders, and some of them occur in every second schedule.
struct KnownOrders {
  /// The number of positions remembered for each menu (choice of faults and optional steps), at some hundred bytes
  /// each.
  private static let capacity = 20_000
  /// The number of menus (choices of faults and optional steps) whose orders are remembered. With more menus, none is
  /// likely to be repeated soon.
  private static let menuLimit = 16

  private struct Menu: Equatable {
    var faults: FaultSet
    var leftOut: UInt64
  }

  private let runner: ScheduleRunner
  private var trees: [(menu: Menu, tree: OrderTree)] = []
  private var outcomes: [ScheduleOutcome] = []

  init(_ runner: ScheduleRunner) { self.runner = runner }

  /// Returns the outcome of a schedule, from the cache or by running the schedule. The policy must have begun the
  /// schedule.
  mutating func outcome(of schedule: Schedule, under policy: any SchedulePolicy) -> ScheduleOutcome {
    // Further conditions are checked in the natural order.
    guard case .searched = schedule.order, !runner.subject.isDrawn(schedule),
      let tree = tree(of: Menu(faults: schedule.faults, leftOut: schedule.leftOut), policy)
    else { return runner.run(schedule, under: policy) }
    var outcome: ScheduleOutcome?
    let number = tree.outcome(under: policy) { tree in
      outcome = runner.run(schedule, under: tree)
      return outcomes.count
    }
    guard let outcome else { return outcomes[number] }
    if tree.hasKept { outcomes.append(outcome) }
    return outcome
  }

  private mutating func tree(of menu: Menu, _ policy: any SchedulePolicy) -> OrderTree? {
    if let known = trees.first(where: { $0.menu == menu }) { return known.tree }
    guard trees.count < Self.menuLimit else { return nil }
    let tree = OrderTree(policy, capacity: Self.capacity)
    trees.append((menu, tree))
    return tree
  }
}
