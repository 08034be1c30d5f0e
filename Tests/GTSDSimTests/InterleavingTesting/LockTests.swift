import Dispatch
import Foundation
import Synchronization
import Testing

@testable import InterleavingTesting

/// Code that takes locks depends on orders within a job, which no search chooses. It is therefore called neither
/// "saturated" nor "exhausted".
struct LockTests {
  /// A lock, and the number of times that it is taken and released.
  struct Kind: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var use: @Sendable () -> Void
  }

  static let kinds: [Kind] = [
    Kind(testDescription: "Mutex") {
      let value = Mutex(0)
      value.withLock { $0 += 1 }
    },
    Kind(testDescription: "NSLock") { NSLock().withLock {} },
    Kind(testDescription: "NSRecursiveLock") { NSRecursiveLock().withLock {} },
    Kind(testDescription: "NSCondition") {
      let condition = NSCondition()
      condition.lock()
      condition.unlock()
    },
    Kind(testDescription: "pthread_mutex_lock") {
      var mutex = pthread_mutex_t()
      pthread_mutex_init(&mutex, nil)
      pthread_mutex_lock(&mutex)
      pthread_mutex_unlock(&mutex)
    },
    Kind(testDescription: "pthread_rwlock_wrlock") {
      var lock = pthread_rwlock_t()
      pthread_rwlock_init(&lock, nil)
      pthread_rwlock_wrlock(&lock)
      pthread_rwlock_unlock(&lock)
    },
    Kind(testDescription: "DispatchSemaphore") {
      let semaphore = DispatchSemaphore(value: 1)
      take(semaphore)
      semaphore.signal()
    },
    Kind(testDescription: "DispatchQueue.sync") { DispatchQueue(label: "lock").sync {} },
  ]

  private static func take(_ semaphore: DispatchSemaphore) { semaphore.wait() }

  @Test("Code that takes a lock is never called saturated or exhausted", arguments: kinds)
  func isNeverSaturated(kind: Kind) async throws {
    for policy in [ExplorationPolicy.portfolio, .dfs] {
      let result = try await QuietSearch.run(schedules: 20, policy: policy) { _ in
        async let first: Void = kind.use()
        async let second: Void = kind.use()
        _ = await (first, second)
      }
      #expect(result.findings.isEmpty)
      #expect(result.takesLocks && !result.isSaturated && !result.isExhausted)
      #expect(result.summary.hasSuffix("; takes locks: orders within a job were not searched"), "\(result.summary)")
    }
  }

  @Test("A test with actors only is saturated between jobs: orders within a job were not searched")
  func actorsAreSaturated() async throws {
    for (policy, state) in [(ExplorationPolicy.portfolio, "saturated"), (.dfs, "exhausted")] {
      let result = try await QuietSearch.run(schedules: 300, policy: policy) { _ in
        async let first: Void = Task.yield()
        async let second: Void = Task.yield()
        _ = await (first, second)
      }
      #expect(!result.takesLocks && result.isSaturated)
      #expect(
        result.summary.hasSuffix(", \(state) between jobs; orders within a job were not searched"), "\(result.summary)")
    }
  }

  @Test("A semaphore used as a lock counts as a lock, so a test that waits forever is stuck")
  func aSemaphoreAsLockIsNoThread() async throws {
    let result = try await QuietSearch.run(schedules: 3) { _ in
      let semaphore = DispatchSemaphore(value: 1)
      Self.take(semaphore)
      semaphore.signal()
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    #expect(result.findings.map(\.kind) == [.stuck])
  }

  @Test("Locks and wake-ups within Foundation do not count as the code's own")
  func foundationsOwnLocksAreNotTheCodes() async throws {
    let result = try await QuietSearch.run(schedules: 3) { _ in
      let queue = OperationQueue()
      await withUnsafeContinuation { continuation in queue.addOperation { continuation.resume() } }
      NotificationCenter.default.post(name: Notification.Name("none"), object: nil)
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    #expect(result.findings.map(\.kind) == [.stuck], "\(result.findings.map(\.message))")
    #expect(!result.takesLocks)
  }

  @Test("A runtime hook that sends jobs elsewhere ends a search")
  func aHookIsNotControlled() async throws {
    let place = try #require(dlsym(UnsafeMutableRawPointer(bitPattern: 0), "swift_task_enqueueGlobal_hook"))
    let address = UInt(bitPattern: place)
    let result = try await QuietSearch.run(schedules: 5) { _ in
      // Jobs of every other thread of this process are enqueued as usual meanwhile.
      let hook = UnsafeMutableRawPointer(bitPattern: address)?.assumingMemoryBound(to: PassingHook?.self)
      Self.before = hook?.pointee
      hook?.pointee = { job, enqueue in if let before = Self.before { before(job, enqueue) } else { enqueue(job) } }
      defer { hook?.pointee = Self.before }
      Task {}
    }
    #expect(result.findings.map(\.kind) == [.escape])
    #expect(
      result.findings.first?.message.hasPrefix(
        "not controlled: a hook of the Swift runtime that sends jobs elsewhere (swift_task_enqueueGlobal_hook)") == true
    )
  }

  /// The hook that the test replaces for a while.
  ///
  /// `nonisolated(unsafe)`: written once, before the hook that reads it is set.
  private nonisolated(unsafe) static var before: PassingHook?

  private typealias PassingHook = @convention(thin) (UnownedJob, @convention(thin) (UnownedJob) -> Void) -> Void

  @MainActor private static var calls = 0

  @Test("A failure only in a repeated natural order is reported as state kept between schedules")
  func lateStateIsKept() async throws {
    let result = try await QuietSearch.run(schedules: 50) { _ in
      await MainActor.run {
        Self.calls += 1
        #expect(Self.calls < 3)
      }
    }
    #expect(result.findings.map(\.kind) == [.unrepeatable])
    let finding = try #require(result.findings.first)
    #expect(finding.message.hasPrefix("something is kept from one schedule to the next"))
    #expect(finding.message.contains("Expectation failed"))
    #expect(finding.token == nil)
    #expect(!Findings.text(finding, result).contains("in the natural order already"))
    #expect(result.schedules == 3 || result.schedules == 2)
  }
}
