import GTSDStudies
import GTSDWorld
import Statistics

extension ComparisonSection {
  /// The test cases: one for each indicator, and one for each side's invariants. They fail exactly where the
  /// comparison fails.
  var junitCases: [JUnitCase] {
    contrasts.flatMap { contrast in
      contrast.rows.map { row in
        var testCase = JUnitCase(name: "\(contrast.side) against \(contrast.baseline): \(row.id)")
        let finding = row.finding(contrast)
        let misses = row.isBinding && row.misses
        if (row.id == kpi || design == .loads) && row.verdict == .worse || misses {
          let demands = row.targets.map { Wording.bound($0.demand, unit: row.unit) }.joined(separator: ", ")
          testCase.failure = (
            misses ? "missed" : "worse", misses ? "\(finding); change \(row.liftText), wanted \(demands)" : finding
          )
        } else if !row.isMeasured {
          testCase.skipped = "not measured in both sides"
        } else {
          testCase.output = finding
        }
        return testCase
      } + [invariantCase(contrast)]
    }
  }

  private func invariantCase(_ contrast: Contrast) -> JUnitCase {
    var testCase = JUnitCase(name: "\(contrast.side) against \(contrast.baseline): invariants")
    let broken = newlyBroken(contrast)
    if !broken.isEmpty {
      testCase.failure = (
        "violated", "\(contrast.side) breaks \(broken.joined(separator: ", ")), which \(contrast.baseline) keeps"
      )
    } else if sides.first(where: { $0.name == contrast.side })?.broken == nil {
      testCase.skipped = "an arm's share of the violations is not known"
    } else {
      testCase.output = "no invariant is broken that \(contrast.baseline) keeps"
    }
    return testCase
  }
}
