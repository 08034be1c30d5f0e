import GTSDStudies
package import GTSDWorld

/// The integers from which a report is made: of one unit, or the sums of many. Sums are exact.
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
