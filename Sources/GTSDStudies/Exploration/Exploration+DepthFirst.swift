import GTSDModel
import Interleaving

extension Exploration {
  /// The window of each round of a depth-first search, in nanoseconds. The next round begins once every order of the
  /// one before has run, so that an interrupted search has completed at least its earlier rounds.
  static let roundWindows = [50, 100, 200, 500, 1_000].map { $0 * Nanoseconds.millisecond } + [window]

  /// The number of menus (choices of faults and optional steps) that are searched in turn at the same time. Other menus
  /// wait until one of these is exhausted.
  private static let openMenus = 64

  /// Runs one schedule after another on one thread, since each depends on the earlier ones: median latencies, the
  /// draws of the first schedule, every choice of faults and optional steps, and under each choice every order once
  /// per round.
  func searchDepthFirst(
    _ subject: any SearchSubject, progress: @Sendable (Progress) -> Void, isOver: @Sendable () -> Bool
  ) -> ExplorationFold {
    let runner = ScheduleRunner(subject, isAbandoned: isAbandoned)
    var fold = ExplorationFold()
    var windows = Self.roundWindows[...]
    while let window = windows.first {
      let wider = searchRound(window, runner, into: &fold, progress: progress, isOver: isOver)
      guard let wider else { break }
      // Every wider window up to that size allows the same orders.
      let same = windows.prefix { $0 < wider }
      windows = windows.dropFirst(same.count)
      if !subject.drawsMoments, let widest = same.last { fold.noteExhausted(within: widest) }
    }
    return fold
  }

  /// Runs every order within a window, under every menu: a choice of faults and of optional steps. The menus take
  /// turns, so that one with many orders does not prevent others from being tried.
  ///
  /// - Returns: the smallest window that would allow another order; nil if the round ended early.
  private func searchRound(
    _ window: Int64, _ runner: ScheduleRunner, into fold: inout ExplorationFold,
    progress: @Sendable (Progress) -> Void, isOver: @Sendable () -> Bool
  ) -> Int64? {
    var menus = ScheduleMenus(faults: runner.subject.faultCount, optionalSteps: runner.subject.optionalSteps)
    var branches: [(menu: ScheduleMenu, policy: DepthFirstSearch)] = []
    var turn = 0
    var wider = Int64.max
    while true {
      while branches.count < Self.openMenus, let menu = menus.next() {
        // All events share one clock, so an overtaken event becomes late. Two orders of one class can therefore
        // continue differently, and every order is run.
        branches.append((menu, DepthFirstSearch(window: window)))
      }
      guard !branches.isEmpty else { return wider }
      turn %= branches.count
      let (menu, policy) = branches[turn]
      guard !policy.isExhausted else {
        // Orders that were left out for lack of memory have not run.
        if policy.isCut { return nil }
        branches.remove(at: turn)
        continue
      }
      guard fold.schedules < schedules, !isOver() else { return nil }
      turn += 1
      let number = UInt32(fold.schedules)
      policy.begin()
      var schedule = menu.schedule
      // The first schedule has no deviation. It is the natural order, for which further conditions are checked.
      if number > 0 { schedule.order = .searched(.dfs) }
      let outcome = runner.run(schedule, under: policy)
      wider = min(wider, runner.leastWiderWindow ?? .max)
      fold.add(outcome, number: number, recorded: recorded(schedule, runner.trace))
      if number % 64 == 63 { progress(fold.progress) }
    }
  }

  /// Adds the recorded order to a schedule that no number identifies.
  private func recorded(_ schedule: Schedule, _ trace: [TracedArrival]) -> Schedule {
    guard schedule.order != .natural else { return schedule }
    var schedule = schedule
    schedule.order = .recorded(trace.map(\.id))
    return schedule
  }
}
