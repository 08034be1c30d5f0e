import Dispatch
import Foundation
import Testing

@testable import InterleavingTesting

/// Outside code that receives a continuation or a job, and resumes it after the search has ended.
private struct Outside: Sendable {
  /// Waits for the outside code, as the body of a test.
  var wait: @Sendable () async -> Void
  /// Lets the outside code continue, and returns when it has.
  var goOn: @Sendable () async -> Void
}

/// A thread that existed before the search and runs the given work in order.
private final class WorkLoop: Sendable {
  private let work = Guarded<[@Sendable () -> Void]>([])
  private let gate = DispatchSemaphore(value: 0)
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - wait: returns when there is work.
  ///   - wake: lets it return.
  init(wait: @escaping @Sendable () -> Void, wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    Thread.detachNewThread { [self] in
      gate.wait()
      while true {
        wait()
        work.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
      }
    }
  }

  /// A thread that waits for a condition variable.
  static func withCondition() -> WorkLoop {
    let (condition, count) = (NSCondition(), Guarded(0))
    return WorkLoop {
      condition.lock()
      while count.withLock({ $0 }) == 0 { condition.wait() }
      count.withLock { $0 -= 1 }
      condition.unlock()
    } wake: {
      condition.lock()
      count.withLock { $0 += 1 }
      condition.signal()
      condition.unlock()
    }
  }

  /// A thread that waits for the kernel, as the loops of servers do.
  static func withEvents() -> WorkLoop {
    let pipe = Pipe()
    return WorkLoop {
      _ = try? pipe.fileHandleForReading.read(upToCount: 1)
    } wake: {
      var byte = 1 as UInt8
      _ = write(pipe.fileHandleForWriting.fileDescriptor, &byte, 1)
    }
  }

  func run(_ body: @escaping @Sendable () -> Void) {
    work.withLock { $0.append(body) }
    wake()
  }

  /// Lets the thread begin, and returns when all work so far is done.
  func goOn() async {
    gate.signal()
    await withCheckedContinuation { continuation in run { continuation.resume() } }
  }

  var outside: Outside {
    Outside {
      await withCheckedContinuation { continuation in self.run { continuation.resume() } }
    } goOn: {
      await self.goOn()
    }
  }
}

