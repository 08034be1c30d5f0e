import GTSDLogs
import GTSDStudies
import Statistics

extension CalibrationSection {
  /// The test cases: one for reading; one for the fit as a whole, which fails if the report exits with 10; and one for
  /// each figure and each experiment. A single figure outside its interval is not a failure.
  var junitCases: [(suite: String, cases: [JUnitCase])] {
    var input = JUnitCase(name: "read \(source)")
    input.output = ([reading] + rejections.map { "line \($0.line): \($0.advice)" }).joined(separator: "\n")
    func cases(_ checks: [PredictiveCheck], isConclusive: Bool) -> [JUnitCase] {
      checks.map { check in
        var testCase = JUnitCase(name: check.id)
        testCase.output =
          "observed \(check.text(check.observed)), simulated \(check.intervalText), p \(check.pText), "
          + (!isConclusive ? "cannot tell" : check.isInside ? "inside" : "outside")
        return testCase
      }
    }
    var fit = cases(checks, isConclusive: isConclusive)
    if let joint {
      var whole = JUnitCase(name: "all figures together")
      whole.output = "\(joint.verdict.rawValue), p \(joint.p < 0.001 ? "<0.001" : Wording.fixed(joint.p, 3))"
      whole.failure = misfit.map { ("misfit", $0) }
      fit.insert(whole, at: 0)
    }
    let named = (experiments ?? []).map { experiment in
      var testCase = JUnitCase(name: experiment.name)
      testCase.output = experiment.sentences.map(\.sentence).joined(separator: "\n")
      return testCase
    }
    var later = cases(backTest?.checks ?? [], isConclusive: true)
    if let judged = backTest?.judged {
      var whole = JUnitCase(name: "all later figures together")
      whole.output = "\(judged.verdict.rawValue), \(Wording.count(judged.outside, "figure")) outside"
      whole.failure = missedForecast.map { ("misfit", $0) }
      later.insert(whole, at: 0)
    }
    let suites = [("input", [input]), ("fit", fit), ("back-test", later)]
    return suites + (named.isEmpty ? [] : [("experiments", named)])
  }
}
