/// Moves labels apart that would overlap vertically.
package enum Spread {
  /// Positions between `low` and `high` that are at least `gap` apart, in the given order, with the smallest sum of
  /// squared distances from the wanted positions. If there is not enough room, the last ones share one position.
  package static func apart(_ wanted: [Double], by gap: Double, from low: Double, to high: Double) -> [Double] {
    let order = wanted.indices.sorted { (wanted[$0], $0) < (wanted[$1], $1) }
    // After i gaps are subtracted, the positions only have to be in ascending order. Pooling adjacent violators then
    // gives the exact solution.
    var pools: [(sum: Double, count: Int)] = []
    for (rank, index) in order.enumerated() {
      var pool = (sum: wanted[index] - Double(rank) * gap, count: 1)
      while let last = pools.last, last.sum / Double(last.count) > pool.sum / Double(pool.count) {
        pool = (pool.sum + last.sum, pool.count + last.count)
        pools.removeLast()
      }
      pools.append(pool)
    }
    let top = max(low, high - Double(max(0, wanted.count - 1)) * gap)
    let shifted = pools.flatMap { pool in
      Array(repeating: min(max(pool.sum / Double(pool.count), low), top), count: pool.count)
    }
    var result = wanted
    for (rank, index) in order.enumerated() { result[index] = min(shifted[rank] + Double(rank) * gap, high) }
    return result
  }
}
