package import GTSDModel

extension Arrival {
  /// The sign-up time, in nanoseconds of virtual time, of the person whose arrival draw is `u` in (0, 1).
  ///
  /// There is one draw per person, so that a person's time does not depend on the number of others.
  ///
  /// - Parameter zone: the nanoseconds by which the person's clock is ahead of UTC. The daily rhythm follows that
  ///   clock, while the whole span is the same for everybody.
  package func instant(_ u: Double, zone: Int64 = 0) -> Int64 {
    switch self {
    case .uniform(let span): Int64(u * Double(span.nanoseconds))
    case .daily(let span): DailyRhythm.instant(u, over: span.nanoseconds, from: WakingHours.timeOfDay(zone))
    case .launch(let mean): Distribution.exponential(mean: mean.seconds).nanoseconds(at: u)
    case .together: 0
    }
  }

  /// The share of all people whose clocks are ahead of UTC by `zone` and who sign up before an instant, both in
  /// nanoseconds.
  package func share(before instant: Int64, zone: Int64 = 0) -> Double {
    var (low, high) = (0.0, 1.0)
    // Each step halves the remaining range. After 53 steps there is no number in between.
    for _ in 0..<53 {
      let middle = (low + high) / 2
      if self.instant(middle, zone: zone) < instant { low = middle } else { high = middle }
    }
    return low
  }
}

extension Population {
  /// The share of all people who sign up before an instant, in nanoseconds of virtual time.
  func share(before instant: Int64) -> Double {
    guard !timeZones.isEmpty else { return arrival.share(before: instant) }
    let total = timeZones.reduce(0) { $0 + $1.share }
    return timeZones.reduce(0) {
      $0 + $1.share / total * arrival.share(before: instant, zone: $1.offset.nanoseconds)
    }
  }
}
