import GTSDModel

/// The summary that the app caches to answer reads: the specification's encrypted cache of 24 hours.
struct KeptSummary {
  var answer: Answer
  /// The time of caching, in nanoseconds of the phone's clock.
  var keptAt: Int64

  /// The time in nanoseconds for which the cached summary answers reads.
  static let lifetime = Nanoseconds.day
}

extension Device {
  /// The cached summary; nil if it is too old or outdated to answer a read.
  var keptSummary: Answer? {
    // A clock that was set back says nothing of a summary that it has from the future.
    guard !app.mustAskForSummary, let kept = storage.summary,
      (0..<KeptSummary.lifetime).contains(clockTime - kept.keptAt)
    else { return nil }
    switch generation.summary.cache {
    case .none: return nil
    case .beyondLogOut: return kept.answer
    case .day:
      let isNewest = generation.replies.apply == .arrival || kept.answer.asOf >= app.known
      return kept.answer.account == account && isNewest ? kept.answer : nil
    }
  }

  /// Caches a summary that was read. Drops the cached summary when a reply shows that a write of this phone has changed
  /// its data. A failed request drops nothing, since the cached summary is then the only one to show.
  @inline(never)
  func keepSummary(_ request: APIRequest, _ result: CallResult) {
    if case .howItWorks = request { app.mustAskForSummary = false }
    guard case .success(let answer) = result else { return }
    switch request {
    case .howItWorks:
      // A reply may be older than the cached summary, or than a write that has dropped it.
      let oldest = generation.replies.apply == .revision ? storage.summary?.answer.asOf ?? app.known : answer.asOf
      if answer.asOf >= oldest { storage.summary = KeptSummary(answer: answer, keptAt: clockTime) }
    case .onboard: storage.summary = nil
    case .updateProfile(let update): if update.changesSummary { storage.summary = nil }
    case .generatePlan: if answer.body.hasNewTargets, isSummaryOlder(than: answer) { storage.summary = nil }
    default: break
    }
  }

  private func isSummaryOlder(than answer: Answer) -> Bool {
    storage.summary.map { $0.answer.asOf < answer.asOf } ?? false
  }
}

extension ProfileUpdate {
  /// Whether the update changes a value that the summary depends on.
  fileprivate var changesSummary: Bool {
    var body = self
    body.preferences = PreferencesUpdate()
    return !body.isEmpty
  }
}

extension APIResponse {
  /// Whether this reply contains a new plan. A new plan has new targets.
  fileprivate var hasNewTargets: Bool {
    if case .plan(let plan) = self { plan.weeklyRate != nil || plan.recomputed } else { false }
  }
}
