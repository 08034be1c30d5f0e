import Randomness

/// The points at which a model is run for its Sobol indices.
///
/// Saltelli et al., Computer Physics Communications 181 (2010): rows of two independent matrices A and B, and for each
/// input the row of A with that input from B. Both matrices are halves of one scrambled Sobol sequence. Several whole
/// replicates, each with its own scrambling, show the error of an estimate, which a single one does not.
package struct SobolDesign: Equatable, Sendable {
  /// The number of inputs, at most 32.
  package let dimensions: Int
  /// Rows in each matrix of a replicate, a power of two.
  package let rows: Int
  /// The number of independent scramblings, at least 2.
  package let replicates: Int
  private let sequences: [SobolSequence]

  /// Creates a design; the number of rows is rounded up to a power of two.
  package init(dimensions: Int, rows: Int, replicates: Int = 8, seed: UInt64) {
    precondition(dimensions >= 1 && 2 * dimensions <= SobolSequence.limit, "no design for \(dimensions) inputs")
    precondition(rows >= 1 && replicates >= 2, "no design of \(rows) rows and \(replicates) replicates")
    self.dimensions = dimensions
    self.replicates = replicates
    var power = 1
    while power < rows { power *= 2 }
    self.rows = power
    var random = SplitMix64(seed: seed)
    sequences = (0..<replicates).map { _ in SobolSequence(dimensions: 2 * dimensions, scramble: random.next()) }
  }

  /// Points per row: A, B, and one for each input.
  package var stride: Int { dimensions + 2 }

  /// The number of points.
  package var count: Int { replicates * rows * stride }

  /// A point in (0, 1)^dimensions. Rows follow one another: A, B, then A with each input from B in turn.
  package func point(_ index: Int) -> [Double] {
    precondition((0..<count).contains(index), "a design of \(count) points has no point \(index)")
    let (row, place) = index.quotientAndRemainder(dividingBy: stride)
    let both = sequences[row / rows].point(row % rows)
    var point = Array(place == 1 ? both[dimensions...] : both[..<dimensions])
    if place >= 2 { point[place - 2] = both[dimensions + place - 2] }
    return point
  }
}
