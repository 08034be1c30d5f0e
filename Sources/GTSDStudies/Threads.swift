import Dispatch
import Foundation
import Synchronization

/// The work of one thread. It is released when the work ends. The thread itself ends a little later; anything that it
/// still held, such as the lock of a checkpoint, would seem to be in use until then.
private final class ThreadWork: Sendable {
  private let body: Mutex<(@Sendable () -> Void)?>

  init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

  func run() {
    let body = body.withLock { kept in
      defer { kept = nil }
      return kept
    }
    body?()
  }
}

/// Runs a closure on `count` new threads. Returns when all have ended and have released everything.
///
/// These threads have large stacks, for deep call chains. The cooperative pool is not used, since a world blocks its
/// thread.
func runOnThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  for _ in 0..<count {
    group.enter()
    let work = ThreadWork(body)
    let thread = Thread {
      work.run()
      group.leave()
    }
    thread.stackSize = 16 << 20
    thread.start()
  }
  group.wait()
}
