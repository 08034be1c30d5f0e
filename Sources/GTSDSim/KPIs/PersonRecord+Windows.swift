import GTSDModel

/// What counts within a time, and who was not watched for long enough to tell.
extension PersonRecord {
  func finishAcknowledgment(_ horizon: Int64, _ arm: inout ArmFold) {
    if onboardedAt >= 0 {
      if onboardedAt + Nanoseconds.day <= horizon {
        arm.acknowledgedWithin24h.count(acknowledgedInTime)
      } else {
        arm.acknowledgedWithin24h.censored += 1
      }
      if acknowledgedAt >= 0 {
        arm.timeToAcknowledge.events.record(acknowledgedAt - onboardedAt)
      } else {
        arm.timeToAcknowledge.censored.record(horizon - onboardedAt)
      }
    }
    if cardViewedAt >= 0 {
      arm.dismissals.count(flags.contains(.dismissed))
      arm.bannerVisible.record(cardVisible)
      var visible = PersonTally()
      (visible.trials, visible.counted) = (1, cardVisible / Nanoseconds.millisecond)
      arm.bannerVisibleByPerson.add(visible)
      if acknowledgedAt >= cardViewedAt { arm.cardViewToAcknowledge.record(acknowledgedAt - cardViewedAt) }
    }
    if firstActionAt >= 0 { arm.onboardingToFirstAction.record(firstActionAt - onboardedAt) }
  }

  func finishProfile(_ horizon: Int64, _ arm: inout ArmFold) {
    func window(_ rate: inout RateFold, closes: Int64, _ did: Bool) {
      if closes <= horizon { rate.count(did) } else { rate.censored += 1 }
    }
    window(
      &arm.onboardingAbandoned, closes: signedUpAt + Nanoseconds.day,
      !(answeredAt >= 0 && answeredAt - signedUpAt <= Nanoseconds.day))
    window(
      &arm.profileDiscovery24h, closes: signedUpAt + Nanoseconds.day,
      profileTabAt >= 0 && profileTabAt - signedUpAt <= Nanoseconds.day)
    window(&arm.retained7d, closes: signedUpAt + 7 * Nanoseconds.day, flags.contains(.retained))
    if skippedAt >= 0 {
      window(&arm.profileCompletedWithin7d, closes: signedUpAt + 7 * Nanoseconds.day, completedInTime)
      if onboardedAt >= 0 {
        arm.timeToProfileCompletion.events.record(onboardedAt - signedUpAt)
      } else {
        arm.timeToProfileCompletion.censored.record(horizon - signedUpAt)
      }
    }
    arm.zeroStateViews.count(flags.contains(.zeroViewed))
    if flags.contains(.zeroViewed) { arm.zeroStateTapThrough.count(flags.contains(.zeroTapped)) }
  }

  func finishSummary(_ arm: inout ArmFold) {
    guard flags.contains(.summaryViewed) else { return }
    arm.summaryReadToEnd.count(flags.contains(.summaryRead))
    arm.summaryExpanded.count(flags.contains(.summaryExpanded))
    arm.summaryButtonExit.count(flags.contains(.summaryButton))
  }

  func finishDays(_ horizon: Int64, _ daily: inout DailyFold) {
    if onboardedAt >= 0, onboardedAt + Nanoseconds.day <= horizon {
      daily.count(.acknowledgmentRate24h, acknowledgedInTime, at: onboardedAt + Nanoseconds.day)
    }
    if skippedAt >= 0, signedUpAt + 7 * Nanoseconds.day <= horizon {
      daily.count(.profileCompletionRate7d, completedInTime, at: signedUpAt + 7 * Nanoseconds.day)
    }
    if summaryViewedAt >= 0 {
      daily.count(.summaryCompletionRate, flags.contains(.summaryRead), at: summaryViewedAt)
    }
  }

  /// Whether who opens the app now is back on day 7: in (144 h, 168 h] of sign-up.
  func isDay7(_ time: Int64) -> Bool {
    signedUpAt >= 0 && time - signedUpAt > 144 * Nanoseconds.hour && time - signedUpAt <= 168 * Nanoseconds.hour
  }

  private var acknowledgedInTime: Bool {
    acknowledgedAt > onboardedAt && acknowledgedAt - onboardedAt <= Nanoseconds.day
  }

  private var completedInTime: Bool {
    onboardedAt >= 0 && onboardedAt - signedUpAt <= 7 * Nanoseconds.day
  }
}
