/// A value in which scenarios differ.
package struct ScenarioDifference: Equatable, Sendable {
  package var path: String
  /// By side; nil where a side does not have it.
  package var values: [String?]

  package init(path: String, values: [String?]) {
    self.path = path
    self.values = values
  }
}
