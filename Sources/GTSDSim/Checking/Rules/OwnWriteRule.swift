import GTSDModel

/// I-FRESH for a device's own writes: tasks and streak are not read from before a task that it has completed itself.
///
/// Evaluated at each list of tasks or streak received whose request was sent after such a completion was answered.
struct OwnWriteRule: DeviceRule {
  static var follows: EventKinds { .received }

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    guard case .received(let endpoint, _, let outcome, let revision, _) = event.kind,
      endpoint == .tasksToday || endpoint == .streak, DeviceFacts.Ending(outcome) == .success,
      let written = facts.answered?.tasksWritten, written >= 0
    else { return }
    log.check(.fresh, revision >= written, Site(.readBeforeOwnWrite), hazard: .serverCacheStaleness)
  }
}
