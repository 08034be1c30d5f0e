/// A sign and what it means.
package struct ChartLegendItem: Hashable, Sendable {
  /// The shapes of the sign in a box of 26 by 12.
  package var sign: String
  package var text: String
}
