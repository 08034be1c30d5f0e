/// Counts of non-negative values in buckets at most 1/16 of the value wide. They are small enough to store one per
/// second, and give percentiles within 3.2 %. Merging is exact.
package struct CoarseHistogram: Equatable, Sendable, Codable {
  /// Counts by bucket. Bucket 0 holds values below 1,024, the last bucket those from 2^40 on.
  private var counts: [UInt32] = []

  private static let perDoubling = 16
  private static let lowest = 10
  private static let highest = 40

  /// Creates a histogram without values.
  package init() {}

  /// Records a value.
  @inline(__always)
  package mutating func record(_ value: Int64) {
    let index = Self.index(of: value)
    if index >= counts.count { counts.append(contentsOf: repeatElement(0, count: index + 1 - counts.count)) }
    counts[index] += 1
  }

  /// Adds all values of another histogram.
  package mutating func merge(_ other: CoarseHistogram) {
    if other.counts.count > counts.count {
      counts.append(contentsOf: repeatElement(0, count: other.counts.count - counts.count))
    }
    for (index, count) in other.counts.enumerated() { counts[index] += count }
  }

  /// The number of values.
  package var count: Int64 { counts.reduce(0) { $0 + Int64($1) } }

  /// The non-empty buckets, in order: from the smallest value to the first value beyond.
  package var buckets: [(low: Int64, high: Int64, count: Int64)] {
    counts.enumerated().filter { $0.element > 0 }.map {
      (Self.bound($0.offset), Self.bound($0.offset + 1), Int64($0.element))
    }
  }

  /// The least value that a share of the values does not exceed (the nearest rank), as the middle of its bucket; nil
  /// while empty.
  package func percentile(_ share: Double) -> Int64? {
    let total = count
    guard total > 0 else { return nil }
    let exact = share * Double(total)
    // 0.95 x 20 is 19.000000000000004 in binary, so values that are close to a whole rank are rounded to it.
    let rank = max(1, Int64((exact - 1e-9 * exact).rounded(.up)))
    var seen: Int64 = 0
    for (index, count) in counts.enumerated() where count > 0 {
      seen += Int64(count)
      if seen >= rank { return Self.bound(index) + (Self.bound(index + 1) - Self.bound(index)) / 2 }
    }
    return nil
  }

  /// The indices of the non-empty buckets, each with its count, in the form stored in a file.
  package var sparse: [Int] {
    counts.enumerated().flatMap { $0.element > 0 ? [$0.offset, Int($0.element)] : [] }
  }

  /// The greatest number of buckets.
  package static let size = 2 + (highest - lowest) * perDoubling

  /// The number of the bucket of a value.
  package static func index(of value: Int64) -> Int {
    guard value >= 1 << lowest else { return 0 }
    let exponent = 63 - value.leadingZeroBitCount
    guard exponent < highest else { return 1 + (highest - lowest) * perDoubling }
    return 1 + (exponent - lowest) * perDoubling + (Int(value >> Int64(exponent - 4)) & 15)
  }

  /// The least value of a bucket. Beyond the last bucket, bounds continue by doubling.
  package static func bound(_ index: Int) -> Int64 {
    guard index > 0 else { return 0 }
    let (doubling, slot) = (index - 1).quotientAndRemainder(dividingBy: perDoubling)
    guard doubling <= highest - lowest else { return 1 << Int64(highest + 1) }
    return Int64(perDoubling + slot) << Int64(lowest + doubling - 4)
  }
}
