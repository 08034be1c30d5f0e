extension Device {
  /// How long a story's person waits for a condition, nanoseconds.
  private static let patience: Int64 = 60_000_000_000

  /// Does what a story's person does on this phone, one move after the other.
  ///
  /// It runs in the phone's own lane, as the taps of a person do: when a tap comes is then one choice of a schedule.
  func follow(_ moves: [StoryMove]) async {
    let name = world.scheduler.currentName()
    for move in moves {
      world.scheduler.goOn(as: move.number, below: name)
      if let condition = move.until { _ = await wait(for: condition, atMost: Self.patience) }
      await world.scheduler.sleep(move.after, kind: .timer)
      if let tap = move.tap { perform(tap, intent: move.intent) }
    }
  }
}
