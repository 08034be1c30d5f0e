/// Waits of tasks and timers.
extension Scheduler {
  /// The instant `nanoseconds` from now. A negative delay counts as none, and the result never passes the end of
  /// time.
  @inline(__always)
  func deadline(after nanoseconds: Int64) -> Int64 {
    let (sum, overflow) = now.addingReportingOverflow(max(0, nanoseconds))
    return overflow ? .max : sum
  }

  /// Reserves a record for a wait before it is known which task or handler will wait in it.
  @usableFromInline
  func reserve() -> TimerHandle {
    let index = wheel.take()
    // Real executors do not wait for a wait that never begins.
    if real != nil { wheel.records[Int(index)].deadline = .max }
    return TimerHandle(index: index, ticket: wheel.records[Int(index)].ticket)
  }

  /// Suspends the calling task, until the deadline if there is one; it then continues in its present lane. The task
  /// must call `parking.wait()` next.
  ///
  /// Never inlined, because its temporary values would become part of the sleeping task's frame.
  @inline(never) @usableFromInline
  func park(at handle: TimerHandle, deadline: Int64?, kind: SleepKind) {
    prepare(wheel.records + Int(handle.index))
    if let deadline {
      link(handle, deadline: deadline, kind: kind, lane: currentLane)
    } else {
      wheel.addUntimed(handle.index)
    }
  }

  /// Suspends the calling task for `nanoseconds`.
  @inline(never) @usableFromInline
  func park(for nanoseconds: Int64, kind: SleepKind) {
    let index = wheel.take()
    let record = wheel.records + Int(index)
    prepare(record)
    let deadline = deadline(after: nanoseconds)
    if isInOrder { return wheel.addTimed(index, deadline: deadline) }
    let handle = TimerHandle(index: index, ticket: record.pointee.ticket)
    linkElsewhere(handle, deadline: deadline, kind: kind, lane: currentLane)
  }

  @inline(__always)
  func prepare(_ record: UnsafeMutablePointer<TimingWheel.Record>) {
    record.pointee.lane = currentLane
    record.pointee.isPlain = currentIsPlain
    record.pointee.task = currentTask
    record.pointee.scope = currentScope
    parking.prepare(record)
  }

  func park(_ handler: any TimerHandler, at handle: TimerHandle, deadline: Int64, kind: SleepKind, lane: Lane?) {
    let record = wheel.records + Int(handle.index)
    record.pointee.timer = handler
    record.pointee.task = currentTask
    link(handle, deadline: deadline, kind: kind, lane: lane.map { Unmanaged.passUnretained($0) })
  }

  @inline(__always)
  func link(_ handle: TimerHandle, deadline: Int64, kind: SleepKind, lane: Unmanaged<Lane>?) {
    if isInOrder { return wheel.addTimed(handle.index, deadline: deadline) }
    wheel.addUntimed(handle.index)
    wheel.records[Int(handle.index)].deadline = deadline
    if let searching {
      let lane = lane?._withUnsafeGuaranteedRef { $0.index } ?? ReadyChoice.noLane
      searching._withUnsafeGuaranteedRef {
        $0.addWait(handle, deadline: deadline, kind: kind, task: currentTask, lane: lane)
      }
    } else if let real {
      real.after(deadline - now) { self.expire(handle, on: real) }
    }
  }

  /// Links a wait in worlds with a policy or real executors. A separate function, so that the common path stays short.
  @inline(never)
  private func linkElsewhere(_ handle: TimerHandle, deadline: Int64, kind: SleepKind, lane: Unmanaged<Lane>?) {
    link(handle, deadline: deadline, kind: kind, lane: lane)
  }

  /// Unlinks a record from the waiting ones.
  ///
  /// - Returns: false when it does not wait any more.
  func unlink(_ handle: TimerHandle) -> Bool {
    guard wheel.isCurrent(handle.index, ticket: handle.ticket) else { return false }
    wheel.remove(handle.index)
    let deadline = wheel.records[Int(handle.index)].deadline
    if let searching {
      searching._withUnsafeGuaranteedRef { $0.removeWait(deadline: deadline, ticket: handle.ticket) }
    } else if let real, deadline != .max {
      real.dropped()
    }
    return true
  }

  /// Ends a wait early. The task becomes ready in its lane.
  @usableFromInline
  func wake(_ handle: TimerHandle) {
    if unlink(handle) { finishWait(handle.index) }
  }

  /// Frees an unlinked record and resumes the task or handler that waited in it.
  @inline(__always)
  func finishWait(_ index: TimingWheel.Index) {
    let task = currentTask
    currentTask = wheel.records[Int(index)].task
    if let entry = endWait(index) { enqueue(entry) }
    currentTask = task
  }

  /// Frees an unlinked record and calls its timer's handler, if it is a timer.
  ///
  /// - Returns: the job that continues, if any.
  @inline(__always)
  func endWait(_ index: TimingWheel.Index) -> ReadyJob? {
    let record = wheel.records + Int(index)
    let (lane, task) = (record.pointee.lane, record.pointee.task)
    if let job = record.pointee.job {
      let entry = ReadyJob(
        work: .job(job), lane: lane, isPlain: record.pointee.isPlain, task: task, scope: record.pointee.scope)
      wheel.free(index)
      return entry
    }
    if let step = record.pointee.step {
      // The record holds the handler until here; the caller that runs the handler holds it from here on.
      record.pointee.step = nil
      wheel.free(index)
      return ReadyJob(work: .handler(step), lane: lane, isPlain: true, task: task, scope: nil)
    }
    if let timer = record.pointee.timer.take() {
      let handle = TimerHandle(index: index, ticket: record.pointee.ticket)
      wheel.free(index)
      timer.timerFired(handle)
    } else {
      wheel.free(index)
    }
    return nil
  }

  /// Passes a shutdown on to the waking task. Every wait calls this as it ends.
  @inlinable @inline(__always)
  func noteWake() {
    if isShuttingDown { noteShutdown() }
  }

  @inline(never) @usableFromInline
  func noteShutdown() {
    currentScope?._withUnsafeGuaranteedRef { $0.cancel() }
    withUnsafeCurrentTask { $0?.cancel() }
  }
}
