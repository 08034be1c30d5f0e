// The one file that uses unpublished interfaces of the concurrency library: executors that first check whether the
// calling thread runs a world. The documentation lists which interfaces are not ABI, and what happens when they change.
#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency

  /// The pool. The thread of a world adds jobs to its world; every other thread passes them on to the system's pool.
  ///
  /// `@unchecked Sendable`: immutable.
  final class RoutedPool: TaskExecutor, SchedulingExecutor, @unchecked Sendable {
    private let platform: any TaskExecutor
    private let clocks: (any SchedulingExecutor)?

    init() {
      platform = PlatformExecutorFactory.defaultExecutor
      clocks = platform as? any SchedulingExecutor
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if let world = CapturedWorld.current {
        world.take(job, in: nil)
      } else if !ForeignJobs.take(.resumed(job, isForMain: false)) {
        platform.enqueue(ExecutorJob(job))
      }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      if let world = CapturedWorld.current, let delay = delay as? Duration {
        world.sleep(UnownedJob(job), nanoseconds: delay.nanoseconds)
      } else if let clocks {
        clocks.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
      } else {
        preconditionFailure("the platform's pool \(platform) cannot wait, though Task.sleep asks it to")
      }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      // The clock is the world's, since the C library's clock is.
      if let world = CapturedWorld.current, let delay = clock.now.duration(to: instant) as? Duration {
        world.sleep(UnownedJob(job), nanoseconds: delay.nanoseconds)
      } else if let clocks {
        clocks.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
      } else {
        preconditionFailure("the platform's pool \(platform) cannot wait, though Task.sleep asks it to")
      }
    }
  }

  /// The main actor. In a world it is a lane.
  ///
  /// `@unchecked Sendable`: immutable.
  final class RoutedMain: MainExecutor, @unchecked Sendable {
    private let platform = PlatformExecutorFactory.mainExecutor

    func run() throws { try platform.run() }
    func stop() { platform.stop() }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if let world = CapturedWorld.current {
        world.take(job, in: world.main)
      } else if !ForeignJobs.take(.resumed(job, isForMain: true)) {
        platform.enqueue(ExecutorJob(job))
      }
    }

    var isMainExecutor: Bool { true }

    func checkIsolated() {
      guard let world = CapturedWorld.current else { return platform.checkIsolated() }
      precondition(world.isOnMain, "code of the main actor ran outside it")
    }

    func isIsolatingCurrentContext() -> Bool? {
      guard let world = CapturedWorld.current else { return platform.isIsolatingCurrentContext() }
      return world.isOnMain
    }
  }

  struct RoutedExecutors: ExecutorFactory {
    static let mainExecutor: any MainExecutor = RoutedMain()
    static let defaultExecutor: any TaskExecutor = RoutedPool()
    static let main = mainExecutor.asUnownedSerialExecutor()
  }

  /// Creates the captured executors; called as the process starts, before the first task.
  @_cdecl("capture_create_executors")
  func createExecutors() {
    _createExecutors(factory: RoutedExecutors.self)
  }
#elseif os(Linux)
  // Another toolchain may name or lay out these interfaces differently. The process then keeps its own executors.
  @_cdecl("capture_create_executors")
  func createExecutors() {}
#endif

extension Duration {
  /// The duration in whole nanoseconds, limited to the greatest possible number.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, overflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows ? .max : sum
  }
}
