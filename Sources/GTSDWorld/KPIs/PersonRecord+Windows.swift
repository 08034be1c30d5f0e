import GTSDModel
import Statistics

/// Counts events within time windows. A person counts only if the whole window was observed.
extension PersonRecord {
  func finishAcknowledgment(_ horizon: Int64, _ arm: inout ArmFold) {
    if onboardedAt >= 0 {
      count(acknowledgedInTime, in: &arm.acknowledgedWithin24h, closes: onboardedAt + Nanoseconds.day, horizon)
      if acknowledgedAt >= 0 {
        arm.timeToAcknowledge.events.record(acknowledgedAt - onboardedAt)
      } else {
        arm.timeToAcknowledge.censored.record(horizon - onboardedAt)
      }
    }
  }

  func finishProfile(_ horizon: Int64, _ arm: inout ArmFold) {
    count(
      !(answeredAt >= 0 && answeredAt - signedUpAt <= Nanoseconds.day), in: &arm.onboardingAbandoned,
      closes: signedUpAt + Nanoseconds.day, horizon)
    count(
      profileTabAt >= 0 && profileTabAt - signedUpAt <= Nanoseconds.day, in: &arm.profileDiscovery24h,
      closes: signedUpAt + Nanoseconds.day, horizon)
    count(flags.contains(.retained), in: &arm.retained7d, closes: signedUpAt + 7 * Nanoseconds.day, horizon)
    if skippedAt >= 0 {
      count(
        completedInTime, in: &arm.profileCompletedWithin7d, closes: signedUpAt + 7 * Nanoseconds.day, horizon)
      if onboardedAt >= 0 {
        arm.timeToProfileCompletion.events.record(onboardedAt - signedUpAt)
      } else {
        arm.timeToProfileCompletion.censored.record(horizon - signedUpAt)
      }
    }
  }

  func finishDays(_ horizon: Int64, _ daily: inout DailyFold) {
    if onboardedAt >= 0, Self.hasClosed(onboardedAt + Nanoseconds.day, horizon) {
      daily.count(.acknowledgmentRate24h, acknowledgedInTime, at: onboardedAt + Nanoseconds.day)
    }
    if skippedAt >= 0, Self.hasClosed(signedUpAt + 7 * Nanoseconds.day, horizon) {
      daily.count(.profileCompletionRate7d, completedInTime, at: signedUpAt + 7 * Nanoseconds.day)
    }
    if summaryViewedAt >= 0 {
      daily.count(.summaryCompletionRate, flags.contains(.summaryRead), at: summaryViewedAt)
    }
  }

  /// Whether a person who opens the app now has returned on day 7: in (144 h, 168 h] after sign-up.
  func isDay7(_ time: Int64) -> Bool {
    signedUpAt >= 0 && time - signedUpAt > 144 * Nanoseconds.hour && time - signedUpAt <= 168 * Nanoseconds.hour
  }

  /// Whether a window closed before the observation ended. Only then is it known that an event did not happen in it.
  private static func hasClosed(_ end: Int64, _ horizon: Int64) -> Bool { end <= horizon }

  /// Counts whether an event happened within a window, or that the window had not closed.
  private func count(_ did: Bool, in rate: inout RateFold, closes end: Int64, _ horizon: Int64) {
    if Self.hasClosed(end, horizon) { rate.count(did) } else { rate.censored += 1 }
  }

  private var acknowledgedInTime: Bool {
    acknowledgedAt > onboardedAt && acknowledgedAt - onboardedAt <= Nanoseconds.day
  }

  private var completedInTime: Bool {
    onboardedAt >= 0 && onboardedAt - signedUpAt <= 7 * Nanoseconds.day
  }
}
