import GTSDModel
import Interleaving

extension Device {
  /// The longest wait of a story's person for a condition, in nanoseconds.
  private static let patience = Nanoseconds.minute
  /// The time for which a killed app stays closed, in nanoseconds.
  private static let absence = Nanoseconds.second

  /// Starts to make the moves of a story's person on this phone; see ``follow(_:in:kill:)``.
  package nonisolated func startFollowing(_ moves: [StoryMove], in scene: StoryScene, kill: StoryKill?) {
    scheduler.startInPool(on: self) { await $0.follow(moves, in: scene, kill: kill) }
  }

  /// Makes the moves of a story's person on this phone, one after the other.
  ///
  /// It runs in the phone's own lane, like the taps of a person, so that the schedule chooses when a tap happens.
  package func follow(_ moves: [StoryMove], in scene: StoryScene, kill: StoryKill? = nil) async {
    let path = scheduler.currentPath()
    // Accessed by index: a local copy of a move would stay in the frame of the task.
    for index in moves.indices {
      scheduler.continueTask(asPart: moves[index].number, of: path)
      if let condition = moves[index].until { await wait(for: condition, atMost: Self.patience) }
      await scheduler.sleep(moves[index].after, kind: .timer, in: self)
      scene.witness.begins(moves[index])
      if opensTab(for: moves[index]) { await scheduler.sleep(Self.tabDelay, kind: .timer, in: self) }
      if !taps(moves[index], in: scene) { await liveThrough(moves[index], in: scene) }
      dies(by: kill, after: moves[index])
    }
  }

  private func dies(by kill: StoryKill?, after move: StoryMove) {
    guard let kill, kill.move == move.number else { return }
    world.scheduler.spawn { await self.dieAndReturn(after: kill.after) }
  }

  /// Opens the tab that contains the control that a move taps, if another tab is in front.
  @inline(never)
  private func opensTab(for move: StoryMove) -> Bool {
    guard case .tap(let tap) = move.deed else { return false }
    return openTab(for: tap)
  }

  /// Makes a move that takes no time.
  ///
  /// - Returns: false, with no effect, for a move that may take time.
  @inline(never)
  private func taps(_ move: StoryMove, in scene: StoryScene) -> Bool {
    switch move.deed {
    case .rest, .tap: break
    default: return false
    }
    var refusal: TapRefusal?
    if case .tap(let tap) = move.deed { refusal = act(picked(tap), intent: move.intent) }
    scene.witness.ends(move, refusal: refusal)
    return true
  }

  private func liveThrough(_ move: StoryMove, in scene: StoryScene) async {
    await undergo(move, in: scene)
    scene.witness.ends(move, refusal: nil)
  }

  /// The tap in the form that this phone sends: a date picker, for example, gives the local midnight of the picked day.
  private func picked(_ tap: UserAction) -> UserAction {
    guard case .typeEdit(var draft) = tap, let day = draft.targetDate else { return tap }
    draft.targetDate = storage.clock.midnight(of: day)
    return .typeEdit(draft)
  }

  /// Performs a move that is not a tap on the app.
  private func undergo(_ move: StoryMove, in scene: StoryScene) async {
    switch move.deed {
    case .rest, .tap: break
    case .network(let isOn):
      emit(.action(isOn ? .airplaneModeOff : .airplaneModeOn, intent: 0))
      storage.isOffline = !isOn
    case .midnight:
      await world.scheduler.sleep(storage.clock.untilMidnight(at: now) + Nanoseconds.second, kind: .timer)
    case .clock(let lead):
      emit(.action(.setClock, intent: 0))
      storage.clock.lead = lead
    case .zone(let offset):
      emit(.action(.setTimeZone, intent: 0))
      storage.clock.zone = offset
    case .push:
      if !isRunning {
        act(.launch, intent: 0)
        await wait(for: .signInSettled, atMost: Self.patience)
      } else if !app.isInForeground {
        act(.foreground, intent: 0)
      }
      act(.openTab(.plans), intent: 0)
    case .lowMemory:
      if isRunning, !app.isInForeground { act(.terminate, intent: 0) }
    case .disturb(let fault): await scene.server.befall(fault)
    case .endFaults: await scene.server.endFaults()
    case .expect(_, let patience, _): await expect(move, within: patience, scene.witness)
    }
  }

  private func expect(_ move: StoryMove, within patience: Int64, _ witness: any StoryWitness) async {
    let deadline = now + patience
    while !witness.holds(move) {
      guard now < deadline, !world.scheduler.isShuttingDown else { return witness.misses(move, at: now) }
      let change = OneShot<Bool>(scheduler: scheduler)
      witness.awaits(move, change)
      _ = await change.value(within: deadline - now)
    }
  }

  /// Ends the app's process, whatever it is doing, and opens the app again.
  private func dieAndReturn(after time: Int64) async {
    await world.scheduler.sleep(time, kind: .timer)
    guard isRunning else { return }
    act(.terminate, intent: 0)
    await world.scheduler.sleep(Self.absence, kind: .timer)
    act(.launch, intent: 0)
  }

  /// Visits both tabs that show metrics again, and reloads them, as a person does once the network is back.
  package func recover() async {
    storage.isOffline = false
    guard isRunning, app.auth.session != nil, app.navigation.isTabBarShown else { return }
    for tab in [Tab.home, .plans] {
      act(.openTab(tab), intent: 0)
      await wait(for: .tabSettled, atMost: Self.patience)
      act(.pullToRefresh, intent: 0)
      await wait(for: .tabSettled, atMost: Self.patience)
    }
  }
}
