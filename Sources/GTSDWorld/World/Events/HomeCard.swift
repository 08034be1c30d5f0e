/// The content of the card's place on Home. The raw value is published as `homeCard`.
package enum HomeCard: Int64, Sendable {
  case hidden, shown
  /// A text that says that the metrics are being calculated. It cannot be tapped.
  case calculating
  /// A text that says that the metrics could not be read.
  case error
}
