import CInterpose
import Foundation
import Interleaving

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The capture of code: set up once per process, and checked before the first search.
enum Capture {
  /// The executor of the main actor.
  static var mainExecutor: UnownedSerialExecutor {
    #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
      RoutedExecutors.main
    #else
      Runtime.generic
    #endif
  }

  /// The reason why async code cannot be captured in this process, in one line; nil if it can.
  static let problem: String? = {
    if let problem = capture_problem() { return String(cString: problem) }
    #if os(Linux) && !(compiler(>=6.3) && compiler(<6.4))
      return "this toolchain is not Swift 6.3, whose executors can be replaced: run searches with Swift 6.3"
    #elseif os(Linux)
      if let symbol = capture_missing_symbol() {
        return "\(String(cString: symbol)) cannot be replaced: the toolchain is another, or the standard library is "
          + remedy
      }
      install()
      _ = URLProtocol.registerClass(WorldProtocol.self)
      return SelfTest.problem().map { "\($0): the toolchain may be another, or the standard library \(remedy)" }
    #else
      return "this platform has no executors that can be replaced"
    #endif
  }()

  private static let remedy =
    "linked statically. Use a toolchain and platform that GTSDExplore lists as supported, and "
    + "link the Swift libraries dynamically"

  #if os(Linux)
    private static func install() {
      var answers = capture_callbacks(
        lane: { world, actor in Capture.world(world).lane(ofActor: actor).reference },
        actor_died: { world, actor in Capture.world(world).byActor[actor] = nil },
        random: { world, buffer, count in
          Capture.world(world).fillRandom(UnsafeMutableRawBufferPointer(start: buffer, count: count))
        },
        async: { world, queue, work, delay, isBarrier in
          Capture.world(world).take(work, forQueue: queue, delay: delay, isBarrier: isBarrier)
        },
        sync_begin: { world, queue, isBarrier in Capture.world(world).beginSync(queue, isBarrier: isBarrier) },
        sync_end: { world in Capture.world(world).endSync() },
        is_in_queue: { world, queue in Capture.world(world).isInQueue(queue) },
        group_enter: { world, group in Capture.world(world).enterGroup(group) },
        group_leave: { world, group in Capture.world(world).leaveGroup(group) },
        group_notify: { world, group, queue, work in Capture.world(world).notify(group, queue: queue, work) },
        group_is_empty: { world, group in (Capture.world(world).groups[group]?.count ?? 0) == 0 },
        created: { world, task, name in
          CapturedWorld.outside { Capture.world(world).created(task, name.map { String(cString: $0) }) }
        },
        woke: { world, what in Capture.world(world).threadsOutside.woke(by: what) },
        semaphore: { world, semaphore, change in Capture.world(world).threadsOutside.counted(semaphore, by: Int(change))
        },
        iterated: { world in Capture.world(world).iterates = true },
        take_job: { job in ForeignJobs.take(.kept(unsafeBitCast(job, to: UnownedJob.self))) },
        resumed: { task in ForeignJobs.resumed(task) },
        leaked: { world, what in
          let what = String(cString: what)
          let world = Capture.world(world)
          return CapturedWorld.outside { world.leaked(what) }
        },
        timer_made: { world, source, queue in
          Capture.world(world).keep(queue)
          Capture.world(world).timers[source] = DispatchTimer(queue: queue)
        },
        is_timer: { world, source in Capture.world(world).timers[source] != nil },
        timer_handler: { world, source, block, isCancel in
          Capture.world(world).setHandler(block, of: source, isCancel: isCancel)
        },
        timer_set: { world, source, delay, interval in
          Capture.world(world).setTimer(source, delay: delay, interval: interval)
        },
        timer_resumed: { world, source in Capture.world(world).resumeTimer(source) },
        timer_cancelled: { world, source in Capture.world(world).cancelTimer(source) },
        timer_runs: { world, source, setting in Capture.world(world).runTimer(source, setting) },
        branch: { place in CodePlace.branch(at: place) },
        hand_over: { world, place in Capture.world(world).handOver(at: place) },
        wait_for_lock: { world, lock in Capture.world(world).waitForLock(lock) },
        pass: { world, nanoseconds in Capture.world(world).pass(nanoseconds) },
        escape: { world, what in
          let what = String(cString: what)
          let world = Capture.world(world)
          CapturedWorld.outside { world.escaped(what) }
        },
        stop: { world, why in
          let why = String(cString: why)
          let world = Capture.world(world)
          CapturedWorld.outside { world.stop(why) }
        },
        crashed: { world, how in
          let how = String(cString: how)
          let world = Capture.world(world)
          CapturedWorld.outside { world.crashed(how) }
        })
      capture_install(&answers)
      capture_crashes()
      learnLocks()
      capture_warm_up()
      // Foundation starts a thread when the first process is created, and waits for that thread. In a world nothing may
      // wait for an outside thread.
      _ = try? Process().run()
    }

    /// Calls every locking method of Foundation once, so that the capture learns which locks they use.
    private static func learnLocks() {
      capture_learn_locks(true)
      let (lock, recursive, condition, conditional) = (NSLock(), NSRecursiveLock(), NSCondition(), NSConditionLock())
      for lock: any NSLocking in [lock, recursive, condition, conditional] { lock.withLock {} }
      let ways: [(take: () -> Bool, giveBack: () -> Void)] = [
        ({ lock.try() }, lock.unlock), ({ lock.lock(before: .distantFuture) }, lock.unlock),
        ({ recursive.try() }, recursive.unlock), ({ recursive.lock(before: .distantFuture) }, recursive.unlock),
        ({ conditional.try() }, conditional.unlock), ({ conditional.lock(before: .distantFuture) }, conditional.unlock),
        ({ conditional.tryLock(whenCondition: 0) }, { conditional.unlock(withCondition: 0) }),
        ({ conditional.lock(whenCondition: 0, before: .distantFuture) }, conditional.unlock),
      ]
      for way in ways where way.take() { way.giveBack() }
      lock.lock()
      lock.unlock()
      recursive.lock()
      recursive.unlock()
      conditional.lock()
      conditional.unlock()
      condition.signal()
      condition.broadcast()
      capture_learn_locks(false)
    }

    @inline(__always)
    private static func world(_ world: UnsafeMutableRawPointer) -> CapturedWorld {
      Unmanaged<CapturedWorld>.fromOpaque(world).takeUnretainedValue()
    }
  #endif
}
