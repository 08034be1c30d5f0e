/// A symbol of a chart and its meaning.
package struct ChartLegendItem: Equatable, Sendable {
  /// The shapes of the sign in a box of 26 by 12.
  package var sign: String
  package var text: String
}
