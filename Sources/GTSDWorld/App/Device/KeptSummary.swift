import GTSDModel

/// The summary that the app keeps to answer reads with: the specification's encrypted cache of 24 hours.
struct KeptSummary {
  var answer: Answer
  /// Nanoseconds of the phone's clock.
  var keptAt: Int64

  /// How long it answers reads, nanoseconds.
  static let lifetime = Nanoseconds.day
}

extension Device {
  /// The kept summary, where it may answer a read.
  var keptSummary: Answer? {
    // A clock that was set back says nothing of a summary that it has from the future.
    guard let kept = storage.summary, (0..<KeptSummary.lifetime).contains(clockTime - kept.keptAt) else { return nil }
    switch generation.summary.cache {
    case .none: return nil
    case .beyondLogOut: return kept.answer
    case .day:
      let isNewest = generation.replies.apply == .arrival || kept.answer.asOf >= app.known
      return kept.answer.account == account && isNewest ? kept.answer : nil
    }
  }

  /// Keeps a summary that was read, and drops the one that a write of this phone may have made wrong.
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
