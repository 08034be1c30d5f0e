import CInterpose
import Dispatch
import Synchronization

/// Lets the searches of a process run one at a time, a few milliseconds each: what lives in static variables, and whatever
/// is the main actor's, is then touched by one of their threads.
final class Turn: Sendable {
  private static let semaphore = DispatchSemaphore(value: 1)
  private static let waiting = Atomic<Int>(0)
  /// Nanoseconds after which the next may go on.
  private static let slice: Int64 = 10_000_000

  private let isMine = Atomic<Bool>(false)
  private let since = Atomic<Int64>(0)

  /// Waits for it. A search that waits is not one that hangs.
  func take(_ heartbeat: Heartbeat) {
    heartbeat.waits(true)
    Self.waiting.add(1, ordering: .relaxed)
    Self.semaphore.wait()
    Self.waiting.subtract(1, ordering: .relaxed)
    isMine.store(true, ordering: .releasing)
    since.store(capture_real_time(), ordering: .relaxed)
    heartbeat.waits(false)
  }

  /// Between two schedules: lets another search go on, if one waits and this one has had its time.
  func passOn(_ heartbeat: Heartbeat) {
    guard Self.waiting.load(ordering: .relaxed) > 0,
      capture_real_time() - since.load(ordering: .relaxed) > Self.slice
    else { return }
    giveBack()
    take(heartbeat)
  }

  /// At the end, on whatever thread: also where the one that has it stays behind.
  func giveBack() {
    if isMine.exchange(false, ordering: .acquiringAndReleasing) { Self.semaphore.signal() }
  }
}
