import GTSDModel

/// Lets a phone follow its moves: as a task would that is spawned and goes to the phone's lane, but the task that it becomes
/// there prefers no executor, for which each of its waits would be asked under a lock.
///
/// `@unchecked Sendable`: as any handler in a lane.
private final class Follower: LaneHandler, @unchecked Sendable {
  private let phone: Device
  private let moves: [StoryMove]
  private let scene: StoryScene
  private let kill: StoryKill?
  private var isInLane = false

  init(_ phone: Device, _ moves: [StoryMove], in scene: StoryScene, kill: StoryKill?) {
    (self.phone, self.moves, self.scene, self.kill) = (phone, moves, scene, kill)
  }

  override func run() {
    guard isInLane else {
      isInLane = true
      return phone.scheduler.hop(to: phone.lane)
    }
    // As a load's steps: the scheduler calls this in the lane that the phone named, and the cast spares a look at where it
    // runs.
    assert(phone.scheduler.runningLane === phone.lane)
    typealias Isolated = (isolated Device, Follower) -> Void
    typealias Free = (Device, Follower) -> Void
    unsafeBitCast(Follower.begin as Isolated, to: Free.self)(phone, self)
  }

  private static func begin(_ phone: isolated Device, _ follower: Follower) {
    let (moves, scene, kill) = (follower.moves, follower.scene, follower.kill)
    phone.scheduler.goOn(in: phone.lane) { Task { await phone.follow(moves, in: scene, kill: kill) } }
  }
}

extension Device {
  /// How long a story's person waits for a condition, nanoseconds.
  private static let patience = Nanoseconds.minute
  /// How long a killed app stays closed, nanoseconds.
  private static let absence = Nanoseconds.second

  /// Begins to do what a story's person does on this phone, as ``follow(_:in:kill:)`` does it.
  package nonisolated func startFollowing(_ moves: [StoryMove], in scene: StoryScene, kill: StoryKill?) {
    scheduler.startInPool(Follower(self, moves, in: scene, kill: kill))
  }

  /// Does what a story's person does on this phone, one move after the other.
  ///
  /// It runs in the phone's own lane, as the taps of a person do: when a tap comes is then one choice of a schedule.
  package func follow(_ moves: [StoryMove], in scene: StoryScene, kill: StoryKill? = nil) async {
    let path = world.scheduler.currentPath()
    // By index: a move of its own would be a copy, and lie in the frame that the task keeps.
    for index in moves.indices {
      world.scheduler.continueTask(asPart: moves[index].number, of: path)
      if let condition = moves[index].until { await waitUnseen(for: condition, atMost: Self.patience) }
      await world.scheduler.sleep(moves[index].after, kind: .timer, in: self)
      if !taps(moves[index], in: scene) { await liveThrough(moves[index], in: scene) }
      guard let kill, kill.move == moves[index].number else { continue }
      world.scheduler.spawn { await self.dieAndReturn(after: kill.after) }
    }
  }

  /// Does what takes no time.
  ///
  /// - Returns: false for what may take time, and nothing happens.
  @inline(never)
  private func taps(_ move: StoryMove, in scene: StoryScene) -> Bool {
    switch move.deed {
    case .rest, .tap: break
    default: return false
    }
    scene.witness.begins(move, seeing: look())
    let begun = nextTask
    if case .tap(let tap) = move.deed { act(picked(tap), intent: move.intent) }
    scene.witness.ends(move, seeing: look(), hasBegun: nextTask != begun)
    return true
  }

  private func liveThrough(_ move: StoryMove, in scene: StoryScene) async {
    scene.witness.begins(move, seeing: look())
    let begun = nextTask
    await undergo(move, in: scene)
    scene.witness.ends(move, seeing: look(), hasBegun: nextTask != begun)
  }

  /// What this phone makes of a tap: a date picker gives the local midnight of the day that is picked.
  private func picked(_ tap: UserAction) -> UserAction {
    guard case .typeEdit(var draft) = tap, let day = draft.targetDate else { return tap }
    draft.targetDate = storage.clock.midnight(of: day)
    return .typeEdit(draft)
  }

  /// What is no tap on the app.
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
        perform(.launch, intent: 0)
        await waitUnseen(for: .signInSettled, atMost: Self.patience)
      } else if !app.isInForeground {
        perform(.foreground, intent: 0)
      }
      perform(.openTab(.plans), intent: 0)
    case .lowMemory:
      if isRunning, !app.isInForeground { perform(.terminate, intent: 0) }
    case .disturb(let fault): await scene.server.befall(fault)
    case .endFaults: await scene.server.endFaults()
    case .expect(_, let patience, _): await expect(move, within: patience, scene.witness)
    }
  }

  private func expect(_ move: StoryMove, within patience: Int64, _ witness: any StoryWitness) async {
    let deadline = now + patience
    while !witness.holds(move) {
      guard now < deadline, !world.scheduler.isShuttingDown else { return witness.misses(move, at: now) }
      let waiter = PatientWaiter(scheduler: world.scheduler, patience: deadline - now)
      witness.awaits(move, waiter.shot)
      _ = await waiter.shot.value()
      waiter.stop()
    }
  }

  /// The app's process ends, whatever it is doing, and the person opens it again.
  private func dieAndReturn(after time: Int64) async {
    await world.scheduler.sleep(time, kind: .timer)
    guard isRunning else { return }
    perform(.terminate, intent: 0)
    await world.scheduler.sleep(Self.absence, kind: .timer)
    perform(.launch, intent: 0)
  }

  /// Looks at both tabs that show metrics again, and reloads them, as a person does once the network is back.
  package func recover() async {
    storage.isOffline = false
    guard isRunning, app.auth.session != nil, app.navigation.isTabBarShown else { return }
    for tab in [Tab.home, .plans] {
      perform(.openTab(tab), intent: 0)
      await waitUnseen(for: .tabSettled, atMost: Self.patience)
      perform(.pullToRefresh, intent: 0)
      await waitUnseen(for: .tabSettled, atMost: Self.patience)
    }
  }
}
