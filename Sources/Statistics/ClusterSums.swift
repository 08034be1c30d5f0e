/// Sums over independent clusters, such as people, of each cluster's count (`y`) among its trials (`n`). They are exact
/// integers, so that they add up in any order.
package struct ClusterSums: Equatable, Sendable {
  /// The number of clusters with at least one trial.
  package private(set) var count: Int64 = 0
  /// Sums over clusters of the products `n^a y^b`, with the exponents and in the order of ``powers``.
  package private(set) var sums: [Int128]

  /// The exponents of `n` and `y` in each sum.
  package static let powers: [(n: Int, y: Int)] = [
    (1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3),
  ]

  package init() { sums = Array(repeating: 0, count: Self.powers.count) }

  /// Restores stored sums; nil if no clusters can have these sums.
  package init?(count: Int64, sums: [Int128]) {
    guard count >= 0, sums.count == Self.powers.count, sums.allSatisfy({ $0 >= 0 }),
      count > 0 || sums.allSatisfy({ $0 == 0 }),
      sums[0] >= Int128(count), sums[2] >= sums[0]
    else { return nil }
    // By the inequality of Cauchy and Schwarz, the mean square is at least the square of the mean.
    let (n, y) = (Double(sums[0]), Double(sums[1]))
    let slack = 1 + 1e-9
    guard n * n <= Double(sums[2]) * Double(count) * slack, y * y <= Double(sums[4]) * Double(count) * slack else {
      return nil
    }
    self.count = count
    self.sums = sums
  }

  /// Adds a cluster; one without trials has no effect.
  package mutating func add(trials n: Int64, counted y: Int64) {
    guard n > 0 else { return }
    let (n, y) = (Int128(n), Int128(y))
    count += 1
    sums[0] += n
    sums[1] += y
    sums[2] += n * n
    sums[3] += n * y
    sums[4] += y * y
    sums[5] += n * n * n
    sums[6] += n * n * y
    sums[7] += n * y * y
    sums[8] += y * y * y
  }

  package mutating func merge(_ other: ClusterSums) {
    count += other.count
    for index in sums.indices { sums[index] += other.sums[index] }
  }

  package var trials: Int128 { sums[0] }
  package var counted: Int128 { sums[1] }
}
