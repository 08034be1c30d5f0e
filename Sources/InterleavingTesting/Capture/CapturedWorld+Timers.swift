import CInterpose
import Interleaving

/// A timer of Dispatch in a world.
struct DispatchTimer {
  let queue: UnsafeMutableRawPointer
  /// Copies of the blocks that are called when the timer fires and when it is cancelled.
  var handler: UnsafeMutableRawPointer?
  var cancelHandler: UnsafeMutableRawPointer?
  /// The delay from setting a timer to its first firing, and the period afterwards, in nanoseconds.
  var delay = Int64.max
  var interval = Int64.max
  var isResumed = false
  var isCancelled = false
  /// The number of the latest call that set this timer, over all timers. Deadlines of earlier calls do not fire.
  var setting: Int64 = 0
  /// Whether the handler waits for its queue. It is called once for all times that the timer has fired meanwhile.
  var isPending = false
  /// The place at which its handler was set, if the schedule is recorded.
  var place: CodePlace?
}

extension CapturedWorld {
  func setHandler(_ block: UnsafeMutableRawPointer?, of source: UnsafeMutableRawPointer, isCancel: Bool) {
    let path: WritableKeyPath<DispatchTimer, UnsafeMutableRawPointer?> = isCancel ? \.cancelHandler : \.handler
    if let old = timers[source]?[keyPath: path] { capture_release_block(old) }
    timers[source]?[keyPath: path] = block
    if record.isRecording { timers[source]?.place = Self.outside { CodePlace.ofCaller() } }
  }

  func setTimer(_ source: UnsafeMutableRawPointer, delay: Int64, interval: Int64) {
    timers[source]?.delay = delay
    timers[source]?.interval = interval
    begin(source)
  }

  func resumeTimer(_ source: UnsafeMutableRawPointer) {
    guard timers[source]?.isResumed == false else { return }
    timers[source]?.isResumed = true
    begin(source)
  }

  func cancelTimer(_ source: UnsafeMutableRawPointer) {
    guard let timer = timers[source], !timer.isCancelled else { return }
    timers[source]?.isCancelled = true
    if let block = timer.cancelHandler {
      take(capture_work_of_block(block), forQueue: timer.queue, delay: 0, isBarrier: false)
    }
  }

  private func begin(_ source: UnsafeMutableRawPointer) {
    timerSettings += 1
    timers[source]?.setting = timerSettings
    timers[source]?.isPending = false
    guard let timer = timers[source], timer.isResumed else { return }
    wait(for: source, timer.delay, timer.setting)
  }

  private func wait(for source: UnsafeMutableRawPointer, _ delay: Int64, _ setting: Int64) {
    guard delay < .max else { return }
    scheduler.schedule(after: delay, kind: .timer) { [unowned self] in fire(source, setting) }
  }

  private func fire(_ source: UnsafeMutableRawPointer, _ setting: Int64) {
    guard let timer = timers[source], timer.setting == setting, !timer.isCancelled else { return }
    heartbeat.beat()
    if timer.handler != nil, !timer.isPending {
      timers[source]?.isPending = true
      origin = timer.place
      take(capture_work_of_timer(source, setting), forQueue: timer.queue, delay: 0, isBarrier: false)
      origin = nil
    }
    wait(for: source, timer.interval, setting)
  }

  /// The handler of a timer that has fired; nil if the timer was cancelled or set again before its queue came to it.
  func runTimer(_ source: UnsafeMutableRawPointer, _ setting: Int64) -> UnsafeMutableRawPointer? {
    guard let timer = timers[source], timer.setting == setting, !timer.isCancelled else { return nil }
    timers[source]?.isPending = false
    return timer.handler
  }

  /// Frees the memory that the timers of a schedule hold.
  func removeTimers() {
    for timer in timers.values {
      if let block = timer.handler { capture_release_block(block) }
      if let block = timer.cancelHandler { capture_release_block(block) }
    }
    timers.removeAll()
  }
}
