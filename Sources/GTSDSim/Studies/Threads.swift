import Dispatch
import Foundation

/// Runs a closure on so many fresh threads and returns when all have ended.
///
/// Threads of our own, with room for deep call chains, rather than the cooperative pool: a world blocks its thread.
func runOnThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  for _ in 0..<count {
    group.enter()
    let thread = Thread {
      body()
      group.leave()
    }
    thread.stackSize = 16 << 20
    thread.start()
  }
  group.wait()
}
