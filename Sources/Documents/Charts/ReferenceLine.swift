/// A value on an axis that is worth a line, such as a target.
package struct ReferenceLine: Equatable, Sendable {
  package var value: Double
  package var text: String

  package init(_ value: Double, _ text: String) {
    self.value = value
    self.text = text
  }
}
