import Documents
import GTSDLoad
import Statistics

extension LoadSection {
  /// The failing test case of a run that proves nothing about the server.
  var invalidCase: JUnitCase {
    var testCase = JUnitCase(name: "valid")
    testCase.error = ("invalid", outcome(exitCode: 1))
    return testCase
  }

  /// The test cases: one for each threshold, and one for the limit on dropped starts.
  var junitCases: [JUnitCase] {
    var cases = thresholds.map { threshold in
      var testCase = JUnitCase(name: threshold.text)
      let finding = "\(threshold.measured) against \(threshold.demand)"
      if threshold.verdict == .missed { testCase.failure = ("missed", finding) } else { testCase.output = finding }
      return testCase
    }
    if let limit = starts.maxDropped {
      var testCase = JUnitCase(name: "dropped starts <= \(NineDigits.text(of: limit))")
      let finding = "\(Wording.whole(starts.dropped)) of \(Wording.count(starts.offered, "start")) dropped"
      if starts.verdict == .missed { testCase.failure = ("missed", finding) } else { testCase.output = finding }
      cases.append(testCase)
    }
    return cases
  }
}
