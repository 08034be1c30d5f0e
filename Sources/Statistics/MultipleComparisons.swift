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

  /// The level at which Holm's procedure decides each question. An interval at that level excludes zero exactly if the
  /// question is answered.
  package static func holmLevels(_ p: [Double], alpha: Double) -> [Double] {
    let answered = holm(p).count { $0 <= alpha }
    var levels = p
    for (rank, index) in ascending(p).enumerated() {
      levels[index] = alpha / Double(max(1, p.count - min(rank, answered)))
    }
    return levels
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
