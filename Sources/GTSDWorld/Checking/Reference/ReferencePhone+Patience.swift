import GTSDModel

/// The app's waiting times, and its automatic retries.
extension ReferencePhone {
  /// The nanoseconds after which the loading sheet offers to continue without a summary (specification 003).
  private static let patience = 10 * Nanoseconds.second
  /// The nanoseconds for which a form stays open after its save was stored (specification 004).
  static let farewell = 3 * Nanoseconds.second / 2
  /// The nanoseconds by which a search can move a timed event: its window and a little more.
  static let tolerance = 5 * Nanoseconds.second / 2
  /// The nanoseconds for which the system lets an app in the background continue.
  private static let backgroundTime = 30 * Nanoseconds.second
  /// A number above the attempts of every automatic retry, even if each attempt is repeated once with a new token.
  private static let maxAttempts = 8

  /// Judges that the sheet offers to continue at the right time, neither before nor after.
  mutating func watchPatience(
    from before: Int64, to value: Int64, isByItself: Bool, at time: Int64, _ found: inout [Divergence]
  ) {
    defer { sheetLoadsSince = value == SummarySheet.loading.published ? time : -1 }
    guard isByItself, before == SummarySheet.loading.published, sheetLoadsSince >= 0 else { return }
    let waited = time - sheetLoadsSince
    let isEarly = value == SummarySheet.canContinue.published && waited < Self.patience - Self.tolerance
    if isEarly || waited > Self.patience + Self.tolerance { found.append(.waitsOther(.summarySheet)) }
  }

  /// Whether the sheet after onboarding waits for its summary.
  func waitsForSummary(_ sheet: Int64) -> Bool {
    sheet == SummarySheet.loading.published || sheet == SummarySheet.canContinue.published
  }

  /// Whether an effect is requested more often than any automatic retry would do.
  mutating func isTooOften(_ endpoint: Endpoint, _ key: UInt64) -> Bool {
    guard let index = attempts.firstIndex(where: { $0.endpoint == endpoint && $0.key == key }) else {
      if attempts.count == 16 { attempts.removeFirst() }
      attempts.append((endpoint, key, 1))
      return false
    }
    attempts[index].count += 1
    return attempts[index].count == Self.maxAttempts + 1
  }

  // MARK: Progress

  /// Whether the shown progress of a photo is more than even the fastest link can have sent since its upload began.
  func isAhead(_ item: PhotoItemID, _ percent: UInt8, at time: Int64, _ options: ReferenceOptions) -> Bool {
    guard percent < 100, let rate = options.fastestLink, let pick = asked.pick(of: item),
      let since = reports.sendingSince(item)
    else { return false }
    // Bits divided by bits per microsecond, for one percent in nanoseconds.
    return Int64(Double(pick.fileSize) * 80 / rate) * Int64(percent) > time - since
  }

  // MARK: Cached summaries

  /// Whether the cached summary has expired (specification: an encrypted cache of 24 hours).
  func isKeptSummaryOver(at time: Int64) -> Bool {
    !reports.isClockSet && summaryReceivedAt >= 0 && time - summaryReceivedAt > Nanoseconds.day + Self.tolerance
  }

  // MARK: In the background

  mutating func enteredBackground(at time: Int64) {
    backgroundSince = time
    notes.toasts.excusePlan()
  }

  mutating func enteredForeground(at time: Int64, _ options: ReferenceOptions) {
    if isSuspended(at: time) { suspendedUntil = time }
    backgroundSince = -1
    isAtRest = false
    notes.reads.stirred()
    if screen[.tab] == Tab.home.published { homeDay = Self.day(at: time) }
    homeReturned(options)
  }

  /// Requires a read of the metrics when the app comes back to a Home that is complete but for them.
  private mutating func homeReturned(_ options: ReferenceOptions) {
    guard options.homeReadsOnAppear, options.waitsForNewest, areMetricsMissing,
      metrics.value ?? nil == nil, screen[.homeZeroState] <= 0, !isPutOff, !hasPutOff, homeTasks.value != nil,
      homeStreak.value != nil, homeSummary.value != nil, screen[.metricsError] <= 0, !isLoading(.home),
      Front(ofRunning: { screen[$0] }) == .tab(.home)
    else { return }
    require([.todayMetrics], on: .tab(.home), options)
  }

  /// Whether the system may have cut off a request in this time.
  func wasSuspended(from start: Int64, to end: Int64) -> Bool { isSuspended(at: end) || suspendedUntil >= start }

  private func isSuspended(at time: Int64) -> Bool {
    backgroundSince >= 0 && time - backgroundSince >= Self.backgroundTime - Self.tolerance
  }
}
