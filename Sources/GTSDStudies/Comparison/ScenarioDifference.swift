/// A value in which scenarios differ.
package struct ScenarioDifference: Equatable, Sendable {
  package var path: String
  /// The values by side; nil if a side has none.
  package var values: [String?]

  package init(path: String, values: [String?]) {
    self.path = path
    self.values = values
  }
}
