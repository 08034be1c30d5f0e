/// Instants in ascending order, in milliseconds since 1970, of which there may be more than fit into memory.
struct SortedTimes: Sendable {
  private var values: SpilledArray<Int64>
  private var range: Range<Int>

  /// Sorts instants.
  init(_ unsorted: consuming SpilledArray<Int64>) {
    values = unsorted
    values.sort(by: <)
    range = 0..<values.count
  }

  var count: Int { range.count }
  var isEmpty: Bool { range.isEmpty }
  var first: Int64? { isEmpty ? nil : self[0] }
  var last: Int64? { isEmpty ? nil : self[count - 1] }

  subscript(index: Int) -> Int64 { values[range.lowerBound + index] }

  /// The instants from an index on.
  subscript(from index: Int) -> PrefixSequence<SpilledArray<Int64>.Rest> {
    values[from: range.lowerBound + index].prefix(count - index)
  }

  /// The number of instants before another.
  func count(before instant: Int64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The number of instants from one to before another.
  func count(_ from: Int64, _ to: Int64) -> Int { count(before: to) - count(before: from) }

  /// The instants of a span.
  func within(_ span: ClosedRange<Int64>) -> SortedTimes {
    var part = self
    part.range =
      range.lowerBound + count(before: span.lowerBound)..<range.lowerBound + count(before: span.upperBound + 1)
    return part
  }

  /// Calls a function for every two instants that follow one another, from an index on, until it returns false.
  func forEachPair(from index: Int = 0, _ body: (_ index: Int, Int64, Int64) -> Bool) {
    var (place, last): (Int, Int64?) = (index - 1, nil)
    for time in self[from: index] {
      if let last, !body(place, last, time) { return }
      last = time
      place += 1
    }
  }
}
