/// Pairs of runs whose uniform draws mirror each other (u and 1 - u): where a figure rises or falls with the draws, a
/// high value meets a low one, and the mean of the two varies less than that of two independent runs.
///
/// Hammersley and Morton, Proceedings of the Cambridge Philosophical Society 52 (1956). The two of a pair are not
/// independent, so the units of the interval are the pairs.
package struct AntitheticPairs: Hashable, Sendable {
  /// The mean of all values.
  package let mean: Double
  /// Student's interval over the means of the pairs.
  package let interval: Interval
  /// How many times the variance of a mean over as many independent runs is that of this one. Below 1, mirroring
  /// harms; nil where all pairs have the same mean.
  package let varianceReduction: Double?

  /// The values of runs and of their mirrored twins, in order; nil for fewer than two pairs.
  package init?(values: [Double], mirrored: [Double], level: Double = 0.95) {
    precondition(values.count == mirrored.count, "\(values.count) and \(mirrored.count) values are no pairs")
    let pairs = SampleMoments(zip(values, mirrored).map { ($0 + $1) / 2 })
    guard
      let interval = MeanInterval.student(mean: pairs.mean, variance: pairs.variance, count: pairs.count, level: level)
    else { return nil }
    mean = pairs.mean
    self.interval = interval
    let single = (SampleMoments(values).variance + SampleMoments(mirrored).variance) / 2
    varianceReduction = pairs.variance > 0 ? single / 2 / pairs.variance : nil
  }

  /// The mirror image of a point of the unit cube.
  package static func mirror(_ point: [Double]) -> [Double] {
    point.map { 1 - $0 }
  }
}
