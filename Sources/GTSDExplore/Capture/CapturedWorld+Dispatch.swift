internal import CInterpose
internal import GTSDSim

/// A group of Dispatch in a world: how many are in it, and what is to happen when the last has left.
struct DispatchGroupState {
  var count = 0
  var notifications: [(work: OpaquePointer, lane: CapturedLane?)] = []
}

extension CapturedWorld {
  /// The lane of a queue; none for a concurrent one, whose work runs in any order as the pool's does.
  func lane(ofQueue queue: UnsafeMutableRawPointer) -> CapturedLane? {
    guard let queue = capture_serial_queue(queue) else { return nil }
    if queue == capture_main_queue() { return main }
    if let lane = byQueue[queue] { return lane }
    let lane = newLane()
    lane.owner = .queue(label: String(cString: capture_queue_label(queue)))
    lane.target = lane.asUnownedSerialExecutor()
    byQueue[queue] = lane
    return lane
  }

  /// Takes work for a queue, nanoseconds from now.
  func take(_ work: OpaquePointer, forQueue queue: UnsafeMutableRawPointer, delay: Int64) {
    let lane = lane(ofQueue: queue)
    guard delay > 0 else { return take(work, in: lane) }
    scheduler.schedule(after: delay, kind: .timer, lane: lane?.lane) { [unowned self] in take(work, in: lane) }
  }

  /// Lets what is in a queue run, on behalf of code that waits for it, and that code go on in the queue.
  ///
  /// - Returns: false if the queue runs that code already: it would wait for itself.
  func beginSync(_ queue: UnsafeMutableRawPointer) -> Bool {
    guard let lane = lane(ofQueue: queue) else {
      synchronous.append(nil)
      return true
    }
    guard !isRunning(in: lane) else { return false }
    Self.suspended {
      while scheduler.runGuestAtOnce(in: lane.lane, { job, _ in run(job, in: lane) }) {}
    }
    synchronous.append(lane)
    return true
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
    guard let queue = capture_serial_queue(queue) else { return false }
    if queue == capture_main_queue() { return isOnMain }
    return byQueue[queue].map { isRunning(in: $0) } ?? false
  }

  func enterGroup(_ group: UnsafeMutableRawPointer) {
    groups[group, default: DispatchGroupState()].count += 1
  }

  func leaveGroup(_ group: UnsafeMutableRawPointer) {
    guard var state = groups[group], state.count > 0 else {
      return escaped("a DispatchGroup that is left without having been entered here")
    }
    state.count -= 1
    guard state.count == 0 else {
      groups[group] = state
      return
    }
    groups[group] = nil
    for (work, lane) in state.notifications { take(work, in: lane) }
  }

  func notify(_ group: UnsafeMutableRawPointer, queue: UnsafeMutableRawPointer, _ work: OpaquePointer) {
    let lane = lane(ofQueue: queue)
    guard let state = groups[group], state.count > 0 else { return take(work, in: lane) }
    groups[group, default: state].notifications.append((work, lane))
  }
}

extension CapturedWorld {
  /// The lane of a default actor, made when the actor is first called: until then it has run nothing here.
  func lane(ofActor actor: UnsafeMutableRawPointer) -> CapturedLane {
    if let lane = byActor[actor] { return lane }
    let lane = newLane()
    // The first word of an object is its class.
    lane.owner = .actor(actor.load(as: UnsafeRawPointer.self))
    lane.target = Runtime.executor(of: actor)
    byActor[actor] = lane
    return lane
  }
}
