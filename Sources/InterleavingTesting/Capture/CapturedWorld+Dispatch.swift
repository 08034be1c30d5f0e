import CInterpose
import Interleaving

/// A group of Dispatch in a world: its count, and the work to run when the count reaches 0.
struct DispatchGroupState {
  var count = 0
  var notifications: [(work: OpaquePointer, lane: CapturedLane?)] = []
}

/// A concurrent queue of Dispatch in a world: the work that may run at once, and the work that waits for a barrier.
struct ConcurrentQueueState {
  /// The queue's work in the order of its arrival.
  var waiting: [(work: OpaquePointer, isBarrier: Bool)] = []
  /// The lanes of work that has begun or may begin, one for each piece, so that one piece can be run at once.
  var begun: [CapturedLane] = []
  /// Whether the running block is a barrier.
  var isInBarrier = false

  var holdsBarrier: Bool { waiting.contains { $0.isBarrier } }

  /// Removes the work that may begin now: everything up to a barrier, or the barrier once all work before it has ended.
  mutating func next() -> OpaquePointer? {
    guard !isInBarrier, let first = waiting.first, !first.isBarrier || begun.isEmpty else { return nil }
    isInBarrier = first.isBarrier
    return waiting.removeFirst().work
  }
}

extension CapturedWorld {
  /// The lane of a serial queue; nil for a concurrent one, whose work runs in any order.
  func lane(ofQueue queue: UnsafeMutableRawPointer) -> CapturedLane? {
    guard let queue = capture_serial_queue(queue) else { return nil }
    if queue == capture_main_queue() { return main }
    if let lane = byQueue[queue] { return lane }
    let lane = newLane()
    lane.owner = .queue(label: String(cString: capture_queue_label(queue)))
    lane.target = lane.asUnownedSerialExecutor()
    byQueue[queue] = lane
    keep(queue)
    return lane
  }

  /// Keeps a queue alive while its work waits, as Dispatch does, and until the end of the schedule.
  func keep(_ queue: UnsafeMutableRawPointer) {
    if queues.insert(queue).inserted { capture_keep(queue) }
  }

  func releaseQueues() {
    for queue in queues { capture_let_go(queue) }
    queues.removeAll(keepingCapacity: true)
  }

  /// Accepts work for a queue, to be started after a number of nanoseconds.
  func take(_ work: OpaquePointer, forQueue queue: UnsafeMutableRawPointer, delay: Int64, isBarrier: Bool) {
    keep(queue)
    let lane = lane(ofQueue: queue)
    guard delay > 0 else { return take(work, forQueue: queue, lane, isBarrier) }
    let place = record.isRecording ? Self.outside { CodePlace.ofCaller() } : nil
    scheduler.schedule(after: delay, kind: .timer, lane: lane?.lane) { [unowned self] in
      origin = place
      take(work, forQueue: queue, lane, isBarrier)
      origin = nil
    }
  }

  private func take(
    _ work: OpaquePointer, forQueue queue: UnsafeMutableRawPointer, _ lane: CapturedLane?, _ isBarrier: Bool
  ) {
    guard lane == nil, capture_concurrent_queue(queue) != nil else { return take(work, in: lane) }
    concurrent[queue, default: ConcurrentQueueState()].waiting.append((work, isBarrier))
    letRun(queue)
  }

  /// Makes the work of a concurrent queue ready that no barrier blocks.
  private func letRun(_ queue: UnsafeMutableRawPointer) {
    while let next = concurrent[queue]?.next() {
      let lane = newLane()
      lane.owner = .queue(label: String(cString: capture_queue_label(queue)))
      lane.target = lane.asUnownedSerialExecutor()
      concurrent[queue]?.begun.append(lane)
      take(next, in: lane)
    }
  }

  /// Records that a piece of a queue's work has ended.
  func workEnded(of queue: UnsafeMutableRawPointer, in lane: CapturedLane?) {
    guard let lane, let index = concurrent[queue]?.begun.firstIndex(where: { $0 === lane }) else { return }
    concurrent[queue]?.begun.remove(at: index)
    if concurrent[queue]?.begun.isEmpty == true { concurrent[queue]?.isInBarrier = false }
    letRun(queue)
  }

  /// Runs the work that is in a queue, on behalf of code that waits in `sync`, and then that code itself.
  ///
  /// - Returns: false in a deadlock: the queue itself waits for that code.
  func beginSync(_ queue: UnsafeMutableRawPointer, isBarrier: Bool) -> Bool {
    if let lane = lane(ofQueue: queue) {
      guard !isRunning(in: lane), !keptWaiting.contains(where: { $0 === lane }) else { return false }
      whileWaiting { while runAtOnce(in: lane) {} }
      synchronous.append(lane)
      return true
    }
    if capture_concurrent_queue(queue) != nil {
      var isReached = true
      whileWaiting {
        // Finishes the work that has begun or is in a barrier; a barrier waits for all work that has begun.
        while isReached, let state = concurrent[queue],
          isBarrier ? !state.begun.isEmpty : state.isInBarrier || state.holdsBarrier
        {
          isReached = state.begun.contains { runAtOnce(in: $0) }
        }
      }
      guard isReached else { return false }
    }
    synchronous.append(nil)
    return true
  }

  private func runAtOnce(in lane: CapturedLane) -> Bool {
    scheduler.runGuestAtOnce(in: lane.lane) { job, _ in run(job, in: lane) }
  }

  /// Runs other jobs while the current job waits. The lanes of the current job stay occupied.
  private func whileWaiting(_ body: () -> Void) {
    let count = keptWaiting.count
    if let lane = scheduler.laneNow.flatMap({ self.lane(at: $0.index) }) { keptWaiting.append(lane) }
    keptWaiting += synchronous.compactMap(\.self)
    Self.suspended(body)
    keptWaiting.removeLast(keptWaiting.count - count)
  }

  /// Runs other jobs within a job.
  private static func suspended(_ body: () -> Void) {
    let world = capture_world()
    body()
    capture_set_world(world)
  }

  func endSync() {
    _ = synchronous.popLast()
  }

  /// Whether the running code runs in a queue.
  func isInQueue(_ queue: UnsafeMutableRawPointer) -> Bool {
    if capture_runs_in(queue) { return true }
    guard let queue = capture_serial_queue(queue) else { return false }
    if queue == capture_main_queue() { return isOnMain }
    return byQueue[queue].map { isRunning(in: $0) } ?? false
  }

  func enterGroup(_ group: UnsafeMutableRawPointer) {
    groups[group, default: DispatchGroupState()].count += 1
  }

  /// Records that the code leaves a group. Returns false if no captured work has entered the group.
  func leaveGroup(_ group: UnsafeMutableRawPointer) -> Bool {
    guard var state = groups[group], state.count > 0 else { return false }
    state.count -= 1
    guard state.count == 0 else {
      groups[group] = state
      return true
    }
    groups[group] = nil
    for (work, lane) in state.notifications { take(work, in: lane) }
    return true
  }

  func notify(_ group: UnsafeMutableRawPointer, queue: UnsafeMutableRawPointer, _ work: OpaquePointer) {
    let lane = lane(ofQueue: queue)
    guard let state = groups[group], state.count > 0 else { return take(work, in: lane) }
    groups[group, default: state].notifications.append((work, lane))
  }
}
