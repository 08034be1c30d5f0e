extension Sequence {
  /// Sorts like `sorted(by:)`; for sequences that are sorted rarely.
  ///
  /// The compiler specialises all of `sorted(by:)` for each type that uses it. This function is compiled once.
  package func ordered(by precedes: (Element, Element) throws -> Bool) rethrows -> [Element] {
    try sorted(by: precedes)
  }
}
