import GTSDModel

/// Lets a phone follow its moves without a task, for as long as each is a tap after a pause: a step in the phone's lane is one
/// move, and the pause before the next. What takes time goes on as a task.
///
/// `@unchecked Sendable`: as any handler in a lane.
private final class Follower: LaneHandler, @unchecked Sendable {
  private enum Stage { case pool, beginning, due }

  private let phone: Device
  let moves: [StoryMove]
  let scene: StoryScene
  let kill: StoryKill?
  // Exclusivity checks are off: no access calls out while it lasts.
  @exclusivity(unchecked) private var stage = Stage.pool
  /// The path of the whole, of which each move is a part.
  @exclusivity(unchecked) var path = TaskPath.none
  /// The move that comes next.
  @exclusivity(unchecked) var index = 0

  init(_ phone: Device, _ moves: [StoryMove], in scene: StoryScene, kill: StoryKill?) {
    (self.phone, self.moves, self.scene, self.kill) = (phone, moves, scene, kill)
  }

  override func run() {
    guard stage != .pool else {
      stage = .beginning
      return phone.scheduler.hop(to: phone.lane)
    }
    // As a load's steps: the scheduler calls this in the lane that the phone named, and the cast spares a look at where it
    // runs.
    assert(phone.scheduler.runningLane === phone.lane)
    typealias Isolated = (isolated Device, Follower) -> Void
    typealias Free = (Device, Follower) -> Void
    unsafeBitCast(Follower.step as Isolated, to: Free.self)(phone, self)
  }

  private static func step(_ phone: isolated Device, _ follower: Follower) {
    if follower.stage == .beginning {
      follower.path = phone.scheduler.currentPath()
      follower.stage = .due
    } else if !phone.makesMove(of: follower) {
      return
    }
    phone.awaitsMove(of: follower)
  }
}

extension Device {
  /// How long a story's person waits for a condition, nanoseconds.
  private static let patience = Nanoseconds.minute
  /// How long a killed app stays closed, nanoseconds.
  private static let absence = Nanoseconds.second

  /// Begins to do what a story's person does on this phone, as ``follow(_:in:)`` does it.
  package nonisolated func startFollowing(_ moves: [StoryMove], in scene: StoryScene, kill: StoryKill?) {
    scheduler.startInPool(Follower(self, moves, in: scene, kill: kill))
  }

  /// Does what a story's person does on this phone, one move after the other.
  ///
  /// It runs in the phone's own lane, as the taps of a person do: when a tap comes is then one choice of a schedule.
  package func follow(_ moves: [StoryMove], in scene: StoryScene) async {
    await follow(moves, in: scene, kill: nil, from: 0, of: world.scheduler.currentPath(), isDue: false)
  }

  /// The same from a move on.
  ///
  /// - Parameter isDue: whether what comes before that move is over.
  private func follow(
    _ moves: [StoryMove], in scene: StoryScene, kill: StoryKill?, from first: Int, of path: UInt32, isDue: Bool
  ) async {
    // By index: a move of its own would be a copy, and lie in the frame that the task keeps.
    for index in first..<moves.count {
      if !isDue || index > first {
        world.scheduler.continueTask(asPart: moves[index].number, of: path)
        if let condition = moves[index].until { await waitUnseen(for: condition, atMost: Self.patience) }
        await world.scheduler.sleep(moves[index].after, kind: .timer, in: self)
      }
      if !taps(moves[index], in: scene) { await liveThrough(moves[index], in: scene) }
      dies(by: kill, after: moves[index])
    }
  }

  /// Begins to wait until the next move is due, if there is one.
  fileprivate func awaitsMove(of follower: Follower) {
    guard follower.index < follower.moves.count else { return }
    let move = follower.moves[follower.index]
    guard move.until == nil else { return followAsTask(follower, isDue: false) }
    scheduler.continueTask(asPart: move.number, of: follower.path)
    scheduler.continue(follower, after: move.after, kind: .timer)
  }

  /// Makes the move that is due.
  ///
  /// - Returns: false where a task does, and all that comes after it.
  fileprivate func makesMove(of follower: Follower) -> Bool {
    let move = follower.moves[follower.index]
    guard taps(move, in: follower.scene) else {
      followAsTask(follower, isDue: true)
      return false
    }
    dies(by: follower.kill, after: move)
    follower.index += 1
    return true
  }

  private func followAsTask(_ follower: Follower, isDue: Bool) {
    let (moves, scene, kill, first, path) = (
      follower.moves, follower.scene, follower.kill, follower.index, follower.path
    )
    scheduler.runAsTask(in: lane) {
      Task { await follow(moves, in: scene, kill: kill, from: first, of: path, isDue: isDue) }
    }
  }

  private func dies(by kill: StoryKill?, after move: StoryMove) {
    guard let kill, kill.move == move.number else { return }
    world.scheduler.spawn { await self.dieAndReturn(after: kill.after) }
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
