package import Statistics

/// An opening sentence of a document, with its verdict.
package struct Statement: Equatable {
  /// The label of the part of the opening that begins with this sentence, such as `How sure`; nil for the answer and
  /// for further findings.
  package var label: Label?
  /// The measured result, with its interval.
  package var finding: String
  /// The requirement, such as `target ≥ 80%`; empty if there is none.
  package var demand = ""
  /// Whether the finding meets the requirement.
  package var verdict = Verdict.none
  /// The word beside the verdict's symbol, such as `better`, where nothing is met or missed; nil for the usual word.
  package var word: String?
  /// Whether the sentence only refers to other commands. Interactive pages have buttons for these instead.
  package var isPointer = false

  package init(
    finding: String, demand: String = "", verdict: Verdict = .none, word: String? = nil, label: Label? = nil
  ) {
    self.label = label
    self.finding = finding
    self.demand = demand
    self.verdict = verdict
    self.word = word
  }

  /// The parts of an opening that follow its answer.
  package enum Label: String, Sendable {
    /// The certainty of the answer: its assumptions and the part of chance.
    case certainty = "How sure"
    /// The conditions under which the answer would be another.
    case change = "What would change it"
  }

  /// The label, the finding, and the verdict on the requirement.
  package var text: String {
    let begin = label.map { "\($0.rawValue): " } ?? ""
    return begin + (demand.isEmpty ? finding : "\(finding) The \(demand) is \(verdict.word).")
  }
}
