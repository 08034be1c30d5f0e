import GTSDModel

/// The Home tab's own state; the metrics are held elsewhere.
struct HomeModel {
  var isZeroState = false
  /// "Maybe later" hides the zero-state card until the next load.
  var isZeroStateHidden = false
  var hasSummary = false
  var summary = VersionStamp()
  var tasks = VersionStamp()
  var streak = VersionStamp()
  /// A load has begun in this session.
  var hasStarted = false
  /// A load has ended, and was not cancelled.
  var hasLoaded = false
  /// Stands for what Home last drew, under `home.observation: computed`.
  var frame: Int64 = -1
  /// Who waits for the load under way; nil when none is.
  var flight: [OneShot<Bool>]?

  var showsZeroState: Bool { isZeroState && !isZeroStateHidden }

  /// What appearing on screen starts.
  enum Appearance: Equatable {
    case nothing
    /// A load that leaving the tab cancels.
    case load
    /// A load that goes on when the tab is left.
    case detachedLoad
    /// A metrics check that goes on when the tab is left.
    case check
  }

  func appearance(
    _ strategy: Generation.Home.ReloadOnAppear, apply: Generation.Replies.Apply, known: Int32
  ) -> Appearance {
    switch strategy {
    case .off: return hasStarted ? .nothing : .detachedLoad
    case .check:
      guard hasLoaded else { return .load }
      return apply == .revision && summary.revision < known ? .load : .check
    case .full: return .load
    }
  }

  /// A summary was read; `hasZeroState` unless its flag is off.
  mutating func tookSummary(_ payload: SummaryPayload, hasZeroState: Bool) {
    hasSummary = true
    isZeroState = hasZeroState && payload.profile.isPlaceholder
  }

  /// The summary could not be read; `isMissing` when the server said that there is none.
  mutating func missedSummary(isMissing: Bool, strategy: Generation.ZeroState.OnSummaryError) {
    if isMissing {
      isZeroState = true
      return
    }
    switch strategy {
    case .show: if !hasSummary { isZeroState = true }
    case .keep: break
    }
  }
}
