/// A coding key: the name of a member, or an index of a list.
package struct RecordKey: CodingKey, ExpressibleByStringLiteral {
  package let stringValue: String
  package let intValue: Int?

  package init(_ name: String) {
    stringValue = name
    intValue = nil
  }
  package init(index: Int) {
    stringValue = "\(index)"
    intValue = index
  }
  package init(stringLiteral name: String) { self.init(name) }
  package init?(stringValue: String) { self.init(stringValue) }
  package init?(intValue: Int) { self.init(index: intValue) }
}

/// A value of the right JSON type that no run can have produced, such as a negative count.
package struct ImpossibleValue: Error {
  /// The keys and indices from the document's root down to the value.
  package var path: [any CodingKey]
  package var reason: String
}
