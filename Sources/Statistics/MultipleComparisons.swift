/// p-values adjusted for the number of questions, each at the place of the original one.
package enum MultipleComparisons {
  /// Holm's step-down adjustment: the probability of any false rejection stays at the level, whatever the dependence.
  ///
  /// Holm, Scandinavian Journal of Statistics 6 (1979).
  package static func holm(_ p: [Double]) -> [Double] {
    let order = ascending(p)
    var adjusted = p
    var running = 0.0
    for (rank, index) in order.enumerated() {
      running = max(running, min(1, Double(p.count - rank) * p[index]))
      adjusted[index] = running
    }
    return adjusted
  }

  /// Bonferroni's adjustment, for p-values with intervals beside them. An interval at ``bonferroniLevel(of:alpha:)``
  /// excludes zero exactly if its adjusted p-value is at most `alpha`.
  ///
  /// Holm's adjustment answers a few more questions, but has no such intervals: at the levels of its steps, 30
  /// intervals of which 20 exclude zero may miss twice as often as `alpha`.
  ///
  /// Dunn, Journal of the American Statistical Association 56 (1961).
  package static func bonferroni(_ p: [Double]) -> [Double] {
    p.map { min(1, Double(p.count) * $0) }
  }

  /// The level of each of several intervals. If each holds as often as this level says, all of them hold at once with
  /// a probability of at least `1 - alpha`.
  package static func bonferroniLevel(of count: Int, alpha: Double = 0.05) -> Double {
    1 - alpha / Double(max(1, count))
  }

  /// The adjustment of Benjamini and Hochberg: the expected share of false rejections among all rejections stays at the
  /// level, for independent or positively dependent tests.
  ///
  /// Benjamini and Hochberg, Journal of the Royal Statistical Society B 57 (1995).
  package static func benjaminiHochberg(_ p: [Double]) -> [Double] {
    let order = ascending(p)
    var adjusted = p
    var running = 1.0
    for (rank, index) in order.enumerated().reversed() {
      running = min(running, Double(p.count) / Double(rank + 1) * p[index])
      adjusted[index] = running
    }
    return adjusted
  }

  private static func ascending(_ p: [Double]) -> [Int] {
    p.indices.sorted { (p[$0], $0) < (p[$1], $1) }
  }
}
