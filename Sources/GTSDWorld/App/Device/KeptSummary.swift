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
    // After the clock was set back, a summary may seem to come from the future; its age is then unknown.
    guard let kept = storage.summary, (0..<KeptSummary.lifetime).contains(clockTime - kept.keptAt) else { return nil }
    switch generation.summary.cache {
    case .none: return nil
    case .beyondLogOut: return kept.answer
    case .day:
      let isNewest = generation.replies.apply == .arrival || kept.answer.asOf >= app.known
      return kept.answer.account == account && isNewest ? kept.answer : nil
    }
  }

  /// Caches a summary that was read. Drops the cached summary after a write of this phone that may have outdated it.
  @inline(never)
  func keepSummary(_ endpoint: Endpoint, _ result: CallResult) {
    switch endpoint {
    case .howItWorks:
      if case .success(let answer) = result { storage.summary = KeptSummary(answer: answer, keptAt: clockTime) }
    case .onboard, .updateProfile, .generatePlan: storage.summary = nil
    default: break
    }
  }
}
