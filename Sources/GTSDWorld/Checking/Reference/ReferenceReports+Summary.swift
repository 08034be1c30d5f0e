import GTSDModel

extension ReferenceReports {
  /// Requires reports of a tap on a visible summary.
  mutating func tappedSummary(_ action: UserAction) {
    switch action {
    case .expandSummary(let section): require(.summaryLearnMoreTapped(section, expanded: true))
    case .scrollSummary: require(.summaryScrolled(depthPercent: 0, timeOnScreen: 0))
    default: break
    }
  }
}

extension ReferenceReports {
  var isClockSet: Bool { clockSetAt >= 0 }

  /// Whether the person has set the clock at this time or later.
  func hasSetClock(since time: Int64) -> Bool { isClockSet && clockSetAt >= time }
}
