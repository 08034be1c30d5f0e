import GTSDModel

extension PersonModel {
  /// The wait for the sheet. It offers Continue after 10 s of loading; the wait is slightly longer so that the person
  /// can see that.
  var summaryWait: PersonStep.Rest {
    PersonStep.Rest(condition: .sheetSettled, patience: 10_500 * Nanoseconds.millisecond)
  }

  /// Reads the summary after onboarding, or continues without it.
  mutating func readSummary(_ screen: Screen) -> PersonStep? {
    guard screen.showsTabs else { return move(to: .orienting) }
    switch state {
    case .sheetAwaited where screen.summary == .canContinue:
      return tap(.continueSummary, then: afterSheet)
    case .readingSummary where screen.summary == .shown && memory != nil,
      .expandingSummary where screen.summary == .shown,
      .scrollingSummary where screen.summary == .shown && memory != nil:
      return readAtLength()
    case .readingSummary where screen.summary == .shown:
      notes.dwell = nanoseconds(.summaryDwell) / 2
      guard decides(.expandSummary) else { return rest(.pause(notes.dwell), then: .scrollingSummary) }
      let sections = SummarySection.allCases
      let section = sections[index(draws.uniform(.summarySection), of: sections.count)]
      return tap(.expandSummary(section), rest: .pause(notes.dwell), then: .scrollingSummary)
    case .scrollingSummary where screen.summary == .shown:
      let depth = depth(in: 2 * notes.dwell)
      return tap(.scrollSummary(depthPercent: depth), rest: .pause(notes.dwell), then: .closingSummary)
    case .closingSummary where screen.summary == .shown:
      return tap(.exitSummary(exit()), then: afterSheet)
    default:
      return judgeSheet(screen)
    }
  }

  /// Reads the summary as people with a memory do: they look, open one section after the other, may close the last one
  /// again, and scroll on quarter by quarter, all within their dwell time.
  ///
  /// Assumptions, no source: each pause before scrolling is up to half of the remaining time, scrolls share the rest
  /// evenly, and one person in five who opened something closes the last section.
  private mutating func readAtLength() -> PersonStep? {
    switch state {
    case .readingSummary:
      notes.dwell = nanoseconds(.summaryDwell)
      notes.sectionsOpened = 0
      notes.lastSection = nil
      notes.sectionClosed = false
      let glance = partOfDwell()
      notes.glance = glance
      return rest(.pause(glance), then: .expandingSummary)
    case .expandingSummary:
      let sections = SummarySection.allCases
      let folded = sections.filter { notes.sectionsOpened & (1 << $0.rawValue) == 0 }
      if !folded.isEmpty, !notes.sectionClosed, decides(.expandSummary) {
        let section = folded[index(draws.uniform(.summarySection), of: folded.count)]
        notes.sectionsOpened |= 1 << section.rawValue
        notes.lastSection = section
        return tap(.expandSummary(section), rest: .pause(partOfDwell()), then: .expandingSummary)
      }
      if let last = notes.lastSection, !notes.sectionClosed, draws.uniform(.summaryCollapse) < 0.2 {
        notes.sectionClosed = true
        return tap(.expandSummary(last), rest: .pause(partOfDwell()), then: .expandingSummary)
      }
      notes.depth = depth(in: notes.glance + notes.dwell)
      notes.scrollsLeft = (notes.depth + 24) / 25
      return move(to: .scrollingSummary)
    default:
      let depth = max(notes.depth - 25 * (notes.scrollsLeft - 1), 1)
      let pause = notes.dwell / Int64(notes.scrollsLeft)
      notes.dwell -= pause
      notes.scrollsLeft -= 1
      return tap(
        .scrollSummary(depthPercent: depth), rest: .pause(pause),
        then: notes.scrollsLeft > 0 ? .scrollingSummary : .closingSummary)
    }
  }

  /// Draws the depth, in percent, to which the person scrolls within a given time.
  private mutating func depth(in time: Int64) -> Int32 {
    guard let whole = temperament.summaryLength else {
      return decides(.readSummaryToEnd) ? 100 : Int32(10 + 80 * draws.uniform(.scrollDepth))
    }
    return max(1, Int32(100 * Double(min(time, whole)) / Double(whole)))
  }

  /// Takes a part of the time that the person still spends on the summary.
  private mutating func partOfDwell() -> Int64 {
    let part = Int64(Double(notes.dwell) * draws.uniform(.summaryPause) / 2)
    notes.dwell -= part
    return part
  }

  private mutating func judgeSheet(_ screen: Screen) -> PersonStep? {
    switch screen.summary {
    case .hidden:
      return move(to: afterSheet)
    case .shown:
      return move(to: .readingSummary)
    case .failed:
      notes.sheetWaits += 1
      if notes.sheetWaits < 3, decides(.retryAfterError) {
        return retry(.pullToRefresh, rest: summaryWait, then: .sheetJudged, seeing: screen)
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

  private mutating func exit() -> SummaryExit {
    if decides(.exitSummaryByButton) { return .getStartedButton }
    return decides(.exitSummaryBySwipe) ? .swipeDismiss : .closeButton
  }

  private var afterSheet: PersonState { notes.looked ? .choosing : .lookingAtHome }

  /// A number from 0 to below `count` by a uniform draw.
  func index(_ u: Double, of count: Int) -> Int { min(count - 1, Int(u * Double(count))) }
}
