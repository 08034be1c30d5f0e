import GTSDModel

/// I-MONO for Tasks: the visible list is of the category that was chosen last.
///
/// Evaluated at the end of each quiet instant on Tasks once a category was chosen, if the latest load succeeded.
struct TaskFilterRule: DeviceRule {
  static let follows: EventKinds = .published

  private var chosen: Int64 = 0
  private var shown: Int64 = 0
  private var hasChosen = false
  private var isOther = false

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .published(.tasksFilter, let value, let cause):
      chosen = value
      hasChosen = cause == .person
    case .published(.tasksShown, let value, _): shown = value
    default: break
    }
  }

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {
    guard hasChosen, facts.isQuiet, facts.tab == .tasks, facts.ending(.tasksLoad) == .success else { return }
    log.check(
      .mono, chosen == shown, episode: &isOther, Site(.otherCategoryShown, .tasks), hazard: .taskFilterReorder)
  }
}
