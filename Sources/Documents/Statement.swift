package import Statistics

/// A sentence of those that a document opens with, and the verdict that it states.
package struct Statement: Equatable {
  /// What was found, with its interval.
  package var finding: String
  /// What was demanded, such as `target ≥ 80%`; empty without a demand.
  package var demand = ""
  /// How the finding stands against the demand.
  package var verdict = Verdict.none

  package init(
    finding: String, demand: String = "", verdict: Verdict = .none
  ) {
    self.finding = finding
    self.demand = demand
    self.verdict = verdict
  }

  /// All of it.
  package var text: String { demand.isEmpty ? finding : "\(finding) The \(demand) is \(verdict.word)." }
}
