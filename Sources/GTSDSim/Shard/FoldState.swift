import GTSDStudies
package import GTSDWorld

/// The integers from which a report of one unit, or of many units together, is made. Sums are exact.
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
