/// An orthonormal basis of the space that some columns span, to remove their part from another column: least squares
/// without normal equations.
///
/// Gram and Schmidt's process, with each projection done twice so that no rounding error remains ("twice is enough":
/// Giraud et al., Numerische Mathematik 101 (2005)). Columns that depend on earlier ones are left out.
package struct Orthogonal {
  private var basis: [[Double]] = []

  /// The number of independent columns.
  package var rank: Int { basis.count }

  /// Computes the basis of centred columns.
  package init(_ columns: [[Double]]) {
    for column in columns {
      guard let residual = residual(column) else { continue }
      let length = Self.dot(residual, residual).squareRoot()
      basis.append(residual.map { $0 / length })
    }
  }

  /// The part of a column that the basis does not explain; nil if only rounding errors remain.
  package func residual(_ column: [Double]) -> [Double]? {
    var rest = column
    for _ in 0..<2 {
      for unit in basis {
        let part = Self.dot(unit, rest)
        for index in rest.indices { rest[index] -= part * unit[index] }
      }
    }
    let before = Self.dot(column, column)
    return before > 0 && Self.dot(rest, rest) > before * 1e-20 ? rest : nil
  }

  /// Values minus their mean.
  package static func centred(_ values: [Double]) -> [Double] {
    let mean = SampleMoments(values).mean
    return values.map { $0 - mean }
  }

  package static func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for index in a.indices { sum += a[index] * b[index] }
    return sum
  }
}
