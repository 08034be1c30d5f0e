import GTSDModel

/// I-FRESH for a device's own writes: tasks and streak are not older than a task that the device has completed itself.
///
/// Evaluated at each received list of tasks or streak whose request was sent after the reply to such a completion. Also
/// at the end of each quiet instant on Tasks after such a completion, if the latest load succeeded: the list must have
/// been read again by then.
struct OwnWriteRule: DeviceRule {
  static let follows: EventKinds = .received

  /// The revision of the list that the tab received last; -1 for none.
  private var listRevision: Int32 = -1
  private var isOld = false

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    guard case .received(let endpoint, _, let outcome, let revision, _) = event.kind,
      endpoint == .tasksToday || endpoint == .streak, DeviceFacts.Ending(outcome) == .success,
      let request = facts.answered
    else { return }
    if request.operation == .tasksLoad { listRevision = revision }
    guard request.tasksWritten >= 0 else { return }
    log.check(.fresh, revision >= request.tasksWritten, Site(.readBeforeOwnWrite), hazard: .serverCacheStaleness)
  }

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {
    guard facts.tasksWritten >= 0, listRevision >= 0, facts.tab == .tasks, facts.isQuiet,
      facts.ending(.tasksLoad) == .success
    else { return }
    log.check(.fresh, listRevision >= facts.tasksWritten, episode: &isOld, Site(.listNotReadAgain, .tasks), hazard: nil)
  }
}
