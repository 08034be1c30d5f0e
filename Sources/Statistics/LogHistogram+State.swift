extension LogHistogram {
  /// The form of a histogram in a file: plain integers, without the bounds of buckets and without most empty buckets.
  package struct State: Hashable, Sendable {
    /// Runs of neighbouring buckets. For each run: the number of its first bucket, the number of its buckets, and the
    /// count of each.
    ///
    /// Buckets are numbered by value: 0 to 255 contain these values; above, each power of two has 128 buckets. Up to
    /// three empty buckets are included in a run rather than end it.
    package var buckets: [Int64]
    /// The exact sum.
    package var sum: Int128
    /// The least value; `Int64.max` while empty.
    package var minimum: Int64
    /// The greatest value; -1 while empty.
    package var maximum: Int64

    /// Creates a state from its integers. They are not checked here.
    package init(buckets: [Int64] = [], sum: Int128 = 0, minimum: Int64 = .max, maximum: Int64 = -1) {
      self.buckets = buckets
      self.sum = sum
      self.minimum = minimum
      self.maximum = maximum
    }

    /// The greatest count that a state may hold, so that millions of states still add up within 64 bits.
    package static let countLimit: Int64 = 1 << 40
  }

  /// The number of all buckets.
  private static let bucketCount = Int64((blocks + 1) * perBlock)
  /// The largest number of empty buckets inside a run. A new run costs two numbers, about as long as three empty
  /// buckets.
  private static let longestGap: Int64 = 3

  /// This histogram as integers; equal histograms have equal states.
  package var state: State {
    var runs: [Int64] = []
    var lengthAt = 0
    var next = Int64.min
    for bucket in buckets {
      let number = Self.number(of: bucket.low)
      if next != .min, number - next <= Self.longestGap {
        runs.append(contentsOf: repeatElement(0, count: Int(number - next)))
      } else {
        lengthAt = runs.count + 1
        runs += [number, 0]
      }
      runs.append(bucket.count)
      runs[lengthAt] = Int64(runs.count - lengthAt - 1)
      next = number + 1
    }
    return State(buckets: runs, sum: sum, minimum: minimum, maximum: maximum)
  }

  /// Creates the histogram of a state; nil if no histogram has these integers.
  package init?(_ state: State) {
    self.init()
    var rest = state.buckets[...]
    var next: Int64 = 0
    while let first = rest.popFirst() {
      guard let length = rest.popFirst(), (1...Int64(Self.bucketCount)).contains(length), length <= rest.count,
        (next...max(next, Self.bucketCount)).contains(first), first + length <= Self.bucketCount
      else { return nil }
      next = first + length
      for (number, times) in zip(first..<next, rest.prefix(Int(length))) where times != 0 {
        guard times > 0, times <= State.countLimit else { return nil }
        record(Self.lowest(number: number), times: times)
      }
      rest = rest.dropFirst(Int(length))
    }
    guard count <= State.countLimit else { return nil }
    if count > 0 {
      // The exact values must lie within the bounds of the buckets.
      let all = buckets
      guard let first = all.first, let last = all.last,
        state.minimum >= first.low, state.minimum <= first.high, state.maximum >= last.low,
        state.maximum <= last.high, state.minimum <= state.maximum
      else { return nil }
      let (low, high) = all.reduce(into: (Int128(0), Int128(0))) { sums, bucket in
        sums.0 += Int128(bucket.low) * Int128(bucket.count)
        sums.1 += Int128(bucket.high) * Int128(bucket.count)
      }
      guard state.sum >= low, state.sum <= high else { return nil }
    } else {
      guard state == State(buckets: state.buckets) else { return nil }
    }
    restore(sum: state.sum, minimum: state.minimum, maximum: state.maximum)
  }

  /// The number of the bucket of a value.
  private static func number(of value: Int64) -> Int64 {
    let (block, slot) = place(value)
    return Int64(block == 0 ? slot : (block + 1) * perBlock + slot)
  }

  /// The least value of the bucket of a number.
  private static func lowest(number: Int64) -> Int64 {
    let block = max(0, Int(number) / perBlock - 1)
    return lowest(block, block == 0 ? Int(number) : Int(number) % perBlock)
  }
}
