/// The content of the card's place on Home; the raw value is the one that `homeCard` publishes.
package enum HomeCard: Int64, Sendable {
  case hidden, shown
  /// A text that the metrics are being calculated, which cannot be tapped.
  case calculating
}
