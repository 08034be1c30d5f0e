import TestSupport
import Testing

@testable import Interleaving

/// A task in a lane, its `async let` child tasks and the tasks that wait for it must stay in their world.
@Suite(.limitedWait) struct LaneTaskTests {
  /// `@unchecked Sendable`: touched only on the thread that runs the world.
  private final class Log: @unchecked Sendable {
    var entries: [String] = []
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
      task.start(in: lane) {
        Task {
          await body(self)
          task.ended()
        }
      }
      return task
    }

    func wait(_ name: String, for shot: OneShot<Int>) async {
      let value = await shot.value().map(String.init) ?? "cancelled"
      log.entries.append("\(name) \(value) \(Task.isCancelled)")
    }

    func sleepAndNote() async {
      await scheduler.sleep(10, kind: .timer)
      note("slept")
    }

    func sleepAndName() async -> String {
      await sleepAndNote()
      return "slow"
    }

    func note(_ text: String) { log.entries.append("\(text) at \(scheduler.now)") }
  }

  @Test("Tasks that wait for another task continue after its end, in the order of their waits") func ends() {
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
    #expect(log.entries == ["slept at 10", "first at 10", "second at 10", "late at 20"])
    #expect(scheduler.stuckTasks().isEmpty)
  }

  @Test("After waiting for another task, a task's further waits are its own") func waitsOnAfterAnEnd() {
    let scheduler = Scheduler(tracksTasks: false)
    let log = Log()
    let worker = Worker(scheduler, log)
    let shots = (0..<2).map { _ in OneShot<Int>(scheduler: scheduler) }
    scheduler.spawn {
      let waiting = await worker.start { worker in
        await worker.start { await $0.wait("first", for: shots[0]) }.end()
        await worker.wait("second", for: shots[1])
      }
      await scheduler.sleep(5, kind: .timer)
      shots[0].fulfil(7)
      await scheduler.sleep(5, kind: .timer)
      waiting.cancel()
    }
    scheduler.run()
    #expect(log.entries == ["first 7 false", "second cancelled true"])
  }

  @Test("A cancellation ends the waits of a task's children, the newest first") func cancellation() {
    let scheduler = Scheduler(tracksTasks: false)
    let log = Log()
    let worker = Worker(scheduler, log)
    let shots = (0..<3).map { _ in OneShot<Int>(scheduler: scheduler) }
    scheduler.spawn {
      let task = await worker.start { worker in
        async let first: Void = worker.wait("child 0", for: shots[0])
        async let second: Void = worker.wait("child 1", for: shots[1])
        async let third: Void = worker.wait("child 2", for: shots[2])
        _ = await (first, second, third)
        worker.note("ended")
      }
      await scheduler.sleep(5, kind: .timer)
      shots[1].fulfil(7)
      await scheduler.sleep(5, kind: .timer)
      task.cancel()
      task.cancel()
    }
    scheduler.run()
    #expect(log.entries == ["child 1 7 false", "child 2 cancelled true", "child 0 cancelled true", "ended at 10"])
  }

  @Test("A child task runs concurrently, and its parent receives its value") func values() {
    let scheduler = Scheduler(tracksTasks: false)
    let log = Log()
    let worker = Worker(scheduler, log)
    scheduler.spawn {
      _ = await worker.start { worker in
        async let slow = worker.sleepAndName()
        async let quick = "quick"
        worker.note("begun")
        let values = await (slow, quick)
        worker.note("\(values.0) and \(values.1)")
      }
    }
    scheduler.run()
    #expect(log.entries == ["begun at 0", "slept at 10", "slow and quick at 10"])
    #expect(scheduler.stuckTasks().isEmpty)
  }

  @Test("A child of a cancelled task does not begin to wait") func cancelledBefore() {
    let scheduler = Scheduler(tracksTasks: false)
    let log = Log()
    let worker = Worker(scheduler, log)
    let shot = OneShot<Int>(scheduler: scheduler)
    scheduler.spawn {
      await worker.start { worker in
        async let child: Void = worker.wait("child", for: shot)
        await child
      }.cancel()
    }
    scheduler.run()
    #expect(log.entries == ["child cancelled true"])
    #expect(!shot.fulfil(1))
    #expect(scheduler.stuckTasks().isEmpty)
  }

  @Test("A shutdown ends children and the tasks that wait for them") func shutdown() {
    let scheduler = Scheduler(tracksTasks: false)
    let log = Log()
    let worker = Worker(scheduler, log)
    let shot = OneShot<Int>(scheduler: scheduler)
    scheduler.spawn {
      _ = await worker.start { worker in
        async let child: Void = worker.wait("child", for: shot)
        await child
        worker.note("ended \(Task.isCancelled)")
      }
    }
    scheduler.run()
    #expect(scheduler.stuckTasks().count == 1)
    #expect(scheduler.shutdown().isEmpty)
    #expect(log.entries == ["child cancelled true", "ended true at 0"])
  }

  @Test("A task outside actors needs one pool job before it enters the lane") func fromThePool() {
    func jobs(_ start: (Scheduler, Worker) -> Void) -> (all: Int, outsideTasks: Int) {
      let scheduler = Scheduler(tracksTasks: false)
      let log = Log()
      start(scheduler, Worker(scheduler, log))
      scheduler.run()
      #expect(log.entries == ["slept at 10"])
      return (scheduler.jobsRun, scheduler.jobsOutsideTasks)
    }
    #expect(jobs { $0.spawn(on: $1) { await $0.sleepAndNote() } } == (2, 0))
    #expect(jobs { $0.startInPool(on: $1) { await $0.sleepAndNote() } } == (3, 0))
  }

  // A debug build leaves the actor at the end of each child, and would take two jobs more.
  @Test("The end of a child task needs no job in debug and release builds") func endsOfChildren() {
    let scheduler = Scheduler(tracksTasks: false)
    let log = Log()
    let worker = Worker(scheduler, log)
    scheduler.spawn(on: worker) { worker in
      async let first: Void = worker.note("first")
      async let second: Void = worker.note("second")
      _ = await (first, second)
      worker.note("ended")
    }
    scheduler.run()
    #expect(log.entries == ["first at 0", "second at 0", "ended at 0"])
    #expect(scheduler.jobsRun == 4)
  }

  @Test("A wait with a limit ends with the value, or with false once the time is over") func limitedWait() {
    let scheduler = Scheduler(tracksTasks: false)
    let log = Log()
    let worker = Worker(scheduler, log)
    let shots = (0..<4).map { _ in OneShot<Bool>(scheduler: scheduler) }
    shots[3].fulfil(true)
    for (number, shot) in shots.enumerated() {
      scheduler.spawn(on: worker, isCancelled: false) { worker in
        let value = await shot.value(within: 10)
        worker.note("\(number) \(value.map { "\($0)" } ?? "nothing")")
      }
    }
    scheduler.schedule(after: 5, kind: .leg) { shots[1].fulfil(true) }
    scheduler.run(until: 7)
    #expect(log.entries == ["3 true at 0", "1 true at 5"])
    scheduler.run()
    #expect(log.entries.dropFirst(2) == ["0 false at 10", "2 false at 10"])
    #expect(scheduler.stuckTasks().isEmpty)
  }
}

@Suite struct DueHeapTests {
  @Test func waitsEndInTheOrderOfDeadlineAndTicket() {
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
