/// A sentence of those that a document opens with, and the verdict that it states.
struct Statement: Hashable {
  /// What was found, with its interval.
  var finding: String
  /// What was demanded, such as `target ≥ 80%`; empty without a demand.
  var demand = ""
  /// How the finding stands against the demand.
  var verdict = Verdict.none

  /// All of it.
  var text: String { demand.isEmpty ? finding : "\(finding) The \(demand) is \(verdict.word)." }
}
