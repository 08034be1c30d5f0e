import GTSDModel

extension BackendState {
  func tasksToday(_ slot: Int, at now: Timestamp) -> APIReply {
    let day = now.daysSinceEpoch
    let tasks = accounts[slot].tasks
    return success(
      slot,
      .tasks(
        TasksPayload(
          total: rules.tasksPerDay, completed: tasks.completed(on: day), currentStreak: tasks.current(on: day))))
  }

  /// Completes one of today's tasks; repeating it changes nothing.
  mutating func submitEvidence(_ slot: Int, task: Int, at now: Timestamp) -> APIReply {
    guard (1...rules.tasksPerDay).contains(task) else { return failure(slot, 404, .notFound, "Task not found") }
    guard accounts[slot].tasks.complete(task, on: now.daysSinceEpoch) else { return success(slot, .done) }
    commit(.evidence(task: Int32(task)), slot: slot)
    return success(slot, status: 201, .done)
  }

  func streak(_ slot: Int, at now: Timestamp) -> APIReply {
    let tasks = accounts[slot].tasks
    return success(
      slot, .streak(StreakPayload(current: tasks.current(on: now.daysSinceEpoch), longest: tasks.longest)))
  }
}
