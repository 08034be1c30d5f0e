import Foundation
import GTSDLoad
import Statistics

/// The measured slices of a load run: those after the warm-up and before the remaining answers at the end.
struct MeasuredSlices: Sendable {
  /// The totals of several slices.
  struct Sum: Sendable {
    var seconds = 0.0
    var offered = 0
    var dropped = 0
    var answered = 0
    var errors = 0
    /// The numbers of requests by range of time, from ``first`` on.
    var counts: [Int32]
    /// The index of the first latency range that any slice uses.
    var first: Int

    init(_ parts: [Sum]) {
      (counts, first) = ([Int32](repeating: 0, count: parts[0].counts.count), parts[0].first)
      for part in parts {
        seconds += part.seconds
        offered += part.offered
        dropped += part.dropped
        answered += part.answered
        errors += part.errors
        for place in counts.indices { counts[place] &+= part.counts[place] }
      }
    }

    init(_ slice: LoadSection.Series.Slice, fine: [Int], seconds: Double, ranges: Range<Int>) {
      self.seconds = seconds
      (offered, dropped, answered, errors) = (slice.offered, slice.dropped, slice.answered, slice.errors)
      (counts, first) = ([Int32](repeating: 0, count: ranges.count), ranges.lowerBound)
      for place in stride(from: 0, to: fine.count - 1, by: 2) {
        counts[fine[place] - first] += Int32(clamping: fine[place + 1])
      }
    }

    /// A percentile in seconds, as if times were evenly distributed within their range; nil if there are no times.
    func percentile(_ share: Double) -> Double? {
      let total = counts.reduce(0) { $0 + Int($1) }
      guard total > 0 else { return nil }
      let rank = share * Double(total)
      var seen = 0.0
      for (place, count) in counts.enumerated() where count > 0 {
        if seen + Double(count) >= rank {
          let low = Double(CoarseHistogram.bound(first + place))
          let high = Double(CoarseHistogram.bound(first + place + 1))
          return (low + (high - low) * (rank - seen) / Double(count)) / 1e9
        }
        seen += Double(count)
      }
      return nil
    }
  }

  private let slices: [Sum]

  /// Creates the slices; nil if a report has too little data about them.
  init?(_ load: LoadSection) {
    let width = load.series.widthSeconds
    let end = load.plan.levels.compactMap(\.first).max() ?? load.elapsedSeconds
    // Recorded starts and concurrent users may have no stated end.
    let last = end > load.plan.warmUpSeconds ? end : load.elapsedSeconds
    let measured = load.series.slices.filter {
      $0.atSeconds >= load.plan.warmUpSeconds && $0.atSeconds + width <= last + 1e-9
    }
    guard measured.allSatisfy({ $0.fine != nil }) else { return nil }
    let numbers = measured.flatMap { slice in
      let fine = slice.fine ?? []
      return stride(from: 0, to: fine.count - 1, by: 2).map { fine[$0] }
    }
    let ranges = (numbers.min() ?? 0)..<((numbers.max() ?? 0) + 1)
    slices = measured.map { Sum($0, fine: $0.fine ?? [], seconds: width, ranges: ranges) }
  }

  var count: Int { slices.count }
  var seconds: Double { slices.reduce(0) { $0 + $1.seconds } }
  var total: Sum { Sum(slices) }

  /// The logarithm of each slice's latency, from which the dependence between slices is estimated.
  var logs: [Double] { slices.compactMap { $0.percentile(0.95) }.map { log($0) } }

  /// The sums of the blocks that begin at each slice, wrapping around at the end.
  func blocks(of length: Int) -> [Sum] {
    slices.indices.map { start in Sum((0..<length).map { slices[(start + $0) % slices.count] }) }
  }
}
