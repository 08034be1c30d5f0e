import GTSDModel

extension PersonModel {
  /// The sheet offers Continue after 10 s of loading; a moment more, so that it can be seen.
  var summaryWait: PersonStep.Rest {
    PersonStep.Rest(condition: .sheetSettled, patience: 10_500 * Nanoseconds.millisecond)
  }

  /// Reads the summary after onboarding, or goes on without it.
  mutating func readSummary(_ view: DeviceView) -> PersonStep? {
    guard view.screen == .tabs, view.isForeground else { return move(to: .orienting) }
    switch state {
    case .sheetAwaited where view.sheet == .canContinue:
      return tap(.continueSummary, then: afterSheet)
    case .readingSummary where view.sheet == .shown:
      notes.dwell = nanoseconds(.summaryDwell) / 2
      guard decides(.expandSummary) else { return rest(.pause(notes.dwell), then: .scrollingSummary) }
      let sections = AnalyticsEvent.SummarySection.allCases
      let section = sections[index(draws.uniform(.summarySection), of: sections.count)]
      return tap(.expandSummary(section), rest: .pause(notes.dwell), then: .scrollingSummary)
    case .scrollingSummary where view.sheet == .shown:
      let depth = decides(.readSummaryToEnd) ? 100 : Int32(10 + 80 * draws.uniform(.scrollDepth))
      return tap(.scrollSummary(depthPercent: depth), rest: .pause(notes.dwell), then: .closingSummary)
    case .closingSummary where view.sheet == .shown:
      return tap(.exitSummary(exit()), then: afterSheet)
    default:
      return judgeSheet(view)
    }
  }

  private mutating func judgeSheet(_ view: DeviceView) -> PersonStep? {
    switch view.sheet {
    case .hidden:
      return move(to: afterSheet)
    case .shown:
      return move(to: .readingSummary)
    case .failed:
      notes.sheetWaits += 1
      if notes.sheetWaits < 3, decides(.retryAfterError) {
        return tap(.pullToRefresh, rest: summaryWait, then: .sheetJudged)
      }
      return tap(.continueSummary, then: afterSheet)
    case .loading:
      notes.sheetWaits += 1
      guard notes.sheetWaits < 4 else { return move(to: .leaving) }
      return rest(summaryWait, then: .sheetJudged)
    case .canContinue:
      notes.sheetWaits += 1
      if notes.sheetWaits > 3 || decides(.continueAfterWait) { return tap(.continueSummary, then: afterSheet) }
      return rest(pausing(.patience), then: .sheetAwaited)
    }
  }

  private mutating func exit() -> AnalyticsEvent.SummaryExit {
    if decides(.exitSummaryByButton) { return .getStartedButton }
    return decides(.exitSummaryBySwipe) ? .swipeDismiss : .closeButton
  }

  private var afterSheet: PersonState { notes.looked ? .choosing : .lookingAtHome }

  /// A number from 0 to below `count`, evenly.
  func index(_ u: Double, of count: Int) -> Int { min(count - 1, Int(u * Double(count))) }
}
