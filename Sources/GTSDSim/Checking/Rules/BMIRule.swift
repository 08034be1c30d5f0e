import GTSDModel

/// I-VIEWS for the body mass index: Plans shows one for one metrics row, whichever of its screens does.
///
/// Evaluated at the end of each quiet instant on Plans with an index on show, if Plans has applied a metrics reply at or
/// after the newest row, and has shown an index for that row before.
struct BMIRule {
  private var value: Int64 = -1
  private var applied: Int32 = -1
  private var row: Int32 = -1
  private var valueOfRow: Int64 = -1
  private var differs = false

  mutating func published(_ variable: StateVariable, _ value: Int64) {
    if variable == .plansBmi { self.value = value }
  }

  mutating func applied(_ view: View, revision: Int32) {
    if view == .plans { applied = revision }
  }

  mutating func settle(_ facts: DeviceFacts, _ account: AccountHistory, _ log: inout CheckLog) {
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

  mutating func reset() { self = BMIRule() }
}
