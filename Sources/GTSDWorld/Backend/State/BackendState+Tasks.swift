import GTSDModel

extension BackendState {
  mutating func tasksToday(_ slot: Int, at now: Timestamp) -> APIReply {
    cached(slot, \.tasksCache, seconds: 60, at: now) { $0.freshTasks(slot, at: now) }
  }

  mutating func streak(_ slot: Int, at now: Timestamp) -> APIReply {
    cached(slot, \.streakCache, seconds: 300, at: now) { $0.freshStreak(slot, at: now) }
  }

  /// The cached reply, if the server caches replies and it is recent enough; otherwise a new reply.
  private mutating func cached(
    _ slot: Int, _ cache: WritableKeyPath<AccountRecord, CachedReply?>, seconds: Int64, at now: Timestamp,
    _ fresh: (inout BackendState) -> APIReply
  ) -> APIReply {
    guard rules.generation.tasks.cache == .minutes else { return fresh(&self) }
    if let kept = accounts[slot][keyPath: cache], now < kept.until {
      decides()
      return kept.reply
    }
    let reply = fresh(&self)
    accounts[slot][keyPath: cache] = CachedReply(
      reply: reply, until: Timestamp(milliseconds: now.milliseconds + seconds * 1000))
    return reply
  }

  private mutating func freshTasks(_ slot: Int, at now: Timestamp) -> APIReply {
    let day = now.daysSinceEpoch
    let tasks = accounts[slot].tasks
    return success(
      slot,
      .tasks(
        TasksPayload(
          total: rules.tasksPerDay, completed: tasks.completed(on: day), currentStreak: tasks.current(on: day))))
  }

  /// Completes one of today's tasks; repeating it changes nothing.
  ///
  /// With `tasks.streak: checkThenCount`, the server read when service began whether the day already counts.
  mutating func submitEvidence(_ slot: Int, task: Int, _ read: EarlyRead, at now: Timestamp) -> APIReply {
    guard (1...rules.tasksPerDay).contains(task) else { return failure(slot, 404, .notFound, "Task not found") }
    let today = now.daysSinceEpoch
    let isCounted = if case .streak(let wasCounted) = read { wasCounted } else { accounts[slot].tasks.lastDay == today }
    guard accounts[slot].tasks.complete(task, on: today, counts: !isCounted) else {
      return success(slot, .done)
    }
    accounts[slot].tasksCache = nil
    commit(.evidence(task: Int32(task), counted: accounts[slot].tasks.counted), slot: slot)
    return success(slot, status: 201, .done)
  }

  private mutating func freshStreak(_ slot: Int, at now: Timestamp) -> APIReply {
    let tasks = accounts[slot].tasks
    return success(
      slot, .streak(StreakPayload(current: tasks.current(on: now.daysSinceEpoch), longest: tasks.longest)))
  }

  // MARK: Early reads

  /// Reads whether the day is counted already, when service starts. Only with `tasks.streak: checkThenCount`, under
  /// which two concurrent calls therefore both count the day.
  func readStreak(_ call: APICall, at now: Timestamp) -> EarlyRead {
    guard rules.generation.tasks.streak == .checkThenCount, let slot = authorized(call, at: now) else {
      return .nothing
    }
    return .streak(isCounted: accounts[slot].tasks.lastDay == now.daysSinceEpoch)
  }
}
