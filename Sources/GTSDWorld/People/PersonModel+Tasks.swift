import GTSDModel

extension PersonModel {
  /// Submits evidence for a task, chosen from all of them or from those of a category.
  mutating func completeTask(_ screen: Screen) -> PersonStep? {
    guard screen.tab == .tasks else { return move(to: .choosing) }
    if state == .choosingTask, decides(.filterTasks) {
      let category = 1 + index(draws.uniform(.completedTask), of: 3)
      return tap(.filterTasks(category: category), rest: awaiting(.tabSettled, then: .tabDwell), then: .tasksFiltered)
    }
    let task = 1 + index(draws.uniform(.completedTask), of: 3)
    return tap(.completeTask(taskID: task), rest: awaiting(.tabSettled, then: .tabDwell), then: .choosing)
  }
}
