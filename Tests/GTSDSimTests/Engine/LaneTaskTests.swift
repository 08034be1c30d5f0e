import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorlds

/// What a task does that its world knows must be what the runtime does with a task and its `async let`: no schedule of a
/// search may change by it.
@Suite(.limitedWait) struct LaneTaskTests {
  /// `@unchecked Sendable`: touched only on the thread that runs the world.
  private final class Log: @unchecked Sendable {
    var entries: [String] = []
  }

  /// Waits for a value, without a task.
  ///
  /// `@unchecked Sendable`: as its superclass.
  private final class Part: LaneTask, @unchecked Sendable {
    private let name: String
    private let shot: OneShot<Int>
    private let lane: Lane
    private let log: Log
    private var steps = 0
    /// Whose task it goes on as; nil to wait for the value.
    var worker: Worker?

    init(_ name: String, until shot: OneShot<Int>, _ scheduler: Scheduler, _ lane: Lane, _ log: Log) {
      (self.name, self.shot, self.lane, self.log) = (name, shot, lane, log)
      super.init(scheduler: scheduler)
    }

    override func run() {
      steps += 1
      if steps == 1 { return scheduler.enqueue(self, on: Unmanaged.passUnretained(lane)) }
      beginStep()
      if let worker {
        log.entries.append("begins")
        runAsTask(in: lane) {
          worker.assumeIsolated { worker in
            Task {
              worker.note("at once")
              await worker.sleepAndNote()
              self.ended()
            }
          }
        }
        return log.entries.append("returns")
      }
      if steps == 2, waits(for: shot) { return }
      hasCome()
      let value = shot.take().map(String.init) ?? "cancelled"
      log.entries.append("\(name) \(value) \(isCancelled)")
      ended()
    }
  }

  private actor Worker: LaneActor {
    nonisolated let lane: Lane
    private let scheduler: Scheduler
    private let log: Log

    init(_ scheduler: Scheduler, _ log: Log) {
      lane = Lane(scheduler: scheduler, kind: "worker")
      self.scheduler = scheduler
      self.log = log
    }

    func start(_ body: @escaping @Sendable (isolated Worker) async -> Void) -> LaneTask {
      let task = LaneTask(scheduler: scheduler)
      scheduler.start(task, in: lane) {
        Task {
          await body(self)
          task.ended()
        }
      }
      return task
    }

    func begin(_ name: String, until shot: OneShot<Int>) -> LaneTask {
      let part = Part(name, until: shot, scheduler, lane, log)
      part.beginAsPart()
      return part
    }

    func beginWhatNeedsATask() -> LaneTask {
      let part = Part("part", until: OneShot(scheduler: scheduler), scheduler, lane, log)
      part.worker = self
      part.beginAsPart()
      return part
    }

    func sleepAndNote() async {
      await scheduler.sleep(10, kind: .timer)
      note("slept")
    }

    func note(_ text: String) { log.entries.append("\(text) at \(scheduler.now)") }
  }

  @Test func whoWaitsForTheEndGoesOnOnceItHasCome() {
    let scheduler = Scheduler(tracksTasks: false)
    let log = Log()
    let worker = Worker(scheduler, log)
    scheduler.spawn {
      let task = await worker.start { await $0.sleepAndNote() }
      for name in ["first", "second"] {
        scheduler.spawn {
          await task.end()
          await worker.note(name)
        }
      }
      await scheduler.sleep(20, kind: .timer)
      await task.end()
      await worker.note("late")
    }
    scheduler.run()
    // Who came last goes on first, as with `Task.value`; an end that has come is not waited for.
    #expect(log.entries == ["slept at 10", "second at 10", "first at 10", "late at 20"])
    #expect(scheduler.stuckTasks().isEmpty)
  }

  @Test func aCancellationEndsTheWaitsOfItsPartsTheNewestFirst() {
    let scheduler = Scheduler(tracksTasks: false)
    let log = Log()
    let worker = Worker(scheduler, log)
    let shots = (0..<3).map { _ in OneShot<Int>(scheduler: scheduler) }
    scheduler.spawn {
      let task = await worker.start { worker in
        let parts = shots.enumerated().map { worker.begin("part \($0.offset)", until: $0.element) }
        for part in parts { await part.end() }
        worker.note("ended")
      }
      await scheduler.sleep(5, kind: .timer)
      shots[1].fulfil(7)
      await scheduler.sleep(5, kind: .timer)
      task.cancel()
      task.cancel()
    }
    scheduler.run()
    #expect(log.entries == ["part 1 7 false", "part 2 cancelled true", "part 0 cancelled true", "ended at 10"])
  }

  @Test func whatNeedsATaskAfterAllGoesOnWithinItsJob() {
    let scheduler = Scheduler(tracksTasks: false)
    let log = Log()
    let worker = Worker(scheduler, log)
    scheduler.spawn {
      let part = await worker.beginWhatNeedsATask()
      await part.end()
      await worker.note("ended")
    }
    scheduler.run()
    #expect(log.entries == ["begins", "at once at 0", "returns", "slept at 10", "ended at 10"])
    #expect(scheduler.stuckTasks().isEmpty)
  }

  @Test func whatIsCancelledBeforeDoesNotBeginToWait() {
    let scheduler = Scheduler(tracksTasks: false)
    let log = Log()
    let worker = Worker(scheduler, log)
    let shot = OneShot<Int>(scheduler: scheduler)
    scheduler.spawn {
      await worker.start { worker in
        let part = worker.begin("part", until: shot)
        await part.end()
      }.cancel()
    }
    scheduler.run()
    #expect(log.entries == ["part cancelled true"])
    #expect(!shot.fulfil(1))
    #expect(scheduler.stuckTasks().isEmpty)
  }

  @Test func aShutdownEndsPartsAndWhoWaitsForThem() {
    let scheduler = Scheduler(tracksTasks: false)
    let log = Log()
    let worker = Worker(scheduler, log)
    let shot = OneShot<Int>(scheduler: scheduler)
    scheduler.spawn {
      _ = await worker.start { worker in
        await worker.begin("part", until: shot).end()
        worker.note("ended \(Task.isCancelled)")
      }
    }
    scheduler.run()
    #expect(scheduler.stuckTasks().count == 1)
    #expect(scheduler.shutdown().isEmpty)
    #expect(log.entries == ["part cancelled true", "ended true at 0"])
  }
}

@Suite struct DueHeapTests {
  @Test func comesInTheOrderOfDeadlineAndTicket() {
    var stream = RandomStream(seed: 5, purpose: .uniform)
    var heap = DueHeap()
    var held: [(deadline: Int64, ticket: UInt64)] = []
    for ticket in UInt64(1)...3_000 {
      let deadline = Int64(stream.next() % 50)
      heap.insert(DueHeap.Entry(deadline: deadline, ticket: ticket, index: UInt32(ticket)))
      held.append((deadline, ticket))
      guard stream.next() % 3 == 0, let first = heap.first else { continue }
      held.sort { $0 < $1 }
      let expected = held.removeFirst()
      #expect((first.deadline, first.ticket) == expected)
      heap.removeFirst()
    }
    held.sort { $0 < $1 }
    for expected in held {
      let first = heap.first
      #expect(first?.deadline == expected.deadline && first?.ticket == expected.ticket)
      heap.removeFirst()
    }
    let isEmpty = heap.first == nil
    #expect(isEmpty)
  }
}
