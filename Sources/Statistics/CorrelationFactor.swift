/// Turns independent normal draws into draws with given correlations, by the lower Cholesky factor of the correlation
/// matrix.
///
/// Correlations that were measured one by one need not be consistent. All of them are then reduced in the same
/// proportion until they are.
package struct CorrelationFactor: Equatable, Sendable {
  /// The rows of the lower triangular matrix: the weights of the independent draws up to the row's own index.
  package let rows: [[Double]]

  /// Creates the factor for `size` variables from the correlations of some pairs; all other pairs are uncorrelated.
  package init(_ size: Int, _ pairs: [(first: Int, second: Int, value: Double)]) {
    var part = 1.0
    while part > 0.05 {
      var matrix = (0..<size).map { row in (0..<size).map { $0 == row ? 1.0 : 0 } }
      for pair in pairs where pair.first != pair.second {
        let value = part * min(0.99, max(-0.99, pair.value))
        (matrix[pair.first][pair.second], matrix[pair.second][pair.first]) = (value, value)
      }
      if let rows = Self.factor(matrix) {
        self.rows = rows
        return
      }
      part -= 0.05
    }
    rows = (0..<size).map { row in (0...row).map { $0 == row ? 1.0 : 0 } }
  }

  private static func factor(_ matrix: [[Double]]) -> [[Double]]? {
    var rows: [[Double]] = []
    for i in matrix.indices {
      var row: [Double] = []
      for j in 0...i {
        let known = j == i ? row : rows[j]
        let sum = (0..<j).reduce(matrix[i][j]) { $0 - row[$1] * known[$1] }
        if j < i {
          row.append(sum / rows[j][j])
        } else {
          guard sum > 1e-6 else { return nil }
          row.append(sum.squareRoot())
        }
      }
      rows.append(row)
    }
    return rows
  }

  /// One variable's draw from the independent draws of all of them.
  package func draw(_ variable: Int, _ independent: (Int) -> Double) -> Double {
    rows[variable].enumerated().reduce(0) { $1.element == 0 ? $0 : $0 + $1.element * independent($1.offset) }
  }
}
