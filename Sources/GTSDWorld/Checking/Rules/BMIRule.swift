import GTSDModel

/// I-VIEWS for the body mass index: Plans shows the same index for one metrics row on all of its screens.
///
/// Evaluated at the end of each quiet instant on Plans with a visible index, if Plans has applied a metrics reply at or
/// after the newest row, and has shown an index for that row before.
struct BMIRule: DeviceRule {
  static let follows: EventKinds = .published | .applied

  private var value: Int64 = -1
  private var applied: Int32 = -1
  private var row: Int32 = -1
  private var valueOfRow: Int64 = -1
  private var differs = false

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .published(.plansBmi, let value, _): self.value = value
    case .applied(.metrics, .plans, let revision, _): applied = revision
    default: break
    }
  }

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {
    guard value >= 0, facts.isQuiet, facts.tab == .plans, account.rowRevision >= 0, applied >= account.rowRevision
    else {
      return
    }
    if row != account.rowRevision {
      row = account.rowRevision
      valueOfRow = value
    }
    log.check(.views, value == valueOfRow, episode: &differs, Site(.bmiDiffers), hazard: .twoBmiValues)
  }
}
