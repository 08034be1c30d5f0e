import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The capture of jobs that the runtime would hand to its own pool of threads: the first job of an `async let`, and the
/// return of a task that waited for another one. On a thread that runs a world, they are that world's.
///
/// The runtime's hook is set for the whole process. On all other threads it passes jobs on as before.
package enum GlobalPool {
  private typealias Original = @convention(c) (UnsafeRawPointer) -> Void
  private typealias Hook = @convention(c) (UnsafeRawPointer, Original) -> Void

  // Two pointers arrive in the same registers by the conventions of C and of Swift, on x86-64 and on ARM64.
  private static let hook: Hook = { job, original in
    guard let world = pthread_getspecific(GlobalPool.key) else { return original(job) }
    Unmanaged<Scheduler>.fromOpaque(world)._withUnsafeGuaranteedRef {
      $0.enqueueInPool(unsafeBitCast(job, to: UnownedJob.self))
    }
  }

  /// The slot of each thread for the world that it runs.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no slot is left for data of threads (error \(failure))")
    return key
  }()

  /// The function that the runtime calls, to tell it from other hooks.
  package static var address: UnsafeRawPointer { unsafeBitCast(hook, to: UnsafeRawPointer.self) }

  /// Lets the jobs of the calling thread belong to a world from now on.
  ///
  /// - Returns: the world to which they belonged before, for ``release(to:)``; nil for none.
  static func collect(for world: Scheduler) -> UnsafeMutableRawPointer? {
    // Another library may have set a hook of its own for a while, and then none.
    keep_enqueue_hook(address)
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(world).toOpaque())
    return outer
  }

  /// Lets the jobs of the calling thread belong to the former world again.
  static func release(to outer: UnsafeMutableRawPointer?) { pthread_setspecific(key, outer) }

  /// The executor of code that belongs to no actor: the runtime's reference for it is two empty words.
  static var executor: UnownedSerialExecutor { unsafeBitCast((0, 0), to: UnownedSerialExecutor.self) }
}

extension Scheduler {
  /// Begins to run this world on the calling thread.
  ///
  /// - Returns: the world that the thread runs at the moment, for ``leaveThread(to:)``; nil for none.
  func enterThread() -> UnsafeMutableRawPointer? {
    thread = .current
    return GlobalPool.collect(for: self)
  }

  /// Ends running this world on the calling thread.
  func leaveThread(to outer: UnsafeMutableRawPointer?) {
    GlobalPool.release(to: outer)
    thread = nil
  }

  /// Takes a job of the runtime's pool, under the path of the running job. In a world without a policy it goes straight
  /// to the lane of the running job, mostly that of its actor, since its turn in the pool would decide nothing. The
  /// running job itself continues at once.
  fileprivate func enqueueInPool(_ job: UnownedJob) {
    if unsafeBitCast(job, to: UnsafeRawPointer.self) == runningJob {
      hasLeftActor = true
      return
    }
    enqueue(job, on: isInOrder ? currentLane : nil, isPlain: true, of: currentScope)
  }
}
