import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Captures jobs that the Swift runtime sends to its global thread pool, and gives them to the world that the calling
/// thread runs. Such jobs are the first job of an `async let`, and the continuation of a task that waited for another
/// task.
///
/// The runtime has one hook for the whole process. On threads that run no world, the hook passes jobs on unchanged.
package enum GlobalPool {
  private typealias Original = @convention(c) (UnsafeRawPointer) -> Void
  private typealias Hook = @convention(c) (UnsafeRawPointer, Original) -> Void

  // The runtime calls this C function as a Swift function. Both calling conventions pass two pointers in the same
  // registers on x86-64 and on ARM64.
  private static let hook: Hook = { job, original in
    guard let world = pthread_getspecific(GlobalPool.key) else { return original(job) }
    Unmanaged<Scheduler>.fromOpaque(world)._withUnsafeGuaranteedRef {
      $0.enqueueInPool(unsafeBitCast(job, to: UnownedJob.self))
    }
  }

  /// The key under which each thread stores the world that it runs.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no key is left for thread-specific data (error \(failure))")
    return key
  }()

  /// The address of the hook. It is compared with that of the installed hook.
  package static var address: UnsafeRawPointer { unsafeBitCast(hook, to: UnsafeRawPointer.self) }

  /// Gives the captured jobs of the calling thread to a world from now on.
  ///
  /// - Returns: the world that received them before, for ``release(to:)``; nil for none.
  static func collect(for world: Scheduler) -> UnsafeMutableRawPointer? {
    // Installs the hook again if another library has replaced it and then removed its own.
    keep_enqueue_hook(address)
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(world).toOpaque())
    return outer
  }

  /// Gives the captured jobs of the calling thread to the former world again.
  static func release(to outer: UnsafeMutableRawPointer?) { pthread_setspecific(key, outer) }

  /// The executor of code outside actors. The runtime's reference for it is two zero words.
  static var executor: UnownedSerialExecutor { unsafeBitCast((0, 0), to: UnownedSerialExecutor.self) }
}

extension Scheduler {
  /// Begins to run this world on the calling thread.
  ///
  /// - Returns: the world that the thread ran until now, for ``leaveThread(to:)``; nil for none.
  func enterThread() -> UnsafeMutableRawPointer? {
    thread = .current
    return GlobalPool.collect(for: self)
  }

  /// Ends running this world on the calling thread.
  func leaveThread(to outer: UnsafeMutableRawPointer?) {
    GlobalPool.release(to: outer)
    thread = nil
  }

  /// Enqueues a captured job with the path of the running job. In a world without a policy, the job goes straight to
  /// the lane of the running job, which is usually that of its own actor: its turn in the pool would decide nothing. If
  /// it is the running job itself, it is not enqueued and continues at once.
  fileprivate func enqueueInPool(_ job: UnownedJob) {
    if unsafeBitCast(job, to: UnsafeRawPointer.self) == runningJob {
      hasLeftActor = true
      return
    }
    enqueue(job, on: isInOrder ? currentLane : nil, isPlain: true, of: currentScope)
  }
}
