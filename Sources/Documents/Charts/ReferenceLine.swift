/// A line across a chart at a value that other values are compared with, such as a target.
package struct ReferenceLine: Equatable, Sendable {
  package var value: Double
  package var text: String

  package init(_ value: Double, _ text: String) {
    self.value = value
    self.text = text
  }
}
