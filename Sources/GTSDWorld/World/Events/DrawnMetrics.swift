import GTSDModel

/// The numbers of a metrics row, as the card of Home and Plans show them.
package struct DrawnMetrics: Sendable, Equatable {
  /// The body mass index in hundredths.
  var bmi: Int64
  /// The basal metabolic rate in kilocalories per day.
  var bmr: Int
  /// The total daily energy expenditure in kilocalories per day.
  var tdee: Int

  init(_ metrics: HealthMetrics) {
    bmi = Int64((metrics.bmi * 100).rounded(.toNearestOrAwayFromZero))
    (bmr, tdee) = (metrics.bmr, metrics.tdee)
  }
}
