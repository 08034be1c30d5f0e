extension Sequence {
  /// As `sorted(by:)`, for what is put in order rarely.
  ///
  /// Where `sorted(by:)` is used, all of sorting is compiled for the type that is sorted; this is compiled once, here.
  package func ordered(by precedes: (Element, Element) throws -> Bool) rethrows -> [Element] {
    try sorted(by: precedes)
  }
}
