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
  /// The advice on the finding; nil if nothing is to be done.
  package var advice: Advice?

  package init(
    finding: String, demand: String = "", verdict: Verdict = .none, word: String? = nil, label: Label? = nil,
    advice: Advice? = nil
  ) {
    self.label = label
    self.finding = finding
    self.demand = demand
    self.verdict = verdict
    self.word = word
    self.advice = advice
  }

  /// A sentence or two that say what to do about a finding.
  package struct Advice: Equatable {
    /// With the command's options.
    package var command: String
    /// In the studio, which has none of the command's options.
    package var studio: String

    package init(command: String, studio: String) { (self.command, self.studio) = (command, studio) }
  }

  /// The parts of an opening that follow its answer.
  package enum Label: String, Sendable {
    /// The certainty of the answer: its assumptions and the part of chance.
    case certainty = "How sure"
    /// The conditions under which the answer would be another.
    case change = "What would change it"
  }

  /// The finding and what to do about it, in reports.
  package var sentence: String { advice.map { "\(finding) \($0.command)" } ?? finding }

  /// The finding and what to do about it, in the studio.
  package var studioSentence: String { advice.map { "\(finding) \($0.studio)" } ?? finding }

  /// The label, the finding, and the verdict on the requirement.
  package var text: String {
    let begin = label.map { "\($0.rawValue): " } ?? ""
    return begin + (demand.isEmpty ? sentence : "\(sentence) The \(demand) is \(verdict.word).")
  }
}
