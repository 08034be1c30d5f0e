import GTSDModel
import Interleaving

/// The Home tab's own state; the metrics are held elsewhere.
struct HomeModel {
  var isZeroState = false
  /// "Maybe later" hides the zero-state card until the next load.
  var isZeroStateHidden = false
  var hasSummary = false
  /// The latest answer was that there is no summary.
  private var isSummaryMissing = false
  /// The highest revision at which a reply told that the profile is complete; -1 for none in this process.
  private var completeAsOf: Int32 = -1
  var summary = VersionStamp()
  var tasks = VersionStamp()
  var streak = VersionStamp()
  /// A load has begun in this session.
  var hasStarted = false
  /// A load has ended, and was not cancelled.
  var hasLoaded = false
  /// Stands for what Home last drew, under `home.observation: computed`.
  var frame: Int64 = -1
  var reread = Reread()
  /// Who waits for the load under way; nil when none is.
  var flight: [TruthShot]?

  /// Whether nothing that it holds was read before this revision.
  func isRead(since revision: Int32) -> Bool {
    [summary, tasks, streak].allSatisfy { !$0.isSet || $0.revision >= revision }
  }

  /// Whether what is told of today was read on this day.
  func isRead(on day: Int64) -> Bool { [tasks, streak].allSatisfy { !$0.isSet || $0.day == day } }

  /// Whether each part has been read.
  var isWhole: Bool { summary.isSet && tasks.isSet && streak.isSet }

  var showsZeroState: Bool { isZeroState && !isZeroStateHidden }

  /// A summary was read; `hasZeroState` unless its flag is off.
  mutating func tookSummary(_ payload: SummaryPayload, hasZeroState: Bool) {
    hasSummary = true
    isSummaryMissing = false
    isZeroState = hasZeroState && payload.profile.isPlaceholder
  }

  /// A reply has told that the profile is complete: one to this phone's own answers, or a metrics row, which is computed
  /// from nothing less.
  mutating func toldComplete(asOf: Int32) {
    completeAsOf = max(completeAsOf, asOf)
    if isSummaryMissing { judgeMissing(hasOnboarded: true) }
  }

  /// No summary where there is a profile is the server's business: what is held says more.
  private mutating func judgeMissing(hasOnboarded: Bool) {
    isSummaryMissing = true
    if hasSummary ? completeAsOf > summary.revision : completeAsOf >= 0 || hasOnboarded {
      isZeroState = false
    } else if !hasSummary {
      isZeroState = true
    }
  }

  /// The summary could not be read.
  ///
  /// - Parameters:
  ///   - isMissing: the server said that there is none, which it does for who has stored no profile.
  ///   - hasOnboarded: a profile was stored from this phone.
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
