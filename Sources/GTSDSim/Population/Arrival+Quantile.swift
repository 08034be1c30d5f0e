package import GTSDModel

extension Arrival {
  /// The sign-up time, in nanoseconds of virtual time, of the person whose arrival draw is `u` in (0, 1).
  ///
  /// One draw a person, so that nobody's time depends on how many others there are.
  package func instant(_ u: Double) -> Int64 {
    switch self {
    case .uniform(let span): Int64(u * Double(span.nanoseconds))
    case .daily(let span): DailyRhythm.instant(u, over: span.nanoseconds)
    case .launch(let mean): Distribution.exponential(mean: mean.seconds).nanoseconds(at: u)
    case .together: 0
    }
  }

  /// The share of all people who sign up before an instant, in nanoseconds of virtual time.
  package func share(before instant: Int64) -> Double {
    var (low, high) = (0.0, 1.0)
    // Each step halves what is left; after 53 there is no number between.
    for _ in 0..<53 {
      let middle = (low + high) / 2
      if self.instant(middle) < instant { low = middle } else { high = middle }
    }
    return low
  }
}
