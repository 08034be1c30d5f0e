/// Sums that show how similar the values of a cluster are, such as one person's latencies, and from which the precision
/// of percentiles follows. For each of several bounds, they are the sums over clusters of how many values of a cluster
/// are up to the bound.
package struct ClusterQuantiles: Equatable, Sendable {
  /// The number of bounds: four for each doubling, from about 1 ms.
  package static let slots = 80

  package private(set) var count: Int64 = 0
  package private(set) var values: Int128 = 0
  package private(set) var squares: Int128 = 0
  /// The sums of `c`, `c n` and `c²` for each bound, where `n` is the number of a cluster's values and `c` the number
  /// of those up to the bound.
  package private(set) var sums: [Int128]

  package init() { sums = Array(repeating: 0, count: 3 * Self.slots) }

  /// Restores stored sums; nil if no clusters can have these sums.
  package init?(count: Int64, values: Int128, squares: Int128, sums: [Int128]) {
    guard sums.count == 3 * Self.slots, count >= 0, values >= Int128(count), squares >= values,
      sums.allSatisfy({ (0...squares).contains($0) })
    else { return nil }
    (self.count, self.values, self.squares, self.sums) = (count, values, squares, sums)
  }

  /// The bound up to which a value lies.
  @inline(__always)
  package static func slot(of value: Int64) -> Int {
    guard value >= 1 << 20 else { return 0 }
    let exponent = 63 - value.leadingZeroBitCount
    return min(slots - 1, 1 + (exponent - 20) * 4 + Int(value >> Int64(exponent - 2)) & 3)
  }

  /// Adds a cluster by its number of values in each slot.
  ///
  /// One machine word is wide enough: a cluster with at most 65,535 values in each slot has fewer than 2^23 in total,
  /// whose square fits.
  package mutating func add(_ counts: [UInt16]) {
    var n: Int64 = 0
    for own in counts { n += Int64(own) }
    guard n > 0 else { return }
    count += 1
    values += Int128(n)
    squares += Int128(n * n)
    sums.withUnsafeMutableBufferPointer { sums in
      var below: Int64 = 0
      for (slot, own) in counts.enumerated() {
        below += Int64(own)
        sums[3 * slot] += Int128(below)
        sums[3 * slot + 1] += Int128(below * n)
        sums[3 * slot + 2] += Int128(below * below)
      }
    }
  }

  private mutating func add(_ counts: [Int128]) {
    let n = counts.reduce(0, +)
    guard n > 0 else { return }
    count += 1
    values += n
    squares += n * n
    var below: Int128 = 0
    for (slot, own) in counts.enumerated() {
      below += own
      sums[3 * slot] += below
      sums[3 * slot + 1] += below * n
      sums[3 * slot + 2] += below * below
    }
  }

  /// The sums of all clusters as one cluster.
  package var together: ClusterQuantiles {
    var result = ClusterQuantiles()
    var last: Int128 = 0
    result.add(
      (0..<Self.slots).map { slot in
        defer { last = sums[3 * slot] }
        return sums[3 * slot] - last
      })
    return result
  }

  package mutating func merge(_ other: ClusterQuantiles) {
    count += other.count
    values += other.values
    squares += other.squares
    for index in sums.indices { sums[index] += other.sums[index] }
  }

  /// The number of independent values that would estimate this percentile equally well: Woodruff, Journal of the
  /// American Statistical Association 47 (1952), with the greater design effect of the two bounds. Nil for fewer than
  /// two clusters.
  package func effectiveValues(at share: Double, level: Double = 0.95) -> Double? {
    guard count >= 2 else { return nil }
    let (n, m) = (Double(values), Double(count))
    var greatest = 0.0
    var isPast = false
    var before: Double?
    for slot in 0..<Self.slots where !isPast {
      let part = Double(sums[3 * slot]) / n
      isPast = part >= share
      let effect = effect(part, slot)
      if isPast { greatest = max(effect ?? 0, before ?? 0) }
      before = effect ?? before
    }
    let effective = n * n / Double(squares)
    let t = StudentDistribution.quantile(0.5 + level / 2, degrees: max(1, effective - 1))
    let normal = NormalDistribution.critical(level: level)
    // The variance inflation is at least 1, since clusters never make the estimate more precise. It is limited because
    // values within a cluster can be at most wholly alike.
    let inflation = max(1, min(greatest * m / (m - 1), Double(squares) / n)) * (t / normal) * (t / normal)
    return n / inflation
  }

  /// The ratio of a share's variance to that of independent values; nil for 0 and 1.
  private func effect(_ part: Double, _ slot: Int) -> Double? {
    guard part > 0, part < 1 else { return nil }
    let squares =
      Double(sums[3 * slot + 2]) - 2 * part * Double(sums[3 * slot + 1]) + part * part * Double(self.squares)
    return squares / (Double(values) * part * (1 - part))
  }
}
