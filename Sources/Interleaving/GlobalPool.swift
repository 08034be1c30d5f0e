import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The capture of jobs that the runtime would hand to its own pool of threads: the first job of an `async let`, and the
/// return of a task that waited for another one. On a thread that runs a world, they are that world's.
///
/// The runtime's hook is set once, for the whole process. On all other threads it passes jobs on as before.
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

  /// The slot of each thread for the world that it runs. The hook is set at its first use.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "no slot is left for data of threads (error \(failure))")
    set_enqueue_hook(address)
    return key
  }()

  /// The function that the runtime calls, to tell it from other hooks.
  package static var address: UnsafeRawPointer { unsafeBitCast(hook, to: UnsafeRawPointer.self) }

  /// Lets the jobs of the calling thread belong to a world; nil for none.
  fileprivate static func belongs(to world: Scheduler?) {
    pthread_setspecific(key, world.map { Unmanaged.passUnretained($0).toOpaque() })
  }

  /// Runs a body whose jobs for the pool belong to a world, whether it runs or not.
  static func collecting(for world: Scheduler, _ body: () -> Void) {
    let outer = pthread_getspecific(key)
    belongs(to: world)
    body()
    pthread_setspecific(key, outer)
  }

  /// The executor of code that belongs to no actor: the runtime's reference for it is two empty words.
  static var executor: UnownedSerialExecutor { unsafeBitCast((0, 0), to: UnownedSerialExecutor.self) }
}

extension Scheduler {
  /// Begins to run this world on the calling thread.
  func enterThread() {
    thread = .current
    GlobalPool.belongs(to: self)
  }

  /// Ends running this world on the calling thread.
  func leaveThread() {
    GlobalPool.belongs(to: nil)
    thread = nil
  }

  /// Takes a job of the runtime's pool, under the path of the running job. In a world without a policy it goes straight
  /// to the lane of the running job, mostly that of its actor, since its turn in the pool would decide nothing.
  fileprivate func enqueueInPool(_ job: UnownedJob) {
    enqueue(job, on: isInOrder ? currentLane : nil, isPlain: true, of: currentScope)
  }
}
