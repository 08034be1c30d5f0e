extension BetaDistribution {
  /// The probability of each of several independent beta-distributed variables to be the greatest.
  ///
  /// The integral of its density times the others' distribution functions, by steps of a twentieth of a standard
  /// deviation: exact to about a ten-thousandth.
  package static func probabilitiesOfGreatest(_ shapes: [(a: Double, b: Double)]) -> [Double] {
    var points = [0.0, 1.0]
    for (a, b) in shapes {
      let n = a + b
      let deviation = (a * b / (n * n * (n + 1))).squareRoot()
      points += (-160...160).map { a / n + Double($0) * deviation / 20 }.filter { $0 > 0 && $0 < 1 }
    }
    points.sort()
    let functions = shapes.map { shape in points.map { cumulative($0, shape.a, shape.b) } }
    let raw = shapes.indices.map { one in
      points.indices.dropLast().reduce(0.0) { sum, k in
        let others = shapes.indices.reduce(1.0) { product, other in
          other == one ? product : product * (functions[other][k] + functions[other][k + 1]) / 2
        }
        return sum + (functions[one][k + 1] - functions[one][k]) * others
      }
    }
    let total = raw.reduce(0, +)
    return total > 0 ? raw.map { $0 / total } : raw
  }
}
