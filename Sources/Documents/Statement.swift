package import Statistics

/// An opening sentence of a document, with its verdict.
package struct Statement: Equatable {
  /// The measured result, with its interval.
  package var finding: String
  /// The requirement, such as `target ≥ 80%`; empty without one.
  package var demand = ""
  /// The finding's verdict against the demand.
  package var verdict = Verdict.none

  package init(
    finding: String, demand: String = "", verdict: Verdict = .none
  ) {
    self.finding = finding
    self.demand = demand
    self.verdict = verdict
  }

  /// The finding, followed by the verdict on the requirement.
  package var text: String { demand.isEmpty ? finding : "\(finding) The \(demand) is \(verdict.word)." }
}
