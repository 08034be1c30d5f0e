import CInterpose
import Dispatch
import Synchronization

/// A lock by which the searches of a process take turns of a few milliseconds. Only one of them at a time may use
/// static variables and the main actor's state.
final class Turn: Sendable {
  private static let semaphore = DispatchSemaphore(value: 1)
  private static let waiting = Atomic<Int>(0)
  /// The time after which the next search may run, in nanoseconds.
  private static let slice: Int64 = 10_000_000

  private let isMine = Atomic<Bool>(false)
  private let since = Atomic<Int64>(0)

  /// Waits for the turn. A waiting search does not count as hanging.
  func take(_ heartbeat: Heartbeat) {
    heartbeat.waits(true)
    Self.waiting.add(1, ordering: .relaxed)
    Self.semaphore.wait()
    Self.waiting.subtract(1, ordering: .relaxed)
    isMine.store(true, ordering: .releasing)
    since.store(capture_real_time(), ordering: .relaxed)
    heartbeat.waits(false)
  }

  /// Lets another search run between two schedules, if one waits and this one has used its time.
  func passOn(_ heartbeat: Heartbeat) {
    guard Self.waiting.load(ordering: .relaxed) > 0,
      capture_real_time() - since.load(ordering: .relaxed) > Self.slice
    else { return }
    giveBack()
    take(heartbeat)
  }

  /// Gives the turn back at the end, on any thread, even if the search itself is abandoned.
  func giveBack() {
    if isMine.exchange(false, ordering: .acquiringAndReleasing) { Self.semaphore.signal() }
  }
}
