import GTSDModel
import GTSDWorld
import HTTPLoop

// Compares replies with the account's own writes. No other client writes these values.

extension ServerProbes {
  /// Kilograms and centimetres may be rounded to two decimals.
  private static let rounding = 0.011
  /// The greatest difference, in milliseconds, between the server's clock and this machine's.
  private static let clocks: Int64 = 5 * 60_000

  private func isSame(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= Self.rounding }

  /// Compares a read of the profile with the account's own writes.
  ///
  /// - Parameter isUpdate: whether only the weight was written last.
  func compare(_ reply: APIReply?, with written: HealthProfile, isUpdate: Bool = false) {
    guard case .profile(let payload)? = reply?.body, let shown = payload.profile, isOwn(payload.user.id) else { return }
    let weight = isSame(shown.currentWeight, written.currentWeight)
    let others =
      isSame(shown.height, written.height) && isSame(shown.targetWeight, written.targetWeight)
      && shown.primaryGoal == written.primaryGoal && shown.activityLevel == written.activityLevel
    judge(.profile, .profile, isWrong: !weight || !isUpdate && !others)
    if isUpdate { judge(.otherFields, .profile, isWrong: !others) }
    let dates = [
      ("dateOfBirth", shown.dateOfBirth, written.dateOfBirth), ("targetDate", shown.targetDate, written.targetDate),
    ]
    let shifted = dates.first { !Self.isSame($0.1, $0.2) }
    judge(
      .dates, .profile, isWrong: shifted != nil,
      shifted.map { "\($0.0) is \($0.1.iso8601), where \($0.2.iso8601) was sent" })
  }

  /// Whether an instant equals the written one, except for fractions of a second. Midnight of its date is accepted too,
  /// since some servers store only dates.
  private static func isSame(_ shown: Timestamp, _ written: Timestamp) -> Bool {
    shown.wholeSecond == written.wholeSecond || shown.iso8601 == written.iso8601.prefix(10) + "T00:00:00.000Z"
  }

  func compare(_ reply: APIReply?, name: String) {
    guard case .me(let me)? = reply?.body, isOwn(me.id) else { return }
    judge(.name, .me, isWrong: me.name != name)
  }

  /// Whether a reply belongs to this account. Another account's data are a separate finding, and are not compared.
  private func isOwn(_ id: Int) -> Bool { accountID == nil || accountID == id }

  /// Compares two replies to one acknowledgment.
  func compare(_ first: APIReply?, again second: APIReply?) {
    guard case .acknowledged(let first)? = first?.body, case .acknowledged(let second)? = second?.body else { return }
    judge(.acknowledgedAgain, .acknowledge, isWrong: first.acknowledgedAt != second.acknowledgedAt)
    judge(clock: first.acknowledgedAt, "acknowledgedAt", .acknowledge)
  }

  /// Compares a read at the end of the run with two writes that were made at the same time. An update is lost if one of
  /// the values from before is still stored. A read soon after the writes may show an old value for other reasons, and
  /// any other value has another cause.
  func compare(_ reply: APIReply?, with writes: SimultaneousWrites) {
    switch reply?.body {
    case .profile(let payload):
      guard let weight = payload.profile?.currentWeight, isOwn(payload.user.id) else { return }
      judge(
        .atOnce, .profile, isWrong: isSame(weight, writes.before.weight), "the weight is still \(weight)")
    case .preferences(let payload):
      // The tour's first allergy is the user's number.
      guard payload.preferences.allergies.first == "\(caller.user)" else { return }
      let meals = payload.preferences.mealsPerDay
      judge(
        .atOnce, .preferences, isWrong: meals == writes.before.meals, "the number of meals per day is still \(meals)")
    default: return
    }
  }

  /// Compares new metrics with the body data from which they were computed, and with the clock.
  func judge(_ metrics: HealthMetrics, of body: HealthProfile) {
    judge(clock: metrics.computedAt, "computedAt", .todayMetrics)
    guard body.height > 0 else { return }
    let expected = body.currentWeight / (body.height / 100) / (body.height / 100)
    if abs(metrics.bmi - expected) > 0.1 {
      breach("bmi is not the weight divided by the square of the height", .todayMetrics)
    }
  }

  /// Checks that the instant of an event that has just happened is near this machine's time.
  private func judge(clock instant: Timestamp, _ field: String, _ endpoint: Endpoint) {
    let ahead = instant.milliseconds - CalendarClock.milliseconds
    guard abs(ahead) > Self.clocks else { return }
    let hours = Double(abs(ahead)) / 3_600_000
    let size = hours >= 1 ? "hours" : "minutes"
    breach("\(field) is \(size) \(ahead > 0 ? "ahead of" : "behind") this machine's clock", endpoint)
  }
}
