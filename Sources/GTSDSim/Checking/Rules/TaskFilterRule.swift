import GTSDModel

/// I-MONO for Tasks: the list on show is of the category that was chosen last.
///
/// Evaluated at the end of each quiet instant on Tasks once a category was chosen, if the latest load ended well.
struct TaskFilterRule {
  private var chosen: Int64 = 0
  private var shown: Int64 = 0
  private var hasChosen = false
  private var isOther = false

  mutating func published(_ variable: StateVariable, _ value: Int64, _ cause: Cause) {
    switch variable {
    case .tasksFilter:
      chosen = value
      hasChosen = cause == .person
    case .tasksShown: shown = value
    default: break
    }
  }

  mutating func settle(_ facts: DeviceFacts, _ log: inout CheckLog) {
    guard hasChosen, facts.isQuiet, facts.tab == .tasks, facts.ending(.tasksLoad) == .success else { return }
    log.check(
      .mono, chosen == shown, episode: &isOther, Site(.otherCategoryShown, .tasks), hazard: .taskFilterReorder)
  }

  mutating func reset() { self = TaskFilterRule() }
}
