/// The strength with which an output rises or falls with its inputs, for any form of the curve.
package enum RankCorrelation {
  /// The ranks of values from 1; equal values share the middle of their ranks.
  package static func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
      for position in start...end { ranks[order[position]] = Double(start + end) / 2 + 1 }
      start = end + 1
    }
    return ranks
  }

  /// The partial rank correlation of each input with the output: the correlation of the residuals after a linear
  /// regression of both ranks on those of all other inputs. For a single input it is Spearman's coefficient (American
  /// Journal of Psychology 15, 1904). Nil for an input that is constant or determined by the others.
  ///
  /// `inputs` holds one array per variable. Iman and Conover, Communications in Statistics A 9 (1980); Marino et al.,
  /// Journal of Theoretical Biology 254 (2008).
  package static func partial(_ inputs: [[Double]], _ output: [Double], level: Double = 0.95) -> [Correlation?] {
    precondition(inputs.allSatisfy { $0.count == output.count }, "every input has a value for each output")
    let columns = inputs.map { Orthogonal.centred(ranks($0)) }
    let result = Orthogonal.centred(ranks(output))
    return columns.indices.map { index in
      var others = columns
      let own = others.remove(at: index)
      let basis = Orthogonal(others)
      guard let x = basis.residual(own), let y = basis.residual(result), let r = pearson(x, y) else { return nil }
      return Correlation(
        r, samples: output.count, controlled: basis.rank, level: level, method: "fisher-z")
    }
  }

  private static func pearson(_ x: [Double], _ y: [Double]) -> Double? {
    let scale = (Orthogonal.dot(x, x) * Orthogonal.dot(y, y)).squareRoot()
    return scale > 0 ? Orthogonal.dot(x, y) / scale : nil
  }
}
