/// Counts of non-negative 64-bit values in buckets that grow with the value: at most 1/128 of it wide.
///
/// The bounds are fixed, so the histograms of different worlds add up exactly, in any order. Values below 256 are kept
/// exactly; above, each power of two has 128 buckets. Recording is two array accesses, and only the powers of two that
/// occur use memory. Count, sum, least and greatest value are exact.
package struct LogHistogram: Equatable, Sendable {
  /// The number of recorded values.
  package private(set) var count: Int64 = 0
  /// The exact sum of all values.
  package private(set) var sum: Int128 = 0
  /// The least value; `Int64.max` while empty.
  package private(set) var minimum: Int64 = .max
  /// The greatest value; -1 while empty.
  package private(set) var maximum: Int64 = -1
  /// The index in `counts` at which the block of each power of two begins, or -1. Block 0 holds values below 256,
  /// block k those from 2^(7 + k) to 2^(8 + k).
  private var offsets: [Int32] = []
  private var counts: [Int64] = []

  static let blocks = 56
  static let perBlock = 128

  /// Creates a histogram without values.
  package init() {}

  /// Records a value. Negative values, which only a clock that was set back can cause, are recorded as 0.
  package mutating func record(_ value: Int64) {
    add(max(0, value), 1)
    sum += Int128(max(0, value))
  }

  /// Records a value, `times` times.
  package mutating func record(_ value: Int64, times: Int64) {
    add(max(0, value), times)
    sum += Int128(max(0, value)) * Int128(times)
  }

  @inline(__always)
  private mutating func add(_ value: Int64, _ times: Int64) {
    let (block, slot) = Self.place(value)
    if offsets.isEmpty || offsets[block] < 0 { open(block) }
    counts[Int(offsets[block]) + slot] += times
    count += times
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
  }

  /// Adds all values of another histogram.
  package mutating func merge(_ other: LogHistogram) {
    for (block, offset) in other.offsets.enumerated() where offset >= 0 {
      if offsets.isEmpty || offsets[block] < 0 { open(block) }
      let start = Int(offsets[block])
      for slot in 0..<Self.size(block) { counts[start + slot] += other.counts[Int(offset) + slot] }
    }
    count += other.count
    sum += other.sum
    minimum = min(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
  }

  /// A non-empty bucket: its smallest and greatest possible value and its count.
  package struct Bucket: Equatable, Sendable {
    /// The least value of the bucket.
    package var low: Int64
    /// The greatest value of the bucket.
    package var high: Int64
    /// The number of values in the bucket, above 0.
    package var count: Int64

    package init(
      low: Int64, high: Int64, count: Int64
    ) {
      self.low = low
      self.high = high
      self.count = count
    }

    /// The value that represents the whole bucket.
    package var middle: Int64 { low + (high - low) / 2 }
  }

  /// The buckets that hold values, in order of value.
  package var buckets: [Bucket] {
    var result: [Bucket] = []
    for (block, offset) in offsets.enumerated() where offset >= 0 {
      for slot in 0..<Self.size(block) where counts[Int(offset) + slot] > 0 {
        let low = Self.lowest(block, slot)
        result.append(Bucket(low: low, high: low + (Self.width(block) - 1), count: counts[Int(offset) + slot]))
      }
    }
    return result
  }

  /// Whether the contents are equal, independent of the layout of blocks.
  package static func == (lhs: LogHistogram, rhs: LogHistogram) -> Bool {
    lhs.count == rhs.count && lhs.sum == rhs.sum && lhs.minimum == rhs.minimum && lhs.maximum == rhs.maximum
      && lhs.buckets == rhs.buckets
  }

  /// Hashes the figures that equality compares, except the buckets.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(sum)
  }

  /// Restores the exact figures that cannot be computed from the buckets.
  mutating func restore(sum: Int128, minimum: Int64, maximum: Int64) {
    self.sum = sum
    self.minimum = minimum
    self.maximum = maximum
  }

  @inline(__always)
  static func place(_ value: Int64) -> (block: Int, slot: Int) {
    if value < 256 { return (0, Int(value)) }
    let exponent = 63 - value.leadingZeroBitCount
    return (exponent - 7, Int(value >> Int64(exponent - 7)) - perBlock)
  }

  private static func size(_ block: Int) -> Int { block == 0 ? 2 * perBlock : perBlock }
  private static func width(_ block: Int) -> Int64 { 1 << Int64(block) }
  static func lowest(_ block: Int, _ slot: Int) -> Int64 {
    block == 0 ? Int64(slot) : Int64(perBlock + slot) << Int64(block)
  }

  /// The zeros of the largest block. Copying them takes a debug build a tenth of the time of creating them.
  private static let zeros = [Int64](repeating: 0, count: 2 * perBlock)

  @inline(never)
  private mutating func open(_ block: Int) {
    if offsets.isEmpty { offsets = Array(repeating: -1, count: Self.blocks) }
    offsets[block] = Int32(counts.count)
    counts += Self.zeros.prefix(Self.size(block))
  }
}
