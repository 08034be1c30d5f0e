/// The content of the card's place on Home. The raw value is published as `homeCard`.
package enum HomeCard: Int64, Sendable {
  case hidden, shown
  /// A text that the metrics are being calculated, which cannot be tapped.
  case calculating
  /// A text that the metrics could not be read.
  case error
}
