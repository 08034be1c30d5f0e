import GTSDWorld
import Interleaving
import Randomness

/// A random program for the engine: tasks that sleep, set and cancel timers, wait for values and in queues, and start
/// and cancel each other.
///
/// A ``Scheduler`` runs it with each of its drivers (``run(by:)``), and a model of a few lines runs it with sorted
/// arrays (``expected(of:)``). Both must write the same log. This reveals even an engine that is always wrong in the
/// same way. A random order must be repeatable from its record (``replayed(seed:)``).
package struct EngineProgram: Sendable {
  /// One action of a task.
  enum Step: Sendable {
    case sleep(Int64)
    case sleepUntil(Int64)
    case timer(Int, after: Int64)
    case cancelTimer(Int)
    case value(Int)
    case fulfil(Int)
    case spawn(Range<Int>)
    case cancel(Int)
    case wait
    case release
  }

  /// The mechanism that decides the order of events in the world that runs a program.
  package enum Driver: CaseIterable, Sendable {
    /// Jobs first in, first out; then the next wait.
    case inOrder
    /// Like ``inOrder``, but chosen by a policy that always takes the first choice.
    case natural
    /// A policy that always takes the first choice, and that also picks the order of ready jobs.
    case naturalJobs
    /// A simulated clock that always stops at exactly the awaited instant. Everything due by then is ready at once.
    case wallClock
  }

  /// The log of a program's run.
  package struct Log: Equatable, Sendable {
    /// The lines of the log: each instant and what happened then, in order.
    package var lines: [String] = []
    /// The number of tasks that nothing will ever resume.
    package var stuck = 0
    /// The number of tasks left after a shutdown.
    package var left = 0
  }

  /// The steps of each task; the first tasks start at once, others when they are spawned.
  private(set) var tasks: [[Step]] = []
  private(set) var started = 0
  private(set) var shots = 0
  private(set) var timers = 0
  /// Instants up to which the world is run, one after another, before it is run to its end, each with an action from
  /// outside.
  private(set) var horizons: [(until: Int64, then: Step)] = []

  /// Creates the program of a seed.
  package init(seed: UInt64) {
    var random = SplitMix64(seed: seed ^ 0x5EED_0F_E961_9E00)
    func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    // Equal instants are as likely as distances of every level of the timing wheel.
    func span() -> Int64 {
      switch below(4) {
      case 0: Int64(below(3))
      case 1: Int64(below(4)) << 20
      default: Int64(random.next() % (UInt64(2) << UInt64(below(44))))
      }
    }
    // Usually a few; sometimes more than the initial capacity of the queue of ready jobs.
    started = below(16) == 0 ? 60 + below(100) : 1 + below(12)
    // Sometimes very many, started by one task when the head of that queue has moved.
    let count = started + (below(8) == 0 ? 65 + below(120) : below(12))
    var spawned = started
    for _ in 0..<count {
      var steps: [Step] = []
      for _ in 0..<(1 + below(12)) {
        switch below(12) {
        case 0, 1, 2: steps.append(.sleep(span()))
        case 3: steps.append(.sleepUntil(span()))
        case 4:
          steps.append(.timer(timers, after: span()))
          timers += 1
        case 5: if timers > 0 { steps.append(.cancelTimer(below(timers))) }
        case 6:
          steps.append(.value(shots))
          shots += 1
        case 7, 8: if shots > 0 { steps.append(.fulfil(below(shots))) }
        case 9:
          if spawned < count {
            let end = below(2) == 0 ? count : spawned + 1
            steps.append(.spawn(spawned..<end))
            spawned = end
          }
        case 10: steps.append(below(3) == 0 ? .cancel(below(count)) : .release)
        default: steps.append(below(2) == 0 ? .wait : .release)
        }
      }
      tasks.append(steps)
    }
    let instants = (0..<below(4)).map { _ in span() }.sorted()
    for instant in instants {
      var then = Step.release
      switch below(4) {
      case 0:
        then = .timer(timers, after: span())
        timers += 1
      case 1: if shots > 0 { then = .fulfil(below(shots)) }
      case 2: then = .cancel(below(count))
      default:
        let end = min(count, spawned + 1)
        then = .spawn(spawned..<end)
        spawned = end
      }
      horizons.append((instant, then))
    }
  }

  // MARK: Run by the engine

  private actor Resident: LaneActor {
    nonisolated let lane: Lane

    init(_ scheduler: Scheduler) { lane = Lane(scheduler: scheduler) }
  }

  /// `@unchecked Sendable`: touched only on the thread that runs the world.
  private final class World: @unchecked Sendable {
    let program: EngineProgram
    let scheduler: Scheduler
    let shots: [OneShot<Int>]
    let line: WaitLine
    /// The actors, so few that jobs wait for each other's lanes.
    let residents: [Resident]
    var log = Log()
    var tasks: [Task<Void, Never>?]
    var timers: [TimerHandle?]

    init(_ program: EngineProgram, _ scheduler: Scheduler) {
      self.program = program
      self.scheduler = scheduler
      shots = (0..<program.shots).map { _ in OneShot(scheduler: scheduler) }
      line = WaitLine(scheduler: scheduler)
      residents = (0..<3).map { _ in Resident(scheduler) }
      tasks = Array(repeating: nil, count: program.tasks.count)
      timers = Array(repeating: nil, count: program.timers)
    }

    func note(_ text: String) {
      guard !scheduler.isShuttingDown else { return }
      log.lines.append("\(scheduler.now) \(text)")
    }

    func start(_ task: Int) {
      // Alternates between the pool and an actor without a preferred executor.
      tasks[task] =
        task.isMultiple(of: 2)
        ? scheduler.spawn { await self.run(task) }
        : scheduler.spawn(on: residents[task / 2 % residents.count]) { _ in await self.run(task) }
    }

    func run(_ task: Int) async {
      for (place, step) in program.tasks[task].enumerated() {
        let name = "\(task).\(place)"
        if !perform(step, name) { await wait(step, name) }
      }
    }

    /// Carries out a step that needs no wait; returns false, without effect, for others.
    func perform(_ step: Step, _ name: String) -> Bool {
      switch step {
      case .sleep, .sleepUntil, .value, .wait: return false
      case .timer(let timer, let span):
        timers[timer] = scheduler.schedule(after: span, kind: .timer) { self.note("timer \(timer)") }
      case .cancelTimer(let timer):
        note("\(name) cancels \(timer): \(timers[timer].map { scheduler.cancel($0) } ?? false)")
      case .fulfil(let shot): note("\(name) fulfils \(shot): \(shots[shot].fulfil(shot))")
      case .spawn(let children): for child in children { start(child) }
      case .cancel(let task): tasks[task]?.cancel()
      case .release: note("\(name) releases: \(line.releaseFirst())")
      }
      return true
    }

    func wait(_ step: Step, _ name: String) async {
      switch step {
      case .sleep(let span):
        await scheduler.sleep(span, kind: .timer)
        note("\(name) slept")
      case .sleepUntil(let span):
        do {
          try await scheduler.sleep(until: scheduler.now + span, kind: .timer)
          note("\(name) slept")
        } catch {
          note("\(name) was cancelled")
        }
      case .value(let shot):
        let value = await shots[shot].value()
        note("\(name) has \(value.map(String.init) ?? "none")")
      case .wait:
        await line.wait()
        note("\(name) released")
      case .timer, .cancelTimer, .fulfil, .spawn, .cancel, .release: break
      }
    }
  }

  /// The log of the program in the engine.
  package func run(by driver: Driver) -> Log {
    switch driver {
    case .inOrder: return run(in: Scheduler())
    case .natural: return run(in: Scheduler(policy: NaturalPolicy()))
    case .naturalJobs: return run(in: Scheduler(policy: RecordedPolicy(picks: [], window: 0, picksJobs: true)))
    case .wallClock:
      let clock = ExactClock()
      let scheduler = Scheduler(wallClock: clock, tracksTasks: true)
      clock.atEnd = { scheduler.stop() }
      defer { clock.atEnd = {} }
      var whole = self
      whole.horizons = []
      return whole.run(in: scheduler)
    }
  }

  /// The log of the program in a random order, and that of the same order replayed from its record.
  package func replayed(seed: UInt64) -> (random: Log, recorded: Log) {
    let (window, picksJobs) = (Int64(1) << Int64(seed % 40), seed & 64 != 0)
    let scheduler = Scheduler(policy: RandomPolicy(seed: seed, window: window, picksJobs: picksJobs))
    let random = run(in: scheduler)
    let picks = scheduler.trace.map(\.id)
    let policy = RecordedPolicy(picks: picks, window: window, picksJobs: picksJobs)
    return (random, run(in: Scheduler(policy: policy)))
  }

  private func run(in scheduler: Scheduler) -> Log {
    let world = World(self, scheduler)
    for task in 0..<started { world.start(task) }
    for (index, horizon) in horizons.enumerated() {
      scheduler.run(until: horizon.until)
      world.note("outside")
      _ = world.perform(horizon.then, "outside.\(index)")
    }
    scheduler.run()
    world.log.stuck = scheduler.stuckTasks().count
    world.log.left = scheduler.shutdown().count
    return world.log
  }

  private final class ExactClock: WallClock {
    var atEnd: () -> Void = {}
    private var time: Int64 = 0

    func read() -> Int64 { time }

    func turn(until deadline: Int64, _ awake: (_ now: Int64) -> Void) {
      if deadline == .max { atEnd() } else { time = max(time, deadline) }
    }
  }

  // MARK: Run by the model

  /// The log that the program must produce. Ready jobs run first in, first out; then comes the earliest deadline, and
  /// of equal deadlines the first.
  package func expected(of driver: Driver) -> Log {
    var model = Model(program: self, firesAllDue: driver == .wallClock)
    if driver == .wallClock { model.program.horizons = [] }
    model.run()
    return model.log
  }

  private struct Model {
    enum Waiter { case task(Int), timer(Int) }
    enum Shot { case empty, waiting(task: Int), fulfilled, ended }

    var program: EngineProgram
    /// Whether all waits that end at an instant make their tasks ready before the first of these tasks runs.
    let firesAllDue: Bool
    var log = Log()
    var now: Int64 = 0
    var ready: [Int] = []
    /// The deadline, the order of the requests, and the waiter, for each wait.
    var timed: [(deadline: Int64, order: Int, waiter: Waiter)] = []
    var asked = 0
    var place: [Int]
    var isBegun: [Bool]
    var isCancelled: [Bool]
    var shots: [Shot]
    var line: [Int] = []
    /// Whether each timer is set.
    var isSet: [Bool]

    init(program: EngineProgram, firesAllDue: Bool) {
      self.program = program
      self.firesAllDue = firesAllDue
      place = Array(repeating: 0, count: program.tasks.count)
      isBegun = Array(repeating: false, count: program.tasks.count)
      isCancelled = Array(repeating: false, count: program.tasks.count)
      shots = Array(repeating: .empty, count: program.shots)
      isSet = Array(repeating: false, count: program.timers)
    }

    mutating func note(_ text: String) { log.lines.append("\(now) \(text)") }

    mutating func ask(_ waiter: Waiter, after span: Int64) {
      asked += 1
      timed.append((now + span, asked, waiter))
    }

    mutating func run() {
      for task in 0..<program.started { begin(task) }
      for (index, horizon) in program.horizons.enumerated() {
        run(until: horizon.until)
        note("outside")
        _ = waits(horizon.then, -1, "outside.\(index)")
      }
      run(until: .max)
      log.stuck = shots.count { if case .waiting = $0 { true } else { false } } + line.count
    }

    mutating func run(until horizon: Int64) {
      while true {
        while !ready.isEmpty { resume(ready.removeFirst()) }
        guard endNext(by: horizon) else { return }
        if firesAllDue { while endNext(by: now) {} }
      }
    }

    /// Ends the wait with the earliest deadline, and of equal ones the first; false if none is due.
    mutating func endNext(by horizon: Int64) -> Bool {
      guard
        let next = timed.indices.min(by: {
          (timed[$0].deadline, timed[$0].order) < (timed[$1].deadline, timed[$1].order)
        }), timed[next].deadline <= horizon
      else { return false }
      let (deadline, _, waiter) = timed.remove(at: next)
      now = deadline
      switch waiter {
      case .task(let task): ready.append(task)
      case .timer(let timer):
        isSet[timer] = false
        note("timer \(timer)")
      }
      return true
    }

    mutating func begin(_ task: Int) {
      isBegun[task] = true
      ready.append(task)
    }

    /// Resumes a task after its wait and runs it to its next wait.
    mutating func resume(_ task: Int) {
      if place[task] > 0 { end(program.tasks[task][place[task] - 1], of: task, "\(task).\(place[task] - 1)") }
      while place[task] < program.tasks[task].count {
        let name = "\(task).\(place[task])"
        let step = program.tasks[task][place[task]]
        place[task] += 1
        if waits(step, task, name) { return }
      }
    }

    /// Carries out a step; returns true if the task has to wait for it.
    mutating func waits(_ step: Step, _ task: Int, _ name: String) -> Bool {
      switch step {
      case .sleep(let span):
        ask(.task(task), after: span)
        return true
      case .sleepUntil(let span):
        guard !isCancelled[task] else {
          note("\(name) was cancelled")
          return false
        }
        ask(.task(task), after: span)
        return true
      case .timer(let timer, let span):
        isSet[timer] = true
        ask(.timer(timer), after: span)
      case .cancelTimer(let timer):
        note("\(name) cancels \(timer): \(isSet[timer])")
        isSet[timer] = false
        timed.removeAll { if case .timer(timer) = $0.waiter { true } else { false } }
      case .value(let shot):
        switch shots[shot] {
        case .fulfilled:
          note("\(name) has \(shot)")
          return false
        case .empty where !isCancelled[task]:
          shots[shot] = .waiting(task: task)
          return true
        default:
          shots[shot] = .ended
          note("\(name) has none")
          return false
        }
      case .fulfil(let shot):
        switch shots[shot] {
        case .empty:
          shots[shot] = .fulfilled
          note("\(name) fulfils \(shot): true")
        case .waiting(let waiting):
          shots[shot] = .fulfilled
          ready.append(waiting)
          note("\(name) fulfils \(shot): true")
        case .fulfilled, .ended: note("\(name) fulfils \(shot): false")
        }
      case .spawn(let children): for child in children { begin(child) }
      case .cancel(let other): cancel(other)
      case .wait:
        line.append(task)
        return true
      case .release:
        if line.isEmpty {
          note("\(name) releases: false")
        } else {
          ready.append(line.removeFirst())
          note("\(name) releases: true")
        }
      }
      return false
    }

    /// Ends a task's wait, and continues the task with its next step.
    mutating func end(_ step: Step, of task: Int, _ name: String) {
      switch step {
      case .sleep: note("\(name) slept")
      case .sleepUntil: note(isCancelled[task] ? "\(name) was cancelled" : "\(name) slept")
      case .value(let shot):
        if case .fulfilled = shots[shot] { note("\(name) has \(shot)") } else { note("\(name) has none") }
      case .wait: note("\(name) released")
      default: break
      }
    }

    mutating func cancel(_ task: Int) {
      guard isBegun[task], !isCancelled[task] else { return }
      isCancelled[task] = true
      guard place[task] > 0 else { return }
      switch program.tasks[task][place[task] - 1] {
      case .sleepUntil:
        let before = timed.count
        timed.removeAll { if case .task(task) = $0.waiter { true } else { false } }
        if timed.count < before { ready.append(task) }
      case .value(let shot):
        guard case .waiting(task) = shots[shot] else { return }
        shots[shot] = .ended
        ready.append(task)
      default: break
      }
    }
  }
}
