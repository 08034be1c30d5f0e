import GTSDStudies
package import GTSDWorld

/// Everything that a report is rendered from, as integers: of one unit, or of many, whose states add up exactly.
package struct FoldState: Equatable, Sendable {
  package var kpis: KPIFold.State
  package var violations: ViolationFold.State

  package init(kpis: KPIFold.State, violations: ViolationFold.State) {
    self.kpis = kpis
    self.violations = violations
  }

  init(_ fold: RunFold) {
    self.init(kpis: fold.kpis.state, violations: fold.violations.state)
  }
}
