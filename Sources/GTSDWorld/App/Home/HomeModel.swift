import GTSDModel

/// The Home tab's own state; the metrics are stored elsewhere.
struct HomeModel {
  var isZeroState = false
  /// Whether "Maybe later" has hidden the zero-state card until the next load.
  var isZeroStateHidden = false
  var hasSummary = false
  /// Whether the latest reply said that there is no summary.
  private var isSummaryMissing = false
  /// The highest revision at which a reply showed that the profile is complete; -1 for none in this process.
  private var completeAsOf: Int32 = -1
  var summary = VersionStamp()
  var tasks = VersionStamp()
  var streak = VersionStamp()
  /// Whether a load has begun in this session.
  var hasStarted = false
  /// Whether a load has ended without being cancelled.
  var hasLoaded = false
  /// A hash of the content that Home drew last, under `home.observation: computed`.
  var frame: Int64 = -1
  var reread = Reread()
  /// The load of the whole tab, under `home.loads: singleFlight`.
  var flight = Flight()

  /// Whether all of Home's data were read at this revision or later.
  func isRead(since revision: Int32) -> Bool {
    [summary, tasks, streak].allSatisfy { !$0.isSet || $0.revision >= revision }
  }

  /// Whether the data about today was read on this day.
  func isRead(on day: Int64) -> Bool { [tasks, streak].allSatisfy { !$0.isSet || $0.day == day } }

  /// Whether each part has been read.
  var isWhole: Bool { summary.isSet && tasks.isSet && streak.isSet }

  var showsZeroState: Bool { isZeroState && !isZeroStateHidden }

  /// Records that a summary was read.
  ///
  /// - Parameter hasZeroState: whether the app shows the zero state at all.
  mutating func tookSummary(_ payload: SummaryPayload, hasZeroState: Bool) {
    hasSummary = true
    isSummaryMissing = false
    isZeroState = hasZeroState && payload.profile.isPlaceholder
  }

  /// Records that a reply showed a complete profile: the reply to this phone's own onboarding answers, or a metrics
  /// row, which is computed only for a complete profile.
  mutating func learnedComplete(asOf: Int32) {
    completeAsOf = max(completeAsOf, asOf)
    if isSummaryMissing { judgeMissing(hasOnboarded: true) }
  }

  /// Decides what a missing summary means. If a profile exists, the reply is an error of the server, and the present
  /// data stay.
  private mutating func judgeMissing(hasOnboarded: Bool) {
    isSummaryMissing = true
    if hasSummary ? completeAsOf > summary.revision : completeAsOf >= 0 || hasOnboarded {
      isZeroState = false
    } else if !hasSummary {
      isZeroState = true
    }
  }

  /// Records that the summary could not be read.
  ///
  /// - Parameters:
  ///   - isMissing: whether the server replied that there is no summary, as it does for people without a stored
  ///     profile.
  ///   - hasOnboarded: whether a profile was stored from this phone.
  mutating func missedSummary(
    isMissing: Bool, hasOnboarded: Bool, strategy: Generation.ZeroState.OnSummaryError
  ) {
    if isMissing { return judgeMissing(hasOnboarded: hasOnboarded) }
    switch strategy {
    case .show: if !hasSummary { isZeroState = true }
    case .keep: break
    }
  }
}
