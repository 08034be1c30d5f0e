/// What stands in the place of Home's card; the raw value is what `homeCard` publishes.
package enum HomeCard: Int64, Sendable {
  case hidden, shown
  /// A text that the metrics are being calculated, which nobody can tap.
  case calculating
  /// A text that the metrics could not be read.
  case error
}
