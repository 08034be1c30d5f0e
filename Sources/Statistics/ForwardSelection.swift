import Randomness

/// Forward selection of the inputs that influence an output. Each step adds the input that explains most of the
/// remainder, unless chance is likely to select one among so many.
package enum ForwardSelection {
  /// An input that was selected, and how strongly it changes the output.
  package struct Mover: Equatable, Sendable {
    /// The index of the input.
    package var input: Int
    /// The change of the output for one unit of the input, with the other chosen inputs fixed.
    package var slope: Double
  }

  /// The inputs that move an output, strongest first, at most one for every five values.
  ///
  /// - Parameters:
  ///   - inputs: one array a variable, about uncorrelated.
  ///   - alpha: the level of the test of each step, adjusted for the number of inputs (Bonferroni).
  package static func choose(_ inputs: [[Double]], _ output: [Double], alpha: Double = 0.05) -> [Mover] {
    let count = output.count
    guard count >= 8 else { return [] }
    var rest = Orthogonal.centred(output)
    let columns = inputs.map(Orthogonal.centred)
    var chosen: [Mover] = []
    while chosen.count < count / 5 {
      let degrees = Double(count - 2 - chosen.count)
      let power = Orthogonal.dot(rest, rest)
      let candidates = columns.indices.filter { index in !chosen.contains { $0.input == index } }
      let best = candidates.compactMap { index -> (index: Int, slope: Double, r: Double)? in
        let own = Orthogonal.dot(columns[index], columns[index])
        guard own > 0, power > 0 else { return nil }
        let product = Orthogonal.dot(columns[index], rest)
        return (index, product / own, product / (own * power).squareRoot())
      }.max { abs($0.r) < abs($1.r) }
      guard let best, degrees >= 3 else { break }
      let r = min(abs(best.r), 1 - 1e-12)
      let t = r * (degrees / (1 - r * r)).squareRoot()
      let p = 2 * (1 - StudentDistribution.cumulative(t, degrees: degrees))
      guard p * Double(candidates.count) <= alpha else { break }
      chosen.append(Mover(input: best.index, slope: best.slope))
      rest = zip(rest, columns[best.index]).map { $0 - best.slope * $1 }
    }
    refit(&chosen, columns, &rest)
    return chosen.sorted { (abs($1.slope), $0.input) < (abs($0.slope), $1.input) }
  }

  /// The slopes of selected inputs, estimated from values that were not used for the selection.
  package static func slopes(of chosen: [Mover], inputs: [[Double]], _ output: [Double]) -> [Mover] {
    let columns = inputs.map(Orthogonal.centred)
    var movers = chosen.map { Mover(input: $0.input, slope: 0) }
    var rest = Orthogonal.centred(output)
    refit(&movers, columns, &rest)
    return movers
  }

  /// The smallest number of values with which an input that causes a share of the output's variance is found in four
  /// cases out of five among `count` inputs, by Fisher's transformation of the correlation.
  package static func sets(seeing share: Double, among count: Int, alpha: Double = 0.05) -> Int {
    let critical = NormalDistribution.quantile(1 - alpha / 2 / Double(max(1, count)))
    let r = share.squareRoot()
    let z = (critical + NormalDistribution.quantile(0.8)) / (0.5 * PortableMath.log((1 + r) / (1 - r)))
    return max(8, Int((z * z + 3).rounded(.up)))
  }

  /// Refits all chosen inputs together by least squares. The first slopes were biased by chance correlations between
  /// the inputs.
  private static func refit(_ chosen: inout [Mover], _ columns: [[Double]], _ rest: inout [Double]) {
    for _ in 0..<50 {
      for index in chosen.indices {
        let column = columns[chosen[index].input]
        let power = Orthogonal.dot(column, column)
        guard power > 0 else { continue }
        let step = Orthogonal.dot(column, rest) / power
        chosen[index].slope += step
        for place in rest.indices { rest[place] -= step * column[place] }
      }
    }
  }
}
