import GTSDModel

extension Device {
  /// How long a story's person waits for a condition, nanoseconds.
  private static let patience = Nanoseconds.minute

  /// Does what a story's person does on this phone, one move after the other.
  ///
  /// It runs in the phone's own lane, as the taps of a person do: when a tap comes is then one choice of a schedule.
  func follow(_ moves: [StoryMove]) async {
    let path = world.scheduler.currentPath()
    for move in moves {
      world.scheduler.continueTask(asPart: move.number, of: path)
      if let condition = move.until { await waitUnseen(for: condition, atMost: Self.patience) }
      await world.scheduler.sleep(move.after, kind: .timer)
      if let tap = move.tap { perform(tap, intent: move.intent) }
    }
  }

  /// Looks at both tabs that show metrics again, and reloads them, as a person does once the network is back.
  func recover() async {
    guard isRunning, app.auth.session != nil, app.navigation.isTabBarShown else { return }
    for tab in [Tab.home, .plans] {
      perform(.openTab(tab), intent: 0)
      await waitUnseen(for: .tabSettled, atMost: Self.patience)
      perform(.pullToRefresh, intent: 0)
      await waitUnseen(for: .tabSettled, atMost: Self.patience)
    }
  }
}
