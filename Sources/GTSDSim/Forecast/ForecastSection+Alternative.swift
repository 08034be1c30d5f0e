import Documents
import GTSDModel
import GTSDStudies
import GTSDWorld
import Statistics

extension ForecastSection {
  /// A sentence with the answer for people without sleep and memory (or with them, if the scenario's people have none),
  /// its difference from the forecast's answer, and the verdicts that change. Nil if that forecast was not run or gave
  /// no value.
  ///
  /// - Parameters:
  ///   - namesOption: whether the option that makes the change is named.
  ///   - verdict: the forecast's own verdict on a target.
  func alternativeStatement(namesOption: Bool = true, verdict: (Indicator, Target) -> Verdict) -> Statement? {
    guard let alternative, let subject, let other = alternative.indicators.first(where: { $0.id == kpi }),
      other.centre != nil
    else { return nil }
    let without = alternative.assignment.hasSuffix("null")
    let interval = other.intervalText.isEmpty ? "" : " (\(other.intervalText))"
    // The alternative has fewer replications, so its mean is compared with the mean of the same replications.
    let isPart = alternative.replications < replications
    let count = isPart ? " over \(Wording.count(alternative.replications, "replication"))" : ""
    let change = alternative.change.map {
      ", a change of \(Wording.change($0, alternative.changeInterval, unit: subject.unit))"
        + (isPart ? " in these" : "")
    }
    var text =
      "\(without ? "Without" : "With") sleep and memory\(namesOption ? " (`--set \(alternative.assignment)`)" : ""): "
      + "\(other.namedCentreText)\(interval)\(count)\(change ?? "")."
    var flips = false
    for (target, theirs) in zip(subject.decidingTargets, other.decidingTargets) {
      // With this few replications there may be a mean and no probability.
      guard theirs.probability != nil, !theirs.isUnknown else { continue }
      let (own, changed) = (verdict(subject, target), theirs.verdict)
      let isOpen = isPart && theirs.isOnSide(of: own)
      flips = flips || own != changed && !isOpen
      text +=
        " The \(target.name(unit: subject.unit)) would have a probability of \(theirs.probabilityText): "
        + (own == changed
          ? "\(changed.word) all the same."
          : isOpen ? "too few replications to decide it." : "\(changed.word) instead of \(own.word).")
    }
    let turned = turned(verdict)
    if !turned.isEmpty {
      let shown = turned.prefix(3).joined(separator: ", ")
      let more = turned.count > 3 ? " and \(turned.count - 3) more" : ""
      text += " It also turns \(shown)\(more)."
    }
    return Statement(finding: text, verdict: flips || !turned.isEmpty ? .undecided : .none)
  }

  /// The other indicators whose targets are met with one model of people and missed with the other.
  private func turned(_ verdict: (Indicator, Target) -> Verdict) -> [String] {
    (alternative?.indicators ?? []).compactMap { other in
      guard other.id != kpi, let own = indicators.first(where: { $0.id == other.id }) else { return nil }
      for (target, theirs) in zip(own.decidingTargets, other.decidingTargets) {
        let pair = (verdict(own, target), theirs.verdict)
        if pair == (.met, .missed) || pair == (.missed, .met) {
          return "“\(own.title)” from \(pair.0.word) to \(pair.1.word)"
        }
      }
      return nil
    }
  }
}

extension ForecastSection.Target {
  /// Whether the probability is as high or as low as a verdict needs, and only its interval is too wide for it.
  fileprivate func isOnSide(of other: Verdict) -> Bool {
    guard verdict == .undecided, let probability else { return false }
    return other == .met && probability >= 0.95 || other == .missed && probability <= 0.05
  }
}
