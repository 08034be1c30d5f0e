extension Timeline {
  /// The first step at which two timelines differ, in its arrival or in the consequences; nil if they do not.
  package static func firstDivergence(_ a: Timeline, _ b: Timeline) -> Int? {
    if a.happenings(of: -1) != b.happenings(of: -1) { return 0 }
    for step in 0..<max(a.arrivals.count, b.arrivals.count) {
      guard step < a.arrivals.count, step < b.arrivals.count, a.arrivals[step].label == b.arrivals[step].label,
        a.happenings(of: step) == b.happenings(of: step)
      else { return step }
    }
    return nil
  }
}