/// Runs jobs on a thread of its own.
private final class LoopExecutor: SerialExecutor, TaskExecutor {
  let loop: WorkLoop
  init(_ loop: WorkLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.run { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private final class LoopTaskExecutor: TaskExecutor {
  let loop: WorkLoop
  init(_ loop: WorkLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

private actor OnLoop {
  private nonisolated let executor: LoopExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  init(_ executor: LoopExecutor) { self.executor = executor }

  func call() {}
}

/// A task that an outside thread resumes after its search has ended never runs again, and other tests continue.
struct ResumedLaterTests {
  /// Outside code, and the expected end of a test that waits for it.
  struct Way: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var kind = ExplorationFinding.Kind.escape
    fileprivate var make: @Sendable () throws -> Outside
  }

  static let ways: [Way] = [
    Way(testDescription: "a thread") { WorkLoop.withCondition().outside },
    Way(testDescription: "an event loop") { WorkLoop.withEvents().outside },
    Way(testDescription: "an executor of actors") {
      let loop = WorkLoop.withCondition()
      let actor = OnLoop(LoopExecutor(loop))
      return Outside {
        await actor.call()
      } goOn: {
        await loop.goOn()
      }
    },
    Way(testDescription: "an executor of tasks") {
      let loop = WorkLoop.withEvents()
      let executor = LoopTaskExecutor(loop)
      return Outside {
        await Task(executorPreference: executor) {}.value
      } goOn: {
        await loop.goOn()
      }
    },
    Way(testDescription: "a Dispatch source") {
      let source = Guarded(DispatchSource.makeUserDataAddSource(queue: DispatchQueue(label: "source")))
      source.withLock { $0.activate() }
      let (ended, tell) = AsyncStream.makeStream(of: Void.self)
      return Outside {
        await withCheckedContinuation { continuation in
          source.withLock { source in
            source.setEventHandler {
              continuation.resume()
              tell.finish()
            }
          }
        }
      } goOn: {
        source.withLock { $0.add(data: 1) }
        for await _ in ended {}
        source.withLock { $0.cancel() }
      }
    },
    // The handler is a closure in memory, so nothing shows that outside code has it.
    Way(testDescription: "a process", kind: .stuck) {
      let (process, input) = (Process(), Pipe())
      process.executableURL = URL(filePath: "/bin/cat")
      process.standardInput = input
      try process.run()
      let handlers = Guarded<[@Sendable () -> Void]>([])
      let (ended, tell) = AsyncStream.makeStream(of: Void.self)
      process.terminationHandler = { _ in
        handlers.withLock { $0 }.forEach { $0() }
        tell.finish()
      }
      return Outside {
        await withCheckedContinuation { continuation in handlers.withLock { $0.append { continuation.resume() } } }
      } goOn: {
        try? input.fileHandleForWriting.close()
        for await _ in ended {}
      }
    },
  ]

  @Test("A task that is resumed after the end of its search never runs", arguments: ways)
  func neverRuns(way: Way) async throws {
    let outside = try way.make()
    let count = Guarded(0)
    let result = try await QuietSearch.run(schedules: 5) { _ in
      await outside.wait()
      count.withLock { $0 += 1 }
      await Task.yield()
    }
    #expect(result.findings.map(\.kind) == [way.kind], "\(result.findings.map(\.message))")
    if way.kind == .escape {
      #expect(
        result.findings.first?.message.hasPrefix("not controlled: a ") == true, "\(result.findings.map(\.message))")
    }
    await outside.goOn()
    // An ordinary test afterwards: its tasks run, and the search's task does not.
    #expect(await Task { await OrdinaryActor().number() }.value == 7)
    #expect(count.withLock { $0 } == 0)
  }

  private actor OrdinaryActor { func number() -> Int { 7 } }

  @Test("A test is not called stuck if an outside thread resumes it before the search has ended")
  func stuckIsWithdrawn() async throws {
    let kept = Guarded<CheckedContinuation<Void, Never>?>(nil)
    let given = Guarded<CheckedContinuation<Void, Never>?>(nil)
    let isOver = Guarded(false)
    // Nobody wakes the thread: it polls.
    Thread.detachNewThread {
      while true {
        guard let continuation = given.withLock({ $0 }) else {
          usleep(500)
          continue
        }
        continuation.resume()
        return given.withLock { $0 = nil }
      }
    }
    let result = try await QuietSearch.run(schedules: 2) { _ in
      await withCheckedContinuation { continuation in
        // The continuation of the previous schedule, which has ended.
        let last = kept.withLock { kept in
          defer { kept = continuation }
          return kept
        }
        guard last != nil, !isOver.withLock({ $0 }) else { return }
        isOver.withLock { $0 = true }
        given.withLock { $0 = last }
        while given.withLock({ $0 != nil }) { sched_yield() }
      }
    }
    #expect(result.findings.map(\.kind) == [.escape])
    #expect(result.findings.first?.message.hasPrefix("not controlled: a thread outside that resumes a task") == true)
  }

  @Test("A thread outside that resumes a task before the task has suspended is reported", arguments: [true, false])
  func resumedEarly(isChecked: Bool) async throws {
    let given = Guarded<(@Sendable () -> Void)?>(nil)
    // Nobody wakes the thread: it polls.
    Thread.detachNewThread {
      while true {
        if let resume = given.withLock({ $0 }) {
          resume()
          return given.withLock { $0 = nil }
        }
        usleep(500)
      }
    }
    let result = try await QuietSearch.run(schedules: 20) { _ in
      @Sendable func hand(_ resume: @escaping @Sendable () -> Void) {
        given.withLock { $0 = resume }
        while given.withLock({ $0 != nil }) { sched_yield() }
      }
      if isChecked {
        await withCheckedContinuation { continuation in hand { continuation.resume() } }
      } else {
        await withUnsafeContinuation { continuation in hand { continuation.resume() } }
      }
    }
    #expect(result.findings.map(\.kind) == [.escape] && result.schedules == 1, "\(result.findings.map(\.message))")
    let message = try #require(result.findings.first?.message)
    #expect(message.hasPrefix("not controlled: a thread outside that resumes a task, in"), "\(message)")
  }

  @Test("A crash after a refused action is reported as the refused action")
  func aCrashAfterARefusal() async throws {
    let result = try await QuietSearch.run(schedules: 5) { _ in
      let process = Process()
      process.executableURL = URL(filePath: "/bin/true")
      do { try process.run() } catch { Issue.record(error) }
    }
    #expect(result.findings.map(\.kind) == [.escape])
    #expect(result.findings.first?.message.hasPrefix("not controlled: a process of its own") == true)
  }
}
